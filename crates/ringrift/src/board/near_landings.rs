//! Cells from which a stack of up to three rings can move, found for all cells at once by shifting words.

use crate::board::cell_set::CellSet;
use crate::board::geometry::Geometry;
use crate::board::kind::{BoardKind, Cell};
use crate::board::line_of_sight::Terrain;

/// The height of the highest stack whose moves are found.
pub(crate) const NEAR: u32 = 3;

/// For heights of one, two and three rings, cells from which a stack of that height can move.
///
/// The sets are complete on the 8 × 8 board. On larger square boards they contain the cells with a landing exactly three steps away, and on
/// hexagonal boards only those with such a landing in one of the two directions in which a step is a shift by the same number of bits
/// everywhere.
pub(crate) struct NearLandings<const W: usize> {
    by_height: [CellSet<W>; NEAR as usize],
    is_complete: bool,
}

impl<const W: usize> NearLandings<W> {
    /// Returns cells from which a stack of this height can move; empty above [`NEAR`].
    #[inline]
    pub(crate) fn at_least(&self, height: u32) -> CellSet<W> {
        self.by_height.get(height as usize - 1).copied().unwrap_or(CellSet::EMPTY)
    }

    /// Returns the height of the highest stack, up to [`NEAR`], that can move from a cell; `None` if the sets are incomplete.
    #[inline]
    pub(crate) fn highest_mover(&self, cell: Cell) -> Option<u32> {
        self.is_complete.then(|| self.by_height.iter().map(|cells| u32::from(cells.contains(cell))).sum())
    }
}

impl<const W: usize> Terrain<'_, W> {
    /// Finds landings near each cell; the search may stop when all cells of `wanted` have a landing three steps away.
    #[inline]
    pub(crate) fn near_landings(&self, geometry: &Geometry, wanted: CellSet<W>) -> NearLandings<W> {
        let closed = self.blocked | self.foreign;
        if geometry.kind() == BoardKind::Square8 {
            let by_height = near8(self.blocked.0[0], closed.0[0]).map(|word| {
                let mut set = CellSet::EMPTY;
                set.0[0] = word;
                set
            });
            return NearLandings { by_height, is_complete: true };
        }
        let mut three = CellSet::EMPTY;
        for direction in geometry.directions() {
            let Some(stride) = geometry.stride(direction) else { continue };
            let path = self.blocked.shifted_back(stride) | self.blocked.shifted_back(2 * stride);
            three |= geometry.margin(direction, NEAR as usize) - (path | closed.shifted_back(3 * stride));
            if (wanted - three).is_empty() {
                break;
            }
        }
        NearLandings { by_height: [three; NEAR as usize], is_complete: false }
    }
}

/// Returns the cells of the 8 × 8 board with a landing at least one, two and three steps away. Strides known to the compiler make
/// every step a few instructions.
#[inline]
fn near8(blocked: u64, closed: u64) -> [u64; NEAR as usize] {
    let mut exact = [0; NEAR as usize];
    add_direction8::<1, 0>(blocked, closed, &mut exact);
    add_direction8::<1, 1>(blocked, closed, &mut exact);
    add_direction8::<0, 1>(blocked, closed, &mut exact);
    add_direction8::<-1, 1>(blocked, closed, &mut exact);
    add_direction8::<-1, 0>(blocked, closed, &mut exact);
    add_direction8::<-1, -1>(blocked, closed, &mut exact);
    add_direction8::<0, -1>(blocked, closed, &mut exact);
    add_direction8::<1, -1>(blocked, closed, &mut exact);
    let [one, two, three] = exact;
    [one | two | three, two | three, three]
}

/// Adds the cells with a landing in one direction, exactly one or two or at least three steps away.
#[inline(always)]
fn add_direction8<const DX: i32, const DY: i32>(blocked: u64, closed: u64, exact: &mut [u64; NEAR as usize]) {
    let stride = const { DX + 8 * DY };
    let back = |set: u64, steps: i32| if stride > 0 { set >> (stride * steps) } else { set << (-stride * steps) };
    let before_edge = const { cells_by_distance(DX, DY) };
    // Cells with a clear path of `steps - 1` cells and at least one more cell before the edge.
    let mut clear = u64::MAX;
    for (steps, cells) in (1..).zip(before_edge) {
        clear &= cells;
        exact[(steps as usize).min(NEAR as usize) - 1] |= clear & !back(closed, steps);
        clear &= !back(blocked, steps);
    }
}

/// Returns the cells of the 8 × 8 board with at least one to seven cells before the edge in a direction.
const fn cells_by_distance(dx: i32, dy: i32) -> [u64; 7] {
    let mut cells = [0; 7];
    let mut steps = 0;
    while steps < 7 {
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
    use crate::board::line_masks::BoardLines;

    proptest! {
        #[test]
        fn finds_landings_that_a_walk_finds(blocked in any::<[u64; 8]>(), thin in any::<[u64; 8]>(), foreign in any::<[u64; 8]>()) {
            for board in BoardKind::ALL {
                let geometry = board.geometry();
                let all = CellSet::<8>::first_cells(board.cells());
                let blocked = CellSet(blocked) & CellSet(thin) & all;
                let terrain = Terrain { blocked, stacks: CellSet::EMPTY, foreign: (CellSet(foreign) & all) - blocked, lines: &BoardLines::EMPTY, lands_as: None };
                let near = terrain.near_landings(geometry, all);
                for cell in (0..board.cells()).map(Cell) {
                    let ways = geometry.directions().map(|direction| {
                        let open = geometry.ray(cell, direction).take_while(|&next| !blocked.contains(next));
                        let landings = open.enumerate().filter(|&(_, next)| !terrain.foreign.contains(next));
                        landings.map(|(steps, _)| steps as u32 + 1).max().unwrap_or(0)
                    });
                    let farthest = ways.max().unwrap_or(0);
                    for height in 1..=NEAR {
                        let found = near.at_least(height).contains(cell);
                        prop_assert!(!found || farthest >= height, "{board} {cell:?} {height}");
                        if board == BoardKind::Square8 {
                            prop_assert_eq!(found, farthest >= height);
                        }
                    }
                }
            }
        }
    }
}
