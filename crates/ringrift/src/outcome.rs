//! The results of finished games.

use std::fmt;

use crate::player::{ByPlayer, Player};

/// The reason why a game is over.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The winner reached the elimination threshold (RR-CANON-R170).
    RingElimination,
    /// The winner reached the territory threshold (RR-CANON-R171).
    TerritoryControl,
    /// The winner was the last player with a real action (RR-CANON-R172).
    LastPlayerStanding,
    /// No player could act and the tiebreak ladder decided (RR-CANON-R173).
    Stalemate,
    /// The turn cap was reached and the tiebreak ladder decided (rules section 14).
    TurnCap,
}

impl Reason {
    /// All reasons, in the order of their declaration.
    pub const ALL: [Reason; 5] = [
        Reason::RingElimination,
        Reason::TerritoryControl,
        Reason::LastPlayerStanding,
        Reason::Stalemate,
        Reason::TurnCap,
    ];

    /// Returns the name used in records, for example `ring_elimination`.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::RingElimination => "ring_elimination",
            Reason::TerritoryControl => "territory_control",
            Reason::LastPlayerStanding => "last_player_standing",
            Reason::Stalemate => "stalemate",
            Reason::TurnCap => "turn_cap",
        }
    }

    /// Returns the reason with this [`name`](Reason::name); `None` for other texts.
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
    /// `None` in a draw.
    pub winner: Option<Player>,
    /// The rule that ended the game.
    pub reason: Reason,
    /// The place of each player, counted from 1; equal players share a place (1, 2, 2, 4). 0 for unused seats.
    pub ranks: ByPlayer<u8>,
}
