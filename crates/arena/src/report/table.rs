//! Tables, independent of the output format.

use super::figures::{Estimate, Spread};

/// Table of a report. Its texts are not escaped; each output format escapes them.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Table {
    /// Stable identifier, used in CSV.
    pub(crate) id: String,
    pub(crate) title: String,
    /// Explanation below the title.
    pub(crate) about: String,
    pub(crate) columns: Vec<Column>,
    /// Rows with one cell per column.
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// Column of a table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
}

/// Kind of the cells of a column.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Text,
    Number,
    /// Value with interval; three columns in CSV.
    Estimate,
}

/// Cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Cell {
    /// No value.
    Nothing,
    /// Untrusted text.
    Text(String),
    Count(u64),
    Number(f64),
    /// Share with its interval, shown in per cent.
    Share(Estimate),
    /// Value with its interval. A value unbounded on one side is NaN; only the other end is shown.
    Figure(Estimate),
}

impl Table {
    /// Creates an empty table. The prefix of a column name sets its kind: `name`, `#number` or `%estimate`.
    pub(crate) fn new(id: &str, title: &str, about: &str, columns: &[&'static str]) -> Table {
        let column = |&name: &&'static str| match (name.strip_prefix('#'), name.strip_prefix('%')) {
            (Some(name), _) => Column { name, kind: Kind::Number },
            (_, Some(name)) => Column { name, kind: Kind::Estimate },
            _ => Column { name, kind: Kind::Text },
        };
        Table {
            id: id.to_owned(),
            title: title.to_owned(),
            about: about.to_owned(),
            columns: columns.iter().map(column).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds rows.
    pub(crate) fn with(mut self, rows: impl IntoIterator<Item = Vec<Cell>>) -> Table {
        self.rows.extend(rows);
        debug_assert!(self.rows.iter().all(|row| row.len() == self.columns.len()), "{}", self.id);
        self
    }
}

impl Cell {
    pub(crate) fn share(share: Option<Estimate>) -> Cell {
        share.map_or(Cell::Nothing, Cell::Share)
    }

    pub(crate) fn number(number: Option<f64>) -> Cell {
        number.map_or(Cell::Nothing, Cell::Number)
    }

    /// Returns the text shown to people, not escaped.
    pub(crate) fn shown(&self) -> String {
        match self {
            Cell::Nothing => "–".to_owned(),
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Number(number) => short(*number),
            Cell::Share(share) => {
                let [value, low, high] = [share.value, share.low, share.high].map(|part| 100.0 * part);
                format!("{value:.1} ({low:.1}–{high:.1})")
            }
            Cell::Figure(figure) if figure.value.is_nan() => match (figure.low.is_finite(), figure.high.is_finite()) {
                (true, _) => format!("> {}", short(figure.low)),
                (_, true) => format!("< {}", short(figure.high)),
                _ => "unknown".to_owned(),
            },
            // The rating of an anchor, which has no interval.
            Cell::Figure(figure) if figure.low == figure.high => short(figure.value),
            Cell::Figure(figure) => {
                let (low, high) = (short(figure.low), short(figure.high));
                format!("{} ({low} to {high})", short(figure.value))
            }
        }
    }

    /// Returns the fields for CSV, not escaped.
    pub(crate) fn fields(&self, kind: Kind) -> Vec<Field> {
        let number =
            |number: &f64| if number.is_finite() { Field::Number(number.to_string()) } else { Field::nothing() };
        match self {
            Cell::Share(figure) | Cell::Figure(figure) => {
                [figure.value, figure.low, figure.high].iter().map(number).collect()
            }
            Cell::Nothing if kind == Kind::Estimate => vec![Field::nothing(); 3],
            Cell::Nothing => vec![Field::nothing()],
            Cell::Text(text) => vec![Field::Text(text.clone())],
            Cell::Count(count) => vec![Field::Number(count.to_string())],
            Cell::Number(value) => vec![number(value)],
        }
    }
}

/// Field of a CSV line.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Field {
    /// Untrusted text.
    Text(String),
    /// Number, or empty.
    Number(String),
}

impl Field {
    fn nothing() -> Field {
        Field::Number(String::new())
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Cell {
        Cell::Text(text.clone())
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Cell {
        Cell::Count(count)
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Cell {
        Cell::Count(count as u64)
    }
}

/// Returns the cells of a distribution: mean, p10, median, p90, min, max.
pub(crate) fn spread_cells(spread: &Spread) -> [Cell; 6] {
    [spread.mean, spread.p10, spread.median, spread.p90, spread.min, spread.max].map(Cell::Number)
}

/// Formats a number with about three significant digits.
pub(crate) fn short(number: f64) -> String {
    let size = number.abs();
    let digits = match size {
        size if size >= 100.0 || size == size.trunc() => 0,
        size if size >= 10.0 => 1,
        size if size >= 1.0 => 2,
        size if size >= 0.01 => 3,
        _ => 4,
    };
    match number {
        f64::INFINITY => "∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        _ if size > 0.0 && size < 0.001 => if number > 0.0 { "< 0.001" } else { "> -0.001" }.to_owned(),
        // Adding zero turns -0 into 0.
        _ => format!("{:.digits$}", number + 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_intervals_are_formatted() {
        let texts: Vec<String> = [1234.5, 12.34, 1.234, 0.1234, 0.00012, 3.0, -0.0, f64::INFINITY].map(short).to_vec();
        assert_eq!(texts, ["1234", "12.3", "1.23", "0.123", "< 0.001", "3", "0", "∞"]);
        let share = Cell::Share(Estimate { value: 0.5, low: 0.25, high: 0.75 });
        assert_eq!(share.shown(), "50.0 (25.0–75.0)");
        assert_eq!(Cell::Figure(Estimate { value: 0.0, low: 0.0, high: 0.0 }).shown(), "0");
        let open = |low, high| Cell::Figure(Estimate { value: f64::NAN, low, high });
        let texts = [open(262.0, f64::INFINITY), open(f64::NEG_INFINITY, -20.0)].map(|cell| cell.shown());
        assert_eq!(texts, ["> 262", "< -20"]);
        assert_eq!(open(262.0, f64::INFINITY).fields(Kind::Estimate)[0], Field::nothing());
        assert_eq!(Cell::Nothing.fields(Kind::Estimate).len(), 3);
    }
}
