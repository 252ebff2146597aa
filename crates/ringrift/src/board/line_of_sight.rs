//! Line of sight from a cell: the open cells in all directions, and the first obstacles behind them.
//!
//! Large boards are walked cell by cell. On one-word boards a ray is a bit mask that is cut without branches after the
//! nearest obstacle: the lowest obstacle bit if cell numbers ascend along the ray, the highest if they descend.

use crate::board::cell_set::CellSet;
use crate::board::geometry::{Direction, Geometry};
use crate::board::kind::Cell;

/// The obstacles and landing restrictions on the board for the stacks of one player.
pub(crate) struct Terrain<const W: usize> {
    /// Cells that block a path: stacks and collapsed cells.
    pub(crate) blocked: CellSet<W>,
    /// The stacks among the blocked cells.
    pub(crate) stacks: CellSet<W>,
    /// Markers that a stack can pass but not land on.
    pub(crate) foreign: CellSet<W>,
}

/// The cells in line of sight from a cell.
pub(crate) struct LineOfSight<const W: usize> {
    /// The cells before the first obstacle in each direction.
    pub(crate) open: CellSet<W>,
    /// The first obstacle in each direction.
    pub(crate) obstacles: CellSet<W>,
}

impl<const W: usize> Terrain<W> {
    /// Returns the cells in line of sight from a cell.
    #[inline]
    pub(crate) fn line_of_sight(&self, geometry: &Geometry, from: Cell) -> LineOfSight<W> {
        let mut sight = LineOfSight { open: CellSet::EMPTY, obstacles: CellSet::EMPTY };
        if W == 1 {
            let blocked = self.blocked.0[0];
            let seen = geometry.rays_up(from).map(|ray| cut_up(ray, blocked)).into_iter().fold(0, |all, ray| all | ray)
                | geometry.rays_down(from).map(|ray| cut_down(ray, blocked)).into_iter().fold(0, |all, ray| all | ray);
            sight.open.0[0] = seen & !blocked;
            sight.obstacles.0[0] = seen & blocked;
            return sight;
        }
        for direction in geometry.directions() {
            for cell in geometry.ray(from, direction) {
                if self.blocked.contains(cell) {
                    sight.obstacles.insert(cell);
                    break;
                }
                sight.open.insert(cell);
            }
        }
        sight
    }

    /// Returns the landing cells in line of sight that are at least `least` steps away.
    #[inline]
    pub(crate) fn landings(&self, geometry: &Geometry, sight: &LineOfSight<W>, from: Cell, least: u32) -> CellSet<W> {
        let mut landings = sight.open - self.foreign;
        if W == 1 {
            landings.0[0] &= geometry.far_mask(from, least);
        } else if least > 1 {
            for direction in geometry.directions() {
                for cell in geometry.ray(from, direction).take(least as usize - 1) {
                    landings.remove(cell);
                }
            }
        }
        landings
    }

    /// Returns the distance of the farthest landing cell in line of sight; 0 if there is none.
    ///
    /// The search stops at `enough`: a result of at least `enough` need not be the maximum.
    #[inline]
    pub(crate) fn farthest_landing(&self, geometry: &Geometry, from: Cell, enough: u32) -> u32 {
        if W == 1 {
            let landings = self.line_of_sight(geometry, from).open - self.foreign;
            let mut farthest = enough.min(geometry.kind().longest_line().into());
            while farthest > 0 && landings.0[0] & geometry.far_mask(from, farthest) == 0 {
                farthest -= 1;
            }
            return farthest;
        }
        let mut farthest = 0;
        for direction in geometry.directions() {
            let mut distance = 0;
            for cell in geometry.ray(from, direction).take_while(|&cell| !self.blocked.contains(cell)) {
                distance += 1;
                if distance > farthest && !self.foreign.contains(cell) {
                    farthest = distance;
                    if farthest >= enough {
                        return farthest;
                    }
                }
            }
        }
        farthest
    }

    /// Returns the stacks in line of sight from a cell.
    #[inline]
    pub(crate) fn targets(&self, geometry: &Geometry, from: Cell) -> CellSet<W> {
        if W == 1 {
            // Often no stack is on a line through the cell.
            let on_a_line = self.stacks.0[0] & geometry.far_mask(from, 1) != 0;
            return if on_a_line { self.line_of_sight(geometry, from).obstacles & self.stacks } else { CellSet::EMPTY };
        }
        let mut obstacles = CellSet::EMPTY;
        for direction in geometry.directions() {
            if let Some(cell) = geometry.ray(from, direction).find(|&cell| self.blocked.contains(cell)) {
                obstacles.insert(cell);
            }
        }
        obstacles & self.stacks
    }

    /// Returns the landing cells between an obstacle and the next one, at least `least` steps away from `from`.
    #[inline]
    pub(crate) fn landings_beyond(
        &self,
        geometry: &Geometry,
        from: Cell,
        over: Cell,
        direction: Direction,
        least: u32,
    ) -> CellSet<W> {
        let mut landings = CellSet::EMPTY;
        if W == 1 {
            let blocked = self.blocked.0[0];
            let ray = geometry.ray_mask(over, direction);
            let seen = if geometry.ascends(direction) { cut_up(ray, blocked) } else { cut_down(ray, blocked) };
            landings.0[0] = seen & !blocked & !self.foreign.0[0] & geometry.far_mask(from, least);
            return landings;
        }
        let mut distance = geometry.distance(from, over);
        for cell in geometry.ray(over, direction).take_while(|&cell| !self.blocked.contains(cell)) {
            distance += 1;
            if distance >= least && !self.foreign.contains(cell) {
                landings.insert(cell);
            }
        }
        landings
    }
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
