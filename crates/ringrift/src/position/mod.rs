//! Positions: valid states of a game, their legal actions, and playing them.

pub(crate) mod any_board;
pub(crate) mod groups;
mod hash;
pub(crate) mod legal;
mod perft;
pub(crate) mod query;
pub(crate) mod setup;
mod setup_checks;
mod symmetric_hash;

use std::ops::ControlFlow;

use crate::action::Action;
use crate::action::list::ActionList;
use crate::action::sink::ActionSink;
use crate::board::cell_set::CellSet;
use crate::board::geometry::Geometry;
use crate::board::kind::Cell;
use crate::board::{Board, CellContent};
use crate::event::{Event, Observer, TurnStep};
use crate::legality::IllegalAction;
use crate::phase::{LastStandingRounds, Phase, TurnProgress};
use crate::player::{ByPlayer, Player};
use crate::ruleset::Ruleset;
use crate::ruleset::options::{Forced, Tiebreak};

/// A valid state of a game (RR-CANON-R051) on a board whose cell sets have `W` words; [`Position`](crate::Position) is
/// the type for a board chosen at run time.
///
/// `==` compares all fields, the turn number included. [`hash`](PositionOf::hash) and
/// [`fingerprint`](PositionOf::fingerprint) cover only the state that affects the rest of the game. They include the
/// turn number only under a turn cap or while a swap of sides is possible, and reduce the past actions to the order in
/// which the players last acted.
///
/// A search copies positions with `clone_from` and then calls [`play_unchecked`](PositionOf::play_unchecked). Neither
/// allocates.
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
    /// Always [`TurnProgress::Idle`] if [`Ruleset::tracks_turn_progress`] returns false.
    pub(crate) turn_progress: TurnProgress,
    pub(crate) rounds: LastStandingRounds,
    pub(crate) elimination_order: ByPlayer<u8>,
}

impl<const W: usize> Clone for PositionOf<W> {
    #[inline]
    fn clone(&self) -> PositionOf<W> {
        PositionOf { ..*self }
    }

    /// Copies in place, which avoids moving a temporary copy.
    #[inline]
    fn clone_from(&mut self, source: &PositionOf<W>) {
        let PositionOf {
            rules,
            geometry,
            board,
            hands,
            credits,
            to_move,
            phase,
            turn,
            last_standing,
            last_actions,
            turn_progress,
            rounds,
            elimination_order,
        } = source;
        self.rules = *rules;
        self.geometry = geometry;
        self.board.copy_from(board);
        self.hands = *hands;
        self.credits = *credits;
        self.to_move = *to_move;
        self.phase = *phase;
        self.turn = *turn;
        self.last_standing = *last_standing;
        self.last_actions = *last_actions;
        self.turn_progress = *turn_progress;
        self.rounds = *rounds;
        self.elimination_order = *elimination_order;
    }
}

/// The players who have acted, the most recent first (RR-CANON-R173).
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
    /// Returns the rules of the game.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the lookup tables of the board.
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// Returns the decision that the player to move has to make.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the player to move; in a finished game the player of the last turn.
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// Returns the kind of actions that the player to move has taken in this turn; always [`TurnProgress::Idle`] if the
    /// rules do not track it ([`Ruleset::tracks_turn_progress`]; rules-live section 2).
    pub fn turn_progress(&self) -> TurnProgress {
        self.turn_progress
    }

    /// Returns the last player who had a real action at the start of their turn; `None` unless the rules use
    /// [`LastStanding::Round`](crate::LastStanding::Round) (RR-CANON-R172).
    pub fn last_standing(&self) -> Option<Player> {
        self.last_standing
    }

    /// Returns the state of the last-player-standing rule under [`LastStanding::Rounds`](crate::LastStanding::Rounds)
    /// (rules-live section 9).
    pub fn rounds(&self) -> LastStandingRounds {
        self.rounds
    }

    /// Returns the number of turns begun, including turns that passed automatically; 1 in the first turn.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Returns the content of a cell (RR-CANON-R021).
    pub fn content(&self, cell: Cell) -> CellContent {
        self.board.content(cell)
    }

    /// Returns the number of rings in a player's hand.
    pub fn hand(&self, player: Player) -> u16 {
        self.hands[player]
    }

    /// Returns the number of eliminated rings credited to a player (RR-CANON-R060).
    pub fn credits(&self, player: Player) -> u16 {
        self.credits[player]
    }

    /// Returns the number of collapsed cells of a player (RR-CANON-R041).
    pub fn territory(&self, player: Player) -> u32 {
        self.board.territory(player)
    }

    /// Returns the cells with markers of a player.
    pub fn markers(&self, player: Player) -> CellSet<W> {
        self.board.markers(player)
    }

    /// Returns the collapsed cells of a player.
    pub fn collapsed(&self, player: Player) -> CellSet<W> {
        self.board.collapsed(player)
    }

    /// Returns the cells of the stacks a player controls (RR-CANON-R022).
    pub fn controlled(&self, player: Player) -> CellSet<W> {
        self.board.controlled(player)
    }

    /// Returns the number of a player's rings on the board, buried rings included.
    pub fn rings_on_board(&self, player: Player) -> u32 {
        self.board.count_rings(player)
    }

    /// Returns the number of a player's own rings that have left the game, no matter which player is credited: those
    /// neither in hand nor on the board (RR-CANON-R052).
    pub fn rings_eliminated(&self, player: Player) -> u32 {
        u32::from(self.rules.rings_per_player - self.hands[player]) - self.rings_on_board(player)
    }

    /// Returns the progress measure S: the number of markers, collapsed cells and credited rings (RR-CANON-R191).
    pub fn progress(&self) -> u32 {
        let credits: u32 = self.credits.0.iter().map(|&credits| u32::from(credits)).sum();
        self.board.all_markers().len() + self.board.all_collapsed().len() + credits
    }

    /// Fills a list with the legal actions; the list is empty if and only if the game is over.
    ///
    /// The order is part of the interface: placements by cell, then number of rings; for each stack its moves by
    /// landing, then its captures by jumped stack and landing; slides by marker, landing and paying stack, then by
    /// segment; lines by axis and first cell, the whole line before its segments; regions by their sorted cells;
    /// payments by cell; skipping, declining or stopping after these, and swapping sides last.
    pub fn legal_actions_into(&self, list: &mut ActionList) {
        list.clear();
        let _ = self.visit_legal(list);
        if self.phase == Phase::RegionChoice {
            list.sort_by(|&a, &b| self.compare_region_choices(a, b));
        }
    }

    /// Returns the legal actions in a new list; see [`legal_actions_into`](PositionOf::legal_actions_into).
    pub fn legal_actions(&self) -> ActionList {
        let mut list = ActionList::new();
        self.legal_actions_into(&mut list);
        list
    }

    /// Passes every legal action to the sink; regions come in unspecified order.
    #[inline]
    pub(crate) fn visit_legal(&self, sink: &mut impl ActionSink) -> ControlFlow<()> {
        match self.phase {
            Phase::Placement => {
                self.visit_placements(self.to_move, sink)?;
                self.visit_instead_of_placing(sink)
            }
            Phase::Recovery => self.visit_recoveries(sink),
            Phase::Movement { must_move: None } => self.visit_board_actions(self.to_move, sink),
            Phase::Movement { must_move: Some(at) } => {
                self.visit_stack_actions(&self.terrain(self.to_move), at, self.board.stack(at), sink)
            }
            Phase::CaptureOffer { at } => {
                self.visit_captures(at, sink)?;
                sink.push(Action::DeclineCapture)
            }
            Phase::CaptureChain { at } => self.visit_captures(at, sink),
            Phase::LineChoice => self.visit_line_choices(sink),
            Phase::RegionChoice => self.visit_region_choices(sink),
            Phase::LinePayment | Phase::RegionPayment | Phase::ForcedElimination => {
                sink.push_all(self.payers(), |at| Action::Eliminate { at })
            }
            Phase::Over { .. } => ControlFlow::Continue(()),
        }
    }

    /// Generates the actions of the placement phase that place nothing.
    #[inline]
    fn visit_instead_of_placing(&self, sink: &mut impl ActionSink) -> ControlFlow<()> {
        if self.can_skip(self.to_move) {
            sink.push(Action::SkipPlacement)?;
        }
        if self.can_swap() { sink.push(Action::SwapSides) } else { ControlFlow::Continue(()) }
    }

    /// Plays an action.
    ///
    /// # Errors
    /// If the action is illegal; the position is then unchanged.
    pub fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.play_observed(action, &mut ())
    }

    /// Plays an action and reports its events to an observer.
    ///
    /// # Errors
    /// If the action is illegal; the position is then unchanged and no event is reported.
    pub fn play_observed(&mut self, action: Action, observer: &mut impl Observer) -> Result<(), IllegalAction> {
        self.check(action)?;
        self.play_unchecked_observed(action, observer);
        Ok(())
    }

    /// Plays an action without a legality check. An illegal action leaves an invalid position or panics.
    #[inline]
    pub fn play_unchecked(&mut self, action: Action) {
        self.play_unchecked_observed(action, &mut ());
    }

    /// Plays an action without a legality check and reports its events, which depend only on position and action
    /// (RR-CANON-R190). An illegal action leaves an invalid position or panics.
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
                self.enter_phase(phase.unwrap_or(Phase::Movement { must_move: None }), observer);
            }
            Action::SwapSides => {
                observer.observe(Event::SidesSwapped);
                self.enter_phase(Phase::Placement, observer);
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

    /// Returns the turn progress after an action (rules-live section 2).
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

    /// Reports that a step of the turn offers no action, under rules that record such steps (rules-live section 2).
    pub(crate) fn report_empty_step(&self, step: TurnStep, observer: &mut impl Observer) {
        if self.rules.forced == Forced::Last {
            observer.observe(Event::StepEmpty { player: self.to_move, step });
        }
    }

    /// Enters a phase and reports it to the observer.
    #[inline]
    pub(crate) fn enter_phase(&mut self, phase: Phase, observer: &mut impl Observer) {
        self.phase = phase;
        observer.observe(Event::PhaseEntered { player: self.to_move, phase });
    }

    fn decline(&self, observer: &mut impl Observer) {
        observer.observe(Event::Declined { player: self.to_move, phase: self.phase });
    }
}
