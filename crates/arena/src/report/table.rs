//! A table that every form of a report can show.

use super::figures::{Estimate, Spread};

/// A table of a report. Its texts are as they came: each form makes them harmless in its own way.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Table {
    /// A name for programs.
    pub(crate) id: String,
    /// A heading.
    pub(crate) title: String,
    /// What has to be known to read it.
    pub(crate) about: String,
    /// The columns.
    pub(crate) columns: Vec<Column>,
    /// The rows, each as long as there are columns.
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Column {
    /// What stands above it.
    pub(crate) name: &'static str,
    /// What stands in it.
    pub(crate) kind: Kind,
}

/// What stands in a column.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Texts.
    Text,
    /// Numbers.
    Number,
    /// Figures with intervals, which are three columns for programs.
    Estimate,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Cell {
    /// There is nothing to say.
    Nothing,
    /// A text of any origin.
    Text(String),
    /// A whole number.
    Count(u64),
    /// Another number.
    Number(f64),
    /// A share with its interval, in per cent.
    Share(Estimate),
    /// Another figure with its interval. One that nothing bounds on a side has no value (it is no number), only the other end.
    Figure(Estimate),
}

impl Table {
    /// A table without rows; the columns are written as `name`, `#number` or `%estimate`.
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

    /// The table with rows.
    pub(crate) fn with(mut self, rows: impl IntoIterator<Item = Vec<Cell>>) -> Table {
        self.rows.extend(rows);
        debug_assert!(self.rows.iter().all(|row| row.len() == self.columns.len()), "{}", self.id);
        self
    }
}

impl Cell {
    /// A share, if there is one.
    pub(crate) fn share(share: Option<Estimate>) -> Cell {
        share.map_or(Cell::Nothing, Cell::Share)
    }

    /// A number, if there is one.
    pub(crate) fn number(number: Option<f64>) -> Cell {
        number.map_or(Cell::Nothing, Cell::Number)
    }

    /// The text for people, as it came if it is foreign.
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
            Cell::Figure(figure) => {
                let (low, high) = (short(figure.low), short(figure.high));
                format!("{} ({low} to {high})", short(figure.value))
            }
        }
    }

    /// The fields for programs; foreign texts are as they came.
    pub(crate) fn fields(&self, kind: Kind) -> Vec<Field> {
        let number = |number: &f64| if number.is_finite() { Field::Own(number.to_string()) } else { Field::nothing() };
        match self {
            Cell::Share(figure) | Cell::Figure(figure) => {
                [figure.value, figure.low, figure.high].iter().map(number).collect()
            }
            Cell::Nothing if kind == Kind::Estimate => vec![Field::nothing(); 3],
            Cell::Nothing => vec![Field::nothing()],
            Cell::Text(text) => vec![Field::Foreign(text.clone())],
            Cell::Count(count) => vec![Field::Own(count.to_string())],
            Cell::Number(value) => vec![number(value)],
        }
    }
}

/// A field for programs.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Field {
    /// A text of any origin.
    Foreign(String),
    /// A number.
    Own(String),
}

impl Field {
    fn nothing() -> Field {
        Field::Own(String::new())
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

/// The cells of a spread: mean, p10, median, p90, min, max.
pub(crate) fn spread_cells(spread: &Spread) -> [Cell; 6] {
    [spread.mean, spread.p10, spread.median, spread.p90, spread.min, spread.max].map(Cell::Number)
}

/// A number with about three digits that count.
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
        _ if size > 0.0 && size < 0.001 => format!("{number:.1e}"),
        // Adding nothing turns a negative zero into a plain one.
        _ => format!("{:.digits$}", number + 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let texts: Vec<String> = [1234.5, 12.34, 1.234, 0.1234, 0.00012, 3.0, -0.0, f64::INFINITY].map(short).to_vec();
        assert_eq!(texts, ["1234", "12.3", "1.23", "0.123", "1.2e-4", "3", "0", "∞"]);
        let share = Cell::Share(Estimate { value: 0.5, low: 0.25, high: 0.75 });
        assert_eq!(share.shown(), "50.0 (25.0–75.0)");
        let open = |low, high| Cell::Figure(Estimate { value: f64::NAN, low, high });
        let texts = [open(262.0, f64::INFINITY), open(f64::NEG_INFINITY, -20.0)].map(|cell| cell.shown());
        assert_eq!(texts, ["> 262", "< -20"]);
        assert_eq!(open(262.0, f64::INFINITY).fields(Kind::Estimate)[0], Field::nothing());
        assert_eq!(Cell::Nothing.fields(Kind::Estimate).len(), 3);
    }
}
