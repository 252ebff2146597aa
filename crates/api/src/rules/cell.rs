//! Cells in requests and responses.

use ringrift::{BoardKind, Cell, Coord};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::TextOr;

/// Cell by name (`d4`, `-3.5`), by key (`3,3`, `-3,5,-2`), or by coordinates.
pub type CellRef = TextOr<Point>;

/// Coordinates of a cell.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Point {
    /// Column, or first cube coordinate.
    pub x: i64,
    /// Row, or second cube coordinate.
    pub y: i64,
    /// Third cube coordinate; on hexagonal boards only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<i64>,
}

impl Point {
    pub fn of(board: BoardKind, cell: Cell) -> Point {
        Point::of_coord(board, board.coord(cell))
    }

    pub fn of_coord(board: BoardKind, at: Coord) -> Point {
        let (x, y) = (i64::from(at.x), i64::from(at.y));
        Point { x, y, z: board.is_hexagonal().then_some(-x - y) }
    }

    /// Returns the key in maps, such as `3,3` or `-3,5,-2`.
    pub fn key(self) -> String {
        let Point { x, y, z } = self;
        z.map_or_else(|| format!("{x},{y}"), |z| format!("{x},{y},{z}"))
    }
}
