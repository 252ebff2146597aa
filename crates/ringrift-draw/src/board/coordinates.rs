//! Column and row names around a board.
//!
//! On hexagonal boards a column name and a row name together form the name of a cell: column `-3.` and row `.5` meet on
//! `-3.5`. Columns run from the upper left to the lower right.

use ringrift::{Coord, Shape};

use crate::board::geometry::{Grid, Point};
use crate::svg::Num;

/// Returns the margins that the names need at the sides, and above and below, in board units.
pub(crate) fn margins(grid: Grid) -> (f64, f64) {
    match grid.board.shape() {
        Shape::Square { .. } => (46.0, 42.0),
        Shape::Hexagon { radius } if radius < 10 => (54.0, 20.0),
        Shape::Hexagon { .. } => (72.0, 20.0),
    }
}

/// Horizontal alignment of a text relative to its position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Align {
    Start,
    Middle,
    End,
}

impl Align {
    /// Returns the value of SVG's `text-anchor`.
    pub const fn anchor(self) -> &'static str {
        match self {
            Align::Start => "start",
            Align::Middle => "middle",
            Align::End => "end",
        }
    }

    const fn class(self) -> &'static str {
        match self {
            Align::Start => "q",
            Align::Middle => "q mid",
            Align::End => "q end",
        }
    }
}

/// A side of the board with names.
struct Edge {
    /// Step from a cell at this side to a cell outside the board.
    step: (i8, i8),
    /// Position of the name relative to the centre of the last cell.
    offset: (f64, f64),
    align: Align,
    /// Whether columns rather than rows are named.
    columns: bool,
}

const SQUARE_EDGES: [Edge; 4] = [
    Edge { step: (0, 1), offset: (0.0, -62.0), align: Align::Middle, columns: true },
    Edge { step: (0, -1), offset: (0.0, 81.0), align: Align::Middle, columns: true },
    Edge { step: (-1, 0), offset: (-72.0, 9.0), align: Align::Middle, columns: false },
    Edge { step: (1, 0), offset: (72.0, 9.0), align: Align::Middle, columns: false },
];

const HEXAGON_EDGES: [Edge; 4] = [
    Edge { step: (0, -1), offset: (-32.0, -46.0), align: Align::End, columns: true },
    Edge { step: (0, 1), offset: (32.0, 64.0), align: Align::Start, columns: true },
    Edge { step: (-1, 0), offset: (-58.0, 9.0), align: Align::End, columns: false },
    Edge { step: (1, 0), offset: (58.0, 9.0), align: Align::Start, columns: false },
];

/// A column or row name with its position.
#[derive(Clone, PartialEq, Debug)]
pub struct PlacedName {
    pub text: String,
    pub x: f64,
    /// Baseline of the text.
    pub y: f64,
    pub align: Align,
}

/// Draws the names on all sides.
pub(crate) fn labels(grid: Grid) -> String {
    let mut svg = format!("<g font-size=\"{}\">", font_size(grid));
    for PlacedName { text, x, y, align } in names(grid) {
        let (x, y, class) = (Num(x), Num(y), align.class());
        svg += &format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>");
    }
    svg + "</g>"
}

/// Returns the font size of the names, in board units.
pub(crate) fn font_size(grid: Grid) -> u32 {
    if grid.board.longest_line() < 10 { 24 } else { 28 }
}

/// Returns the names on all sides.
pub(crate) fn names(grid: Grid) -> Vec<PlacedName> {
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

fn name(grid: Grid, edge: &Edge, at: Coord, centre: Point) -> PlacedName {
    let name = grid.board.coord_name(at).to_string();
    let (column, row) = column_and_row(&name);
    let text = if edge.columns { column } else { row }.to_owned();
    PlacedName { text, x: centre.x + edge.offset.0, y: centre.y + edge.offset.1, align: edge.align }
}

/// Splits the name of a cell into column and row; on hexagonal boards both contain the dot.
fn column_and_row(name: &str) -> (&str, &str) {
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
    fn cell_names_split_into_column_and_row() {
        assert_eq!(column_and_row("s19"), ("s", "19"));
        assert_eq!(column_and_row("-10.3"), ("-10.", ".3"));
    }

    #[test]
    fn every_column_and_row_is_named_at_both_ends() {
        for board in BoardKind::ALL {
            let svg = labels(Grid { board });
            assert_eq!(svg.matches("<text").count(), 4 * usize::from(board.longest_line()), "{board}");
        }
    }
}
