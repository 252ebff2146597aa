//! Messages of sockets and event streams.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::{GameId, LegalView, MessageParts, Moment, MoveView, StateView, TableView};

/// Message from a client over the socket of a game.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Play an action.
    Act {
        /// Seat; required if you hold several.
        #[serde(default)]
        seat: Option<usize>,
        /// RingRift notation, or the list of ASG orders.
        action: Value,
        /// Sequence number of the last log entry the client has seen.
        seq: u64,
        /// Idempotency key of 1 to 64 bytes: an action sent twice with the same key is played once.
        #[serde(default)]
        client: Option<String>,
    },
    /// Undo the last action of your current turn.
    Undo {
        /// Seat; required if you hold several.
        #[serde(default)]
        seat: Option<usize>,
        /// Sequence number of the last log entry the client has seen.
        seq: u64,
        /// Idempotency key, as in `act`.
        #[serde(default)]
        client: Option<String>,
    },
    /// Offer a draw, or answer an offer.
    Draw {
        /// Seat; required if you hold several.
        #[serde(default)]
        seat: Option<usize>,
        /// `true` offers a draw or agrees to one; `false` declines it or withdraws your own offer.
        agree: bool,
        /// Key that is returned in the answer.
        #[serde(default)]
        client: Option<String>,
    },
    /// Request a takeback of the last turn, or answer such a request.
    Takeback {
        /// Seat; required if you hold several.
        #[serde(default)]
        seat: Option<usize>,
        /// `true` requests a takeback or agrees to one; `false` declines it or withdraws your own request.
        agree: bool,
        /// Idempotency key; returned in the answer.
        #[serde(default)]
        client: Option<String>,
    },
    /// Resign. In games of more than two players a bot takes over the seat.
    Resign {
        /// Seat; required if you hold several.
        #[serde(default)]
        seat: Option<usize>,
        /// Key that is returned in the answer.
        #[serde(default)]
        client: Option<String>,
    },
    /// Abort the game before every player has moved.
    Abort {
        /// Seat; required if you hold several.
        #[serde(default)]
        seat: Option<usize>,
        /// Key that is returned in the answer.
        #[serde(default)]
        client: Option<String>,
    },
    /// Ask for a rematch, or agree to one.
    Rematch {
        /// Seat; required if you hold several.
        #[serde(default)]
        seat: Option<usize>,
        /// Key that is returned in the answer.
        #[serde(default)]
        client: Option<String>,
    },
    /// Request a new snapshot.
    Sync,
}

impl ClientMessage {
    /// Returns the client's key for the message.
    pub fn client(&self) -> Option<&str> {
        match self {
            ClientMessage::Act { client, .. }
            | ClientMessage::Undo { client, .. }
            | ClientMessage::Takeback { client, .. }
            | ClientMessage::Draw { client, .. }
            | ClientMessage::Resign { client, .. }
            | ClientMessage::Abort { client, .. }
            | ClientMessage::Rematch { client, .. } => client.as_deref(),
            ClientMessage::Sync => None,
        }
    }
}

/// Message from the server over the socket or event stream of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Full state of the table. Sent at the start of a stream, unless the stream resumes with updates, and after a gap.
    Snapshot(Snapshot),
    /// One log entry, and the table after it.
    Update(Update),
    /// A command was executed and stored.
    Done(Receipt),
    /// A command was rejected. Nothing changed.
    #[serde(rename = "refused")]
    Rejected(Rejection),
    /// A bot or agent is thinking, or is queued to think.
    Thinking {
        /// Sequence number of the last log entry.
        seq: u64,
        /// Hash of the state.
        hash: String,
        /// Seat of the bot or agent; null if none is thinking any more.
        seat: Option<usize>,
        /// Whether it is thinking already; `false` while it is queued.
        begun: bool,
        /// When it was queued or started.
        since: Moment,
        /// Fraction of the work done, from 0 to 1, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        progress: Option<f32>,
    },
    /// The server is stopping: reconnect later.
    Leaving {
        /// Sequence number of the last log entry.
        seq: u64,
        /// Hash of the state.
        hash: String,
        /// Milliseconds to wait before reconnecting.
        retry_after: u64,
    },
}

/// Full state of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Snapshot {
    /// Sequence number of the last log entry.
    pub seq: u64,
    /// Hash of the state.
    pub hash: String,
    pub table: TableView,
    /// State of the game.
    pub state: StateView,
    /// Actions played and not taken back.
    pub moves: Vec<MoveView>,
    /// Information for the seats you hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<OwnSeats>,
}

/// One log entry.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Update {
    /// Sequence number: one more than that of the previous entry.
    pub seq: u64,
    /// Hash of the state after the entry.
    pub hash: String,
    /// When it happened.
    pub at: Moment,
    /// The log event: its `type`, such as `acted` or `resigned`, and its fields.
    #[serde(rename = "deed")]
    #[schema(value_type = Object)]
    pub log_event: Value,
    /// Events in the game: a list of `EventView`, or the ASG events.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    #[schema(value_type = Vec<Object>)]
    pub events: Value,
    /// The table after the entry.
    pub table: TableView,
    /// State of the game after the entry, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<StateView>,
    /// Information for the seats you hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<OwnSeats>,
}

/// Information for the seats that the receiving client holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = You)]
pub struct OwnSeats {
    /// Seat numbers.
    pub seats: Vec<usize>,
    /// Legal actions, if one of the seats is to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<LegalView>,
    /// Whether the last action of your current turn can be undone.
    pub can_undo: bool,
}

/// Confirmation of an executed command.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Receipt {
    /// Sequence number of the log entry that the command wrote, or of the last entry if it wrote none.
    pub seq: u64,
    /// Hash of the state.
    pub hash: String,
    /// The client's key for the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// Actions that can follow, such as `LR 2:1`, after `L 1` for a line that can be taken in several ways. Nothing is played before one of them is sent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line_options: Vec<String>,
}

/// Rejection of a command.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = RefusalView)]
pub struct Rejection {
    /// Sequence number of the last log entry.
    pub seq: u64,
    /// Hash of the state.
    pub hash: String,
    /// Stable, machine-readable code.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// `message` as an id with parameters; absent if the code alone says what is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_parts: Option<MessageParts>,
    /// Rule that forbids the action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Cells that show the problem.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
    /// ASG: every rejected order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    pub orders: Vec<OrderRejection>,
    /// The client's key for the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// The current table, if the command was based on an outdated state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<Box<Snapshot>>,
}

/// Rejection of one order of a ply.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OrderRejection {
    /// Index in the list of orders, from 0.
    pub index: usize,
    /// The order as it was sent.
    pub action: Value,
    /// Stable, machine-readable code.
    pub code: String,
    /// Rule that forbids the order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What is wrong.
    pub message: String,
    /// Cells that show the problem.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}

/// Start of a stream.
#[derive(Copy, Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Since {
    /// Number of the last entry or event the client has seen.
    pub since: Option<u64>,
}

/// A log entry of one of your games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MyEvent {
    /// Number among all events; pass it as `since` to resume the stream after this event.
    pub id: i64,
    pub game: GameId,
    /// Sequence number of the entry in the game's log.
    pub seq: u64,
    /// Hash of the game's state.
    pub hash: String,
    /// When it happened.
    pub at: Moment,
    /// Type of the log event, such as `started`, `acted` or `resigned`.
    pub what: String,
    /// Seat that caused the event.
    pub seat: Option<u64>,
}

/// Last line of a stream when the server stops.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = MyFarewell)]
pub struct StreamEnd {
    /// Always `true`.
    pub leaving: bool,
    /// Milliseconds to wait before reconnecting.
    pub retry_after: u64,
}
