//! The names of columns and rows around a board.
//!
//! On hexagons the names are written so that a column and a row make the name of a cell: `-3.` and `.5` meet on `-3.5`.
//! Columns run from the upper left to the lower right.

use ringrift::{Coord, Shape};

use crate::geometry::{Grid, Point};
use crate::text::Num;

/// How far names reach beyond the cells to the left and right, and above and below.
pub(crate) fn margins(grid: Grid) -> (f64, f64) {
    match grid.board.shape() {
        Shape::Square { .. } => (46.0, 42.0),
        Shape::Hexagon { radius } if radius < 10 => (54.0, 20.0),
        Shape::Hexagon { .. } => (72.0, 20.0),
    }
}

/// One side on which names stand.
struct Edge {
    /// The step that leads off the board there.
    step: (i8, i8),
    /// Where the name stands, seen from the centre of the last cell.
    place: (f64, f64),
    /// How the text is aligned there.
    class: &'static str,
    /// Whether columns are named, rather than rows.
    columns: bool,
}

const SQUARE_EDGES: [Edge; 4] = [
    Edge { step: (0, 1), place: (0.0, -62.0), class: "m mid", columns: true },
    Edge { step: (0, -1), place: (0.0, 81.0), class: "m mid", columns: true },
    Edge { step: (-1, 0), place: (-72.0, 9.0), class: "m mid", columns: false },
    Edge { step: (1, 0), place: (72.0, 9.0), class: "m mid", columns: false },
];

const HEXAGON_EDGES: [Edge; 4] = [
    Edge { step: (0, -1), place: (-32.0, -46.0), class: "m end", columns: true },
    Edge { step: (0, 1), place: (32.0, 64.0), class: "m", columns: true },
    Edge { step: (-1, 0), place: (-58.0, 9.0), class: "m end", columns: false },
    Edge { step: (1, 0), place: (58.0, 9.0), class: "m", columns: false },
];

/// The names on all sides.
pub(crate) fn labels(grid: Grid) -> String {
    let edges = if grid.board.is_hexagonal() { &HEXAGON_EDGES } else { &SQUARE_EDGES };
    let size = if grid.board.longest_line() < 10 { 24 } else { 28 };
    let mut svg = format!("<g font-size=\"{size}\">");
    for edge in edges {
        for cell in grid.board.iter_cells() {
            let (dx, dy) = edge.step;
            let at = grid.board.coord(cell);
            if !grid.board.contains(Coord { x: at.x + dx, y: at.y + dy }) {
                svg += &label(grid, edge, at, grid.centre(cell));
            }
        }
    }
    svg + "</g>"
}

fn label(grid: Grid, edge: &Edge, at: Coord, centre: Point) -> String {
    let name = grid.board.coord_name(at).to_string();
    let (column, row) = parts(&name);
    let text = if edge.columns { column } else { row };
    let (x, y) = (Num(centre.x + edge.place.0), Num(centre.y + edge.place.1));
    format!("<text class=\"{}\" x=\"{x}\" y=\"{y}\">{text}</text>", edge.class)
}

/// The name of a cell as its column and its row; on hexagons the dot between them belongs to both.
fn parts(name: &str) -> (&str, &str) {
    match name.find('.') {
        Some(dot) => (&name[..=dot], &name[dot..]),
        None => name.split_at(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ringrift::BoardKind;

    #[test]
    fn names_come_from_the_notation() {
        assert_eq!((parts("s19"), parts("-10.3")), (("s", "19"), ("-10.", ".3")));
    }

    #[test]
    fn every_column_and_row_is_named_at_both_ends() {
        for board in BoardKind::ALL {
            let svg = labels(Grid { board });
            assert_eq!(svg.matches("<text").count(), 4 * usize::from(board.longest_line()), "{board}");
        }
    }
}
