//! Where the cells of a board lie in the arrays of a convolution.

use learning::ObservationSpace;
use ringrift::BoardKind;

/// Places that the inner loop of a convolution computes together.
pub(super) const TILE: usize = 8;
/// Stands for a place of a tile that is not a cell, or belongs to another tile too.
const NO_CELL: u16 = u16::MAX;

/// The places of a board with an empty border. Rows follow each other with one empty place between them, which is the right border of
/// one row and the left border of the next.
#[derive(Debug)]
pub(super) struct Places {
    /// The place of each cell within the border.
    pub(super) of_cells: Vec<u32>,
    /// The place of each cell in the grid of the observation, row by row.
    pub(super) in_grid: Vec<u32>,
    /// All places, those of the border and those that the last tiles read too.
    pub(super) len: usize,
    pub(super) tiles: Vec<Tile>,
    /// How far the nine neighbours lie behind the first one, row by row.
    pub(super) neighbours: [usize; 9],
}

/// Consecutive places.
#[derive(Debug)]
pub(super) struct Tile {
    /// The first neighbour of the first place.
    pub(super) first: usize,
    cells: [u16; TILE],
}

impl Tile {
    /// Returns the lanes with a cell, and the cells.
    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let lanes = self.cells.iter().enumerate();
        lanes.filter(|&(_, &cell)| cell != NO_CELL).map(|(lane, &cell)| (lane, usize::from(cell)))
    }
}

impl Places {
    pub(super) fn new(board: BoardKind) -> Places {
        let space = ObservationSpace::new(board);
        let side = space.side();
        let width = side + 1;
        let grid: Vec<(usize, usize)> = board.iter_cells().map(|cell| space.place(cell)).collect();
        let of_cells: Vec<usize> = grid.iter().map(|&(row, column)| (row + 1) * width + column + 1).collect();
        let mut by_place: Vec<(usize, usize)> =
            of_cells.iter().enumerate().map(|(cell, &place)| (place, cell)).collect();
        by_place.sort_unstable();
        let mut tiles = Vec::new();
        let mut rest = &by_place[..];
        while let Some(&(start, _)) = rest.first() {
            let count = rest.iter().take_while(|&&(place, _)| place < start + TILE).count();
            let mut cells = [NO_CELL; TILE];
            for &(place, cell) in &rest[..count] {
                cells[place - start] = cell as u16;
            }
            tiles.push(Tile { first: start - width - 1, cells });
            rest = &rest[count..];
        }
        Places {
            of_cells: of_cells.iter().map(|&place| place as u32).collect(),
            in_grid: grid.iter().map(|&(row, column)| (row * side + column) as u32).collect(),
            len: (side + 2) * width + 1 + TILE,
            tiles,
            neighbours: std::array::from_fn(|index| index / 3 * width + index % 3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_cover_each_cell_once_and_stay_within_the_places() {
        for board in BoardKind::ALL {
            let places = Places::new(board);
            let mut cells: Vec<usize> = Vec::new();
            for tile in &places.tiles {
                for (lane, cell) in tile.cells() {
                    assert_eq!(tile.first + places.neighbours[4] + lane, places.of_cells[cell] as usize);
                    cells.push(cell);
                }
                assert!(tile.first + places.neighbours[8] + TILE <= places.len, "{board:?}");
            }
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..usize::from(board.cells())), "{board:?}");
            // A tile with few cells would waste time.
            assert!(
                places.tiles.len() * TILE <= usize::from(board.cells()) * 4 / 3,
                "{board:?}: {}",
                places.tiles.len()
            );
        }
    }

    #[test]
    fn neighbours_of_border_cells_are_empty_places() {
        let places = Places::new(BoardKind::Square8);
        let cell_at = |place: usize| places.of_cells.iter().any(|&other| other as usize == place);
        let corner = places.of_cells[0] as usize - places.neighbours[4];
        let occupied: Vec<usize> = (0..9).filter(|&tap| cell_at(corner + places.neighbours[tap])).collect();
        assert_eq!(occupied, [4, 5, 7, 8]);
        let other = places.of_cells[7] as usize - places.neighbours[4];
        let occupied: Vec<usize> = (0..9).filter(|&tap| cell_at(other + places.neighbours[tap])).collect();
        assert_eq!(occupied, [3, 4, 6, 7]);
    }
}
