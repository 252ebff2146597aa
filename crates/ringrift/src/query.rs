//! Questions about a position that need no player to be at move: what each player could do, his lines, all regions.

use std::ops::ControlFlow;

use crate::action::{Action, Line, RegionId};
use crate::action_list::ActionList;
use crate::board_kind::Cell;
use crate::cell_set::CellSet;
use crate::geometry::Direction;
use crate::player::{ByPlayer, Player, PlayerSet};
use crate::position::PositionOf;
use crate::setup::FinishedGames;
use crate::stack::Stack;

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

/// How freely a player can act on the board, without placing.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Mobility {
    /// His moves that capture nothing.
    pub moves: u32,
    /// His capture segments, all landings counted.
    pub captures: u32,
    /// The stacks of others that he could capture from, each counted once for every stack of his that could.
    pub targets: u32,
    /// His stacks that can neither move nor capture.
    pub stuck: u32,
}

/// What the most worthwhile region would bring a player, if he could claim one now.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Claim {
    /// Cells that would collapse, without the border.
    pub cells: u32,
    /// Rings in it, of all colours.
    pub rings: u32,
}

/// The ways to continue a capture, each to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaptureChains {
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
    pub fn capture_chains(&self, from: Cell, limit: usize) -> CaptureChains {
        let mut found = CaptureChains { chains: Vec::new(), complete: true };
        let controller = if self.is_on_board(from) { self.board.stack(from).top() } else { None };
        if let Some(player) = controller {
            let mut start = self.clone();
            start.to_move = player;
            start.extend_chains(from, &mut Vec::new(), limit, &mut found);
        }
        found
    }

    fn extend_chains(&self, from: Cell, chain: &mut Vec<Action>, limit: usize, found: &mut CaptureChains) {
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

    /// The position in which it is the turn of a player now, the others between left out; none if he could not decide anything
    /// then, or the game were over.
    pub fn as_if_turn_of(&self, player: Player) -> Option<PositionOf<W>> {
        let mut setup = self.to_setup();
        (setup.to_move, setup.phase, setup.turn_progress) = (player, None, None);
        let position = PositionOf::from_setup(&setup, FinishedGames::Allow, &mut ()).ok()?;
        (position.to_move == player && !position.phase.is_over()).then_some(position)
    }

    /// The rings on a cell; none if no stack is there.
    #[inline]
    pub fn stack(&self, cell: Cell) -> Stack {
        self.board.stack(cell)
    }

    /// How freely a player could act on the board, as if he were to move (RR-CANON-R091, R101).
    pub fn mobility(&self, player: Player) -> Mobility {
        let terrain = self.terrain(player);
        let mut found = Mobility::default();
        for from in &self.board.controlled(player) {
            let stack = self.board.stack(from);
            let view = terrain.view(self.geometry, from);
            let moves = terrain.landings(self.geometry, &view, from, stack.height()).len();
            let mut captures = 0;
            for over in &(view.obstacles & terrain.stacks) {
                if self.board.stack(over).cap() <= stack.cap() {
                    let landings = self.capture_landings(&terrain, from, over, stack.height()).len();
                    captures += landings;
                    found.targets += u32::from(landings > 0 && !self.board.controlled(player).contains(over));
                }
            }
            found.moves += moves;
            found.captures += captures;
            found.stuck += u32::from(moves + captures == 0);
        }
        found
    }

    /// For every player the region that would bring him most cells, of those he could claim if he were to choose now
    /// (RR-CANON-R142, R143).
    pub fn best_claims(&self) -> ByPlayer<Claim> {
        let mut best = ByPlayer::<Claim>::default();
        let mut active = None;
        let _ = self.visit_partitions(&mut |partition| {
            let active = *active.get_or_insert_with(|| self.colours_on_board());
            self.visit_areas(partition, &mut |area| {
                if self.board.controllers_in(&area).is_proper_subset(active)
                    && self.may_be_region(partition.colour, &area)
                {
                    self.note_claim(&area, &mut best);
                }
                ControlFlow::Continue(())
            })
        });
        best
    }

    fn note_claim(&self, area: &CellSet<W>, best: &mut ByPlayer<Claim>) {
        let cells = area.len();
        for player in Player::seats(self.rules.players) {
            if cells > best[player].cells && !(self.board.controlled(player) - *area).is_empty() {
                let rings = (self.board.all_stacks() & *area).iter().map(|at| self.board.stack(at).height()).sum();
                best[player] = Claim { cells, rings };
            }
        }
    }

    /// How often so many markers of a player stand next to each other in a row; a longer row counts several times.
    pub fn count_rows(&self, player: Player, length: u8) -> u32 {
        let markers = self.board.markers(player);
        self.geometry.axes().map(|axis| self.count_rows_along(&markers, self.geometry.forward(axis), length)).sum()
    }

    fn count_rows_along(&self, markers: &CellSet<W>, forward: Direction, length: u8) -> u32 {
        let Some(stride) = self.geometry.stride(forward) else {
            let is_row = |&first: &Cell| {
                let more = self.geometry.ray(first, forward).take_while(|&cell| markers.contains(cell));
                more.take(usize::from(length) - 1).count() + 1 == usize::from(length)
            };
            return markers.iter().filter(is_row).count() as u32;
        };
        let mut starts = *markers;
        for _ in 1..length {
            starts = *markers & starts.behind(stride) & self.geometry.margin(forward, 1);
        }
        starts.len()
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
