//! Cells in requests and responses.

use ringrift::{BoardKind, Cell, Coord};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::wire::text_or::TextOr;

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

    pub(super) fn of_coord(board: BoardKind, at: Coord) -> Point {
        let (x, y) = (i64::from(at.x), i64::from(at.y));
        Point { x, y, z: board.is_hexagonal().then_some(-x - y) }
    }

    fn coord(self, board: BoardKind) -> Result<Coord, String> {
        let fits = self
            .z
            .is_none_or(|z| if board.is_hexagonal() { self.x.checked_add(self.y) == z.checked_neg() } else { z == 0 });
        let (x, y) = (i8::try_from(self.x), i8::try_from(self.y));
        match (x, y) {
            (Ok(x), Ok(y)) if fits && board.contains(Coord { x, y }) => Ok(Coord { x, y }),
            _ if !fits => Err(format!("{} is not a cell: x + y + z must be 0", self.key())),
            _ => Err(format!("{} is not on {board}", self.key())),
        }
    }

    /// Returns the key in maps, such as `3,3` or `-3,5,-2`.
    pub(super) fn key(self) -> String {
        let Point { x, y, z } = self;
        z.map_or_else(|| format!("{x},{y}"), |z| format!("{x},{y},{z}"))
    }
}

/// Parses a name or key of a cell.
pub(super) fn coord_of_text(board: BoardKind, text: &str) -> Result<Coord, String> {
    let Some((x, rest)) = text.split_once(',') else {
        let cell = board.parse_cell(text).map_err(|error| error.to_string())?;
        return Ok(board.coord(cell));
    };
    let (y, z) = rest.split_once(',').map_or((rest, None), |(y, z)| (y, Some(z)));
    let number = |text: &str| text.trim().parse().map_err(|_| format!("'{}' is not a cell", ringrift::excerpt(text)));
    Point { x: number(x)?, y: number(y)?, z: z.map(number).transpose()? }.coord(board)
}

pub(super) fn coord_of(board: BoardKind, cell: &CellRef) -> Result<Coord, String> {
    match cell {
        TextOr::Text(text) => coord_of_text(board, text),
        TextOr::Object(point) => point.coord(board),
    }
}

pub(super) fn cell_of(board: BoardKind, cell: &CellRef) -> Result<Cell, String> {
    let at = coord_of(board, cell)?;
    board.cell(at).ok_or_else(|| format!("{} is not on {board}", board.coord_name(at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_cells_in_every_form() {
        for (board, text, json) in [
            (BoardKind::Square8, "d4", r#""3,3""#),
            (BoardKind::Square8, "d4", r#"{"x":3,"y":3}"#),
            (BoardKind::Square19, "s19", r#"" 18, 18""#),
            (BoardKind::Hexagonal, "-3.5", r#""-3,5,-2""#),
            (BoardKind::Hexagonal, "-3.5", r#"{"x":-3,"y":5,"z":-2}"#),
            (BoardKind::Hex8, "1.2", r#"{"x":1,"y":2}"#),
        ] {
            let cell: CellRef = serde_json::from_str(json).expect(json);
            assert_eq!(cell_of(board, &cell), Ok(board.parse_cell(text).expect(text)), "{json}");
            let name = CellRef::Text(text.to_owned());
            assert_eq!(cell_of(board, &name), cell_of(board, &cell));
        }
    }

    #[test]
    fn rejects_cells_off_the_board() {
        for json in [
            r#""i1""#,
            r#""8,0""#,
            r#""""#,
            r#"",""#,
            r#""1,2,3,4""#,
            r#"{"x":300,"y":0}"#,
            r#"{"x":-1,"y":-7}"#,
            r#"{"x":9223372036854775807,"y":9223372036854775807,"z":-9223372036854775808}"#,
        ] {
            let cell: CellRef = serde_json::from_str(json).expect(json);
            assert!(cell_of(BoardKind::Square8, &cell).is_err(), "{json}");
            assert!(cell_of(BoardKind::Hex8, &cell).is_err(), "{json}");
        }
        let inconsistent = CellRef::Object(Point { x: 1, y: 1, z: Some(1) });
        assert!(cell_of(BoardKind::Hex8, &inconsistent).expect_err("z does not match x and y").contains("x + y + z"));
    }
}
