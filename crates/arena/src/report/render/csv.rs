//! CSV output, without a CSV library: every field must be protected against interpretation as a spreadsheet formula anyway.

use std::fmt::Write;

use super::escape;
use crate::report::Report;
use crate::report::sections::{Item, Section, sections};
use crate::report::table::{Field, Kind, Table};

impl Report {
    /// Returns each table as a CSV file with a file name. Intervals take three columns. Untrusted text that a spreadsheet could
    /// interpret as a formula is prefixed with an apostrophe.
    pub fn to_csv_tables(&self) -> Vec<(String, String)> {
        let sections = sections(self);
        named_tables(&sections).into_iter().map(|(name, table)| (name, table_text(table))).collect()
    }

    /// Returns all tables as one CSV file with one line per value: `table,row,column,value`.
    pub fn to_csv(&self) -> String {
        sections_csv(&sections(self))
    }
}

/// Returns the tables of sections as one CSV file with one line per value.
pub(crate) fn sections_csv(sections: &[Section<'_>]) -> String {
    let mut text = "table,row,column,value\n".to_owned();
    for (name, table) in named_tables(sections) {
        let names = column_names(table);
        for (number, row) in table.rows.iter().enumerate() {
            let fields = row.iter().zip(&table.columns).flat_map(|(cell, column)| cell.fields(column.kind));
            for (column, field) in names.iter().zip(fields) {
                let _ = writeln!(text, "{name},{},{column},{}", number + 1, field_text(&field));
            }
        }
    }
    text
}

/// Returns all tables that have rows. Their names consist of letters, digits, dots and underscores, and start with the part, if any.
fn named_tables<'a>(sections: &'a [Section<'_>]) -> Vec<(String, &'a Table)> {
    let mut named = Vec::new();
    for section in sections {
        let part = section.title.rsplit_once(": ").map_or(String::new(), |(part, _)| format!("{}.", slug(part)));
        for item in &section.items {
            if let Item::Table(table) = item
                && !table.rows.is_empty()
            {
                named.push((format!("{part}{}", table.id), table));
            }
        }
    }
    named
}

fn slug(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let words = lower.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.take(8).collect::<Vec<&str>>().join("_").chars().take(40).collect()
}

fn column_names(table: &Table) -> Vec<String> {
    let names = table.columns.iter().flat_map(|column| {
        let name = slug(column.name);
        match column.kind {
            Kind::Estimate => vec![name.clone(), format!("{name}_low"), format!("{name}_high")],
            _ => vec![name],
        }
    });
    names.collect()
}

fn table_text(table: &Table) -> String {
    let mut text = column_names(table).join(",");
    text.push('\n');
    for row in &table.rows {
        let fields = row.iter().zip(&table.columns).flat_map(|(cell, column)| cell.fields(column.kind));
        let fields: Vec<String> = fields.map(|field| field_text(&field)).collect();
        let _ = writeln!(text, "{}", fields.join(","));
    }
    text
}

fn field_text(field: &Field) -> String {
    match field {
        Field::Text(text) => escape::csv(text),
        Field::Number(number) => number.clone(),
    }
}
