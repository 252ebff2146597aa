//! Where everything lies on a board, for those who draw it themselves.

use ringrift::{BoardKind, Cell};

use crate::coordinates::{Align, Name, font_size, margins, names};
use crate::geometry::Grid;

/// The plane of a board: cells are 100 wide, the upper left corner of all cells is at (0, 0), and `y` grows downwards.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// The width of all cells together.
    pub width: f64,
    /// Their height.
    pub height: f64,
    /// How far the names of columns and rows reach beyond the cells, to the sides, and above and below.
    pub margins: (f64, f64),
    /// The size of the letters of these names.
    pub font_size: u32,
    /// The path of SVG around a cell whose middle is (0, 0).
    pub cell_path: String,
    /// The middles of the cells, in cell order.
    pub cells: Vec<(Cell, f64, f64)>,
    /// The names of columns and rows.
    pub names: Vec<PlacedName>,
}

/// The name of a column or a row.
#[derive(Clone, PartialEq, Debug)]
pub struct PlacedName {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub x: f64,
    /// The line on which it stands.
    pub y: f64,
    /// How it lies there.
    pub align: Align,
}

impl Layout {
    /// The plane of a board.
    pub fn new(board: BoardKind) -> Layout {
        let grid = Grid { board };
        let (width, height) = grid.size();
        let placed = |Name { text, at, align }| PlacedName { text, x: at.x, y: at.y, align };
        Layout {
            width,
            height,
            margins: margins(grid),
            font_size: font_size(grid),
            cell_path: grid.single_cell_path(),
            cells: board
                .iter_cells()
                .map(|cell| {
                    let centre = grid.centre(cell);
                    (cell, centre.x, centre.y)
                })
                .collect(),
            names: names(grid).into_iter().map(placed).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_has_every_cell_and_both_ends_of_every_row_and_column() {
        for board in BoardKind::ALL {
            let layout = Layout::new(board);
            assert_eq!(layout.cells.len(), usize::from(board.cells()));
            assert_eq!(layout.names.len(), 4 * usize::from(board.longest_line()));
            assert!(layout.cell_path.starts_with('M') && layout.cell_path.ends_with('z'));
        }
    }
}
