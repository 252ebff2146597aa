//! Names of cells: `d4` on squares, `-3.5` on hexagons.

use std::fmt;

use crate::board_kind::{BoardKind, Cell, Coord};
use crate::quote::shown;

/// The name of a cell, to be displayed.
#[derive(Copy, Clone, Debug)]
pub struct CellName(Name);

#[derive(Copy, Clone, Debug)]
enum Name {
    Square(Coord),
    Hexagonal(Coord),
    OffBoard(Cell),
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Name::Square(Coord { x, y }) if (0..26).contains(&x) => {
                write!(f, "{}{}", char::from(b'a' + x as u8), i16::from(y) + 1)
            }
            Name::Square(Coord { x, y }) | Name::Hexagonal(Coord { x, y }) => write!(f, "{x}.{y}"),
            Name::OffBoard(cell) => write!(f, "#{}", cell.index()),
        }
    }
}

/// A text that names no cell of a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseCellError {
    /// The text does not look like a cell.
    #[error("'{found}' is no cell; expected {expected}")]
    Syntax {
        /// What was given.
        found: String,
        /// What is expected on this board.
        expected: &'static str,
    },
    /// The cell is not on the board.
    #[error("cell '{found}' is not on {board}")]
    OffBoard {
        /// What was given.
        found: String,
        /// The board.
        board: BoardKind,
    },
}

impl BoardKind {
    /// The name of a coordinate, on the board or not.
    pub fn coord_name(self, at: Coord) -> CellName {
        CellName(if self.is_hexagonal() { Name::Hexagonal(at) } else { Name::Square(at) })
    }

    /// The name of a cell; one that is not on the board is written as its number, `#500`.
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

    /// Reads the name of a coordinate, on the board or not.
    ///
    /// # Errors
    /// If the text does not have the form of this board's cells.
    pub fn parse_coord(self, text: &str) -> Result<Coord, ParseCellError> {
        let coord = if self.is_hexagonal() { parse_hexagonal(text) } else { parse_square(text) };
        coord.ok_or_else(|| ParseCellError::Syntax {
            found: shown(text),
            expected: if self.is_hexagonal() {
                "two numbers with a dot between them, such as -3.5"
            } else {
                "a letter and a number, such as d4"
            },
        })
    }

    /// Reads the name of a cell.
    ///
    /// # Errors
    /// If the text does not have the form of this board's cells, or the cell is not on the board.
    pub fn parse_cell(self, text: &str) -> Result<Cell, ParseCellError> {
        self.cell(self.parse_coord(text)?).ok_or_else(|| ParseCellError::OffBoard { found: shown(text), board: self })
    }
}

fn parse_square(text: &str) -> Option<Coord> {
    let column = *text.as_bytes().first().filter(|byte| byte.is_ascii_lowercase())?;
    let row = canonical_number(&text[1..]).filter(|&row| row >= 1)?;
    Some(Coord { x: (column - b'a') as i8, y: row - 1 })
}

fn parse_hexagonal(text: &str) -> Option<Coord> {
    let (x, y) = text.split_once('.')?;
    Some(Coord { x: canonical_number(x)?, y: canonical_number(y)? })
}

/// A small number in its usual spelling: no plus sign, no leading zeros.
fn canonical_number(text: &str) -> Option<i8> {
    text.parse::<i8>().ok().filter(|number| (-99..=99).contains(number) && number.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_read_back_from_its_name() {
        for board in BoardKind::ALL {
            for cell in board.iter_cells() {
                assert_eq!(board.parse_cell(&board.cell_name(cell).to_string()), Ok(cell));
            }
        }
    }

    #[test]
    fn strange_texts_are_refused_with_what_was_expected() {
        for text in ["", "a", "4", "a0", "a01", "a+1", "A1", "aa1", "é1", "a1 ", "0.0", "a999"] {
            let error = BoardKind::Square8.parse_cell(text).unwrap_err();
            assert!(error.to_string().contains("such as d4"), "{text}: {error}");
        }
        for text in ["", ".", "1", "1.", "1.2.3", "+1.2", "01.2", "a1", "-0.1", "1.-"] {
            assert!(BoardKind::Hexagonal.parse_cell(text).is_err(), "{text}");
        }
        assert_eq!(BoardKind::Square8.parse_cell("i1").unwrap_err().to_string(), "cell 'i1' is not on square8");
        assert_eq!(BoardKind::Hex8.parse_cell("3.3").unwrap_err().to_string(), "cell '3.3' is not on hex8");
    }
}
