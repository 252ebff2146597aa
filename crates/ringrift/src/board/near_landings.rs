//! Cells from which stacks can move, and runs of markers, found for all cells at once by shifting words.

use crate::board::cell_set::CellSet;
use crate::board::geometry::Geometry;
use crate::board::kind::BoardKind;
use crate::board::line_of_sight::Terrain;

/// The greatest height of stacks whose moves are found for all cells at once.
pub(crate) const NEAR: usize = 4;

/// The longest move on the 8 × 8 board.
const LONGEST8: usize = 7;

impl<const W: usize> Terrain<'_, W> {
    /// Returns for each height up to [`NEAR`] cells from which stacks of that height can move: on the 8 × 8 board those with a landing at most
    /// [`NEAR`] steps away, elsewhere those with a landing exactly three steps away; on hexagonal boards only in one of the two directions in
    /// which a step is a shift by the same number of bits everywhere. The search may stop when all cells of `wanted` have such a landing.
    #[inline]
    pub(crate) fn near_movers(&self, geometry: &Geometry, wanted: CellSet<W>) -> [CellSet<W>; NEAR] {
        let closed = self.blocked | self.foreign;
        if geometry.kind() == BoardKind::Square8 {
            return near8(self.blocked.0[0], closed.0[0]).map(|cells| {
                let mut movers = CellSet::EMPTY;
                movers.0[0] = cells;
                movers
            });
        }
        let mut movers = CellSet::EMPTY;
        for direction in geometry.directions() {
            let Some(stride) = geometry.stride(direction) else { continue };
            let path = self.blocked.shifted_back(stride) | self.blocked.shifted_back(2 * stride);
            movers |= geometry.margin(direction, 3) - (path | closed.shifted_back(3 * stride));
            if (wanted - movers).is_empty() {
                break;
            }
        }
        [movers, movers, movers, CellSet::EMPTY]
    }

    /// Returns for each height from one to seven the cells of the 8 × 8 board from which a stack of that height can move.
    #[inline]
    pub(crate) fn movers8(&self) -> [u64; LONGEST8] {
        near8(self.blocked.0[0], (self.blocked | self.foreign).0[0])
    }
}

/// Reports whether `length` of these cells of the 8 × 8 board, at least two, are adjacent in a straight line.
#[inline]
pub(crate) fn has_run8(cells: u64, length: u8) -> bool {
    let joined = [
        cells & cells >> 1 & const { cells_before_edge(1, 0, 1) },
        cells & cells >> 9 & const { cells_before_edge(1, 1, 1) },
        cells & cells >> 8,
        cells & cells >> 7 & const { cells_before_edge(-1, 1, 1) },
    ];
    let mut starts = joined;
    for steps in 1..u32::from(length).min(8) - 1 {
        for ((starts, joined), stride) in starts.iter_mut().zip(joined).zip([1, 9, 8, 7]) {
            *starts &= joined >> (stride * steps);
        }
    }
    starts.into_iter().fold(0, |all, starts| all | starts) != 0
}

/// Returns the cells of the 8 × 8 board with a landing at most `N` and at least one to `N` steps away. Strides known to the compiler make every
/// step a few instructions.
#[inline]
fn near8<const N: usize>(blocked: u64, closed: u64) -> [u64; N] {
    let mut cells = [0; N];
    add_direction8::<1, 0, N>(blocked, closed, &mut cells);
    add_direction8::<1, 1, N>(blocked, closed, &mut cells);
    add_direction8::<0, 1, N>(blocked, closed, &mut cells);
    add_direction8::<-1, 1, N>(blocked, closed, &mut cells);
    add_direction8::<-1, 0, N>(blocked, closed, &mut cells);
    add_direction8::<-1, -1, N>(blocked, closed, &mut cells);
    add_direction8::<0, -1, N>(blocked, closed, &mut cells);
    add_direction8::<1, -1, N>(blocked, closed, &mut cells);
    for steps in (0..N - 1).rev() {
        cells[steps] |= cells[steps + 1];
    }
    cells
}

/// Adds the cells with a landing in one direction, exactly one to `N` steps away.
#[inline(always)]
fn add_direction8<const DX: i32, const DY: i32, const N: usize>(blocked: u64, closed: u64, exact: &mut [u64; N]) {
    let stride = const { DX + 8 * DY };
    let back = |set: u64, steps: i32| if stride > 0 { set >> (stride * steps) } else { set << (-stride * steps) };
    let before_edge = const { cells_by_distance(DX, DY) };
    // Cells with a clear path of `steps - 1` cells.
    let mut clear = u64::MAX;
    for i in 0..N {
        let steps = i as i32 + 1;
        exact[i] |= clear & before_edge[i] & !back(closed, steps);
        clear &= !back(blocked, steps);
    }
}

/// Returns the cells of the 8 × 8 board with at least one to seven cells before the edge in a direction.
const fn cells_by_distance(dx: i32, dy: i32) -> [u64; LONGEST8] {
    let mut cells = [0; LONGEST8];
    let mut steps = 0;
    while steps < LONGEST8 {
        cells[steps] = cells_before_edge(dx, dy, steps as i32 + 1);
        steps += 1;
    }
    cells
}

/// Returns the cells of the 8 × 8 board with at least `steps` cells before the edge in a direction.
const fn cells_before_edge(dx: i32, dy: i32, steps: i32) -> u64 {
    let mut cells = 0;
    let mut cell = 0;
    while cell < 64 {
        let (x, y) = (cell % 8 + dx * steps, cell / 8 + dy * steps);
        if x >= 0 && x < 8 && y >= 0 && y < 8 {
            cells |= 1 << cell;
        }
        cell += 1;
    }
    cells
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::kind::Cell;
    use crate::board::line_masks::BoardLines;

    proptest! {
        #[test]
        fn finds_runs_that_a_walk_finds(cells in any::<u64>(), more in any::<u64>(), length in 2..=8_u8) {
            let geometry = BoardKind::Square8.geometry();
            for cells in [cells, cells | more] {
                let is_marked = |cell: &Cell| cells >> cell.0 & 1 == 1;
                let starts = (0..64).map(Cell).filter(is_marked);
                let longest = starts.flat_map(|first| {
                    geometry.directions().map(move |way| 1 + geometry.ray(first, way).take_while(is_marked).count())
                });
                prop_assert_eq!(has_run8(cells, length), longest.max().unwrap_or(0) >= length.into());
            }
        }

        #[test]
        fn finds_landings_that_a_walk_finds(blocked in any::<[u64; 8]>(), thin in any::<[u64; 8]>(), foreign in any::<[u64; 8]>()) {
            for board in BoardKind::ALL {
                let geometry = board.geometry();
                let all = CellSet::<8>::first_cells(board.cells());
                let blocked = CellSet(blocked) & CellSet(thin) & all;
                let terrain = Terrain { blocked, stacks: CellSet::EMPTY, foreign: (CellSet(foreign) & all) - blocked, lines: &BoardLines::EMPTY, lands_as: None };
                let near = terrain.near_movers(geometry, all);
                let by_height = terrain.movers8();
                for cell in (0..board.cells()).map(Cell) {
                    let ways = geometry.directions().map(|direction| {
                        let open = geometry.ray(cell, direction).take_while(|&next| !blocked.contains(next));
                        let landings = open.enumerate().filter(|&(_, next)| !terrain.foreign.contains(next));
                        landings.map(|(steps, _)| steps as u32 + 1).max().unwrap_or(0)
                    });
                    let farthest = ways.max().unwrap_or(0);
                    for (height, movers) in (1..).zip(&near) {
                        prop_assert!(!movers.contains(cell) || farthest >= height, "{board} {cell:?}");
                    }
                    if board == BoardKind::Square8 {
                        for (height, movers) in (1..).zip(by_height) {
                            prop_assert_eq!(movers >> cell.0 & 1 == 1, farthest >= height);
                        }
                    }
                }
            }
        }
    }
}
