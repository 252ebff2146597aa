//! Disconnected regions (RR-CANON-R040, R140 to R145; rules.md section 10).
//!
//! For every wall colour, and for none, the cells that are neither collapsed nor walls fall into areas. An area with the
//! wall clusters that touch no other area is a candidate region; the walls that touch it and another area as well are its
//! border. Both facts follow from the path definition of the rulebook: a wall cell is seen from outside exactly if its
//! cluster touches another area.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use crate::action::{Action, RegionId};
use crate::board_kind::Cell;
use crate::cell_set::CellSet;
use crate::choices::{RegionDuty, Regions};
use crate::event::{Collapse, Elimination, Event, Observer};
use crate::flood::{flood, grow};
use crate::phase::Phase;
use crate::player::{Player, PlayerSet};
use crate::position::PositionOf;
use crate::sink::Sink;
use crate::stack::Stack;

/// A candidate region (rules.md 10.1).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Area<const W: usize> {
    pub(crate) id: RegionId,
    pub(crate) extent: CellSet<W>,
    pub(crate) border: CellSet<W>,
}

/// The cells as one wall colour divides them.
struct Partition<const W: usize> {
    colour: Option<Player>,
    walls: CellSet<W>,
    free: CellSet<W>,
    /// The area of the first free cell.
    first: CellSet<W>,
    /// The strictly largest area, where the rules leave it out.
    main: Option<CellSet<W>>,
}

impl<const W: usize> PositionOf<W> {
    /// Waits for a region to be chosen, or ends the turn if none is eligible (rules.md 4.5).
    pub(crate) fn enter_territory(&mut self, observer: &mut impl Observer) {
        if self.has_claimable_region(self.to_move) {
            self.wait_for(Phase::RegionChoice, observer);
        } else {
            self.finish_turn(observer);
        }
    }

    /// Whether a player could process some region if he were to choose one now (RR-CANON-R142, R143).
    pub fn has_claimable_region(&self, player: Player) -> bool {
        self.visit_eligible(player, &mut |_, _| ControlFlow::Break(())).is_break()
    }

    /// Shows the regions the player to move may process, in no particular order, and stopping where that is allowed.
    pub(crate) fn visit_region_choices(&self, sink: &mut impl Sink) -> ControlFlow<()> {
        self.visit_eligible(self.to_move, &mut |partition, area| match self.candidate(partition, area) {
            Some(area) if !self.is_repeated(partition, &area) => sink.take(Action::ClaimRegion { region: area.id }),
            _ => ControlFlow::Continue(()),
        })?;
        match self.rules.region_duty {
            RegionDuty::Optional => sink.take(Action::StopTerritory),
            RegionDuty::Mandatory => ControlFlow::Continue(()),
        }
    }

    /// The order of two region choices: as sorted cell lists, a list before its continuations (rules.md section 15).
    pub(crate) fn compare_regions(&self, a: RegionId, b: RegionId) -> Ordering {
        a.first.cmp(&b.first).then_with(|| match (self.area(a), self.area(b)) {
            (Some(a), Some(b)) => compare_cell_lists(&a.extent, &b.extent),
            _ => a.cmp(&b),
        })
    }

    /// Collapses a region to the player to move (RR-CANON-R145 steps 1 to 3).
    pub(crate) fn play_region(&mut self, region: RegionId, observer: &mut impl Observer) {
        if let Some(Area { extent, border, .. }) = self.area(region) {
            for at in &(self.board.all_stacks() & extent) {
                let rings = self.board.stack(at);
                self.board.put_stack(at, Stack::EMPTY);
                self.credit(at, rings, Elimination::Region, observer);
            }
            for at in &extent {
                self.clear_and_collapse(at, Collapse::Region, observer);
            }
            for at in &border {
                self.clear_and_collapse(at, Collapse::Border, observer);
            }
            let (cells, border) = (extent.len() as u16, border.len() as u16);
            observer.observe(Event::RegionClaimed { region, cells, border });
        }
        self.wait_for(Phase::RegionPayment, observer);
    }

    fn clear_and_collapse(&mut self, at: Cell, cause: Collapse, observer: &mut impl Observer) {
        if let Some(owner) = self.board.marker(at) {
            self.board.take_marker(at, owner);
        }
        self.collapse(at, cause, observer);
    }

    /// The colours of all rings on the board, buried ones included (RR-CANON-R142).
    pub fn colours_on_board(&self) -> PlayerSet {
        Player::seats(self.rules.players).filter(|&player| self.board.has_ring(player)).collect()
    }

    /// Whether the player may process a region with these cells (RR-CANON-R142, R143). Enclosed markers do not matter.
    #[inline]
    pub(crate) fn is_eligible(&self, player: Player, cells: &CellSet<W>, active: PlayerSet) -> bool {
        !(self.board.controlled(player) - *cells).is_empty()
            && self.board.controllers_in(cells).is_proper_subset(active)
    }

    /// Shows the areas that make eligible regions for a player; a region without marker border can come up repeatedly.
    fn visit_eligible(
        &self,
        player: Player,
        visit: &mut impl FnMut(&Partition<W>, CellSet<W>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.board.controlled(player).is_empty() {
            return ControlFlow::Continue(());
        }
        let mut active = None;
        self.visit_partitions(&mut |partition| {
            self.visit_areas(partition, &mut |area| {
                let active = *active.get_or_insert_with(|| self.colours_on_board());
                if self.is_eligible(player, &area, active) { visit(partition, area) } else { ControlFlow::Continue(()) }
            })
        })
    }

    /// Shows every wall colour that divides the board, and how.
    ///
    /// An undivided board is left out: its only area holds all stacks, so nobody could pay for it (RR-CANON-R143).
    fn visit_partitions(&self, visit: &mut impl FnMut(&Partition<W>) -> ControlFlow<()>) -> ControlFlow<()> {
        let collapsed = self.board.all_collapsed();
        let least = self.geometry.corner_neighbours();
        if !(collapsed | self.board.all_markers()).has_at_least(least) {
            return ControlFlow::Continue(());
        }
        let open = CellSet::first_cells(self.rules.board.cells()) - collapsed;
        let colours = Player::seats(self.rules.players).map(Some);
        for colour in std::iter::once(None).chain(colours) {
            let walls = colour.map_or(CellSet::EMPTY, |player| self.board.markers(player));
            // No board can be divided by fewer cells than a corner has neighbours; and walls there must be.
            if (colour.is_some() && walls.is_empty()) || !(collapsed | walls).has_at_least(least) {
                continue;
            }
            let free = open - walls;
            let Some(cell) = free.first() else { continue };
            let first = flood(self.geometry, CellSet::of(cell), free);
            if first == free {
                continue;
            }
            let mut partition = Partition { colour, walls, free, first, main: None };
            if self.rules.regions == Regions::NoMain {
                partition.main = self.strictly_largest(&partition);
            }
            visit(&partition)?;
        }
        ControlFlow::Continue(())
    }

    fn visit_areas(
        &self,
        partition: &Partition<W>,
        visit: &mut impl FnMut(CellSet<W>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut rest = partition.free;
        let mut area = partition.first;
        loop {
            rest -= area;
            if partition.main != Some(area) {
                visit(area)?;
            }
            let Some(cell) = rest.first() else { return ControlFlow::Continue(()) };
            area = flood(self.geometry, CellSet::of(cell), rest);
        }
    }

    fn strictly_largest(&self, partition: &Partition<W>) -> Option<CellSet<W>> {
        let mut largest = None;
        let mut size = 0;
        let _ = self.visit_areas(partition, &mut |area| {
            match area.len().cmp(&size) {
                Ordering::Greater => (largest, size) = (Some(area), area.len()),
                Ordering::Equal => largest = None,
                Ordering::Less => {}
            }
            ControlFlow::Continue(())
        });
        largest
    }

    /// The candidate region of an area: with the walls it encloses, and its border (rules.md 10.1).
    fn candidate(&self, partition: &Partition<W>, area: CellSet<W>) -> Option<Area<W>> {
        let touched = grow(self.geometry, area) & partition.walls;
        let clusters = flood(self.geometry, touched, partition.walls);
        let seen = clusters & grow(self.geometry, partition.free - area);
        let outer = flood(self.geometry, seen, clusters);
        let extent = area | (clusters - outer);
        let border = touched & outer;
        let colour = partition.colour.filter(|_| !border.is_empty());
        Some(Area { id: RegionId { first: extent.first()?, border: colour }, extent, border })
    }

    /// Whether the walls of no colour, or of a smaller seat, make the same candidate.
    ///
    /// Only a region without border can be made twice, and it is made without walls unless that is left out as the main
    /// area.
    fn is_repeated(&self, partition: &Partition<W>, area: &Area<W>) -> bool {
        let (Some(colour), None) = (partition.colour, area.id.border) else { return false };
        let mut repeated = false;
        let _ = self.visit_partitions(&mut |earlier| {
            if earlier.colour == Some(colour) {
                return ControlFlow::Break(());
            }
            self.visit_areas(earlier, &mut |other| {
                let same = other.intersects(&area.extent)
                    && self.candidate(earlier, other).is_some_and(|candidate| candidate.id == area.id);
                repeated |= same;
                if same { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        repeated
    }

    /// The candidate region with this identity.
    pub(crate) fn area(&self, id: RegionId) -> Option<Area<W>> {
        let mut found = None;
        let _ = self.visit_candidates(&mut |area| {
            if area.id == id {
                found = Some(area);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// Shows all candidate regions, repeated ones included, but not the undivided board.
    pub(crate) fn visit_candidates(&self, visit: &mut impl FnMut(Area<W>) -> ControlFlow<()>) -> ControlFlow<()> {
        self.visit_partitions(&mut |partition| {
            self.visit_areas(partition, &mut |area| match self.candidate(partition, area) {
                Some(area) => visit(area),
                None => ControlFlow::Continue(()),
            })
        })
    }
}

/// Compares two sets as their sorted cell lists.
fn compare_cell_lists<const W: usize>(a: &CellSet<W>, b: &CellSet<W>) -> Ordering {
    let Some(first) = ((*a - *b) | (*b - *a)).first() else { return Ordering::Equal };
    let (other, order) = if a.contains(first) { (b, Ordering::Less) } else { (a, Ordering::Greater) };
    // The list without the cell is smaller only if it ends there.
    if other.iter().any(|cell| cell > first) { order } else { order.reverse() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_lists_compare_like_sorted_vectors() {
        for a in 0..64u64 {
            for b in 0..64u64 {
                let (a, b) = (CellSet::<1>([a]), CellSet::<1>([b]));
                let lists: [Vec<Cell>; 2] = [a.iter().collect(), b.iter().collect()];
                assert_eq!(compare_cell_lists(&a, &b), lists[0].cmp(&lists[1]), "{a:?} {b:?}");
            }
        }
    }
}
