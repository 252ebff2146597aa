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

/// How a text lies beside its place.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Align {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

impl Align {
    /// As SVG's `text-anchor` writes it.
    pub const fn anchor(self) -> &'static str {
        match self {
            Align::Start => "start",
            Align::Middle => "middle",
            Align::End => "end",
        }
    }

    const fn class(self) -> &'static str {
        match self {
            Align::Start => "m",
            Align::Middle => "m mid",
            Align::End => "m end",
        }
    }
}

/// One side on which names stand.
struct Edge {
    /// The step that leads off the board there.
    step: (i8, i8),
    /// Where the name stands, seen from the centre of the last cell.
    place: (f64, f64),
    /// How the text is aligned there.
    align: Align,
    /// Whether columns are named, rather than rows.
    columns: bool,
}

const SQUARE_EDGES: [Edge; 4] = [
    Edge { step: (0, 1), place: (0.0, -62.0), align: Align::Middle, columns: true },
    Edge { step: (0, -1), place: (0.0, 81.0), align: Align::Middle, columns: true },
    Edge { step: (-1, 0), place: (-72.0, 9.0), align: Align::Middle, columns: false },
    Edge { step: (1, 0), place: (72.0, 9.0), align: Align::Middle, columns: false },
];

const HEXAGON_EDGES: [Edge; 4] = [
    Edge { step: (0, -1), place: (-32.0, -46.0), align: Align::End, columns: true },
    Edge { step: (0, 1), place: (32.0, 64.0), align: Align::Start, columns: true },
    Edge { step: (-1, 0), place: (-58.0, 9.0), align: Align::End, columns: false },
    Edge { step: (1, 0), place: (58.0, 9.0), align: Align::Start, columns: false },
];

/// The name of a column or a row, and where it stands.
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) at: Point,
    pub(crate) align: Align,
}

/// The names on all sides.
pub(crate) fn labels(grid: Grid) -> String {
    let mut svg = format!("<g font-size=\"{}\">", font_size(grid));
    for Name { text, at, align } in names(grid) {
        let (x, y, class) = (Num(at.x), Num(at.y), align.class());
        svg += &format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>");
    }
    svg + "</g>"
}

/// The size of the names' letters.
pub(crate) fn font_size(grid: Grid) -> u32 {
    if grid.board.longest_line() < 10 { 24 } else { 28 }
}

/// The names on all sides, and where they stand.
pub(crate) fn names(grid: Grid) -> Vec<Name> {
    let edges = if grid.board.is_hexagonal() { &HEXAGON_EDGES } else { &SQUARE_EDGES };
    let mut names = Vec::new();
    for edge in edges {
        for cell in grid.board.iter_cells() {
            let (dx, dy) = edge.step;
            let at = grid.board.coord(cell);
            if !grid.board.contains(Coord { x: at.x + dx, y: at.y + dy }) {
                names.push(name(grid, edge, at, grid.centre(cell)));
            }
        }
    }
    names
}

fn name(grid: Grid, edge: &Edge, at: Coord, centre: Point) -> Name {
    let name = grid.board.coord_name(at).to_string();
    let (column, row) = parts(&name);
    let text = if edge.columns { column } else { row }.to_owned();
    Name { text, at: Point { x: centre.x + edge.place.0, y: centre.y + edge.place.1 }, align: edge.align }
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
