//! The log of a table.

use api::AgentNote;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::seat::Occupant;
use crate::id::GameId;
use crate::time::Moment;

/// One line of the log of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Its number; the first is 1.
    pub seq: u64,
    /// When it happened; never before the one before it.
    pub at: Moment,
    /// Stored and exported as `deed`.
    #[serde(rename = "deed")]
    pub event: LogEvent,
    /// The hash of the state of the game afterwards.
    pub hash: String,
}

/// Something that happened at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LogEvent {
    /// Somebody sat down.
    SeatTaken {
        /// Where.
        seat: usize,
        /// Who.
        occupant: Occupant,
    },
    /// Somebody left before the game began.
    SeatLeft {
        /// Where.
        seat: usize,
    },
    /// The game began.
    Started,
    /// Somebody acted.
    Acted {
        /// Who.
        seat: usize,
        /// What he did: the notation of RingRift, the list of orders of ASG.
        action: Value,
        /// The name that the client gave to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
        /// The milliseconds that his clock lost.
        #[serde(default)]
        spent: u64,
        /// The milliseconds that were taken for the network's and not charged.
        #[serde(default)]
        lag: u64,
        /// What an agent said about it. It is told when the game is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<Box<AgentNote>>,
    },
    /// Somebody took back the last action of the turn that he had not ended.
    Undone {
        /// Who.
        seat: usize,
        /// The name that the client gave to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
    },
    /// Somebody asked to take his last turn back.
    TakebackAsked {
        /// Who.
        seat: usize,
        /// The name that the client gave to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
    },
    /// Somebody agreed to that, but not everybody has yet.
    TakebackAgreed {
        /// Who.
        seat: usize,
        /// The name that the client gave to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
    },
    /// Somebody did not agree, or thought better of it.
    TakebackRefused {
        /// Who.
        seat: usize,
        /// The name that the client gave to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
    },
    /// All agreed, and the game went back.
    TakenBack {
        /// How many actions are left.
        actions: usize,
        /// Who agreed last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<usize>,
        /// The name that the client gave to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
    },
    /// Somebody gave up.
    Resigned {
        /// Who.
        seat: usize,
    },
    /// Somebody's time was up.
    TimedOut {
        /// Whose.
        seat: usize,
    },
    /// An agent gave no reply that could be used, and lost by it.
    Failed {
        /// Whose seat.
        seat: usize,
        /// What was wrong.
        message: String,
    },
    /// The game was called off.
    Aborted {
        /// By whom.
        seat: usize,
    },
    /// Nobody came back to the game.
    Abandoned,
    /// The server was away; no clock ran.
    Interrupted {
        /// Since when; it came back when this was written.
        from: Moment,
    },
    /// Somebody wants to play again.
    RematchAsked {
        /// Who.
        seat: usize,
    },
    /// All want to play again, and do it there.
    RematchMade {
        /// The new game.
        game: GameId,
    },
}
