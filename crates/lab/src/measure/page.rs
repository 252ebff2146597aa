//! Building blocks of documents.

use std::fmt;
use std::time::Duration;

use arena::log::RunLine;

/// Markdown table.
pub(crate) struct Table(String);

impl Table {
    /// Returns a table without rows.
    pub(crate) fn new(columns: &[&str]) -> Table {
        let line = vec!["---"; columns.len()].join("|");
        Table(format!("| {} |\n|{line}|\n", columns.join(" | ")))
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: &[String]) {
        self.0 += &format!("| {} |\n", cells.join(" | "));
    }

    /// Adds rows.
    pub(crate) fn with(mut self, rows: impl IntoIterator<Item = Vec<String>>) -> Table {
        rows.into_iter().for_each(|row| self.row(&row));
        self
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Formats a fraction in per cent.
pub(crate) fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}

/// Formats a duration in µs, ms or s.
pub(crate) fn seconds(took: Duration) -> String {
    match took.as_secs_f64() {
        short if short < 1e-3 => format!("{:.0} µs", short * 1e6),
        short if short < 1.0 => format!("{:.1} ms", short * 1e3),
        long => format!("{long:.2} s"),
    }
}

/// Returns the dates of runs: one day, or the first and the last.
pub(crate) fn dates<'a>(runs: impl Iterator<Item = &'a RunLine>) -> String {
    let mut days: Vec<&str> = runs.map(|run| run.created.get(..10).unwrap_or(&run.created)).collect();
    days.sort_unstable();
    match (days.first(), days.last()) {
        (Some(first), Some(last)) if first != last => format!("{first} to {last}"),
        (Some(first), _) => (*first).to_owned(),
        _ => "never".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_suitable_units() {
        let shown = [30, 4_200, 1_500_000].map(|micros| seconds(Duration::from_micros(micros)));
        assert_eq!(shown, ["30 µs", "4.2 ms", "1.50 s"]);
    }

    #[test]
    fn tables_are_markdown() {
        let table = Table::new(&["a", "b"]).with([vec!["1".to_owned(), "2".to_owned()]]);
        assert_eq!(table.to_string(), "| a | b |\n|---|---|\n| 1 | 2 |\n");
    }
}
