//! Disconnected regions (RR-CANON-R040, R140 to R145; rules.md section 10).
//!
//! For every wall colour, and for none, the cells that are neither collapsed nor walls fall into areas. An area with the
//! wall clusters that touch no other area is a candidate region; the walls that touch it and another area as well are its
//! border. Both facts follow from the path definition of the rulebook: a wall cell is seen from outside exactly if its
//! cluster touches another area.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use crate::action::{Action, RegionId};
use crate::board_kind::{Cell, Coord};
use crate::cell_set::CellSet;
use crate::choices::{Borders, Forced, OpenRegions, RegionDuty, Regions};
use crate::event::{CollapseCause, EliminationCause, Event, Observer, TurnStep};
use crate::flood::{flood, grow};
use crate::phase::{Phase, TurnProgress};
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
pub(crate) struct Partition<const W: usize> {
    pub(crate) colour: Option<Player>,
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
            self.note_empty(TurnStep::Territory, observer);
            self.leave_territory(observer);
        }
    }

    /// The same after a region: nothing is told if there is no other.
    pub(crate) fn go_on_with_territory(&mut self, observer: &mut impl Observer) {
        if self.has_claimable_region(self.to_move) {
            self.wait_for(Phase::RegionChoice, observer);
        } else {
            self.finish_turn(observer);
        }
    }

    /// Ends the turn, unless a cap has to be given up first (live 8).
    pub(crate) fn leave_territory(&mut self, observer: &mut impl Observer) {
        if self.must_give_up() {
            self.wait_for(Phase::ForcedElimination, observer);
        } else {
            self.finish_turn(observer);
        }
    }

    /// Whether the player to move has changed nothing in his turn and must give up a cap at its end (live 8).
    pub(crate) fn must_give_up(&self) -> bool {
        self.rules.forced == Forced::Last
            && matches!(self.turn_progress, TurnProgress::Idle | TurnProgress::Swapped)
            && !self.board.controlled(self.to_move).is_empty()
    }

    /// The stacks with which a player could pay for a region (RR-CANON-R143; live 6).
    pub(crate) fn region_payers(&self, player: Player) -> CellSet<W> {
        if self.turn_progress == TurnProgress::Recovered && player == self.to_move {
            self.board.buried(player)
        } else {
            self.board.controlled(player)
        }
    }

    /// Whether a player could process some region if he were to choose one now (RR-CANON-R142, R143).
    pub fn has_claimable_region(&self, player: Player) -> bool {
        self.visit_eligible(player, &mut |_, _| ControlFlow::Break(())).is_break()
    }

    /// Shows the regions the player to move may process, in no particular order, and stopping where that is allowed.
    pub(crate) fn visit_region_choices(&self, sink: &mut impl Sink) -> ControlFlow<()> {
        self.visit_eligible(self.to_move, &mut |partition, area| match self.region_of(partition, area) {
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
                self.credit(at, rings, EliminationCause::Region, observer);
            }
            for at in &extent {
                self.clear_and_collapse(at, CollapseCause::Region, observer);
            }
            for at in &border {
                self.clear_and_collapse(at, CollapseCause::Border, observer);
            }
            let (cells, border) = (extent.len() as u16, border.len() as u16);
            observer.observe(Event::RegionClaimed { region, cells, border });
        }
        self.wait_for(Phase::RegionPayment, observer);
    }

    fn clear_and_collapse(&mut self, at: Cell, cause: CollapseCause, observer: &mut impl Observer) {
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
    pub(crate) fn is_eligible(&self, payers: &CellSet<W>, cells: &CellSet<W>, active: PlayerSet) -> bool {
        !(*payers - *cells).is_empty() && self.board.controllers_in(cells).is_proper_subset(active)
    }

    /// Whether an area can be a region at all, by the walls around it (live 6).
    #[inline]
    pub(crate) fn may_be_region(&self, colour: Option<Player>, area: &CellSet<W>) -> bool {
        colour.is_some()
            || self.rules.open_regions == OpenRegions::Lacking
            || self.board.controllers_in(area).len() == 1
    }

    /// Shows the areas that make eligible regions for a player; a region without marker border can come up repeatedly.
    fn visit_eligible(
        &self,
        player: Player,
        visit: &mut impl FnMut(&Partition<W>, CellSet<W>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let payers = self.region_payers(player);
        if payers.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut active = None;
        self.visit_partitions(&mut |partition| {
            self.visit_areas(partition, &mut |area| {
                let active = *active.get_or_insert_with(|| self.colours_on_board());
                if self.is_eligible(&payers, &area, active) && self.may_be_region(partition.colour, &area) {
                    visit(partition, area)
                } else {
                    ControlFlow::Continue(())
                }
            })
        })
    }

    /// Shows every wall colour that divides the board, and how.
    ///
    /// An undivided board is left out: its only area holds all stacks, so nobody could pay for it (RR-CANON-R143).
    pub(crate) fn visit_partitions(&self, visit: &mut impl FnMut(&Partition<W>) -> ControlFlow<()>) -> ControlFlow<()> {
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

    pub(crate) fn visit_areas(
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

    /// The region of an area, with its border (rules.md 10.1; live 6).
    fn region_of(&self, partition: &Partition<W>, area: CellSet<W>) -> Option<Area<W>> {
        match self.rules.borders {
            Borders::Seen => self.candidate(partition, area),
            Borders::Touched => self.plain_region(partition, area, false),
            Borders::Flooded => self.plain_region(partition, area, true),
        }
    }

    /// The region that is an area and nothing more; its border are the markers that touch it, and where that is the rule those
    /// connected with them.
    fn plain_region(&self, partition: &Partition<W>, extent: CellSet<W>, flooded: bool) -> Option<Area<W>> {
        let markers = self.board.all_markers() - extent;
        let touched = grow(self.geometry, extent) & markers;
        let border = if flooded { self.flood_around(touched, markers) } else { touched };
        let id = RegionId { first: extent.first()?, border: partition.colour };
        Some(Area { id, extent, border })
    }

    /// All cells of a set that are connected with some of them by steps of at most 1 in `x` and `y`, whatever the board.
    fn flood_around(&self, seeds: CellSet<W>, within: CellSet<W>) -> CellSet<W> {
        let board = self.rules.board;
        let mut found = seeds;
        let mut open: Vec<Cell> = seeds.iter().collect();
        while let Some(cell) = open.pop() {
            let Coord { x, y } = board.coord(cell);
            let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Coord { x: x + dx, y: y + dy }));
            for next in around.filter_map(|at| board.cell(at)) {
                if within.contains(next) && !found.contains(next) {
                    found.insert(next);
                    open.push(next);
                }
            }
        }
        found
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
    /// Where borders are seen walls, only a region without border can be made twice, and it is made without walls unless that
    /// is left out as the main area.
    fn is_repeated(&self, partition: &Partition<W>, area: &Area<W>) -> bool {
        let is_plain = self.rules.borders != Borders::Seen;
        let Some(colour) = partition.colour.filter(|_| is_plain || area.id.border.is_none()) else { return false };
        let mut repeated = false;
        let _ = self.visit_partitions(&mut |earlier| {
            if earlier.colour == Some(colour) {
                return ControlFlow::Break(());
            }
            self.visit_areas(earlier, &mut |other| {
                let same = if is_plain {
                    other == area.extent && self.may_be_region(earlier.colour, &other)
                } else {
                    other.intersects(&area.extent)
                        && self.may_be_region(earlier.colour, &other)
                        && self.candidate(earlier, other).is_some_and(|candidate| candidate.id == area.id)
                };
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
            self.visit_areas(partition, &mut |area| match self.region_of(partition, area) {
                // Where borders are not walls, the same region can be found with several colours; the first one stands for it.
                Some(region) if self.rules.borders != Borders::Seen && self.is_repeated(partition, &region) => {
                    ControlFlow::Continue(())
                }
                Some(region) if self.may_be_region(partition.colour, &area) => visit(region),
                _ => ControlFlow::Continue(()),
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
