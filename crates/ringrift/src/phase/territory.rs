//! Disconnected regions (RR-CANON-R040, R140 to R145; rules section 10).
//!
//! Walls are the markers of one colour, or no markers at all. For each choice of walls, the cells that are neither
//! collapsed nor walls form connected areas. An area together with the wall clusters that touch no other area is a
//! candidate region; the walls that touch both it and another area are its border. This is equivalent to the path
//! definition of the rulebook: a wall cell is seen from outside if and only if its cluster touches another area.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use crate::action::sink::ActionSink;
use crate::action::{Action, RegionId};
use crate::board::cell_set::CellSet;
use crate::board::flood::{flood, flood_around, grow};
use crate::board::stack::Stack;
use crate::event::{CollapseCause, EliminationCause, Event, Observer, TurnStep};
use crate::phase::{Phase, TurnProgress};
use crate::player::{Player, PlayerSet};
use crate::position::PositionOf;
use crate::ruleset::options::{Borders, Forced, OpenRegions, RegionDuty, Regions};

/// A candidate region (rules section 10.1).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct CandidateRegion<const W: usize> {
    pub(crate) id: RegionId,
    pub(crate) extent: CellSet<W>,
    pub(crate) border: CellSet<W>,
}

/// The partition of the cells into areas by the walls of one colour.
pub(crate) struct Partition<const W: usize> {
    /// The colour of the walls; `None` if there are no walls.
    pub(crate) colour: Option<Player>,
    walls: CellSet<W>,
    free: CellSet<W>,
    /// One of the areas.
    first: CellSet<W>,
    /// The strictly largest area, which [`Regions::NoMain`] excludes; `None` under other rules or if there is a tie.
    main: Option<CellSet<W>>,
}

impl<const W: usize> PositionOf<W> {
    /// Enters the choice of a region, or ends the turn if no region is eligible (rules section 4.5).
    pub(crate) fn enter_territory(&mut self, observer: &mut impl Observer) {
        if self.find_claimable_region() {
            self.enter_phase(Phase::RegionChoice, observer);
        } else {
            self.report_empty_step(TurnStep::Territory, observer);
            self.leave_territory(observer);
        }
    }

    /// Continues after a region: with the choice of another, or with the end of the turn.
    pub(crate) fn continue_territory(&mut self, observer: &mut impl Observer) {
        if self.find_claimable_region() {
            self.enter_phase(Phase::RegionChoice, observer);
        } else {
            self.finish_turn(observer);
        }
    }

    /// Ends the turn, after a forced elimination if one is due (rules-live section 8).
    pub(crate) fn leave_territory(&mut self, observer: &mut impl Observer) {
        if self.must_eliminate() {
            self.enter_phase(Phase::ForcedElimination, observer);
        } else {
            self.finish_turn(observer);
        }
    }

    /// Reports whether the player to move has not changed the board and must eliminate a cap at the end of the turn
    /// (rules-live section 8).
    pub(crate) fn must_eliminate(&self) -> bool {
        self.rules.forced == Forced::Last
            && matches!(self.turn_progress, TurnProgress::Idle | TurnProgress::Swapped)
            && !self.board.controlled(self.to_move).is_empty()
    }

    /// Returns the stacks with which a player could pay for a region (RR-CANON-R143; rules-live section 6).
    pub(crate) fn region_payers(&self, player: Player) -> CellSet<W> {
        if self.turn_progress == TurnProgress::Recovered && player == self.to_move {
            self.board.buried(player)
        } else {
            self.board.controlled(player)
        }
    }

    /// Reports whether a player could process a region if it were their choice now (RR-CANON-R142, R143).
    pub fn has_claimable_region(&self, player: Player) -> bool {
        self.visit_eligible(player, &mut |_, _| ControlFlow::Break(())).is_break()
    }

    /// Reports whether the player to move could process a region; the areas found stay known.
    pub(crate) fn find_claimable_region(&mut self) -> bool {
        self.board.find_areas(self.geometry, self.rules.players) && self.has_claimable_region(self.to_move)
    }

    /// Generates the regions the player to move may process, in unspecified order, then the choice to stop if the rules
    /// allow it.
    pub(crate) fn visit_region_choices(&self, sink: &mut impl ActionSink) -> ControlFlow<()> {
        self.visit_eligible(self.to_move, &mut |partition, area| match self.region_of(partition, area) {
            Some(area) if !self.is_repeated(partition, &area) => sink.push(Action::ClaimRegion { region: area.id }),
            _ => ControlFlow::Continue(()),
        })?;
        match self.rules.region_duty {
            RegionDuty::Optional => sink.push(Action::StopTerritory),
            RegionDuty::Mandatory => ControlFlow::Continue(()),
        }
    }

    /// Compares two choices in the order of legal actions.
    pub(crate) fn compare_region_choices(&self, a: Action, b: Action) -> Ordering {
        match (a, b) {
            (Action::ClaimRegion { region: a }, Action::ClaimRegion { region: b }) => self.compare_regions(a, b),
            _ => a.cmp(&b),
        }
    }

    /// Compares two regions by their sorted cell lists; a list precedes its extensions (rules section 15).
    pub(crate) fn compare_regions(&self, a: RegionId, b: RegionId) -> Ordering {
        a.first.cmp(&b.first).then_with(|| match (self.find_region(a), self.find_region(b)) {
            (Some(a), Some(b)) => compare_cell_lists(&a.extent, &b.extent),
            _ => a.cmp(&b),
        })
    }

    /// Collapses a region to the player to move (RR-CANON-R145 steps 1 to 3).
    pub(crate) fn play_region(&mut self, region: RegionId, observer: &mut impl Observer) {
        if let Some(CandidateRegion { extent, border, .. }) = self.find_region(region) {
            for at in &(self.board.all_stacks() & extent) {
                let rings = self.board.stack(at);
                self.board.put_stack(self.geometry, at, Stack::EMPTY);
                self.credit(at, rings, EliminationCause::Region, observer);
            }
            let owner = self.to_move;
            self.board.collapse_all(self.geometry, &(extent | border), owner);
            for (cells, cause) in [(&extent, CollapseCause::Region), (&border, CollapseCause::Border)] {
                for at in cells {
                    observer.observe(Event::Collapsed { at, owner, cause });
                }
            }
            let (cells, border) = (extent.len() as u16, border.len() as u16);
            observer.observe(Event::RegionClaimed { region, cells, border });
        }
        self.enter_phase(Phase::RegionPayment, observer);
    }

    /// Returns the players with a ring on the board, buried rings included (RR-CANON-R142).
    pub fn colours_on_board(&self) -> PlayerSet {
        Player::seats(self.rules.players).filter(|&player| self.board.has_ring(player)).collect()
    }

    /// Reports whether a player with these paying stacks may process a region of these cells; `active` are the colours
    /// on the board (RR-CANON-R142, R143).
    #[inline]
    pub(crate) fn is_eligible(&self, payers: &CellSet<W>, cells: &CellSet<W>, active: PlayerSet) -> bool {
        !(*payers - *cells).is_empty() && self.board.controllers_in(cells).is_proper_subset(active)
    }

    /// Reports whether an area can be a region. `colour` is the colour of the walls that enclose it; `None` if it has
    /// no walls (rules-live section 6).
    #[inline]
    pub(crate) fn may_be_region(&self, colour: Option<Player>, area: &CellSet<W>) -> bool {
        colour.is_some()
            || self.rules.open_regions == OpenRegions::Lacking
            || self.board.controllers_in(area).len() == 1
    }

    /// Visits the areas that form eligible regions for a player; a region without a marker border can be visited more
    /// than once.
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

    /// Visits the partition of each wall colour that divides the board.
    ///
    /// An undivided board is not visited: its only area contains all stacks, so no player could pay for it
    /// (RR-CANON-R143).
    pub(crate) fn visit_partitions(&self, visit: &mut impl FnMut(&Partition<W>) -> ControlFlow<()>) -> ControlFlow<()> {
        for colour in std::iter::once(None).chain(Player::seats(self.rules.players).map(Some)) {
            if let Some(partition) = self.partition(colour) {
                visit(&partition)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the partition by walls of a colour; `None` if there is only one area, or no wall of the colour.
    #[inline]
    fn partition(&self, colour: Option<Player>) -> Option<Partition<W>> {
        let walls = colour.map_or(CellSet::EMPTY, |player| self.board.markers(player));
        if self.board.areas().is_undivided(colour) || colour.is_some() && walls.is_empty() {
            return None;
        }
        let free = self.board.free(self.geometry, colour);
        let first = match self.board.areas().get(colour) {
            Some(area) => area,
            None => flood(self.geometry, CellSet::of(free.first()?), free),
        };
        if first == free {
            return None;
        }
        let mut partition = Partition { colour, walls, free, first, main: None };
        if self.rules.regions == Regions::NoMain {
            partition.main = self.strictly_largest(&partition);
        }
        Some(partition)
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
            area = match partition.main {
                Some(main) if main.contains(cell) => main,
                _ => flood(self.geometry, CellSet::of(cell), rest),
            };
        }
    }

    fn strictly_largest(&self, partition: &Partition<W>) -> Option<CellSet<W>> {
        let mut largest = None;
        let mut size = 0;
        let mut rest = partition.free.len();
        let _ = self.visit_areas(partition, &mut |area| {
            let cells = area.len();
            match cells.cmp(&size) {
                Ordering::Greater => (largest, size) = (Some(area), cells),
                Ordering::Equal => largest = None,
                Ordering::Less => {}
            }
            rest -= cells;
            // No other area can be as large.
            if rest < size { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        largest
    }

    /// Returns the region of an area, with its border (rules section 10.1; rules-live section 6).
    fn region_of(&self, partition: &Partition<W>, area: CellSet<W>) -> Option<CandidateRegion<W>> {
        match self.rules.borders {
            Borders::Seen => self.candidate(partition, area),
            Borders::Touched => self.plain_region(partition, area, false),
            Borders::Flooded => self.plain_region(partition, area, true),
        }
    }

    /// Returns the region that consists of the area alone. Its border is the markers that touch it and, if `flooded`,
    /// the markers connected with those.
    fn plain_region(&self, partition: &Partition<W>, extent: CellSet<W>, flooded: bool) -> Option<CandidateRegion<W>> {
        let markers = self.board.all_markers() - extent;
        let touched = grow(self.geometry, extent) & markers;
        let border = if flooded { flood_around(self.geometry, touched, markers) } else { touched };
        let id = RegionId { first: extent.first()?, border: partition.colour };
        Some(CandidateRegion { id, extent, border })
    }

    /// Returns the candidate region of an area: the area with the walls it encloses, and its border (rules section
    /// 10.1).
    fn candidate(&self, partition: &Partition<W>, area: CellSet<W>) -> Option<CandidateRegion<W>> {
        let touched = grow(self.geometry, area) & partition.walls;
        let beside_others = grow(self.geometry, partition.free - area);
        let (mut extent, mut border) = (area, touched);
        // Usually each wall that touches the area touches another one too; then the area encloses no walls.
        if !(touched - beside_others).is_empty() {
            let clusters = flood(self.geometry, touched, partition.walls);
            let outer = flood(self.geometry, clusters & beside_others, clusters);
            extent = area | (clusters - outer);
            border = touched & outer;
        }
        let colour = partition.colour.filter(|_| !border.is_empty());
        Some(CandidateRegion { id: RegionId { first: extent.first()?, border: colour }, extent, border })
    }

    /// Reports whether an earlier partition, without walls or of a smaller seat, has the same candidate region.
    ///
    /// Under [`Borders::Seen`] only a region without a border can repeat. The partition without walls contains this
    /// region too, unless that partition excludes the region as its main area.
    fn is_repeated(&self, partition: &Partition<W>, area: &CandidateRegion<W>) -> bool {
        let is_plain = self.rules.borders != Borders::Seen;
        let Some(colour) = partition.colour.filter(|_| is_plain || area.id.border.is_none()) else { return false };
        let earlier = Player::seats(self.rules.players).take_while(|&player| player < colour).map(Some);
        if is_plain {
            return std::iter::once(None).chain(earlier).any(|earlier| self.is_area_of(earlier, &area.extent));
        }
        let mut repeated = false;
        let _ = self.visit_partitions(&mut |earlier| {
            if earlier.colour == Some(colour) {
                return ControlFlow::Break(());
            }
            self.visit_areas(earlier, &mut |other| {
                repeated |= other.intersects(&area.extent)
                    && self.may_be_region(earlier.colour, &other)
                    && self.candidate(earlier, other).is_some_and(|candidate| candidate.id == area.id);
                if repeated { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        repeated
    }

    /// Reports whether a connected set of cells is an area that forms a region between the walls of a colour. No flood is needed: it
    /// is an area if all its cells are free and no free cell touches it.
    fn is_area_of(&self, colour: Option<Player>, cells: &CellSet<W>) -> bool {
        let walls = colour.map_or(CellSet::EMPTY, |player| self.board.markers(player));
        let free = self.geometry.all_cells() - (self.board.all_collapsed() | walls);
        // A colour needs at least one wall, and an undivided board has no region.
        (colour.is_none() || !walls.is_empty())
            && (*cells - free).is_empty()
            && *cells != free
            && (grow(self.geometry, *cells) & free) == *cells
            && self.may_be_region(colour, cells)
            && (self.rules.regions != Regions::NoMain || !self.is_strictly_largest(colour, walls, free, cells))
    }

    /// Reports whether an area is larger than every other one between the walls of a colour.
    fn is_strictly_largest(
        &self,
        colour: Option<Player>,
        walls: CellSet<W>,
        free: CellSet<W>,
        area: &CellSet<W>,
    ) -> bool {
        self.strictly_largest(&Partition { colour, walls, free, first: *area, main: None }) == Some(*area)
    }

    /// Returns the candidate region with this identity.
    pub(crate) fn find_region(&self, id: RegionId) -> Option<CandidateRegion<W>> {
        if let Some(region) = self.region_beginning_at(id) {
            return Some(region);
        }
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

    /// Returns the candidate region with this identity if its first cell belongs to its area, as it nearly always does.
    fn region_beginning_at(&self, id: RegionId) -> Option<CandidateRegion<W>> {
        let partition = self.partition(id.border)?;
        let area = if partition.first.contains(id.first) {
            partition.first
        } else {
            flood(self.geometry, CellSet::of(id.first), partition.free)
        };
        if area.is_empty() || partition.main == Some(area) || !self.may_be_region(partition.colour, &area) {
            return None;
        }
        let region = self.region_of(&partition, area).filter(|region| region.id == id)?;
        (self.rules.borders == Borders::Seen || !self.is_repeated(&partition, &region)).then_some(region)
    }

    /// Visits all candidate regions except an undivided board; regions can repeat under [`Borders::Seen`].
    pub(crate) fn visit_candidates(
        &self,
        visit: &mut impl FnMut(CandidateRegion<W>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.visit_partitions(&mut |partition| {
            self.visit_areas(partition, &mut |area| match self.region_of(partition, area) {
                // Under other rules than `Seen` several colours can form the same region; only the first is visited.
                Some(region) if self.rules.borders != Borders::Seen && self.is_repeated(partition, &region) => {
                    ControlFlow::Continue(())
                }
                Some(region) if self.may_be_region(partition.colour, &area) => visit(region),
                _ => ControlFlow::Continue(()),
            })
        })
    }
}

/// Compares two sets by their sorted cell lists.
fn compare_cell_lists<const W: usize>(a: &CellSet<W>, b: &CellSet<W>) -> Ordering {
    let Some(first) = ((*a - *b) | (*b - *a)).first() else { return Ordering::Equal };
    let (other, order) = if a.contains(first) { (b, Ordering::Less) } else { (a, Ordering::Greater) };
    // The list that lacks the cell is smaller only if it has no greater cell: then it is a prefix of the other list.
    if other.iter().any(|cell| cell > first) { order } else { order.reverse() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::kind::Cell;

    #[test]
    fn cell_sets_compare_like_sorted_vectors() {
        for a in 0..64u64 {
            for b in 0..64u64 {
                let (a, b) = (CellSet::<1>([a]), CellSet::<1>([b]));
                let lists: [Vec<Cell>; 2] = [a.iter().collect(), b.iter().collect()];
                assert_eq!(compare_cell_lists(&a, &b), lists[0].cmp(&lists[1]), "{a:?} {b:?}");
            }
        }
    }
}
