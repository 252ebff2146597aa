//! Positions in and out (rules.md section 3).

use ringrift::{ByPlayer, LastStanding, LastStandingRounds, Phase, Ruleset, Setup, Tiebreak, TurnProgress};

use crate::SpecGame;
use crate::board::{Board, Space, Stack};

impl SpecGame {
    /// The start of a game: an empty board, full hands, seat 1 to move (RR-CANON-R020, R080).
    ///
    /// The rules are trusted; [`Ruleset::check`] finds what is wrong with them.
    pub fn new(rules: &Ruleset) -> SpecGame {
        SpecGame::from_setup(&Setup::start(*rules))
    }

    /// A position that was set up; what it says is trusted.
    ///
    /// Without a phase the turn of the player to move begins, and if it passes so do the next ones.
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
            turn_progress: setup.turn_progress.unwrap_or(usual_turn_progress(phase)),
            rounds: setup.rounds,
            lost: setup.elimination_order,
            opening_passes: Vec::new(),
        };
        if setup.phase.is_none() {
            game.opening_passes = game.begin_turn(setup.to_move);
        }
        game
    }

    /// Everything about the position, with lists in cell order and always with a phase.
    ///
    /// What only some rules ask for is left out under the others.
    pub fn to_setup(&self) -> Setup {
        let needs_rounds = self.rules.last_standing == LastStanding::Rounds;
        let needs_losses = self.rules.tiebreak == Tiebreak::Rungs;
        let needs_standing = self.rules.last_standing == LastStanding::Round;
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
            last_standing: self.last_standing.filter(|_| needs_standing),
            last_actions: if needs_actions { self.last_actions.clone() } else { Vec::new() },
            turn_progress: self.rules.tracks_turn_progress().then_some(self.turn_progress),
            rounds: if needs_rounds { self.rounds } else { LastStandingRounds::default() },
            elimination_order: if needs_losses { self.lost } else { ByPlayer::default() },
        }
    }
}

/// What a player has done in his turn when nothing else is known: he has changed the board to get into most phases (live 2).
pub(crate) fn usual_turn_progress(phase: Phase) -> TurnProgress {
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

/// The board of a setup (RR-CANON-R050).
fn board_of(setup: &Setup) -> Board {
    let mut board = Board::empty(setup.rules.board);
    for (at, rings) in &setup.stacks {
        board.put_stack(*at, Stack::of(rings.clone()));
    }
    for &(at, owner) in &setup.markers {
        board.put(at, Space::Marker(owner));
    }
    for &(at, owner) in &setup.collapsed {
        board.put(at, Space::Collapsed(owner));
    }
    board
}
