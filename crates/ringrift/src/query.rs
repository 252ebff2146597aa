//! Questions about a position that need no player to be at move: what each player could do, his lines, all regions.

use std::ops::ControlFlow;

use crate::action::{Action, Line, RegionId};
use crate::action_list::ActionList;
use crate::board_kind::Cell;
use crate::cell_set::CellSet;
use crate::player::{Player, PlayerSet};
use crate::position::PositionOf;

/// A candidate region with everything that decides about it (RR-CANON-R141 to R143).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// What identifies it, its border colour included.
    pub id: RegionId,
    /// Its cells in cell order, enclosed markers of the border colour included.
    pub cells: Vec<Cell>,
    /// The border markers that would collapse with it, in cell order.
    pub border: Vec<Cell>,
    /// The players who control a stack in it.
    pub colours: PlayerSet,
    /// The players who could process it if they were to move: some colour is missing in it and they control a stack
    /// outside to pay with.
    pub claimants: PlayerSet,
}

/// The ways to continue a capture, each to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chains {
    /// Each chain as its segments.
    pub chains: Vec<Vec<Action>>,
    /// Whether these are all; false if there were more than asked for.
    pub complete: bool,
}

impl<const W: usize> PositionOf<W> {
    /// The legal placements of a player, as if he were to place (RR-CANON-R081, R082).
    pub fn placements(&self, player: Player) -> Vec<Action> {
        collect_actions(|list| self.visit_placements(player, list))
    }

    /// The non-capture moves of a player's stacks (RR-CANON-R091).
    pub fn moves(&self, player: Player) -> Vec<Action> {
        let mut actions = self.board_actions(player);
        actions.retain(|action| matches!(action, Action::Move { .. }));
        actions
    }

    /// The capture segments of a player's stacks (RR-CANON-R101).
    pub fn captures(&self, player: Player) -> Vec<Action> {
        let mut actions = self.board_actions(player);
        actions.retain(|action| matches!(action, Action::Capture { .. }));
        actions
    }

    /// The moves and capture segments of a player's stacks, in the order of legal actions.
    pub fn board_actions(&self, player: Player) -> Vec<Action> {
        collect_actions(|list| self.visit_board_actions(player, list))
    }

    /// The capture segments of the stack on a cell; none if there is no stack.
    pub fn captures_from(&self, from: Cell) -> Vec<Action> {
        if !self.is_on_board(from) {
            return Vec::new();
        }
        collect_actions(|list| self.visit_captures(from, list))
    }

    /// All chains of captures that the stack on a cell could make if its controller were to capture with it now, each
    /// continued as long as it must be (RR-CANON-R103). At most `limit` chains are listed.
    ///
    /// ```
    /// use ringrift::{Position, Ruleset, BoardKind};
    /// let rules = Ruleset::canon(BoardKind::Square8, 2)?;
    /// let position = Position::parse_with("S a1=1,b1=2,d1=2,h8=2", &rules)?;
    /// let chains = position.capture_chains(BoardKind::Square8.parse_cell("a1")?, 100);
    /// assert!(chains.complete);
    /// assert_eq!(chains.chains.iter().map(Vec::len).max(), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn capture_chains(&self, from: Cell, limit: usize) -> Chains {
        let mut found = Chains { chains: Vec::new(), complete: true };
        let controller = if self.is_on_board(from) { self.board.stack(from).top() } else { None };
        if let Some(player) = controller {
            let mut start = self.clone();
            start.to_move = player;
            start.extend_chains(from, &mut Vec::new(), limit, &mut found);
        }
        found
    }

    fn extend_chains(&self, from: Cell, chain: &mut Vec<Action>, limit: usize, found: &mut Chains) {
        let segments =
            if self.board.controlled(self.to_move).contains(from) { self.captures_from(from) } else { Vec::new() };
        if segments.is_empty() && !chain.is_empty() {
            if found.chains.len() < limit {
                found.chains.push(chain.clone());
            } else {
                found.complete = false;
            }
        }
        for segment in segments {
            if !found.complete {
                return;
            }
            let Action::Capture { over, to, .. } = segment else { continue };
            let mut next = self.clone();
            next.travel(from, Some(over), to, &mut ());
            chain.push(segment);
            next.extend_chains(to, chain, limit, found);
            chain.pop();
        }
    }

    /// The eligible lines of a player, payable or not, in their order (RR-CANON-R120).
    pub fn lines(&self, player: Player) -> Vec<Line> {
        collect(|mut visit| self.visit_lines(player, &mut visit))
    }

    /// All candidate regions, in their order, whoever could process them (RR-CANON-R141 to R143).
    ///
    /// The undivided board is not listed: all stacks are in it, so nobody ever can.
    pub fn regions(&self) -> Vec<Region> {
        let active = self.colours_on_board();
        let mut areas = collect(|mut visit| self.visit_candidates(&mut visit));
        areas.sort_by(|a, b| self.compare_regions(a.id, b.id));
        areas.dedup_by(|later, area| later.extent == area.extent);
        let seats = || Player::seats(self.rules.players);
        let region = |extent: &CellSet<W>| {
            seats().filter(|&player| self.is_eligible(&self.region_payers(player), extent, active)).collect()
        };
        areas
            .iter()
            .map(|area| Region {
                id: area.id,
                cells: area.extent.iter().collect(),
                border: area.border.iter().collect(),
                colours: self.board.controllers_in(&area.extent),
                claimants: region(&area.extent),
            })
            .collect()
    }

    fn is_on_board(&self, cell: Cell) -> bool {
        cell.0 < self.rules.board.cells()
    }
}

/// All actions that are found.
fn collect_actions(find: impl FnOnce(&mut ActionList) -> ControlFlow<()>) -> Vec<Action> {
    let mut list = ActionList::new();
    let _ = find(&mut list);
    list.to_vec()
}

/// Everything that a visit shows.
fn collect<T>(visit: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<()>) -> ControlFlow<()>) -> Vec<T> {
    let mut items = Vec::new();
    let _ = visit(&mut |item| {
        items.push(item);
        ControlFlow::Continue(())
    });
    items
}
