//! HTML output.

use super::escape::{fitted, plain};
use super::markup::Markup;
use super::plot::draw;
use super::text::MOST_ROWS;
use crate::report::sections::{Item, Section, sections};
use crate::report::table::{Cell, Kind, Table};
use crate::report::{Report, Sample};

/// Content security policy: no external resources and no scripts.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const STYLE: &str = include_str!("page.css");

/// Width limit of texts in tables, in columns.
const LONGEST: usize = 80;

/// Length in bytes above which words may be broken, so that they fit on a phone.
const LONG_WORD: usize = 24;

impl Report {
    /// Returns the report as a self-contained HTML page with plots and without scripts. Apart from its first line it is
    /// well-formed XML.
    pub fn to_html(&self) -> String {
        sections_html(&self.title(), &sections(self))
    }

    fn title(&self) -> String {
        let mut names: Vec<&str> = self.runs.iter().map(|run| run.name.as_str()).collect();
        names.dedup();
        match names.as_slice() {
            [name] => format!("Report on {}", fitted(name, 60)),
            [] => "Report".to_owned(),
            _ => format!("Report on {} runs", self.runs.len()),
        }
    }
}

/// Renders sections below a title as a page.
pub(crate) fn sections_html(title: &str, sections: &[Section<'_>]) -> String {
    let mut page = Markup::default();
    page.open("html", &[("lang", &"en")]);
    head(&mut page, title);
    page.open("body", &[]);
    page.open("header", &[]);
    page.leaf("h1", &[], title);
    contents(&mut page, sections);
    page.close();
    page.open("main", &[]);
    for (number, section) in sections.iter().enumerate() {
        section_html(&mut page, section, number);
    }
    format!("<!DOCTYPE html>\n{}\n", page.finished())
}

fn head(page: &mut Markup, title: &str) {
    page.line();
    page.open("head", &[]);
    page.empty("meta", &[("charset", &"utf-8")]);
    page.empty("meta", &[("http-equiv", &"Content-Security-Policy"), ("content", &POLICY)]);
    page.empty("meta", &[("name", &"viewport"), ("content", &"width=device-width, initial-scale=1")]);
    page.empty("meta", &[("name", &"color-scheme"), ("content", &"light dark")]);
    page.empty("meta", &[("name", &"referrer"), ("content", &"no-referrer")]);
    page.leaf("title", &[], title);
    page.line();
    page.style(STYLE);
    page.close();
    page.line();
}

fn contents(page: &mut Markup, sections: &[Section<'_>]) {
    page.open("nav", &[("aria-label", &"Contents")]);
    page.open("ul", &[]);
    for (number, section) in sections.iter().enumerate() {
        page.open("li", &[]);
        page.leaf("a", &[("href", &format_args!("#s{number}"))], &section.title);
        page.close();
    }
    page.close();
    page.close();
}

fn section_html(page: &mut Markup, section: &Section<'_>, number: usize) {
    page.line();
    page.open("section", &[("id", &format_args!("s{number}"))]);
    page.leaf("h2", &[], &section.title);
    let mut items = section.items.iter().enumerate().peekable();
    while let Some((index, item)) = items.next() {
        page.line();
        match item {
            Item::Note(note) => page.leaf("p", &[], note),
            Item::Table(table) => table_html(page, table),
            Item::Sample(sample) => sample_html(page, sample),
            Item::Plot(plot) => {
                // Consecutive plots are placed side by side if the page is wide enough.
                page.open("div", &[("class", &"plots")]);
                draw(page, plot, &format!("s{number}p{index}"));
                while let Some((index, Item::Plot(plot))) = items.next_if(|(_, next)| matches!(next, Item::Plot(_))) {
                    draw(page, plot, &format!("s{number}p{index}"));
                }
                page.close();
            }
        }
    }
    page.close();
}

fn table_html(page: &mut Markup, table: &Table) {
    if table.rows.is_empty() {
        return;
    }
    page.leaf("h3", &[], &table.title);
    if !table.about.is_empty() {
        page.leaf("p", &[("class", &"about")], &table.about);
    }
    page.open("div", &[("class", &"wide"), ("role", &"region"), ("aria-label", &table.title), ("tabindex", &"0")]);
    page.open("table", &[]);
    page.open("thead", &[]);
    page.open("tr", &[]);
    for column in &table.columns {
        page.leaf("th", &[("scope", &"col"), ("class", &class(column.kind))], column.name);
    }
    page.close();
    page.close();
    page.open("tbody", &[]);
    for row in table.rows.iter().take(MOST_ROWS) {
        row_html(page, table, row);
    }
    (0..3).for_each(|_| page.close());
    if table.rows.len() > MOST_ROWS {
        page.leaf("p", &[], format_args!("… and {} more", table.rows.len() - MOST_ROWS));
    }
}

fn row_html(page: &mut Markup, table: &Table, row: &[Cell]) {
    page.line();
    page.open("tr", &[]);
    // Texts in the tables of runs and entrants are not truncated.
    let most = if ["runs", "entrants"].contains(&table.id.as_str()) { usize::MAX / 4 } else { LONGEST };
    for (number, (cell, column)) in row.iter().zip(&table.columns).enumerate() {
        let shown = fitted(&plain(&cell.shown()), most);
        let class = cell_class(&shown, column.kind);
        match number {
            0 => page.leaf("th", &[("scope", &"row"), ("class", &class)], shown.trim()),
            _ => page.leaf("td", &[("class", &class)], shown.trim()),
        }
    }
    page.close();
}

/// Returns the CSS class of a cell: indented rows belong to the row above, and long words may be broken.
fn cell_class(shown: &str, kind: Kind) -> &'static str {
    let has_long_word = || shown.split(' ').any(|word| word.len() > LONG_WORD);
    match kind {
        Kind::Text if shown.starts_with("  ") => "t in",
        Kind::Text if has_long_word() => "t long",
        _ => class(kind),
    }
}

fn class(kind: Kind) -> &'static str {
    if kind == Kind::Text { "t" } else { "n" }
}

fn sample_html(page: &mut Markup, sample: &Sample) {
    page.open("article", &[]);
    page.leaf("h3", &[], sample.heading());
    page.open("dl", &[]);
    for (label, text) in sample.parts() {
        page.leaf("dt", &[], label);
        page.open("dd", &[]);
        page.lines(&text);
        page.close();
    }
    page.close();
    page.close();
}
