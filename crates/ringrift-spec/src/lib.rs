//! The spec engine: a reference implementation of the RingRift rulebook, used to check the fast engine `ringrift`.
//!
//! It is written to be compared with the rulebook, one chapter per file. It implements every rule itself and uses only data
//! types of the `ringrift` crate (rules, actions, phases, results) and its numbering of cells. It caches nothing and
//! computes every answer from the board.
//!
//! Doc comments cite the documents in `docs/rules`: `RR-CANON-R103` is a rule id, "rules section 9" a section of
//! `rules.md`, "rules-live section 6" a section of `rules-live.md`, "ruling D25" a row of `decisions.md`.
//!
//! ```
//! use ringrift::{BoardKind, Ruleset};
//! use ringrift_spec::SpecGame;
//! let mut game = SpecGame::new(&Ruleset::canon(BoardKind::Square8, 2)?);
//! let first = game.legal_actions()[0];
//! game.play(first)?;
//! assert_eq!(game.phase().name(), "movement");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod contract;
mod elimination;
mod fingerprint;
mod lines;
mod lockstep;
mod movement;
mod placement;
mod ranking;
mod recovery;
mod rounds;
mod snapshot;
mod territory;
mod turn;
mod victory;

use ringrift::{Action, ByPlayer, Cell, Coord, LastStandingRounds, Phase, Player, Ruleset, TurnProgress};

use board::Board;
pub use contract::{
    ContractDivergence, ContractEngine, ContractError, SecondEngine, SpecEngine, StateCounts, StatePart,
};
pub use lockstep::{Divergence, Lockstep};
pub use territory::Region;

/// A game position in the spec engine.
///
/// Two games are equal if their [setups](SpecGame::to_setup) are equal.
#[derive(Clone, Debug)]
pub struct SpecGame {
    rules: Ruleset,
    board: Board,
    /// Rings in hand (RR-CANON-R051).
    hands: ByPlayer<u16>,
    /// Number of eliminated rings credited to each player (RR-CANON-R060).
    credits: ByPlayer<u16>,
    to_move: Player,
    phase: Phase,
    /// Turns begun, automatic passes included.
    turn: u32,
    /// The last player who had a real action at the start of their own turn (RR-CANON-R172).
    last_standing: Option<Player>,
    /// The players who have acted, the latest first (RR-CANON-R173).
    last_actions: Vec<Player>,
    /// The kind of actions that the player to move has taken in this turn (rules-live section 2).
    turn_progress: TurnProgress,
    /// The round count for the last player standing (rules-live section 9).
    rounds: LastStandingRounds,
    /// The order in which players lost their last rings, from 1; 0 for players with rings (rules-live section 10).
    elimination_order: ByPlayer<u8>,
    /// The players whose turns passed automatically before the first decision of a setup.
    opening_passes: Vec<Player>,
}

/// The automatic consequences of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The players whose turns passed automatically, in order.
    pub passes: Vec<Player>,
}

/// The error for an action that is not legal in the current position.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{action:?} is not legal in phase {}", phase.name())]
pub struct NotLegal {
    /// The rejected action.
    pub action: Action,
    /// The phase of the position.
    pub phase: Phase,
}

impl PartialEq for SpecGame {
    fn eq(&self, other: &SpecGame) -> bool {
        self.to_setup() == other.to_setup()
    }
}

impl Eq for SpecGame {}

impl SpecGame {
    /// Returns the rules of the game.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the current phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the player to move; after the end of the game, the player whose turn it was.
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// Returns the number of turns begun, automatic passes included.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Returns the players whose turns passed automatically before the first decision of this position.
    pub fn opening_passes(&self) -> &[Player] {
        &self.opening_passes
    }

    /// Returns the seats of the game in order (RR-CANON-R010).
    fn seats(&self) -> Vec<Player> {
        Player::seats(self.rules.players).collect()
    }

    /// Returns the cells whose stacks a player controls, in cell order (RR-CANON-R022).
    fn controlled(&self, player: Player) -> Vec<Coord> {
        self.board.stacks().filter(|(_, stack)| stack.control() == player).map(|(at, _)| at).collect()
    }

    fn cell(&self, at: Coord) -> Cell {
        self.rules.board.cell(at).expect("the coordinate is on the board")
    }

    fn coord(&self, cell: Cell) -> Coord {
        self.rules.board.coord(cell)
    }
}
