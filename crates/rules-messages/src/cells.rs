//! Conversion of cells in requests to cells of a board.

use api::rules::{CellRef, Point, TextOr};
use ringrift::{BoardKind, Cell, Coord};

fn coord_of_point(board: BoardKind, point: Point) -> Result<Coord, String> {
    let fits = point
        .z
        .is_none_or(|z| if board.is_hexagonal() { point.x.checked_add(point.y) == z.checked_neg() } else { z == 0 });
    let (x, y) = (i8::try_from(point.x), i8::try_from(point.y));
    match (x, y) {
        (Ok(x), Ok(y)) if fits && board.contains(Coord { x, y }) => Ok(Coord { x, y }),
        _ if !fits => {
            let condition = if board.is_hexagonal() { "x + y + z" } else { "z" };
            Err(format!("{} is not a cell of {board}: {condition} must be 0", point.key()))
        }
        _ => Err(format!("{} is not on {board}", point.key())),
    }
}

/// Parses a cell name such as `d4`, or a key such as `3,3` or `-3,5,-2`.
pub(crate) fn coord_of_text(board: BoardKind, text: &str) -> Result<Coord, String> {
    let Some((x, rest)) = text.split_once(',') else {
        let cell = board.parse_cell(text).map_err(|error| error.to_string())?;
        return Ok(board.coord(cell));
    };
    let (y, z) = rest.split_once(',').map_or((rest, None), |(y, z)| (y, Some(z)));
    let number = |text: &str| text.trim().parse().map_err(|_| format!("'{}' is not a cell", ringrift::excerpt(text)));
    coord_of_point(board, Point { x: number(x)?, y: number(y)?, z: z.map(number).transpose()? })
}

pub(crate) fn coord_of(board: BoardKind, cell: &CellRef) -> Result<Coord, String> {
    match cell {
        TextOr::Text(text) => coord_of_text(board, text),
        TextOr::Object(point) => coord_of_point(board, *point),
    }
}

/// Returns the cell of a name, a key or a point.
///
/// # Errors
/// If the board has no such cell.
pub fn cell_of(board: BoardKind, cell: &CellRef) -> Result<Cell, String> {
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
