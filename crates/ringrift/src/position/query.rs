//! Queries about a position for any player, not only the player to move: possible actions, lines, regions, mobility.

use std::ops::ControlFlow;

use crate::action::list::ActionList;
use crate::action::{Action, Line, RegionId};
use crate::board::cell_set::CellSet;
use crate::board::geometry::Direction;
use crate::board::kind::Cell;
use crate::board::stack::Stack;
use crate::player::{ByPlayer, Player, PlayerSet};
use crate::position::PositionOf;
use crate::position::setup::FinishedGames;

/// A candidate region with the data that determines who can process it (RR-CANON-R141 to R143).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// The identity of the region in this position.
    pub id: RegionId,
    /// The cells in cell order, including enclosed markers of the border colour.
    pub cells: Vec<Cell>,
    /// The cells of the border markers that collapse with the region, in cell order.
    pub border: Vec<Cell>,
    /// The players who control a stack in the region.
    pub colours: PlayerSet,
    /// The players who could process the region if they were to move: at least one colour on the board controls no
    /// stack in the region, and the player has a stack outside it to pay with.
    pub claimants: PlayerSet,
}

/// The number of actions of a player on the board, without placements.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Mobility {
    /// The number of non-capture moves.
    pub moves: u32,
    /// The number of capture segments, each landing counted.
    pub captures: u32,
    /// The number of pairs of a stack of the player and a stack of an opponent in which the first can capture from the
    /// second.
    pub targets: u32,
    /// The number of the player's stacks that can neither move nor capture.
    pub stuck: u32,
}

/// The gain of the largest region a player could claim now; all 0 if there is none.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Claim {
    /// The number of cells that would collapse, without the border.
    pub cells: u32,
    /// The number of rings in the region, of all colours.
    pub rings: u32,
}

/// The chains of captures of a stack, each played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaptureChains {
    /// The segments of each chain, in order.
    pub chains: Vec<Vec<Action>>,
    /// False if there are more chains than the requested limit.
    pub complete: bool,
}

impl<const W: usize> PositionOf<W> {
    /// Returns the legal placements of a player, as if they were to place now (RR-CANON-R081, R082).
    pub fn placements(&self, player: Player) -> Vec<Action> {
        collect_actions(|list| self.visit_placements(player, list))
    }

    /// Returns the non-capture moves of a player's stacks (RR-CANON-R091).
    pub fn moves(&self, player: Player) -> Vec<Action> {
        let mut actions = self.board_actions(player);
        actions.retain(|action| matches!(action, Action::Move { .. }));
        actions
    }

    /// Returns the capture segments of a player's stacks (RR-CANON-R101).
    pub fn captures(&self, player: Player) -> Vec<Action> {
        let mut actions = self.board_actions(player);
        actions.retain(|action| matches!(action, Action::Capture { .. }));
        actions
    }

    /// Returns the moves and capture segments of a player's stacks, in the order of
    /// [`legal_actions_into`](PositionOf::legal_actions_into).
    pub fn board_actions(&self, player: Player) -> Vec<Action> {
        collect_actions(|list| self.visit_board_actions(player, list))
    }

    /// Returns the capture segments of the stack on a cell; empty if there is no stack.
    pub fn captures_from(&self, from: Cell) -> Vec<Action> {
        if !self.is_on_board(from) {
            return Vec::new();
        }
        collect_actions(|list| self.visit_captures(from, list))
    }

    /// Returns the chains of captures of the stack on a cell, as if its controller were to capture with it now, each
    /// continued as long as it must be (RR-CANON-R103). Lists at most `limit` chains.
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

    /// Returns the eligible lines of a player by axis and first cell, whether or not the player can pay
    /// (RR-CANON-R120).
    pub fn lines(&self, player: Player) -> Vec<Line> {
        collect(|mut visit| self.visit_lines(player, &mut visit))
    }

    /// Returns the cells of a candidate region; empty if there is no such region (RR-CANON-R141).
    pub fn region_cells(&self, region: RegionId) -> CellSet<W> {
        self.find_region(region).map_or(CellSet::EMPTY, |region| region.extent)
    }

    /// Returns all candidate regions in the order of legal actions, whether or not a player can process them
    /// (RR-CANON-R141 to R143).
    ///
    /// An undivided board is not listed: it contains all stacks, so no player could pay for it.
    pub fn regions(&self) -> Vec<Region> {
        let active = self.colours_on_board();
        let mut areas = collect(|mut visit| self.visit_candidates(&mut visit));
        areas.sort_by(|a, b| self.compare_regions(a.id, b.id));
        areas.dedup_by(|later, area| later.extent == area.extent);
        let seats = || Player::seats(self.rules.players);
        let claimants = |extent: &CellSet<W>| {
            seats().filter(|&player| self.is_eligible(&self.region_payers(player), extent, active)).collect()
        };
        areas
            .iter()
            .map(|area| Region {
                id: area.id,
                cells: area.extent.iter().collect(),
                border: area.border.iter().collect(),
                colours: self.board.controllers_in(&area.extent),
                claimants: claimants(&area.extent),
            })
            .collect()
    }

    /// Returns the position as if it were the start of a player's turn; `None` if the player would have no decision in
    /// that turn or the game would be over.
    pub fn as_if_turn_of(&self, player: Player) -> Option<PositionOf<W>> {
        let mut setup = self.to_setup();
        (setup.to_move, setup.phase, setup.turn_progress) = (player, None, None);
        let position = PositionOf::from_setup(&setup, FinishedGames::Allow, &mut ()).ok()?;
        (position.to_move == player && !position.phase.is_over()).then_some(position)
    }

    /// Returns the rings on a cell; an empty stack if there are none.
    #[inline]
    pub fn stack(&self, cell: Cell) -> Stack {
        self.board.stack(cell)
    }

    /// Counts the actions of a player on the board, as if they were to move now (RR-CANON-R091, R101).
    pub fn mobility(&self, player: Player) -> Mobility {
        let terrain = self.terrain(player);
        let mut found = Mobility::default();
        for from in &self.board.controlled(player) {
            let stack = self.board.stack(from);
            let reach = terrain.reach(self.geometry, from, stack.height());
            let moves = reach.landings.len();
            let mut captures = 0;
            for over in &reach.targets {
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

    /// Returns for each player the gain of the largest region they could claim, as if they were to choose now
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
                    self.update_best_claims(&area, &mut best);
                }
                ControlFlow::Continue(())
            })
        });
        best
    }

    fn update_best_claims(&self, area: &CellSet<W>, best: &mut ByPlayer<Claim>) {
        let cells = area.len();
        for player in Player::seats(self.rules.players) {
            if cells > best[player].cells && !(self.board.controlled(player) - *area).is_empty() {
                let rings = (self.board.all_stacks() & *area).iter().map(|at| self.board.stack(at).height()).sum();
                best[player] = Claim { cells, rings };
            }
        }
    }

    /// Counts the runs of `length` adjacent markers of a player along all axes; a longer run contains several of them.
    pub fn count_rows(&self, player: Player, length: u8) -> u32 {
        if W > 1 {
            return self.board.lines().count_runs(player, length);
        }
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
            starts = *markers & starts.shifted_back(stride) & self.geometry.margin(forward, 1);
        }
        starts.len()
    }

    fn is_on_board(&self, cell: Cell) -> bool {
        cell.0 < self.rules.board.cells()
    }
}

/// Collects the actions that a generator pushes.
fn collect_actions(find: impl FnOnce(&mut ActionList) -> ControlFlow<()>) -> Vec<Action> {
    let mut list = ActionList::new();
    let _ = find(&mut list);
    list.to_vec()
}

/// Collects the items that a visit passes to its callback.
fn collect<T>(visit: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<()>) -> ControlFlow<()>) -> Vec<T> {
    let mut items = Vec::new();
    let _ = visit(&mut |item| {
        items.push(item);
        ControlFlow::Continue(())
    });
    items
}
