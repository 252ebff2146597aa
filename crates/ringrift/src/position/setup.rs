//! Positions as plain data that can be edited and checked.

use std::fmt;

use crate::board::Board;
use crate::board::cell_set::CellSet;
use crate::board::kind::{BoardKind, Coord};
use crate::board::stack::MAX_HEIGHT;
use crate::board::symmetry::Symmetry;
use crate::message::Message;
use crate::phase::{LastStandingRounds, Phase, TurnProgress};
use crate::player::{ByPlayer, Player};
use crate::position::PositionOf;
use crate::ruleset::Ruleset;
use crate::ruleset::problem::{RulesetProblem, write_problems};
use crate::texts;

/// The description of a position as plain, unchecked data.
///
/// The lists may be in any order. [`Position::to_setup`](crate::Position::to_setup) writes them in cell order, so that
/// two setups made from positions are equal if and only if the positions are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The rules of the game, unchecked as well.
    pub rules: Ruleset,
    /// The stacks, with their rings from bottom to top (RR-CANON-R021).
    pub stacks: Vec<(Coord, Vec<Player>)>,
    /// The markers and their owners (RR-CANON-R030).
    pub markers: Vec<(Coord, Player)>,
    /// The collapsed cells and their owners (RR-CANON-R031).
    pub collapsed: Vec<(Coord, Player)>,
    /// The number of rings in each hand.
    pub hands: ByPlayer<u16>,
    /// The number of eliminated rings credited to each player (RR-CANON-R060).
    pub credits: ByPlayer<u16>,
    /// The player to move; in a finished game the player of the last turn.
    pub to_move: Player,
    /// The decision the player faces; `None` at the start of a turn, where the rules determine it (rules section 4.1).
    pub phase: Option<Phase>,
    /// The number of turns begun, including turns that passed automatically; 1 in the first turn.
    pub turn: u32,
    /// The last player who had a real action at the start of their turn (RR-CANON-R172); `None` unless the rules use
    /// [`LastStanding::Round`](crate::LastStanding::Round).
    pub last_standing: Option<Player>,
    /// The players who have acted, the most recent first (RR-CANON-R173); empty unless the rules use
    /// [`Tiebreak::LastAction`](crate::Tiebreak::LastAction).
    pub last_actions: Vec<Player>,
    /// The kind of actions that the player to move has taken in this turn (rules-live section 2); `None` for the
    /// default progress of the phase, and if the rules do not track it ([`Ruleset::tracks_turn_progress`]).
    pub turn_progress: Option<TurnProgress>,
    /// The rounds of the last player standing (rules-live section 9); the default unless the rules use
    /// [`LastStanding::Rounds`](crate::LastStanding::Rounds).
    pub rounds: LastStandingRounds,
    /// The order in which players lost their last rings: 1 for the first turn in which that happened, 2 for the next, 0
    /// for players with rings (rules-live section 10); all 0 unless the rules use
    /// [`Tiebreak::Rungs`](crate::Tiebreak::Rungs).
    pub elimination_order: ByPlayer<u8>,
}

impl Setup {
    /// Returns an empty board with empty hands; seat 1 starts the first turn.
    pub fn empty(rules: Ruleset) -> Setup {
        Setup {
            rules,
            stacks: Vec::new(),
            markers: Vec::new(),
            collapsed: Vec::new(),
            hands: ByPlayer::default(),
            credits: ByPlayer::default(),
            to_move: Player::One,
            phase: None,
            turn: 1,
            last_standing: None,
            last_actions: Vec::new(),
            turn_progress: None,
            rounds: LastStandingRounds::default(),
            elimination_order: ByPlayer::default(),
        }
    }

    /// Returns the setup with all its cells mapped by a symmetry of its board.
    ///
    /// # Panics
    /// If the symmetry belongs to another board.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Setup {
        assert!(symmetry.board() == self.rules.board, "the symmetry belongs to another board");
        let owned = |list: &[(Coord, Player)]| list.iter().map(|&(at, player)| (symmetry.coord(at), player)).collect();
        Setup {
            stacks: self.stacks.iter().map(|(at, rings)| (symmetry.coord(*at), rings.clone())).collect(),
            markers: owned(&self.markers),
            collapsed: owned(&self.collapsed),
            phase: self.phase.map(|phase| match phase {
                Phase::Movement { must_move } => Phase::Movement { must_move: must_move.map(|at| symmetry.cell(at)) },
                Phase::CaptureOffer { at } => Phase::CaptureOffer { at: symmetry.cell(at) },
                Phase::CaptureChain { at } => Phase::CaptureChain { at: symmetry.cell(at) },
                phase => phase,
            }),
            ..self.clone()
        }
    }

    /// Returns the start of a game: an empty board and full hands (RR-CANON-R020).
    pub fn start(rules: Ruleset) -> Setup {
        let mut setup = Setup::empty(rules);
        for player in Player::seats(rules.players) {
            setup.hands[player] = rules.rings_per_player;
        }
        setup
    }
}

/// One problem of a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupProblem {
    /// The rules are invalid.
    #[error("{0}")]
    Rules(RulesetProblem),
    /// A coordinate is not on the board.
    #[error("{cell} is not on {board}")]
    OffBoard {
        /// The coordinate in the notation of the board.
        cell: String,
        /// The board of the setup.
        board: BoardKind,
    },
    /// A cell has more than one content (RR-CANON-R021).
    #[error("{0} has more than one occupant")]
    TwoOccupants(String),
    /// A stack has no rings.
    #[error("the stack on {0} has no rings")]
    NoRings(String),
    /// A stack has more than [`MAX_HEIGHT`] rings.
    #[error("the stack on {cell} is {height} rings high; at most {MAX_HEIGHT} are possible")]
    TooHigh {
        /// The name of the cell.
        cell: String,
        /// The number of rings.
        height: usize,
    },
    /// A ring, marker, cell, hand or credit belongs to an unused seat.
    #[error("{what} of player {player}, but only {players} play")]
    MissingPlayer {
        /// What belongs to the seat, for example `a ring`.
        what: &'static str,
        /// The unused seat.
        player: Player,
        /// The number of players in the rules.
        players: u8,
    },
    /// A player has more rings than the rules give (RR-CANON-R020).
    #[error("player {player} has {found} rings in hand and on the board; there are only {supply}")]
    TooManyRings {
        /// The owner of the rings.
        player: Player,
        /// The number of rings in hand and on the board.
        found: u32,
        /// The number of rings per player in the rules.
        supply: u16,
    },
    /// More rings are credited than are missing from hands and board (RR-CANON-R052).
    #[error("{credited} eliminated rings are credited, but only {missing} are missing from hands and board")]
    TooManyCredits {
        /// The sum of all credits.
        credited: u32,
        /// The number of rings that are neither in a hand nor on the board.
        missing: u32,
    },
    /// The player to move has no ring in hand or on the board (RR-CANON-R172).
    #[error("player {0} is to move but has no ring left")]
    EliminatedToMove(Player),
    /// The turn number is 0, or beyond the turn cap in an unfinished game.
    #[error("turn {0} does not exist here; turns count from 1 up to the turn cap")]
    Turn(u32),
    /// The list of last actions contains a player twice.
    #[error("player {0} is listed twice among the last actions")]
    RepeatedAction(Player),
    /// A field is set that the rules do not use.
    #[error("{0} has no meaning under these rules")]
    Unused(&'static str),
    /// The phase does not fit the position.
    #[error("phase {phase} does not fit: {reason}")]
    Phase {
        /// The name of the phase.
        phase: &'static str,
        /// Why the phase cannot occur in the position.
        reason: String,
    },
    /// The game is over and [`FinishedGames::Reject`] was requested, or another player has won already.
    #[error("the game is already over: {0}")]
    Over(String),
}

impl SetupProblem {
    /// Returns the problem as a sentence for people; the [`Display`](fmt::Display) form has details for programs.
    pub fn message(&self) -> Message {
        match self {
            SetupProblem::Rules(problem) => problem.message(),
            SetupProblem::OffBoard { cell, .. } => texts::SETUP_OFF_BOARD.with("at", &**cell),
            SetupProblem::TwoOccupants(cell) => texts::SETUP_TWO_OCCUPANTS.with("at", &**cell),
            SetupProblem::NoRings(cell) => texts::SETUP_NO_RINGS.with("at", &**cell),
            SetupProblem::TooHigh { cell, height } => {
                texts::SETUP_TOO_HIGH.with("at", &**cell).with("height", *height).with("most", MAX_HEIGHT)
            }
            SetupProblem::MissingPlayer { player, players, .. } => {
                texts::SETUP_MISSING_PLAYER.with("player", *player).with("players", *players)
            }
            SetupProblem::TooManyRings { player, found, supply } => {
                texts::SETUP_TOO_MANY_RINGS.with("player", *player).with("found", *found).with("supply", *supply)
            }
            SetupProblem::TooManyCredits { credited, missing } => {
                texts::SETUP_TOO_MANY_CREDITS.with("credited", *credited).with("missing", *missing)
            }
            SetupProblem::EliminatedToMove(player) => texts::SETUP_ELIMINATED_TO_MOVE.with("player", *player),
            SetupProblem::Turn(turn) => texts::SETUP_TURN.with("turn", *turn),
            SetupProblem::RepeatedAction(player) => texts::SETUP_REPEATED.with("player", *player),
            SetupProblem::Unused(_) => texts::SETUP_UNUSED.message(),
            SetupProblem::Phase { .. } => texts::SETUP_PHASE.message(),
            SetupProblem::Over(_) => texts::SETUP_OVER.message(),
        }
    }
}

/// The error for an invalid setup; lists all problems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    /// At least one problem.
    pub problems: Vec<SetupProblem>,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_problems(f, "invalid position", &self.problems)
    }
}

impl std::error::Error for SetupError {}

/// Whether to accept positions of finished games: those whose phase is [`Phase::Over`], those in which a player has reached a
/// threshold, and those in which no player can act.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FinishedGames {
    /// Finished games are an error.
    Reject,
    /// Finished games are accepted.
    Allow,
}

impl<const W: usize> PositionOf<W> {
    /// Returns the complete description of the position, in cell order.
    pub fn to_setup(&self) -> Setup {
        let board = self.rules.board;
        let coord = |cell| board.coord(cell);
        let owned = |sets: fn(&Board<W>, Player) -> CellSet<W>| {
            let mut list: Vec<(Coord, Player)> = Player::seats(self.rules.players)
                .flat_map(|player| sets(&self.board, player).iter().map(move |cell| (board.coord(cell), player)))
                .collect();
            list.sort_unstable();
            list
        };
        let stacks = self.board.all_stacks();
        Setup {
            rules: self.rules,
            stacks: stacks.iter().map(|cell| (coord(cell), self.board.stack(cell).rings().collect())).collect(),
            markers: owned(Board::markers),
            collapsed: owned(Board::collapsed),
            hands: self.hands,
            credits: self.credits,
            to_move: self.to_move,
            phase: Some(self.phase),
            turn: self.turn,
            last_standing: self.last_standing,
            last_actions: self.last_actions.iter().collect(),
            turn_progress: self.rules.tracks_turn_progress().then_some(self.turn_progress),
            rounds: self.rounds,
            elimination_order: self.elimination_order,
        }
    }
}
