//! Cells from which stacks can move, found for all cells at once by shifting words.

use crate::board::cell_set::CellSet;
use crate::board::geometry::Geometry;
use crate::board::kind::BoardKind;
use crate::board::line_of_sight::Terrain;

/// The largest number of rings whose placements are found for all cells at once.
pub(crate) const NEAR: u32 = 3;

/// The longest move on the 8 × 8 board.
const LONGEST8: usize = 7;

impl<const W: usize> Terrain<'_, W> {
    /// Returns cells with a landing exactly [`NEAR`] steps away, from which every stack of up to [`NEAR`] rings can move; on hexagonal boards
    /// only those with such a landing in one of the two directions in which a step is a shift by the same number of bits everywhere. The
    /// search may stop when all cells of `wanted` are found.
    #[inline]
    pub(crate) fn near_movers(&self, geometry: &Geometry, wanted: CellSet<W>) -> CellSet<W> {
        let closed = self.blocked | self.foreign;
        let mut movers = CellSet::EMPTY;
        if geometry.kind() == BoardKind::Square8 {
            movers.0[0] = exactly_near8(self.blocked.0[0], closed.0[0]);
            return movers;
        }
        for direction in geometry.directions() {
            let Some(stride) = geometry.stride(direction) else { continue };
            let path = self.blocked.shifted_back(stride) | self.blocked.shifted_back(2 * stride);
            movers |= geometry.margin(direction, NEAR as usize) - (path | closed.shifted_back(3 * stride));
            if (wanted - movers).is_empty() {
                break;
            }
        }
        movers
    }

    /// Returns for each height from one to seven the cells of the 8 × 8 board from which a stack of that height can move.
    #[inline]
    pub(crate) fn movers8(&self) -> [u64; LONGEST8] {
        near8(self.blocked.0[0], (self.blocked | self.foreign).0[0])
    }
}

/// Returns the cells of the 8 × 8 board with a landing exactly [`NEAR`] steps away.
#[inline]
fn exactly_near8(blocked: u64, closed: u64) -> u64 {
    exactly_near8_in::<1, 0>(blocked, closed)
        | exactly_near8_in::<1, 1>(blocked, closed)
        | exactly_near8_in::<0, 1>(blocked, closed)
        | exactly_near8_in::<-1, 1>(blocked, closed)
        | exactly_near8_in::<-1, 0>(blocked, closed)
        | exactly_near8_in::<-1, -1>(blocked, closed)
        | exactly_near8_in::<0, -1>(blocked, closed)
        | exactly_near8_in::<1, -1>(blocked, closed)
}

#[inline(always)]
fn exactly_near8_in<const DX: i32, const DY: i32>(blocked: u64, closed: u64) -> u64 {
    let stride = const { DX + 8 * DY };
    let back = |set: u64, steps: i32| if stride > 0 { set >> (stride * steps) } else { set << (-stride * steps) };
    let before_edge = const { cells_before_edge(DX, DY, NEAR as i32) };
    before_edge & !(back(blocked, 1) | back(blocked, 2) | back(closed, 3))
}

/// Returns the cells of the 8 × 8 board with a landing at least one to seven steps away. Strides known to the compiler make every step a few
/// instructions.
#[inline]
fn near8(blocked: u64, closed: u64) -> [u64; LONGEST8] {
    let mut cells = [0; LONGEST8];
    add_direction8::<1, 0>(blocked, closed, &mut cells);
    add_direction8::<1, 1>(blocked, closed, &mut cells);
    add_direction8::<0, 1>(blocked, closed, &mut cells);
    add_direction8::<-1, 1>(blocked, closed, &mut cells);
    add_direction8::<-1, 0>(blocked, closed, &mut cells);
    add_direction8::<-1, -1>(blocked, closed, &mut cells);
    add_direction8::<0, -1>(blocked, closed, &mut cells);
    add_direction8::<1, -1>(blocked, closed, &mut cells);
    for steps in (0..LONGEST8 - 1).rev() {
        cells[steps] |= cells[steps + 1];
    }
    cells
}

/// Adds the cells with a landing in one direction, exactly one to seven steps away.
#[inline(always)]
fn add_direction8<const DX: i32, const DY: i32>(blocked: u64, closed: u64, exact: &mut [u64; LONGEST8]) {
    let stride = const { DX + 8 * DY };
    let back = |set: u64, steps: i32| if stride > 0 { set >> (stride * steps) } else { set << (-stride * steps) };
    let before_edge = const { cells_by_distance(DX, DY) };
    // Cells with a clear path of `steps - 1` cells and at least one more cell before the edge.
    let mut clear = u64::MAX;
    for (i, cells) in before_edge.into_iter().enumerate() {
        let steps = i as i32 + 1;
        clear &= cells;
        exact[i] |= clear & !back(closed, steps);
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
                    prop_assert!(!near.contains(cell) || farthest >= NEAR, "{board} {cell:?}");
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
