//! Line of sight from a cell: the open cells in all directions, and the first obstacles behind them.
//!
//! On large boards the masks of the lines through the cell show both. On one-word boards a ray is a bit mask that is cut without branches after the
//! nearest obstacle: the lowest obstacle bit if cell numbers ascend along the ray, the highest if they descend.

use crate::board::cell_set::CellSet;
use crate::board::geometry::{Direction, Geometry};
use crate::board::kind::Cell;
use crate::board::line_masks::{BoardLines, LinePlace, LineTable, MAX_AXES};
use crate::player::Player;

/// The obstacles and landing restrictions on the board for the stacks of one player.
pub(crate) struct Terrain<'a, const W: usize> {
    /// Cells that block a path: stacks and collapsed cells.
    pub(crate) blocked: CellSet<W>,
    /// The stacks among the blocked cells.
    pub(crate) stacks: CellSet<W>,
    /// Markers that a stack can pass but not land on.
    pub(crate) foreign: CellSet<W>,
    /// The same by lines; boards of several words only.
    pub(crate) lines: &'a BoardLines<W>,
    /// The player, if markers of other players forbid landing.
    pub(crate) lands_as: Option<Player>,
}

/// What the stack on a cell can reach in all directions.
pub(crate) struct Reach<'a, const W: usize> {
    /// The landing cells of plain moves.
    pub(crate) landings: SeenCells<'a, W, MAX_AXES>,
    /// The stacks in line of sight.
    pub(crate) targets: CellSet<W>,
}

/// Cells on `N` lines through a cell: counted at once, and collected into a set on request. On boards of one word the set is at hand.
pub(crate) struct SeenCells<'a, const W: usize, const N: usize> {
    word: u64,
    table: &'a LineTable,
    places: [LinePlace; N],
    masks: [u32; N],
}

impl<'a, const W: usize, const N: usize> SeenCells<'a, W, N> {
    fn of_word(geometry: &'a Geometry, word: u64) -> Self {
        SeenCells { word, table: geometry.lines(), places: [LinePlace::NONE; N], masks: [0; N] }
    }

    /// Returns the number of cells.
    #[inline]
    pub(crate) fn len(&self) -> u32 {
        if W == 1 { self.word.count_ones() } else { self.masks.iter().map(|mask| mask.count_ones()).sum() }
    }

    /// Collects the cells.
    #[inline]
    pub(crate) fn cells(&self) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        if W == 1 {
            set.0[0] = self.word;
            return set;
        }
        for (&place, &mask) in self.places.iter().zip(&self.masks) {
            for cell in self.table.cells(place, mask) {
                set.insert(cell);
            }
        }
        set
    }

    /// Returns the distance of the farthest cell from the cell on all lines, at most `enough`; 0 if there is none.
    #[inline]
    pub(crate) fn farthest(&self, geometry: &Geometry, from: Cell, enough: u32) -> u32 {
        if W == 1 {
            return farthest_in_word(geometry, self.word, from, enough);
        }
        let distances = self.places.iter().zip(&self.masks).map(|(place, &mask)| place.farthest(mask));
        distances.max().unwrap_or(0).min(enough)
    }
}

impl<const W: usize> Terrain<'_, W> {
    /// Returns what a stack can reach from a cell if it must move at least `least` steps.
    #[inline]
    pub(crate) fn reach<'b>(&self, geometry: &'b Geometry, from: Cell, least: u32) -> Reach<'b, W> {
        let mut targets = CellSet::EMPTY;
        if W == 1 {
            let seen = self.seen_word(geometry, from);
            let landings = seen & !self.blocked.0[0] & !self.foreign.0[0] & geometry.far_mask(from, least);
            targets.0[0] = seen & self.stacks.0[0];
            return Reach { landings: SeenCells::of_word(geometry, landings), targets };
        }
        let table = geometry.lines();
        let mut landings = SeenCells { word: 0, table, places: [LinePlace::NONE; MAX_AXES], masks: [0; MAX_AXES] };
        for (i, place) in table.places(from).enumerate() {
            let seen = self.lines.seen(table, place);
            landings.places[i] = place;
            landings.masks[i] = self.lines.landings(place, seen, least, self.lands_as);
            for cell in table.cells(place, seen.obstacles) {
                targets.insert(cell);
            }
        }
        Reach { landings, targets: targets & self.stacks }
    }

    /// Returns the distance of the farthest landing cell in line of sight; 0 if there is none.
    ///
    /// The search stops at `enough`: a result of at least `enough` need not be the maximum.
    #[inline]
    pub(crate) fn farthest_landing(&self, geometry: &Geometry, from: Cell, enough: u32) -> u32 {
        if W == 1 {
            let landings = self.seen_word(geometry, from) & !self.blocked.0[0] & !self.foreign.0[0];
            return farthest_in_word(geometry, landings, from, enough);
        }
        let table = geometry.lines();
        let mut farthest = 0;
        for place in table.places(from) {
            let seen = self.lines.seen(table, place);
            farthest = farthest.max(place.farthest(self.lines.landings(place, seen, 1, self.lands_as)));
            if farthest >= enough {
                break;
            }
        }
        farthest
    }

    /// Returns the stacks in line of sight from a cell.
    #[inline]
    pub(crate) fn targets(&self, geometry: &Geometry, from: Cell) -> CellSet<W> {
        let mut targets = CellSet::EMPTY;
        if W == 1 {
            // Often no stack is on a line through the cell.
            if self.stacks.0[0] & geometry.far_mask(from, 1) != 0 {
                targets.0[0] = self.seen_word(geometry, from) & self.stacks.0[0];
            }
            return targets;
        }
        let table = geometry.lines();
        for place in table.places(from) {
            for cell in table.cells(place, self.lines.seen(table, place).obstacles) {
                targets.insert(cell);
            }
        }
        targets & self.stacks
    }

    /// Returns the landing cells between an obstacle and the next one, at least `least` steps away from `from`.
    #[inline]
    pub(crate) fn landings_beyond<'b>(
        &self,
        geometry: &'b Geometry,
        from: Cell,
        over: Cell,
        direction: Direction,
        least: u32,
    ) -> SeenCells<'b, W, 1> {
        if W == 1 {
            let blocked = self.blocked.0[0];
            let ray = geometry.ray_mask(over, direction);
            let seen = if geometry.ascends(direction) { cut_up(ray, blocked) } else { cut_down(ray, blocked) };
            let landings = seen & !blocked & !self.foreign.0[0] & geometry.far_mask(from, least);
            return SeenCells::of_word(geometry, landings);
        }
        let table = geometry.lines();
        let places = table.shared(from, over);
        let mask = self.lines.landings_behind(table, places, least, self.lands_as);
        SeenCells { word: 0, table, places: [places.0], masks: [mask] }
    }

    /// Returns the distance of the farthest landing from an obstacle in a direction, 0 if there is none; one-word boards only.
    #[inline]
    pub(crate) fn farthest_behind(&self, geometry: &Geometry, over: Cell, direction: Direction) -> u32 {
        let landings = self.landings_beyond(geometry, over, over, direction, 1);
        if landings.word == 0 { 0 } else { landings.farthest(geometry, over, geometry.reach(over, direction).into()) }
    }

    /// Returns the open cells and the first obstacles in all directions; one-word boards only.
    #[inline]
    fn seen_word(&self, geometry: &Geometry, from: Cell) -> u64 {
        let blocked = self.blocked.0[0];
        geometry.rays_up(from).map(|ray| cut_up(ray, blocked)).into_iter().fold(0, |all, ray| all | ray)
            | geometry.rays_down(from).map(|ray| cut_down(ray, blocked)).into_iter().fold(0, |all, ray| all | ray)
    }
}

/// Returns the distance of the farthest of some cells on lines through a cell, at most `enough`; 0 if there is none.
#[inline]
fn farthest_in_word(geometry: &Geometry, cells: u64, from: Cell, enough: u32) -> u32 {
    let mut farthest = enough.min(geometry.kind().longest_line().into());
    while farthest > 0 && cells & geometry.far_mask(from, farthest) == 0 {
        farthest -= 1;
    }
    farthest
}

/// Cuts a ray of ascending cell numbers after its first obstacle; the obstacle stays included.
#[inline]
const fn cut_up(ray: u64, blocked: u64) -> u64 {
    let obstacles = ray & blocked;
    // Selects all bits up to the lowest obstacle; all bits if there is no obstacle.
    ray & (obstacles ^ obstacles.wrapping_sub(1))
}

/// Cuts a ray of descending cell numbers after its first obstacle; the obstacle stays included.
#[inline]
const fn cut_down(ray: u64, blocked: u64) -> u64 {
    let obstacles = ray & blocked;
    // Selects all bits down to the highest obstacle, or down to bit 0 if there is no obstacle.
    ray & u64::MAX << (63 - (obstacles | 1).leading_zeros())
}
