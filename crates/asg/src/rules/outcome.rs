//! Results of a match.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::side::Side;

/// Result of a finished match.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Outcome {
    /// One player won.
    Win {
        /// Player who won; the other one lost.
        winner: Side,
        /// Event that decided the match.
        reason: WinReason,
    },
    /// The match ended without a winner.
    Draw {
        /// Rule that ended the match, or the agreement of the players.
        reason: DrawReason,
    },
    /// The match was stopped before it was decided; it counts neither as a win nor as a draw.
    Aborted {
        /// Why the match was stopped.
        reason: AbortReason,
    },
}

/// Why a match was won.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WinReason {
    /// The winner captured the enemy headquarters.
    HqCaptured,
    /// The opponent failed or gave up.
    Forfeit,
}

/// Why a match was drawn.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawReason {
    /// All plies of the scenario were played.
    TurnCap,
    /// The players agreed to a draw.
    Agreement,
}

/// Why a match was aborted.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AbortReason {
    /// The program that ran the match stopped it.
    Aborted,
}

impl Outcome {
    /// Draw because all plies were played.
    pub const TURN_CAP: Outcome = Outcome::Draw { reason: DrawReason::TurnCap };

    /// Draw by agreement of the players.
    pub const AGREEMENT: Outcome = Outcome::Draw { reason: DrawReason::Agreement };

    /// Match stopped by the program that ran it.
    pub const ABORTED: Outcome = Outcome::Aborted { reason: AbortReason::Aborted };

    /// Returns a win by capturing the enemy headquarters.
    pub const fn captured(winner: Side) -> Outcome {
        Outcome::Win { winner, reason: WinReason::HqCaptured }
    }

    /// Returns a win for the opponent of a player who failed or gave up.
    pub const fn forfeit(loser: Side) -> Outcome {
        Outcome::Win { winner: loser.other(), reason: WinReason::Forfeit }
    }

    /// Returns the winner, or `None` for a draw or an aborted match.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            _ => None,
        }
    }
}
