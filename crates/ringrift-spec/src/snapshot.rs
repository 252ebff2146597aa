//! Conversion between games and setups (rules section 3).

use ringrift::{ByPlayer, LastStanding, LastStandingRounds, Phase, Ruleset, Setup, Tiebreak, TurnProgress};

use crate::SpecGame;
use crate::board::{Board, CellContent, Stack};

impl SpecGame {
    /// Creates the start of a game: an empty board, full hands, seat 1 to move (RR-CANON-R020, R080).
    ///
    /// Does not validate the rules; [`Ruleset::check`] does.
    pub fn new(rules: &Ruleset) -> SpecGame {
        SpecGame::from_setup(&Setup::start(*rules))
    }

    /// Creates a game from a setup, without validating it.
    ///
    /// A setup without a phase begins the turn of the player to move; turns without a decision pass. If a player has already
    /// reached a threshold, the game is over instead (RR-CANON-R170, R171).
    pub fn from_setup(setup: &Setup) -> SpecGame {
        let phase = setup.phase.unwrap_or(Phase::Placement);
        let mut game = SpecGame {
            rules: setup.rules,
            board: board_of(setup),
            hands: setup.hands,
            credits: setup.credits,
            to_move: setup.to_move,
            phase,
            turn: setup.turn,
            last_standing: setup.last_standing,
            last_actions: setup.last_actions.clone(),
            turn_progress: setup.turn_progress.unwrap_or(default_turn_progress(phase)),
            rounds: setup.rounds,
            elimination_order: setup.elimination_order,
            opening_passes: Vec::new(),
        };
        if setup.phase.is_some() {
            return game;
        }
        game.check_thresholds();
        if !game.phase_is_over() {
            game.opening_passes = game.begin_turn(setup.to_move);
        }
        game
    }

    /// Returns the complete state, with lists in cell order and with a phase.
    ///
    /// Fields that the rules of the game do not use have their default values.
    pub fn to_setup(&self) -> Setup {
        let needs_rounds = self.rules.last_standing == LastStanding::Rounds;
        let needs_elimination_order = self.rules.tiebreak == Tiebreak::Rungs;
        let needs_last_standing = self.rules.last_standing == LastStanding::Round;
        let needs_actions = self.rules.tiebreak == Tiebreak::LastAction;
        Setup {
            rules: self.rules,
            stacks: self.board.stacks().map(|(at, stack)| (at, stack.rings().to_vec())).collect(),
            markers: self.board.markers().collect(),
            collapsed: self.board.territory().collect(),
            hands: self.hands,
            credits: self.credits,
            to_move: self.to_move,
            phase: Some(self.phase),
            turn: self.turn,
            last_standing: self.last_standing.filter(|_| needs_last_standing),
            last_actions: if needs_actions { self.last_actions.clone() } else { Vec::new() },
            turn_progress: self.rules.tracks_turn_progress().then_some(self.turn_progress),
            rounds: if needs_rounds { self.rounds } else { LastStandingRounds::default() },
            elimination_order: if needs_elimination_order { self.elimination_order } else { ByPlayer::default() },
        }
    }
}

/// Returns the turn progress to assume in a phase: most phases follow a change of the board (rules-live section 2).
pub(crate) fn default_turn_progress(phase: Phase) -> TurnProgress {
    match phase {
        Phase::Placement
        | Phase::Movement { must_move: None }
        | Phase::Recovery
        | Phase::ForcedElimination
        | Phase::Over { .. } => TurnProgress::Idle,
        Phase::Movement { must_move: Some(_) }
        | Phase::CaptureOffer { .. }
        | Phase::CaptureChain { .. }
        | Phase::LineChoice
        | Phase::LinePayment
        | Phase::RegionChoice
        | Phase::RegionPayment => TurnProgress::Changed,
    }
}

/// Returns the board of a setup (RR-CANON-R050).
fn board_of(setup: &Setup) -> Board {
    let mut board = Board::empty(setup.rules.board);
    for (at, rings) in &setup.stacks {
        board.put_stack(*at, Stack::of(rings.clone()));
    }
    for &(at, owner) in &setup.markers {
        board.put(at, CellContent::Marker(owner));
    }
    for &(at, owner) in &setup.collapsed {
        board.put(at, CellContent::Collapsed(owner));
    }
    board
}
