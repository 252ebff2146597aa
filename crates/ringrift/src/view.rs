//! What a stack sees from a cell: the open cells around it in all directions, and the obstacles behind them.
//!
//! Large boards are walked cell by cell. On boards of one word a ray is a mask that is cut off at the nearest obstacle,
//! without a single branch: below the lowest obstacle where cell numbers grow, above the highest where they fall.

use crate::board_kind::Cell;
use crate::cell_set::CellSet;
use crate::geometry::{Direction, Geometry};

/// The board as the stacks of one player see it.
pub(crate) struct Terrain<const W: usize> {
    /// Cells that end a path: stacks and collapsed cells.
    pub(crate) blocked: CellSet<W>,
    /// The stacks among them.
    pub(crate) stacks: CellSet<W>,
    /// Markers that can be passed but not landed on.
    pub(crate) foreign: CellSet<W>,
}

/// What can be seen from a cell.
pub(crate) struct View<const W: usize> {
    /// The cells up to the first obstacle in every direction.
    pub(crate) open: CellSet<W>,
    /// The first obstacle in every direction.
    pub(crate) obstacles: CellSet<W>,
}

impl<const W: usize> Terrain<W> {
    /// What can be seen from a cell.
    #[inline]
    pub(crate) fn view(&self, geometry: &Geometry, from: Cell) -> View<W> {
        let mut view = View { open: CellSet::EMPTY, obstacles: CellSet::EMPTY };
        if W == 1 {
            let blocked = self.blocked.0[0];
            let seen = geometry.rays_up(from).map(|ray| cut_up(ray, blocked)).into_iter().fold(0, |all, ray| all | ray)
                | geometry.rays_down(from).map(|ray| cut_down(ray, blocked)).into_iter().fold(0, |all, ray| all | ray);
            view.open.0[0] = seen & !blocked;
            view.obstacles.0[0] = seen & blocked;
            return view;
        }
        for direction in geometry.directions() {
            for cell in geometry.ray(from, direction) {
                if self.blocked.contains(cell) {
                    view.obstacles.insert(cell);
                    break;
                }
                view.open.insert(cell);
            }
        }
        view
    }

    /// The cells of a view at least `least` steps away that can be landed on.
    #[inline]
    pub(crate) fn landings(&self, geometry: &Geometry, view: &View<W>, from: Cell, least: u32) -> CellSet<W> {
        let mut landings = view.open - self.foreign;
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

    /// The distance of the farthest cell in view that can be landed on, 0 for none; anything from `enough` on will do.
    #[inline]
    pub(crate) fn farthest_landing(&self, geometry: &Geometry, from: Cell, enough: u32) -> u32 {
        if W == 1 {
            let landings = self.view(geometry, from).open - self.foreign;
            let mut farthest = enough;
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

    /// The stacks in view from a cell.
    #[inline]
    pub(crate) fn targets(&self, geometry: &Geometry, from: Cell) -> CellSet<W> {
        if W == 1 {
            // Often no stack at all is on a line with the cell.
            let on_a_line = self.stacks.0[0] & geometry.far_mask(from, 1) != 0;
            return if on_a_line { self.view(geometry, from).obstacles & self.stacks } else { CellSet::EMPTY };
        }
        let mut obstacles = CellSet::EMPTY;
        for direction in geometry.directions() {
            if let Some(cell) = geometry.ray(from, direction).find(|&cell| self.blocked.contains(cell)) {
                obstacles.insert(cell);
            }
        }
        obstacles & self.stacks
    }

    /// The cells behind an obstacle up to the next one that can be landed on, at least `least` steps away from `from`.
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

/// A ray of growing cell numbers up to its first obstacle, that one included.
#[inline]
const fn cut_up(ray: u64, blocked: u64) -> u64 {
    let obstacles = ray & blocked;
    // All bits up to the lowest obstacle; all bits there are if there is none.
    ray & (obstacles ^ obstacles.wrapping_sub(1))
}

/// A ray of falling cell numbers down to its first obstacle, that one included.
#[inline]
const fn cut_down(ray: u64, blocked: u64) -> u64 {
    let obstacles = ray & blocked;
    // All bits down to the highest obstacle; the lowest bit stands for none.
    ray & u64::MAX << (63 - (obstacles | 1).leading_zeros())
}
