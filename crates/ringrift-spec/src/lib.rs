//! A second RingRift engine, slow and literal: the referee of the fast one.
//!
//! It is meant to be read beside the rulebook, one chapter per file, and shares no rule with the `ringrift` crate: only
//! the plain data that describe rules, actions, phases and results, and the numbering of cells. Nothing is cached and
//! nothing is updated in steps; whatever is asked is worked out again from the board.
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
mod ladder;
mod lines;
mod lockstep;
mod movement;
mod placement;
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

/// A game position in the literal engine.
///
/// Two games are equal if their snapshots are: see [`to_setup`](SpecGame::to_setup).
#[derive(Clone, Debug)]
pub struct SpecGame {
    rules: Ruleset,
    board: Board,
    /// Rings in hand (RR-CANON-R051).
    hands: ByPlayer<u16>,
    /// Eliminated rings credited to each player as their causer (RR-CANON-R060).
    credits: ByPlayer<u16>,
    /// The player whose turn it is.
    to_move: Player,
    phase: Phase,
    /// Turns begun, automatic passes included.
    turn: u32,
    /// The last player who had a real action at a turn start of his (RR-CANON-R172).
    last_standing: Option<Player>,
    /// The players who have acted, the latest first (RR-CANON-R173).
    last_actions: Vec<Player>,
    /// What the player to move has done in his turn (live 2).
    turn_progress: TurnProgress,
    /// The rounds of the last player standing (live 9).
    rounds: LastStandingRounds,
    /// In which order the players lost their last rings, 0 for those who did not (live 10).
    lost: ByPlayer<u8>,
    /// The automatic passes that happened while the position was set up.
    opening_passes: Vec<Player>,
}

/// What followed an action by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The players whose turns passed automatically, in order.
    pub passes: Vec<Player>,
}

/// An action that is not legal in the position it was tried in.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{action:?} is not legal in phase {}", phase.name())]
pub struct Illegal {
    /// What was tried.
    pub action: Action,
    /// The phase it was tried in.
    pub phase: Phase,
}

impl PartialEq for SpecGame {
    fn eq(&self, other: &SpecGame) -> bool {
        self.to_setup() == other.to_setup()
    }
}

impl Eq for SpecGame {}

impl SpecGame {
    /// The rules of the game.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// What has to be decided.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The player who decides; after the end of the game the player whose turn it was.
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// The number of turns begun, automatic passes included.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The players whose turns passed automatically before the first decision of this position.
    pub fn opening_passes(&self) -> &[Player] {
        &self.opening_passes
    }

    /// The seats of the game in order (RR-CANON-R010).
    fn seats(&self) -> Vec<Player> {
        Player::seats(self.rules.players).collect()
    }

    /// The cells whose stacks a player controls, in cell order (RR-CANON-R022).
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
