//! Walking along a ray: where one could land, and what is in the way.
//!
//! Large boards are walked cell by cell. On boards of one word the whole ray is one mask, cut off at the nearest obstacle.

use crate::geometry::{Cell, Direction, Geometry};
use crate::phase::movement::Terrain;

/// The landings along a ray from near to far; once they are exhausted, the obstacle that ended the way.
pub(crate) struct Walk<'a, const W: usize> {
    geometry: &'static Geometry,
    terrain: &'a Terrain<W>,
    pub(crate) direction: Direction,
    /// The first blocked cell; on large boards known once it is reached.
    obstacle: Option<Cell>,
    /// One word: the landings that are left.
    landings: u64,
    /// Large boards: the cell that was reached, how far it is, and how far a landing must be.
    at: Cell,
    distance: u32,
    least: u32,
}

impl<'a, const W: usize> Walk<'a, W> {
    /// The walk from a cell, with landings at least so many steps away; `u32::MAX` for none at all.
    #[inline]
    pub(crate) fn new(
        geometry: &'static Geometry,
        terrain: &'a Terrain<W>,
        from: Cell,
        direction: Direction,
        least: u32,
    ) -> Walk<'a, W> {
        let mut walk = Walk { geometry, terrain, direction, obstacle: None, landings: 0, at: from, distance: 0, least };
        if W == 1 {
            let ray = geometry.ray_mask(from, direction);
            let obstacles = ray & terrain.blocked.0[0];
            let mut open = ray;
            if obstacles != 0 {
                let nearest = walk.nearest(obstacles);
                open &= !geometry.ray_mask(nearest, direction) & !(1 << nearest.0);
                walk.obstacle = Some(nearest);
            }
            walk.landings = open & !terrain.foreign.0[0] & geometry.far_mask(from, least);
        }
        walk
    }

    /// If a stack ends the way: that stack, and the walk beyond it with landings everywhere.
    #[inline]
    pub(crate) fn target(mut self) -> Option<(Cell, Walk<'a, W>)> {
        if W > 1 {
            while self.next().is_some() {}
        }
        let over = self.obstacle.filter(|&cell| self.terrain.stacks.contains(cell))?;
        let mut beyond = Walk::new(self.geometry, self.terrain, over, self.direction, 1);
        beyond.distance = self.distance + 1;
        Some((over, beyond))
    }

    /// The same walk with landings only where they are at least so many steps away from `from`, where it began.
    #[inline]
    pub(crate) fn at_least(mut self, from: Cell, least: u32) -> Walk<'a, W> {
        if W == 1 {
            self.landings &= self.geometry.far_mask(from, least);
        } else {
            self.least = least;
        }
        self
    }

    /// The cell of these that comes first on the way.
    #[inline]
    fn nearest(&self, cells: u64) -> Cell {
        let bit =
            if self.geometry.ascends(self.direction) { cells.trailing_zeros() } else { 63 - cells.leading_zeros() };
        Cell(bit as u16)
    }
}

impl<const W: usize> Iterator for Walk<'_, W> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if W == 1 {
            if self.landings == 0 {
                return None;
            }
            let cell = self.nearest(self.landings);
            self.landings &= !(1 << cell.0);
            return Some(cell);
        }
        while let Some(cell) = self.geometry.step(self.at, self.direction).filter(|_| self.obstacle.is_none()) {
            if self.terrain.blocked.contains(cell) {
                self.obstacle = Some(cell);
                return None;
            }
            self.at = cell;
            self.distance += 1;
            if self.distance >= self.least && !self.terrain.foreign.contains(cell) {
                return Some(cell);
            }
        }
        None
    }
}
