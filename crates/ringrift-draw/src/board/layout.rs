//! Board geometry for callers that draw boards themselves.

use ringrift::{BoardKind, Cell};

use crate::board::coordinates::{PlacedName, font_size, margins, names};
use crate::board::geometry::Grid;

/// Geometry of a board in board units: a cell is 100 wide, the bounding box of all cells begins at (0, 0), and `y` grows
/// downwards.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// Width of the bounding box of all cells.
    pub width: f64,
    /// Height of the bounding box of all cells.
    pub height: f64,
    /// Margins for column and row names: at the sides, and above and below.
    pub margins: (f64, f64),
    /// Font size of column and row names.
    pub font_size: u32,
    /// SVG path data around a cell whose centre is (0, 0).
    pub cell_path: String,
    /// Centres of the cells, in cell order.
    pub cells: Vec<(Cell, f64, f64)>,
    /// Column and row names with their positions.
    pub names: Vec<PlacedName>,
}

impl Layout {
    /// Computes the geometry of a board.
    pub fn new(board: BoardKind) -> Layout {
        let grid = Grid { board };
        let (width, height) = grid.size();
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
            names: names(grid),
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
