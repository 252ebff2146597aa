//! The five boards: shapes, coordinates and cell numbers (RR-CANON-R001, R002).
//!
//! Cell order is the canonical order of cells: on square boards by row from the bottom, then by column; on hexagonal
//! boards by `y`, then by `x`. Cell numbers count from 0 in this order.

use std::fmt;
use std::str::FromStr;

use crate::excerpt::excerpt;

/// One of the five boards (RR-CANON-R001, R002).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BoardKind {
    /// 8 × 8 squares.
    Square8,
    /// 19 × 19 squares.
    Square19,
    /// A hexagon of radius 4, 61 cells.
    Hex8,
    /// A hexagon of radius 10, 331 cells: the hexagonal board of the canon and compact editions.
    Hexagonal,
    /// A hexagon of radius 12, 469 cells: the large hexagonal board of the live edition.
    Hexagonal12,
}

/// The shape and size of a board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A square board, on which stacks move in eight directions.
    Square {
        /// The number of cells along a side.
        side: u8,
    },
    /// A hexagonal board, on which stacks move in six directions.
    Hexagon {
        /// The number of steps from the centre to a corner.
        radius: u8,
    },
}

impl BoardKind {
    /// All boards, in the order of their declaration.
    pub const ALL: [BoardKind; 5] =
        [BoardKind::Square8, BoardKind::Square19, BoardKind::Hex8, BoardKind::Hexagonal, BoardKind::Hexagonal12];

    /// Returns the name used in texts and on the command line, for example `square8`.
    pub const fn name(self) -> &'static str {
        match self {
            BoardKind::Square8 => "square8",
            BoardKind::Square19 => "square19",
            BoardKind::Hex8 => "hex8",
            BoardKind::Hexagonal => "hexagonal",
            BoardKind::Hexagonal12 => "hexagonal12",
        }
    }

    /// Returns the shape and size.
    pub const fn shape(self) -> Shape {
        match self {
            BoardKind::Square8 => Shape::Square { side: 8 },
            BoardKind::Square19 => Shape::Square { side: 19 },
            BoardKind::Hex8 => Shape::Hexagon { radius: 4 },
            BoardKind::Hexagonal => Shape::Hexagon { radius: 10 },
            BoardKind::Hexagonal12 => Shape::Hexagon { radius: 12 },
        }
    }

    /// Reports whether the cells are hexagons.
    pub const fn is_hexagonal(self) -> bool {
        matches!(self.shape(), Shape::Hexagon { .. })
    }

    /// Returns the number of cells.
    pub const fn cells(self) -> u16 {
        match self.shape() {
            Shape::Square { side } => side as u16 * side as u16,
            Shape::Hexagon { radius } => 3 * radius as u16 * (radius as u16 + 1) + 1,
        }
    }

    /// Returns the number of cells of the longest straight line.
    pub const fn longest_line(self) -> u8 {
        match self.shape() {
            Shape::Square { side } => side,
            Shape::Hexagon { radius } => 2 * radius + 1,
        }
    }

    /// Reports whether a coordinate lies on this board (RR-CANON-R002).
    pub const fn contains(self, at: Coord) -> bool {
        let (x, y) = (at.x as i16, at.y as i16);
        match self.shape() {
            Shape::Square { side } => x >= 0 && y >= 0 && x < side as i16 && y < side as i16,
            Shape::Hexagon { radius } => {
                let r = radius as i16;
                x >= -r && x <= r && y >= -r && y <= r && x + y >= -r && x + y <= r
            }
        }
    }

    /// Returns the cell at a coordinate; `None` if the coordinate is not on the board.
    ///
    /// ```
    /// use ringrift::{BoardKind, Coord};
    /// let d5 = BoardKind::Square8.cell(Coord { x: 3, y: 4 }).unwrap();
    /// assert_eq!(d5.index(), 35);
    /// assert_eq!(BoardKind::Square8.cell(Coord { x: 8, y: 0 }), None);
    /// ```
    pub const fn cell(self, at: Coord) -> Option<Cell> {
        if !self.contains(at) {
            return None;
        }
        let row = self.row_start(at.y);
        let x = at.x as i16 - self.row_first_x(at.y) as i16;
        Some(Cell(row + x as u16))
    }

    /// Iterates over all cells in cell order.
    pub fn iter_cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone {
        (0..self.cells()).map(Cell)
    }

    /// Returns the smallest `y` of the board.
    pub(crate) const fn first_y(self) -> i8 {
        match self.shape() {
            Shape::Square { .. } => 0,
            Shape::Hexagon { radius } => -(radius as i8),
        }
    }

    /// Returns the number of rows.
    pub(crate) const fn rows(self) -> usize {
        self.longest_line() as usize
    }

    /// Returns the smallest `x` of a row.
    pub(crate) const fn row_first_x(self, y: i8) -> i8 {
        match self.shape() {
            Shape::Square { .. } => 0,
            Shape::Hexagon { radius } => {
                let r = radius as i8;
                if y < 0 { -r - y } else { -r }
            }
        }
    }

    /// Returns the number of cells in a row.
    pub(crate) const fn row_len(self, y: i8) -> u16 {
        match self.shape() {
            Shape::Square { side } => side as u16,
            Shape::Hexagon { radius } => 2 * radius as u16 + 1 - y.unsigned_abs() as u16,
        }
    }

    /// Returns the number of the first cell of a row.
    pub(crate) const fn row_start(self, y: i8) -> u16 {
        match self.shape() {
            Shape::Square { side } => y as u16 * side as u16,
            Shape::Hexagon { radius } => {
                let shortest = radius as u16 + 1;
                let below = (y + radius as i8) as u16;
                if y <= 0 {
                    sum_of_rows(below, shortest)
                } else {
                    self.cells() - sum_of_rows(2 * radius as u16 + 1 - below, shortest)
                }
            }
        }
    }
}

/// Returns the number of cells in the outermost `rows` rows of a hexagon; each row is one cell longer than the one
/// before.
const fn sum_of_rows(rows: u16, shortest: u16) -> u16 {
    if rows == 0 { 0 } else { rows * shortest + rows * (rows - 1) / 2 }
}

impl fmt::Display for BoardKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that is not the name of a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown board '{0}'; expected square8, square19, hex8, hexagonal or hexagonal12")]
pub struct ParseBoardError(String);

impl FromStr for BoardKind {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<BoardKind, ParseBoardError> {
        BoardKind::ALL.into_iter().find(|board| board.name() == text).ok_or_else(|| ParseBoardError(excerpt(text)))
    }
}

/// A coordinate (RR-CANON-R002): column and row on square boards, the cube coordinates `x` and `y` (`z = -x - y`) on
/// hexagonal boards. Its order is cell order.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Coord {
    /// Column from the left, counted from 0; or the cube coordinate `x`.
    pub x: i8,
    /// Row from the bottom, counted from 0; or the cube coordinate `y`.
    pub y: i8,
}

impl PartialOrd for Coord {
    fn partial_cmp(&self, other: &Coord) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Cell order: by `y`, then by `x`.
impl Ord for Coord {
    fn cmp(&self, other: &Coord) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

/// A cell, identified by its number in cell order, counted from 0.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub(crate) u16);

impl Cell {
    /// Returns the cell with this number. It is on a board if the number is less than [`BoardKind::cells`].
    pub const fn new(index: u16) -> Cell {
        Cell(index)
    }

    /// Returns the number of the cell in cell order, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
