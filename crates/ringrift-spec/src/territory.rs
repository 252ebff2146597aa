//! Disconnected regions (rules section 10; rules-live section 6).

use std::collections::BTreeSet;

use ringrift::{Action, Borders, Cell, Coord, OpenRegions, Player, RegionDuty, RegionId, Regions, TurnProgress};

use crate::SpecGame;
use crate::board::{Board, CellContent};

type Cells = BTreeSet<Coord>;

/// A candidate region, and the players who may process it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// The identity of the region in this position, including its border colour (RR-CANON-R141).
    pub id: RegionId,
    /// The cells of the region in cell order.
    pub extent: Vec<Cell>,
    /// The border markers that collapse with the region, in cell order (RR-CANON-R145).
    pub border: Vec<Cell>,
    /// The players who control a stack inside (RR-CANON-R142).
    pub colours: Vec<Player>,
    /// The players who could process the region if it were their turn (RR-CANON-R142, R143).
    pub claimants: Vec<Player>,
}

/// An area bounded by edges, collapsed cells and markers of at most one colour (RR-CANON-R141).
#[derive(Clone, PartialEq, Eq, Debug)]
struct Candidate {
    extent: Cells,
    border: Cells,
    colour: Option<Player>,
}

impl SpecGame {
    /// Returns all candidate regions, whether or not a player may process them, ordered by their cells (RR-CANON-R141).
    pub fn regions(&self) -> Vec<Region> {
        self.candidates().iter().map(|candidate| self.describe(candidate)).collect()
    }

    fn describe(&self, candidate: &Candidate) -> Region {
        let cells = |coords: &Cells| coords.iter().map(|&at| self.cell(at)).collect();
        let claimants = self.seats().into_iter().filter(|&player| self.is_eligible(candidate, player));
        Region {
            id: self.id_of(candidate),
            extent: cells(&candidate.extent),
            border: cells(&candidate.border),
            colours: self.region_colours(candidate).into_iter().collect(),
            claimants: claimants.collect(),
        }
    }

    /// Returns the candidates of all wall colours, ordered by extent: sorted cell lists in lexicographic order, a prefix
    /// first. Of candidates with equal extents only the first is kept; the one without walls comes before those with walls
    /// (RR-CANON-R040, R141; rules-live section 6).
    fn candidates(&self) -> Vec<Candidate> {
        let mut walls = vec![None];
        walls.extend(self.seats().into_iter().map(Some));
        let mut candidates: Vec<Candidate> = walls.into_iter().flat_map(|wall| self.candidates_of(wall)).collect();
        candidates.sort_by_key(|candidate| (candidate.extent.clone(), candidate.colour));
        candidates.dedup_by(|later, kept| later.extent == kept.extent);
        candidates
    }

    /// Returns the candidates bounded by the markers of one colour, or by no markers (RR-CANON-R141).
    fn candidates_of(&self, wall: Option<Player>) -> Vec<Candidate> {
        let markers: Cells = self.board.markers().filter(|&(_, owner)| Some(owner) == wall).map(|(at, _)| at).collect();
        if wall.is_some() && markers.is_empty() {
            return Vec::new();
        }
        let is_free = |at: &Coord| self.board.collapsed(*at).is_none() && !markers.contains(at);
        let free: Cells = self.board.cells().into_iter().filter(is_free).collect();
        let components = self.without_main(components(&self.board, &free));
        let candidates = components.iter().map(|inside| self.candidate(inside, &free, &markers, wall));
        candidates.filter(|candidate| wall.is_some() || self.may_be_open(candidate)).collect()
    }

    /// Reports whether a candidate without walls is a region: under some rules exactly one player must control stacks in it
    /// (rules-live section 6).
    fn may_be_open(&self, candidate: &Candidate) -> bool {
        self.rules.open_regions == OpenRegions::Lacking || self.region_colours(candidate).len() == 1
    }

    /// Returns the candidate for one component of the free cells, with the border that the rules define (RR-CANON-R141;
    /// rules-live section 6).
    fn candidate(&self, inside: &Cells, free: &Cells, markers: &Cells, wall: Option<Player>) -> Candidate {
        let with_border = |border| Candidate { extent: inside.clone(), border, colour: wall };
        match self.rules.borders {
            Borders::Seen => seen_candidate(&self.board, inside, free, markers, wall),
            Borders::Touched => with_border(touched_border(&self.board, inside)),
            Borders::Flooded => with_border(flooded_border(&self.board, inside)),
        }
    }

    /// Removes the component that is larger than every other one, under the option `no_main` (ruling D25).
    fn without_main(&self, components: Vec<Cells>) -> Vec<Cells> {
        let largest = components.iter().map(BTreeSet::len).max();
        let rivals = components.iter().filter(|component| Some(component.len()) == largest).count();
        if self.rules.regions == Regions::All || rivals > 1 {
            return components;
        }
        components.into_iter().filter(|component| Some(component.len()) != largest).collect()
    }

    /// Reports whether a player may process a region (RR-CANON-R142, R143).
    fn is_eligible(&self, candidate: &Candidate, player: Player) -> bool {
        self.lacks_a_colour(candidate) && self.can_pay_outside(candidate, player)
    }

    /// Reports whether at least one player with a ring on the board controls no stack inside (RR-CANON-R142; rules-live
    /// section 6).
    fn lacks_a_colour(&self, candidate: &Candidate) -> bool {
        self.region_colours(candidate) != self.active_colours()
    }

    /// Returns the colours of all rings on the board, buried rings included (RR-CANON-R142).
    fn active_colours(&self) -> BTreeSet<Player> {
        self.board.stacks().flat_map(|(_, stack)| stack.rings().to_vec()).collect()
    }

    /// Returns the players who control a stack in a region (RR-CANON-R142).
    fn region_colours(&self, candidate: &Candidate) -> BTreeSet<Player> {
        let inside = self.board.stacks().filter(|(at, _)| candidate.extent.contains(at));
        inside.map(|(_, stack)| stack.control()).collect()
    }

    /// Reports whether a player has a stack outside the region to pay with; rings in hand do not count (RR-CANON-R143;
    /// rules-live section 6).
    fn can_pay_outside(&self, candidate: &Candidate, player: Player) -> bool {
        self.region_payments(player).iter().any(|at| !candidate.extent.contains(at))
    }

    /// Returns the stacks with which a player can pay for a region: those the player controls; after a recovery in this turn
    /// those that hold a buried ring of the player (RR-CANON-R145; rules-live section 6).
    pub(crate) fn region_payments(&self, player: Player) -> Vec<Coord> {
        if player == self.to_move && self.turn_progress == TurnProgress::Recovered {
            self.stacks_with_buried_ring(player)
        } else {
            self.controlled(player)
        }
    }

    /// Returns the regions that the player to move may process (RR-CANON-R144).
    fn eligible(&self) -> Vec<Candidate> {
        self.candidates().into_iter().filter(|candidate| self.is_eligible(candidate, self.to_move)).collect()
    }

    /// Returns the actions of the territory phase; empty if no region is eligible (RR-CANON-R144; rules section 14).
    pub(crate) fn region_actions(&self) -> Vec<Action> {
        let eligible = self.eligible();
        let mut actions: Vec<Action> =
            eligible.iter().map(|candidate| Action::ClaimRegion { region: self.id_of(candidate) }).collect();
        if !actions.is_empty() && self.rules.region_duty == RegionDuty::Optional {
            actions.push(Action::StopTerritory);
        }
        actions
    }

    /// Collapses a region with its border for the player to move, who is credited with the rings inside (RR-CANON-R145).
    pub(crate) fn claim(&mut self, region: RegionId) {
        let Some(claimed) = self.eligible().into_iter().find(|candidate| self.id_of(candidate) == region) else {
            return;
        };
        let rings = self.board.stacks().filter(|(at, _)| claimed.extent.contains(at)).map(|(_, stack)| stack.height());
        self.credit(rings.sum());
        for &at in claimed.extent.union(&claimed.border) {
            self.board.put(at, CellContent::Collapsed(self.to_move));
        }
    }

    fn id_of(&self, candidate: &Candidate) -> RegionId {
        let first = candidate.extent.first().copied().expect("a region has cells");
        RegionId { first: self.cell(first), border: candidate.colour }
    }
}

/// Returns the candidate for one component of the free cells, as rules section 10.1 defines it (RR-CANON-R141, R145).
fn seen_candidate(board: &Board, inside: &Cells, free: &Cells, markers: &Cells, wall: Option<Player>) -> Candidate {
    let outside: Cells = free.difference(inside).copied().collect();
    let seen_from_outside = reachable(board, &outside, markers);
    let touches_inside = |at: &&Coord| board.neighbours(**at).iter().any(|next| inside.contains(next));
    let border: Cells = seen_from_outside.iter().filter(touches_inside).copied().collect();
    let enclosed: Cells = reachable(board, inside, markers).difference(&seen_from_outside).copied().collect();
    let colour = if border.is_empty() { None } else { wall };
    Candidate { extent: inside.union(&enclosed).copied().collect(), border, colour }
}

/// Returns the markers outside a region that are adjacent to it (rules-live section 6).
fn touched_border(board: &Board, inside: &Cells) -> Cells {
    let touches = |at: &Coord| board.neighbours(*at).iter().any(|next| inside.contains(next));
    board.markers().map(|(at, _)| at).filter(|at| !inside.contains(at) && touches(at)).collect()
}

/// Returns the markers outside a region that are adjacent to it, and all markers outside that are connected to them
/// (rules-live section 6).
fn flooded_border(board: &Board, inside: &Cells) -> Cells {
    let outside: Cells = board.markers().map(|(at, _)| at).filter(|at| !inside.contains(at)).collect();
    let touched = touched_border(board, inside);
    flood(&touched, &outside, |at| board.flood_neighbours(at)).union(&touched).copied().collect()
}

/// Returns the connected components of a set of cells (RR-CANON-R040, R140).
fn components(board: &Board, cells: &Cells) -> Vec<Cells> {
    let mut found: Vec<Cells> = Vec::new();
    for &at in cells {
        if !found.iter().any(|component| component.contains(&at)) {
            let start = Cells::from([at]);
            found.push(start.union(&reachable(board, &start, cells)).copied().collect());
        }
    }
    found
}

/// Returns the cells of `through` that territory steps reach from `start` without leaving `through` (RR-CANON-R003).
fn reachable(board: &Board, start: &Cells, through: &Cells) -> Cells {
    flood(start, through, |at| board.neighbours(at))
}

/// Returns the cells of `through` that `steps` reaches from `start` without leaving `through`.
fn flood(start: &Cells, through: &Cells, steps: impl Fn(Coord) -> Vec<Coord>) -> Cells {
    let mut reached = Cells::new();
    let mut waiting: Vec<Coord> = start.iter().copied().collect();
    while let Some(at) = waiting.pop() {
        for next in steps(at) {
            if through.contains(&next) && reached.insert(next) {
                waiting.push(next);
            }
        }
    }
    reached
}
