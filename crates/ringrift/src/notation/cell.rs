//! Cell names: `d4` on square boards, `-3.5` on hexagonal boards, where compass names such as `ne5` are accepted as
//! well.

use std::fmt;

use crate::board::kind::{BoardKind, Cell, Coord};
use crate::excerpt::excerpt;

/// The name of a cell; its `Display` form is the text.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct CellName(Name);

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Name {
    Square(Coord),
    Hexagonal(Coord),
    Centre,
    Compass { direction: &'static str, distance: i8 },
    OffBoard(Cell),
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Name::Square(Coord { x, y }) if (0..26).contains(&x) => {
                write!(f, "{}{}", char::from(b'a' + x as u8), i16::from(y) + 1)
            }
            Name::Square(Coord { x, y }) | Name::Hexagonal(Coord { x, y }) => write!(f, "{x}.{y}"),
            Name::Centre => f.write_str("c"),
            Name::Compass { direction, distance } => write!(f, "{direction}{distance}"),
            Name::OffBoard(cell) => write!(f, "#{}", cell.index()),
        }
    }
}

/// The error for a text that is not the name of a cell of the board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseCellError {
    /// The text does not have the form of a cell name.
    #[error("'{found}' is not a cell; expected {expected}")]
    Syntax {
        /// The text, see [`excerpt`](crate::excerpt()).
        found: String,
        /// The form of cell names on this board.
        expected: &'static str,
    },
    /// A compass name for a point between two cells.
    #[error("'{found}' is not a cell; straight north and south there are cells at even distances only, such as n2")]
    BetweenCells {
        /// The text, see [`excerpt`](crate::excerpt()).
        found: String,
    },
    /// The cell is not on the board.
    #[error("cell '{found}' is not on {board}")]
    OffBoard {
        /// The text, see [`excerpt`](crate::excerpt()).
        found: String,
        /// The board that has no such cell.
        board: BoardKind,
    },
}

impl BoardKind {
    /// Returns the name of a coordinate, on the board or not.
    pub fn coord_name(self, at: Coord) -> CellName {
        CellName(if self.is_hexagonal() { Name::Hexagonal(at) } else { Name::Square(at) })
    }

    /// Returns the name of a cell; a cell that is not on the board is written as its number, `#500`.
    ///
    /// ```
    /// use ringrift::BoardKind;
    /// let cell = BoardKind::Hexagonal.parse_cell("-3.5")?;
    /// assert_eq!(BoardKind::Hexagonal.cell_name(cell).to_string(), "-3.5");
    /// # Ok::<(), ringrift::ParseCellError>(())
    /// ```
    pub fn cell_name(self, cell: Cell) -> CellName {
        if cell.0 < self.cells() { self.coord_name(self.coord(cell)) } else { CellName(Name::OffBoard(cell)) }
    }

    /// Returns the compass name of a cell, the direction and distance from the centre, such as `c`, `e1` or `ne5`;
    /// `None` for cells in other directions and on square boards.
    ///
    /// ```
    /// use ringrift::BoardKind::Hexagonal;
    /// let named = |text| Some(Hexagonal.ring_direction_name(Hexagonal.parse_cell(text).ok()?)?.to_string());
    /// assert_eq!(named("5.-5").as_deref(), Some("ne5"));
    /// assert_eq!(named("3.-2"), None);
    /// ```
    pub fn ring_direction_name(self, cell: Cell) -> Option<CellName> {
        if !self.is_hexagonal() || cell.0 >= self.cells() {
            return None;
        }
        let at = self.coord(cell);
        if at == (Coord { x: 0, y: 0 }) {
            return Some(CellName(Name::Centre));
        }
        COMPASS.iter().find_map(|&(direction, step, distance)| {
            let steps = i8::max(at.x.abs(), at.y.abs()) / i8::max(step.x.abs(), step.y.abs());
            let is_there = at == Coord { x: steps * step.x, y: steps * step.y };
            is_there.then_some(CellName(Name::Compass { direction, distance: steps * distance }))
        })
    }

    /// Parses the name of a coordinate, on the board or not.
    ///
    /// # Errors
    /// If the text does not have the form of this board's cell names.
    pub fn parse_coord(self, text: &str) -> Result<Coord, ParseCellError> {
        if !self.is_hexagonal() {
            return parse_square(text).ok_or_else(|| ParseCellError::Syntax {
                found: excerpt(text),
                expected: "a letter and a number, such as d4",
            });
        }
        if let Some(at) = parse_hexagonal(text) {
            return Ok(at);
        }
        match parse_compass(text) {
            Some(at) => at.ok_or_else(|| ParseCellError::BetweenCells { found: excerpt(text) }),
            None => Err(ParseCellError::Syntax {
                found: excerpt(text),
                expected: "two numbers with a dot between them, such as -3.5, or c, or a direction and a distance from \
                           the centre, such as ne5",
            }),
        }
    }

    /// Parses the name of a cell.
    ///
    /// # Errors
    /// If the text does not have the form of this board's cell names, or the cell is not on the board.
    pub fn parse_cell(self, text: &str) -> Result<Cell, ParseCellError> {
        self.cell(self.parse_coord(text)?).ok_or_else(|| ParseCellError::OffBoard { found: excerpt(text), board: self })
    }
}

/// The compass directions: name, step to the next cell, and distance of that step.
const COMPASS: [(&str, Coord, i8); 8] = [
    ("e", Coord { x: 1, y: 0 }, 1),
    ("ne", Coord { x: 1, y: -1 }, 1),
    ("nw", Coord { x: 0, y: -1 }, 1),
    ("w", Coord { x: -1, y: 0 }, 1),
    ("sw", Coord { x: -1, y: 1 }, 1),
    ("se", Coord { x: 0, y: 1 }, 1),
    ("n", Coord { x: 1, y: -2 }, 2),
    ("s", Coord { x: -1, y: 2 }, 2),
];

fn parse_square(text: &str) -> Option<Coord> {
    let column = *text.as_bytes().first().filter(|byte| byte.is_ascii_lowercase())?;
    let row = canonical_number(&text[1..]).filter(|&row| row >= 1)?;
    Some(Coord { x: (column - b'a') as i8, y: row - 1 })
}

fn parse_hexagonal(text: &str) -> Option<Coord> {
    let (x, y) = text.split_once('.')?;
    Some(Coord { x: canonical_number(x)?, y: canonical_number(y)? })
}

/// Parses a compass name; `Some(None)` if it denotes a point between two cells.
fn parse_compass(text: &str) -> Option<Option<Coord>> {
    if text == "c" {
        return Some(Some(Coord { x: 0, y: 0 }));
    }
    let digits = text.find(|c: char| !c.is_ascii_lowercase())?;
    let (direction, distance) = text.split_at(digits);
    let (_, step, length) = COMPASS.into_iter().find(|&(name, _, _)| name == direction)?;
    let distance = canonical_number(distance).filter(|&distance| distance >= 1)?;
    let steps = distance / length;
    // A distance has at most two digits, so the products do not overflow.
    Some((distance % length == 0).then_some(Coord { x: steps * step.x, y: steps * step.y }))
}

/// Parses a number of one or two digits without plus sign and leading zeros.
fn canonical_number(text: &str) -> Option<i8> {
    let (digits, is_negative) = text.strip_prefix('-').map_or((text, false), |digits| (digits, true));
    let value = match *digits.as_bytes() {
        [b'0'] if is_negative => return None,
        [ones @ b'0'..=b'9'] => ones - b'0',
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => (tens - b'0') * 10 + ones - b'0',
        _ => return None,
    };
    Some(if is_negative { -(value as i8) } else { value as i8 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_cell_reads_every_cell_name() {
        for board in BoardKind::ALL {
            for cell in board.iter_cells() {
                assert_eq!(board.parse_cell(&board.cell_name(cell).to_string()), Ok(cell));
            }
        }
    }

    #[test]
    fn compass_names_exist_for_cells_on_the_compass_directions_only() {
        let named: Vec<(Cell, String)> = BoardKind::Hexagonal12
            .iter_cells()
            .filter_map(|cell| Some((cell, BoardKind::Hexagonal12.ring_direction_name(cell)?.to_string())))
            .collect();
        assert_eq!(named.len(), 1 + 6 * 12 + 2 * 6);
        for (cell, name) in named {
            assert_eq!(BoardKind::Hexagonal12.parse_cell(&name), Ok(cell), "{name}");
        }
        for (name, cell) in
            [("c", "0.0"), ("e1", "1.0"), ("sw1", "-1.1"), ("ne5", "5.-5"), ("n2", "1.-2"), ("s10", "-5.10")]
        {
            assert_eq!(BoardKind::Hexagonal.parse_cell(name), BoardKind::Hexagonal.parse_cell(cell), "{name}");
        }
        assert_eq!(BoardKind::Square8.ring_direction_name(Cell::new(0)), None);
    }

    #[test]
    fn rejects_odd_distances_straight_north_and_south() {
        for text in ["s11", "n1", "n9"] {
            let error = BoardKind::Hexagonal.parse_cell(text).unwrap_err().to_string();
            assert!(error.contains("is not a cell; straight north and south"), "{error}");
        }
        assert_eq!(BoardKind::Hexagonal.parse_cell("e11").unwrap_err().to_string(), "cell 'e11' is not on hexagonal");
    }

    #[test]
    fn rejects_malformed_cell_names_with_the_expected_form() {
        for text in ["", "a", "4", "a0", "a01", "a+1", "A1", "aa1", "é1", "a1 ", "0.0", "a999"] {
            let error = BoardKind::Square8.parse_cell(text).unwrap_err();
            assert!(error.to_string().contains("such as d4"), "{text}: {error}");
        }
        for text in [
            "", ".", "1", "1.", "1.2.3", "+1.2", "01.2", "a1", "-0.1", "1.-", "c1", "e", "e0", "e01", "e-1", "een1",
            "e123", "--1.0",
        ] {
            assert!(BoardKind::Hexagonal.parse_cell(text).is_err(), "{text}");
        }
        assert_eq!(BoardKind::Square8.parse_cell("i1").unwrap_err().to_string(), "cell 'i1' is not on square8");
        assert_eq!(BoardKind::Hex8.parse_cell("3.3").unwrap_err().to_string(), "cell '3.3' is not on hex8");
    }
}
