//! The cursor on the board.

use ringrift::{BoardKind, Cell, Coord, Shape};

/// Direction of an arrow key.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Arrow {
    Up,
    Down,
    Left,
    Right,
}

/// Returns the cell in the middle of the board.
pub(super) fn middle(board: BoardKind) -> Cell {
    let at = match board.shape() {
        Shape::Square { side } => Coord { x: side as i8 / 2, y: side as i8 / 2 },
        Shape::Hexagon { .. } => Coord { x: 0, y: 0 },
    };
    board.cell(at).unwrap_or(Cell::new(0))
}

/// Returns the next cell in a direction as the board is drawn, or the same cell at the edge.
pub(super) fn moved(board: BoardKind, cell: Cell, arrow: Arrow) -> Cell {
    let at = board.coord(cell);
    let step = |x: i8, y: i8| board.cell(Coord { x: at.x + x, y: at.y + y });
    let found = match (board.shape(), arrow) {
        (_, Arrow::Left) => step(-1, 0),
        (_, Arrow::Right) => step(1, 0),
        (Shape::Square { .. }, Arrow::Up) => step(0, 1),
        (Shape::Square { .. }, Arrow::Down) => step(0, -1),
        // Rows of a hexagon are drawn with y growing downwards, each half a cell to the right of the one above.
        // The cursor alternates between the left and the right neighbour, so that it stays in its column.
        (Shape::Hexagon { .. }, Arrow::Up) if at.y % 2 == 0 => step(1, -1).or_else(|| step(0, -1)),
        (Shape::Hexagon { .. }, Arrow::Up) => step(0, -1).or_else(|| step(1, -1)),
        (Shape::Hexagon { .. }, Arrow::Down) if at.y % 2 == 0 => step(0, 1).or_else(|| step(-1, 1)),
        (Shape::Hexagon { .. }, Arrow::Down) => step(-1, 1).or_else(|| step(0, 1)),
    };
    found.unwrap_or(cell)
}

/// Returns the next or previous of some cells in cell order, with wrap-around.
pub(super) fn next_of(cells: &[Cell], cell: Cell, is_forward: bool) -> Option<Cell> {
    if is_forward {
        cells.iter().copied().find(|&other| other > cell).or(cells.first().copied())
    } else {
        cells.iter().copied().rfind(|&other| other < cell).or(cells.last().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrow_keys_reach_every_cell_and_stay_on_the_board() {
        for board in BoardKind::ALL {
            let mut seen = vec![middle(board)];
            let mut next = 0;
            while next < seen.len() {
                for arrow in [Arrow::Up, Arrow::Down, Arrow::Left, Arrow::Right] {
                    let cell = moved(board, seen[next], arrow);
                    if !seen.contains(&cell) {
                        seen.push(cell);
                    }
                }
                next += 1;
            }
            assert_eq!(seen.len(), usize::from(board.cells()), "{board}");
        }
    }

    #[test]
    fn up_and_down_keep_the_column_on_hexagons() {
        let board = BoardKind::Hex8;
        let up_twice = moved(board, moved(board, middle(board), Arrow::Up), Arrow::Up);
        assert_eq!(board.coord(up_twice), Coord { x: 1, y: -2 });
        assert_eq!(moved(board, moved(board, up_twice, Arrow::Down), Arrow::Down), middle(board));
    }

    #[test]
    fn possible_cells_wrap_around() {
        let cells = [Cell::new(3), Cell::new(7)];
        let next = |from, is_forward| next_of(&cells, Cell::new(from), is_forward).map(Cell::index);
        assert_eq!(
            (next(3, true), next(7, true), next(3, false), next(5, false)),
            (Some(7), Some(3), Some(7), Some(3))
        );
        assert_eq!(next_of(&[], Cell::new(1), true), None);
    }
}
