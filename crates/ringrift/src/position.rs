//! Positions: valid states of a game, and playing on from them.

use std::ops::ControlFlow;

use crate::action::Action;
use crate::action_list::ActionList;
use crate::board::{Board, CellContent};
use crate::board_kind::Cell;
use crate::cell_set::CellSet;
use crate::choices::{Forced, Tiebreak};
use crate::event::{Event, Observer, TurnStep};
use crate::explain::IllegalAction;
use crate::geometry::Geometry;
use crate::phase::{LastStandingRounds, Phase, TurnProgress};
use crate::player::{ByPlayer, Player};
use crate::ruleset::Ruleset;
use crate::sink::{Count, Sink};
use crate::zobrist::mix;

/// A valid state of a game (RR-CANON-R051) on a board whose cell sets take `W` words; [`Position`](crate::Position) is the
/// same for boards known only at run time.
///
/// Two positions are equal if everything about them is, the turn number included. [`hash`](PositionOf::hash) and
/// [`fingerprint`](PositionOf::fingerprint) cover what the future depends on: the turn number only under a turn cap, and of
/// past actions only who acted last.
///
/// Searching copies: `clone_from`, then [`play_unchecked`](PositionOf::play_unchecked). Neither allocates.
#[derive(PartialEq, Eq, Debug)]
pub struct PositionOf<const W: usize> {
    pub(crate) rules: Ruleset,
    pub(crate) geometry: &'static Geometry,
    pub(crate) board: Board<W>,
    pub(crate) hands: ByPlayer<u16>,
    pub(crate) credits: ByPlayer<u16>,
    pub(crate) to_move: Player,
    pub(crate) phase: Phase,
    pub(crate) turn: u32,
    pub(crate) last_standing: Option<Player>,
    pub(crate) last_actions: LastActions,
    /// Always [`TurnProgress::Idle`] where the rules do not ask for it.
    pub(crate) turn_progress: TurnProgress,
    pub(crate) rounds: LastStandingRounds,
    pub(crate) elimination_order: ByPlayer<u8>,
}

impl<const W: usize> Clone for PositionOf<W> {
    #[inline]
    fn clone(&self) -> PositionOf<W> {
        PositionOf { ..*self }
    }

    /// Copies in place, which saves moving the copy once more.
    #[inline]
    fn clone_from(&mut self, source: &PositionOf<W>) {
        let PositionOf { rules, geometry, board, hands, credits, to_move, phase, turn, .. } = source;
        self.rules = *rules;
        self.geometry = geometry;
        self.board = *board;
        self.hands = *hands;
        self.credits = *credits;
        self.to_move = *to_move;
        self.phase = *phase;
        self.turn = *turn;
        self.last_standing = source.last_standing;
        self.last_actions = source.last_actions;
        self.turn_progress = source.turn_progress;
        self.rounds = source.rounds;
        self.elimination_order = source.elimination_order;
    }
}

/// The players who have acted, the latest first (RR-CANON-R173).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct LastActions([Option<Player>; 4]);

impl LastActions {
    /// Moves a player to the front.
    #[inline]
    pub(crate) fn note(&mut self, player: Player) {
        let mut carried = Some(player);
        for place in &mut self.0 {
            std::mem::swap(place, &mut carried);
            if carried.is_none() || carried == Some(player) {
                return;
            }
        }
    }

    pub(crate) fn iter(self) -> impl DoubleEndedIterator<Item = Player> {
        self.0.into_iter().flatten()
    }
}

impl<const W: usize> PositionOf<W> {
    /// The rules of the game.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The tables of the board.
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// The decision the position waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The player to decide; in a finished game the player whose turn was the last.
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// What the player to move has done in his turn, where the rules ask for it (live 2).
    pub fn turn_progress(&self) -> TurnProgress {
        self.turn_progress
    }

    /// The number of turns begun, automatic passes included.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The content of a cell (RR-CANON-R021).
    pub fn content(&self, cell: Cell) -> CellContent {
        self.board.content(cell)
    }

    /// The rings a player has in hand.
    pub fn hand(&self, player: Player) -> u16 {
        self.hands[player]
    }

    /// The eliminated rings credited to a player (RR-CANON-R060).
    pub fn credits(&self, player: Player) -> u16 {
        self.credits[player]
    }

    /// The number of collapsed cells of a player (RR-CANON-R041).
    pub fn territory(&self, player: Player) -> u32 {
        self.board.collapsed(player).len()
    }

    /// The markers of a player.
    pub fn markers(&self, player: Player) -> CellSet<W> {
        self.board.markers(player)
    }

    /// The collapsed cells of a player.
    pub fn collapsed(&self, player: Player) -> CellSet<W> {
        self.board.collapsed(player)
    }

    /// The stacks a player controls (RR-CANON-R022).
    pub fn controlled(&self, player: Player) -> CellSet<W> {
        self.board.controlled(player)
    }

    /// The rings of a colour on the board, buried ones included.
    pub fn rings_on_board(&self, player: Player) -> u32 {
        self.board.count_rings(player)
    }

    /// The rings of a colour that have left the game (RR-CANON-R052): those neither in hand nor on the board.
    pub fn rings_eliminated(&self, player: Player) -> u32 {
        u32::from(self.rules.rings_per_player - self.hands[player]) - self.rings_on_board(player)
    }

    /// The progress measure S: markers, collapsed cells and credited rings (RR-CANON-R191).
    pub fn progress(&self) -> u32 {
        let credits: u32 = self.credits.0.iter().map(|&credits| u32::from(credits)).sum();
        self.board.all_markers().len() + self.board.all_collapsed().len() + credits
    }

    /// Fills a list with the legal actions, in the documented order; it is empty exactly if the game is over.
    ///
    /// The order: placements by cell and number of rings; for each stack its moves by landing, then its captures by jumped
    /// stack and landing; slides by marker, landing and the stack that pays, then by segment; lines by axis and first cell,
    /// the whole line before its segments; regions by their sorted cells; payments by cell; skipping, declining or stopping
    /// last, but swapping sides behind that.
    pub fn legal_actions_into(&self, list: &mut ActionList) {
        list.clear();
        let _ = self.visit_legal(list);
        if self.phase == Phase::RegionChoice {
            list.sort_by(|&a, &b| match (a, b) {
                (Action::ClaimRegion { region: a }, Action::ClaimRegion { region: b }) => self.compare_regions(a, b),
                _ => a.cmp(&b),
            });
        }
    }

    /// The legal actions in a new list; see [`legal_actions_into`](PositionOf::legal_actions_into).
    pub fn legal_actions(&self) -> ActionList {
        let mut list = ActionList::new();
        self.legal_actions_into(&mut list);
        list
    }

    /// The number of legal actions, without listing them.
    pub fn count_legal(&self) -> u64 {
        let mut count = Count::default();
        let _ = self.visit_legal(&mut count);
        count.0
    }

    /// Shows every legal action; regions come in no particular order.
    #[inline]
    fn visit_legal(&self, sink: &mut impl Sink) -> ControlFlow<()> {
        match self.phase {
            Phase::Placement => {
                self.visit_placements(self.to_move, sink)?;
                if self.can_skip(self.to_move) {
                    sink.take(Action::SkipPlacement)?;
                }
                if self.can_swap() { sink.take(Action::SwapSides) } else { ControlFlow::Continue(()) }
            }
            Phase::Recovery => self.visit_recoveries(sink),
            Phase::Movement { must_move: None } => self.visit_board_actions(self.to_move, sink),
            Phase::Movement { must_move: Some(at) } => {
                self.visit_stack_actions(&self.terrain(self.to_move), at, self.board.stack(at), sink)
            }
            Phase::CaptureOffer { at } => {
                self.visit_captures(at, sink)?;
                sink.take(Action::DeclineCapture)
            }
            Phase::CaptureChain { at } => self.visit_captures(at, sink),
            Phase::LineChoice => self.visit_line_choices(sink),
            Phase::RegionChoice => self.visit_region_choices(sink),
            Phase::LinePayment | Phase::RegionPayment | Phase::ForcedElimination => {
                sink.take_all(self.payers(), |at| Action::Eliminate { at })
            }
            Phase::Over { .. } => ControlFlow::Continue(()),
        }
    }

    /// Plays an action.
    ///
    /// # Errors
    /// If it is illegal; the position is then unchanged.
    pub fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.play_observed(action, &mut ())
    }

    /// Plays an action and tells an observer everything that happens.
    ///
    /// # Errors
    /// If it is illegal; the position is then unchanged and the observer has heard nothing.
    pub fn play_observed(&mut self, action: Action, observer: &mut impl Observer) -> Result<(), IllegalAction> {
        self.check(action)?;
        self.play_unchecked_observed(action, observer);
        Ok(())
    }

    /// Plays an action that is known to be legal; with any other the position may become senseless, or this may panic.
    #[inline]
    pub fn play_unchecked(&mut self, action: Action) {
        self.play_unchecked_observed(action, &mut ());
    }

    /// Plays an action that is known to be legal and tells an observer everything that happens, which depends on nothing but
    /// position and action (RR-CANON-R190).
    pub fn play_unchecked_observed(&mut self, action: Action, observer: &mut impl Observer) {
        if self.rules.tiebreak == Tiebreak::LastAction {
            self.last_actions.note(self.to_move);
        }
        if self.rules.tracks_turn_progress() {
            self.turn_progress = self.turn_progress_after(action);
        }
        match action {
            Action::Place { at, rings } => self.play_placement(at, rings, observer),
            Action::SkipPlacement => {
                self.decline(observer);
                let phase = self.movement_phase(self.to_move);
                self.wait_for(phase.unwrap_or(Phase::Movement { must_move: None }), observer);
            }
            Action::SwapSides => {
                observer.observe(Event::SidesSwapped);
                self.wait_for(Phase::Placement, observer);
            }
            Action::Recover { from, to, extract } => self.play_recovery(from, to, extract, observer),
            Action::RecoverSegment { from, to, offset } => self.play_recovery_segment(from, to, offset, observer),
            Action::SkipRecovery => {
                self.decline(observer);
                self.enter_lines(observer);
            }
            Action::Move { from, to } => self.play_move(from, to, observer),
            Action::Capture { from, over, to } => self.play_capture(from, over, to, observer),
            Action::DeclineCapture => {
                self.decline(observer);
                self.enter_lines(observer);
            }
            Action::TakeLine { line } => self.play_line(line, observer),
            Action::TakeSegment { line, offset } => self.play_segment(line, offset, observer),
            Action::ClaimRegion { region } => self.play_region(region, observer),
            Action::StopTerritory => {
                self.decline(observer);
                self.leave_territory(observer);
            }
            Action::Eliminate { at } => match self.phase {
                Phase::LinePayment => self.play_line_payment(at, observer),
                Phase::RegionPayment => self.play_region_payment(at, observer),
                _ => self.play_forced_elimination(at, observer),
            },
        }
    }

    /// What the player to move will have done in his turn after an action (live 2).
    fn turn_progress_after(&self, action: Action) -> TurnProgress {
        match action {
            Action::Recover { .. } | Action::RecoverSegment { .. } => TurnProgress::Recovered,
            Action::SwapSides => TurnProgress::Swapped,
            Action::SkipPlacement | Action::SkipRecovery | Action::DeclineCapture | Action::StopTerritory => {
                self.turn_progress
            }
            _ if self.turn_progress == TurnProgress::Recovered => TurnProgress::Recovered,
            _ => TurnProgress::Changed,
        }
    }

    /// Tells that a step of the turn offered nothing, where such steps are recorded (live 2).
    pub(crate) fn note_empty(&self, step: TurnStep, observer: &mut impl Observer) {
        if self.rules.forced == Forced::Last {
            observer.observe(Event::StepEmpty { player: self.to_move, step });
        }
    }

    /// Stops at a decision.
    #[inline]
    pub(crate) fn wait_for(&mut self, phase: Phase, observer: &mut impl Observer) {
        self.phase = phase;
        observer.observe(Event::PhaseEntered { player: self.to_move, phase });
    }

    fn decline(&self, observer: &mut impl Observer) {
        observer.observe(Event::Declined { player: self.to_move, phase: self.phase });
    }

    /// A hash for search tables, equal for positions with equal futures under the same rules.
    ///
    /// The board's part is kept up to date with every change; the few other numbers are mixed in here.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.board.hash() ^ self.hash_of_rest()
    }

    /// The hash computed from nothing but the position, for checks.
    pub fn hash_from_scratch(&self) -> u64 {
        self.board.hash_from_scratch() ^ self.hash_of_rest()
    }

    fn hash_of_rest(&self) -> u64 {
        let pack = |values: ByPlayer<u16>| values.0.iter().fold(0, |all, &value| all << 16 | u64::from(value));
        let (acted, standing) =
            if self.phase.is_over() { (0, 0) } else { (self.hash_of_order(), self.standing_seat()) };
        let turn = if self.turn_matters() { u64::from(self.turn) } else { 0 };
        let history = acted | standing << 16 | (self.to_move as u64) << 24 | turn << 32;
        mix(mix(pack(self.hands), pack(self.credits)), mix(history, self.phase_number())) ^ self.hash_of_live()
    }

    /// Whether the number of the turn can still matter: under a turn cap, or before the time to swap sides is over.
    pub(crate) fn turn_matters(&self) -> bool {
        self.rules.turn_cap.is_some() || (self.rules.swap && self.turn <= 2)
    }

    /// What only the live rules keep; 0 elsewhere.
    fn hash_of_live(&self) -> u64 {
        if self.rules.tiebreak != Tiebreak::Rungs && !self.rules.tracks_turn_progress() {
            return 0;
        }
        let seat = |player: Option<Player>| player.map_or(0, |player| u64::from(player.seat()));
        let rounds = self.rounds.relevant(|player| !self.is_eliminated(player));
        let acted = rounds.acted.iter().fold(0, |all, player| all | 1 << player as u64);
        let lost = self.elimination_order.0.iter().fold(0, |all, &lost| all << 4 | u64::from(lost));
        let rounds = if self.phase.is_over() {
            0
        } else {
            seat(rounds.opener) | acted << 4 | seat(rounds.alone) << 8 | u64::from(rounds.count) << 12
        };
        mix(rounds | lost << 24, self.turn_progress as u64)
    }

    /// The order in which the others acted last, those who never did behind, by seat; with two players it never matters.
    fn hash_of_order(&self) -> u64 {
        if self.rules.players == 2 || self.rules.tiebreak != Tiebreak::LastAction {
            return 0;
        }
        let silent = Player::seats(self.rules.players).filter(|&player| self.last_actions.iter().all(|p| p != player));
        let others = self.last_actions.iter().chain(silent).filter(|&player| player != self.to_move);
        others.fold(1, |all, player| all << 2 | player as u64)
    }

    /// The last player standing, if he still has a ring; 0 for nobody.
    fn standing_seat(&self) -> u64 {
        let standing = self.last_standing.filter(|&player| !self.is_eliminated(player));
        standing.map_or(0, |player| u64::from(player.seat()))
    }

    fn phase_number(&self) -> u64 {
        let (kind, data) = match self.phase {
            Phase::Placement => (0, 0),
            Phase::Movement { must_move } => (1, must_move.map_or(0, |cell| u64::from(cell.0) + 1)),
            Phase::CaptureOffer { at } => (2, u64::from(at.0)),
            Phase::CaptureChain { at } => (3, u64::from(at.0)),
            Phase::LineChoice => (4, 0),
            Phase::LinePayment => (5, 0),
            Phase::RegionChoice => (6, 0),
            Phase::RegionPayment => (7, 0),
            Phase::ForcedElimination => (8, 0),
            Phase::Recovery => (10, 0),
            Phase::Over { winner, reason } => {
                (9, winner.map_or(0, |player| u64::from(player.seat())) << 8 | reason as u64)
            }
        };
        data << 8 | kind
    }
}
