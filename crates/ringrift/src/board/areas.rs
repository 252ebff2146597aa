//! Connected areas of the board that are kept up to date while cells close and open (rules section 10.1).
//!
//! Walls are the markers of one colour, or no markers at all; the cells that are neither walls nor collapsed are free. For each choice of
//! walls one connected area of free cells is known, usually the largest. A cell that becomes closed leaves its area connected if the free
//! cells around it are connected; this test costs about 60 instructions, a flood of the board several hundred to a thousand. The free cells
//! outside the known area are few, so the other areas are cheap to find.

use crate::board::cell_set::CellSet;
use crate::board::flood::{flood, is_connected_near};
use crate::board::geometry::Geometry;
use crate::board::kind::Cell;
use crate::player::{MAX_PLAYERS, Player};

/// One area of free cells for each choice of walls, unless it is unknown.
#[derive(Copy, Clone, Debug)]
pub(crate) struct KnownAreas<const W: usize> {
    areas: [CellSet<W>; 1 + MAX_PLAYERS],
    /// The choices of walls whose area is known, one bit each.
    known: u8,
    /// Those among them whose area is known to contain all free cells.
    undivided: u8,
}

/// Returns the index of a choice of walls.
#[inline]
const fn index(walls: Option<Player>) -> usize {
    match walls {
        None => 0,
        Some(player) => 1 + player as usize,
    }
}

impl<const W: usize> KnownAreas<W> {
    pub(crate) const NONE: KnownAreas<W> =
        KnownAreas { areas: [CellSet::EMPTY; 1 + MAX_PLAYERS], known: 0, undivided: 0 };

    /// Returns the known area between walls of a colour.
    #[inline]
    pub(crate) fn get(&self, walls: Option<Player>) -> Option<CellSet<W>> {
        let i = index(walls);
        (self.known >> i & 1 == 1).then(|| self.areas[i])
    }

    /// Reports whether it is known that walls of a colour divide nothing.
    #[inline]
    pub(crate) fn is_undivided(&self, walls: Option<Player>) -> bool {
        self.undivided >> index(walls) & 1 == 1
    }

    /// Reports whether it is known that no walls among those of the first `players` seats divide the board.
    #[inline]
    pub(crate) fn are_all_undivided(&self, players: u8) -> bool {
        let all = (2 << players) - 1;
        self.undivided & all == all
    }

    /// Records a complete connected area between walls of a colour; `free` are the free cells.
    #[inline]
    pub(crate) fn set(&mut self, walls: Option<Player>, area: CellSet<W>, free: CellSet<W>) {
        let i = index(walls);
        self.areas[i] = area;
        self.known |= 1 << i;
        self.undivided |= u8::from(area == free) << i;
    }

    #[inline]
    fn forget(&mut self, i: usize) {
        self.known &= !(1 << i);
        self.undivided &= !(1 << i);
    }

    /// Records that a free cell has become a wall of a colour.
    #[inline]
    pub(crate) fn close(&mut self, geometry: &Geometry, cell: Cell, walls: Option<Player>) {
        let i = index(walls);
        if self.known >> i & 1 == 0 || !self.areas[i].contains(cell) {
            return;
        }
        let area = &mut self.areas[i];
        area.remove(cell);
        let is_connected =
            geometry.is_connected_around(cell, area) || W > 1 && is_connected_near(geometry, cell, *area);
        if !is_connected || area.is_empty() {
            self.forget(i);
        }
    }

    /// Records that a cell has collapsed, which was free unless it was a wall of the colour `was_wall_of`.
    #[inline]
    pub(crate) fn collapse(&mut self, geometry: &Geometry, cell: Cell, was_wall_of: Option<Player>) {
        self.close(geometry, cell, None);
        for player in Player::ALL {
            if Some(player) != was_wall_of {
                self.close(geometry, cell, Some(player));
            }
        }
    }

    /// Records that many cells have collapsed.
    #[inline]
    pub(crate) fn collapse_all(&mut self, cells: &CellSet<W>) {
        for i in 0..self.areas.len() {
            if self.areas[i].intersects(cells) {
                self.forget(i);
            }
        }
    }

    /// Records that a cell is no longer a wall of a colour; `free` are the cells that are free now.
    #[inline]
    pub(crate) fn open(&mut self, geometry: &Geometry, cell: Cell, walls: Option<Player>, free: CellSet<W>) {
        let i = index(walls);
        if self.known >> i & 1 == 0 {
            return;
        }
        let (mut joins, mut joins_others) = (false, false);
        for next in geometry.neighbours(cell) {
            let in_area = self.areas[i].contains(next);
            joins |= in_area;
            joins_others |= !in_area && free.contains(next);
        }
        if joins && joins_others {
            let more = flood(geometry, CellSet::of(cell), free - self.areas[i]);
            self.areas[i] |= more;
        } else if joins {
            self.areas[i].insert(cell);
        } else {
            self.undivided &= !(1 << i);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::Board;
    use crate::board::kind::BoardKind;

    proptest! {
        #[test]
        fn known_areas_stay_connected_and_complete(changes in proptest::collection::vec((0u16..469, 0u8..8), 1..400)) {
            for kind in BoardKind::ALL {
                let geometry = kind.geometry();
                let mut board = Board::<8>::EMPTY;
                for &(cell, change) in &changes {
                    let cell = Cell(cell % kind.cells());
                    let player = Player::from_bits(change & 1);
                    match (change, board.marker(cell)) {
                        _ if board.all_collapsed().contains(cell) => {}
                        (0..5, None) => board.put_marker(geometry, cell, player),
                        (0..5, Some(owner)) => board.take_marker(geometry, cell, owner),
                        (5, _) => board.collapse(geometry, cell, player),
                        (6, _) => {
                            let next: CellSet<8> = geometry.neighbours(cell).collect();
                            board.collapse_all(geometry, &(next - board.all_collapsed()), player);
                        }
                        _ => {
                            board.find_areas(geometry, 2);
                        }
                    }
                    for walls in [None, Some(Player::One), Some(Player::Two)] {
                        let free = board.free(geometry, walls);
                        if let Some(area) = board.areas().get(walls) {
                            let seed = area.first().map_or(CellSet::EMPTY, CellSet::of);
                            prop_assert!(!area.is_empty());
                            prop_assert_eq!(flood(geometry, seed, free), area);
                            prop_assert!(!board.areas().is_undivided(walls) || area == free);
                        } else {
                            prop_assert!(!board.areas().is_undivided(walls));
                        }
                    }
                }
            }
        }
    }
}
