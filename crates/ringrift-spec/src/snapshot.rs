//! Positions in and out (rules.md section 3).

use ringrift::{LastStanding, Phase, Ruleset, Setup, Tiebreak};

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
        let mut game = SpecGame {
            rules: setup.rules,
            board: board_of(setup),
            hands: setup.hands,
            credits: setup.credits,
            to_move: setup.to_move,
            phase: setup.phase.unwrap_or(Phase::Placement),
            turn: setup.turn,
            last_standing: setup.last_standing,
            last_actions: setup.last_actions.clone(),
            opening_passes: Vec::new(),
        };
        if setup.phase.is_none() {
            game.opening_passes = game.begin_turn(setup.to_move);
        }
        game
    }

    /// Everything about the position, with lists in cell order and always with a phase.
    ///
    /// The last player standing and the last actions are left out under rules that do not ask for them.
    pub fn to_setup(&self) -> Setup {
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
        }
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
