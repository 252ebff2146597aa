//! Log of a table.

use api::AgentNote;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::seat::Occupant;
use api::Moment;
use api::id::GameId;

/// One entry of a table's log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LogEntry {
    /// Sequence number, starting at 1.
    pub seq: u64,
    /// Never earlier than the previous entry's time.
    pub at: Moment,
    /// Stored and exported under the name `deed`.
    #[serde(rename = "deed")]
    pub event: LogEvent,
    /// Hash of the game state after this entry.
    pub hash: String,
}

/// An event of a table's log.
///
/// `seat` is the seat that caused the event. `client` is the idempotency key that the client sent with the command.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LogEvent {
    /// A guest, bot or agent took an open seat.
    SeatTaken { seat: usize, occupant: Occupant },
    /// A guest left the seat before the game started.
    SeatLeft { seat: usize },
    /// All seats are taken and the game started.
    Started,
    /// A player acted.
    Acted {
        seat: usize,
        /// RingRift notation, or the list of ASG orders.
        action: Value,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
        /// Milliseconds charged to the player's clock.
        #[serde(default)]
        spent: u64,
        /// Milliseconds attributed to network latency and not charged.
        #[serde(default)]
        lag: u64,
        /// Hidden from players until the game is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<Box<AgentNote>>,
    },
    /// A player took back the last action of their current turn.
    Undone {
        seat: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
    },
    /// A player asked to take back their last turn.
    TakebackAsked {
        seat: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
    },
    /// A player agreed to a takeback; others have not answered yet.
    TakebackAgreed {
        seat: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
    },
    /// A player declined a takeback, or withdrew their own request.
    TakebackRefused {
        seat: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
    },
    /// All players agreed to a takeback, and the actions were taken back.
    TakenBack {
        /// Number of actions that remain.
        actions: usize,
        /// The seat that agreed last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<usize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
    },
    /// A player offered a draw.
    DrawOffered {
        seat: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
    },
    /// A player agreed to a draw; others have not answered yet.
    DrawAgreed {
        seat: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
    },
    /// A player declined a draw, or withdrew their own offer.
    DrawDeclined {
        seat: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
    },
    /// A player agreed to a draw as the last one, and the game ended.
    Drawn {
        seat: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
    },
    /// A player resigned.
    Resigned { seat: usize },
    /// A player ran out of time.
    TimedOut { seat: usize },
    /// A bot or agent produced no usable action and forfeited.
    Failed { seat: usize, message: String },
    /// A player aborted the game.
    Aborted { seat: usize },
    /// The game ended without a result, because it was inactive for too long.
    Abandoned,
    /// The server was down; no clock ran meanwhile.
    Interrupted {
        /// Start of the downtime; it ended at the time of this entry.
        from: Moment,
    },
    /// A player asked for a rematch.
    RematchAsked { seat: usize },
    /// All players asked for a rematch, and it was created.
    RematchMade {
        /// The new game.
        game: GameId,
    },
}

impl LogEvent {
    /// Returns the seat and the idempotency key of the command that caused this event, if it had a key.
    pub(super) fn idempotency_key(&self) -> Option<(usize, &str)> {
        match self {
            LogEvent::Acted { seat, client, .. }
            | LogEvent::Undone { seat, client }
            | LogEvent::TakebackAsked { seat, client }
            | LogEvent::TakebackAgreed { seat, client }
            | LogEvent::TakebackRefused { seat, client }
            | LogEvent::DrawOffered { seat, client }
            | LogEvent::DrawAgreed { seat, client }
            | LogEvent::DrawDeclined { seat, client }
            | LogEvent::Drawn { seat, client }
            | LogEvent::TakenBack { seat: Some(seat), client, .. } => Some((*seat, client.as_deref()?)),
            _ => None,
        }
    }

    /// Reports whether the event can change the position or whose turn it is.
    pub(super) fn changes_position(&self) -> bool {
        use LogEvent::{Abandoned, Aborted, Acted, Drawn, Failed, Resigned, Started, TakenBack, TimedOut, Undone};
        matches!(
            self,
            Started
                | Acted { .. }
                | Undone { .. }
                | TakenBack { .. }
                | Drawn { .. }
                | Resigned { .. }
                | TimedOut { .. }
                | Failed { .. }
                | Aborted { .. }
                | Abandoned
        )
    }
}
