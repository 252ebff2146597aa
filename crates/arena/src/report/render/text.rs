//! Output for terminals.

use std::fmt::Write;

use super::escape::{fitted, plain, plain_lines, width};
use crate::report::sections::{Item, Section, sections};
use crate::report::table::{Column, Kind, Table};
use crate::report::{Report, Sample};

/// Maximum line width in columns.
const WIDTH: usize = 100;

/// Minimum width of a truncated text column.
const LEAST: usize = 6;

/// Maximum number of rows of a table in text, Markdown and HTML; CSV and JSON contain all rows.
pub(crate) const MOST_ROWS: usize = 200;

impl Report {
    /// Returns the report as text with aligned tables, at most 100 columns wide, without colours.
    pub fn to_text(&self) -> String {
        sections_text(&sections(self))
    }
}

/// Renders sections as text.
pub(crate) fn sections_text(sections: &[Section<'_>]) -> String {
    let mut text = String::new();
    for section in sections {
        let title = fitted(&plain(&section.title), WIDTH);
        let _ = writeln!(text, "{title}\n{}\n", "=".repeat(width(&title)));
        for item in &section.items {
            match item {
                Item::Note(note) => wrapped(&mut text, note, ""),
                Item::Table(table) => table_text(&mut text, table),
                Item::Sample(sample) => sample_text(&mut text, sample),
                Item::Plot(_) => {}
            }
        }
    }
    text
}

/// Writes a paragraph followed by an empty line.
fn wrapped(text: &mut String, paragraph: &str, indent: &str) {
    let room = WIDTH - indent.len();
    for line in paragraph.lines() {
        let line = plain(line);
        let mut row = String::new();
        for word in line.split(' ') {
            let word = fitted(word, room);
            if !row.is_empty() && width(&row) + 1 + width(&word) > room {
                let _ = writeln!(text, "{indent}{row}");
                row.clear();
            }
            let gap = if row.is_empty() { "" } else { " " };
            let _ = write!(row, "{gap}{word}");
        }
        let _ = writeln!(text, "{indent}{row}");
    }
    text.push('\n');
}

fn table_text(text: &mut String, table: &Table) {
    if table.rows.is_empty() {
        return;
    }
    let _ = writeln!(text, "{}", table.title);
    if !table.about.is_empty() {
        wrapped(text, &table.about, "");
        text.pop();
    }
    let rows = table.rows.iter().take(MOST_ROWS);
    let rows: Vec<Vec<String>> =
        rows.map(|row| row.iter().map(|cell| plain(&cell.shown()).into_owned()).collect()).collect();
    let widths = widths(&table.columns, &rows);
    let names: Vec<String> = table.columns.iter().map(|column| column.name.to_owned()).collect();
    let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    for row in [&names, &rule].into_iter().chain(&rows) {
        let _ = writeln!(text, "{}", line(row, &table.columns, &widths));
    }
    if table.rows.len() > MOST_ROWS {
        let _ = writeln!(text, "… and {} more", table.rows.len() - MOST_ROWS);
    }
    text.push('\n');
}

/// Returns the column widths. If the table is too wide, the widest text columns are narrowed.
fn widths(columns: &[Column], rows: &[Vec<String>]) -> Vec<usize> {
    let widest = |index: usize| rows.iter().map(|row| width(&row[index])).max().unwrap_or(0);
    let name_width = |index: usize| width(columns[index].name);
    let mut widths: Vec<usize> = (0..columns.len()).map(|index| widest(index).max(name_width(index))).collect();
    let room = WIDTH - 2 * columns.len().saturating_sub(1);
    while widths.iter().sum::<usize>() > room {
        let texts = (0..columns.len()).filter(|&index| columns[index].kind == Kind::Text && widths[index] > LEAST);
        let Some(longest) = texts.max_by_key(|&index| widths[index]) else { break };
        widths[longest] -= 1;
    }
    widths
}

fn line(row: &[String], columns: &[Column], widths: &[usize]) -> String {
    let cells = row.iter().zip(columns).zip(widths).map(|((cell, column), &most)| {
        let cell = fitted(cell, most);
        let gap = " ".repeat(most.saturating_sub(width(&cell)));
        if column.kind == Kind::Text { format!("{cell}{gap}") } else { format!("{gap}{cell}") }
    });
    cells.collect::<Vec<String>>().join("  ").trim_end().to_owned()
}

fn sample_text(text: &mut String, sample: &Sample) {
    wrapped(text, &sample.heading(), "");
    text.pop();
    for (label, content) in sample.parts() {
        let _ = writeln!(text, "  {label}:");
        wrapped(text, &plain_lines(&content), "    ");
        text.pop();
    }
    text.push('\n');
}
