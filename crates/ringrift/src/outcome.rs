//! How a game ends.

use std::fmt;

use crate::player::{ByPlayer, Player};

/// Why a game is over.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The winner is credited with enough eliminated rings (RR-CANON-R170).
    RingElimination,
    /// The winner owns enough collapsed cells (RR-CANON-R171).
    TerritoryControl,
    /// The winner was the only one left with a real action (RR-CANON-R172).
    LastPlayerStanding,
    /// Nobody could act any more and the tiebreak ladder decided (RR-CANON-R173).
    Stalemate,
    /// The turn limit was reached and the tiebreak ladder decided.
    TurnCap,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 5] = [
        Reason::RingElimination,
        Reason::TerritoryControl,
        Reason::LastPlayerStanding,
        Reason::Stalemate,
        Reason::TurnCap,
    ];

    /// The name used in records.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::RingElimination => "ring_elimination",
            Reason::TerritoryControl => "territory_control",
            Reason::LastPlayerStanding => "last_player_standing",
            Reason::Stalemate => "stalemate",
            Reason::TurnCap => "turn_cap",
        }
    }

    /// The reason with this name.
    pub fn from_name(name: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The result of a finished game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner; none in a draw.
    pub winner: Option<Player>,
    /// Why the game is over.
    pub reason: Reason,
    /// The place of every player, 1 for the best; equal players share a place (1, 2, 2, 4). 0 for seats that do not play.
    pub ranks: ByPlayer<u8>,
}
