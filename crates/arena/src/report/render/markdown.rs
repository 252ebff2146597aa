//! Markdown output.

use std::fmt::Write;

use super::escape::{markdown, plain_lines};
use super::text::MOST_ROWS;
use crate::report::sections::{Item, Section, sections};
use crate::report::table::{Kind, Table};
use crate::report::{Report, Sample};

impl Report {
    /// Returns the report as GitHub-flavoured Markdown.
    pub fn to_markdown(&self) -> String {
        sections_markdown("Report", &sections(self))
    }
}

/// Renders sections below a title as Markdown.
pub(crate) fn sections_markdown(title: &str, sections: &[Section<'_>]) -> String {
    let mut text = format!("# {}\n", markdown(title));
    for section in sections {
        let _ = writeln!(text, "\n## {}", markdown(&section.title));
        for item in &section.items {
            match item {
                Item::Note(note) => drop(writeln!(text, "\n{}", markdown(note))),
                Item::Table(table) => table_text(&mut text, table),
                Item::Sample(sample) => sample_text(&mut text, sample),
                Item::Plot(_) => {}
            }
        }
    }
    text
}

fn table_text(text: &mut String, table: &Table) {
    if table.rows.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n### {}\n", markdown(&table.title));
    if !table.about.is_empty() {
        let _ = writeln!(text, "{}\n", markdown(&table.about));
    }
    let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let _ = writeln!(text, "{}", row(table.columns.iter().map(|column| markdown(column.name)).collect()));
    let rule = |kind: Kind| if kind == Kind::Text { "---" } else { "--:" }.to_owned();
    let _ = writeln!(text, "{}", row(table.columns.iter().map(|column| rule(column.kind)).collect()));
    for cells in table.rows.iter().take(MOST_ROWS) {
        let _ = writeln!(text, "{}", row(cells.iter().map(|cell| markdown(&cell.shown())).collect()));
    }
    if table.rows.len() > MOST_ROWS {
        let _ = writeln!(text, "\n… and {} more", table.rows.len() - MOST_ROWS);
    }
}

fn sample_text(text: &mut String, sample: &Sample) {
    let _ = writeln!(text, "\n### {}", markdown(&sample.heading()));
    for (label, content) in sample.parts() {
        let content = plain_lines(&content);
        let fence = fence(&content);
        let _ = writeln!(text, "\n{}:\n\n{fence}text\n{content}\n{fence}", markdown(label));
    }
}

/// Returns a code fence longer than any run of backticks in the text.
fn fence(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}
