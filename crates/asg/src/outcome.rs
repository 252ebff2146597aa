//! How a match ends.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::side::Side;

/// How a match ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Outcome {
    /// Somebody won.
    Win {
        /// Who.
        winner: Side,
        /// By what.
        reason: WinReason,
    },
    /// Nobody won.
    Draw {
        /// By what.
        reason: DrawReason,
    },
    /// The match was broken off. Nobody won and nobody drew.
    Aborted {
        /// By what.
        reason: AbortReason,
    },
}

/// By what a match is won.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WinReason {
    /// The enemy's headquarters were captured.
    HqCaptured,
    /// The opponent could not or would not go on.
    Forfeit,
}

/// By what a match is drawn.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawReason {
    /// All plies were played.
    TurnCap,
}

/// By what a match is broken off.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AbortReason {
    /// Whoever ran it stopped it.
    Aborted,
}

impl Outcome {
    /// All plies were played.
    pub const TURN_CAP: Outcome = Outcome::Draw { reason: DrawReason::TurnCap };

    /// Whoever ran the match stopped it.
    pub const ABORTED: Outcome = Outcome::Aborted { reason: AbortReason::Aborted };

    /// A player has captured the enemy's headquarters.
    pub const fn captured(winner: Side) -> Outcome {
        Outcome::Win { winner, reason: WinReason::HqCaptured }
    }

    /// A player could not or would not go on.
    pub const fn forfeit(loser: Side) -> Outcome {
        Outcome::Win { winner: loser.other(), reason: WinReason::Forfeit }
    }

    /// Who won, if anyone did.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            _ => None,
        }
    }
}
