//! The messages of a game's socket and of its event stream.

use arena::Refusal;
use game::Rejection;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::event::events;
use super::legal::LegalView;
use super::state::StateView;
use super::table::{MoveView, Names, SeatView, TableView};
use crate::id::GameId;
use crate::table::{AppliedEntry, CommandRejection, LogEvent, Table};
use crate::time::Moment;

/// What a client sends over the socket of a game.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Act.
    Act {
        /// The seat, if several are held.
        #[serde(default)]
        seat: Option<usize>,
        /// The notation of RingRift, or the list of orders of ASG.
        action: Value,
        /// The number of the last entry that is known.
        seq: u64,
        /// A name for the action, of 1 to 64 bytes: if it is sent twice, it happens once.
        #[serde(default)]
        client: Option<String>,
    },
    /// Take back the last action of one's own turn.
    Undo {
        /// The seat, if several are held.
        #[serde(default)]
        seat: Option<usize>,
        /// The number of the last entry that is known.
        seq: u64,
        /// A name for it.
        #[serde(default)]
        client: Option<String>,
    },
    /// Ask for a takeback of the last turn, or agree to one.
    Takeback {
        /// The seat, if several are held.
        #[serde(default)]
        seat: Option<usize>,
        /// Whether to agree; `false` refuses, or takes back one's own wish.
        agree: bool,
        /// A name for the answer to it.
        #[serde(default)]
        client: Option<String>,
    },
    /// Give up.
    Resign {
        /// The seat, if several are held.
        #[serde(default)]
        seat: Option<usize>,
        /// A name for the answer to it.
        #[serde(default)]
        client: Option<String>,
    },
    /// Call the game off before everybody has moved.
    Abort {
        /// The seat, if several are held.
        #[serde(default)]
        seat: Option<usize>,
        /// A name for the answer to it.
        #[serde(default)]
        client: Option<String>,
    },
    /// Play again.
    Rematch {
        /// The seat, if several are held.
        #[serde(default)]
        seat: Option<usize>,
        /// A name for the answer to it.
        #[serde(default)]
        client: Option<String>,
    },
    /// Ask for the whole table again.
    Sync,
}

/// What the server sends over the socket of a game, and over its event stream.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The whole table: the first message, and after a gap.
    Snapshot(Snapshot),
    /// One entry of the log, and the table after it.
    Update(Update),
    /// A command was carried out, and is safe.
    Done(Receipt),
    /// A command was refused. Nothing changed.
    #[serde(rename = "refused")]
    Rejected(RejectionView),
    /// A player of the server thinks, or waits for its turn to think.
    Thinking {
        /// The number of the last entry.
        seq: u64,
        /// The hash of the state.
        hash: String,
        /// Whose seat; none if nobody thinks any more.
        seat: Option<usize>,
        /// Whether it has begun, or waits until others have ended.
        begun: bool,
        /// Since when.
        since: Moment,
        /// Which part of its work is done, from 0 to 1, if it counts its work.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        progress: Option<f32>,
    },
    /// The server goes away for a moment: come back.
    Leaving {
        /// The number of the last entry.
        seq: u64,
        /// The hash of the state.
        hash: String,
        /// The milliseconds after which to try again.
        retry_after: u64,
    },
}

/// A whole table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Snapshot {
    /// The number of the last entry.
    pub seq: u64,
    /// The hash of the state.
    pub hash: String,
    /// The table.
    pub table: TableView,
    /// The state of the game.
    pub state: StateView,
    /// The actions that stand.
    pub moves: Vec<MoveView>,
    /// What concerns the seats that are held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<You>,
}

/// One entry of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Update {
    /// Its number: one more than that of the entry before it.
    pub seq: u64,
    /// The hash of the state after it.
    pub hash: String,
    /// When it happened.
    pub at: Moment,
    /// What somebody did.
    #[schema(value_type = Object)]
    pub deed: Value,
    /// What happened in the game: `EventView`s, or the events of ASG.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    #[schema(value_type = Object)]
    pub events: Value,
    /// The table after it.
    pub table: TableView,
    /// The state of the game after it, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<StateView>,
    /// What concerns the seats that are held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<You>,
}

/// What concerns the seats that a client holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct You {
    /// The seats.
    pub seats: Vec<usize>,
    /// What can be done now, if it is the turn of one of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<LegalView>,
    /// Whether the last action of the own turn can be undone.
    pub can_undo: bool,
}

/// A command that was carried out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Receipt {
    /// The number of the entry that tells of it; the last one, if nothing had to be done.
    pub seq: u64,
    /// The hash of the state.
    pub hash: String,
    /// The name that the client gave to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
}

/// A command that was refused.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RejectionView {
    /// The number of the last entry.
    pub seq: u64,
    /// The hash of the state.
    pub hash: String,
    /// The kind of the refusal, which never changes: a program can tell by it.
    pub code: String,
    /// What is wrong, in words.
    pub message: String,
    /// The rule behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The cells that show it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
    /// For a list of orders everything that is wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    pub orders: Vec<Refusal>,
    /// The name that the client gave to the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// The table as it is, if the command was meant for another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<Box<Snapshot>>,
}

impl RejectionView {
    /// A refusal at a table.
    pub fn new(refused: CommandRejection, table: &Table, client: Option<String>) -> RejectionView {
        RejectionView { seq: table.seq(), client, ..RejectionView::without_table(refused, table.hash()) }
    }

    /// A refusal in a state that belongs to no table.
    pub fn without_table(refused: CommandRejection, hash: String) -> RejectionView {
        let Rejection { code, rule, message, cells } = refused.rejection;
        RejectionView { seq: 0, hash, code, message, rule, cells, orders: refused.refusals, client: None, now: None }
    }
}

impl Snapshot {
    /// A table for those who hold these seats.
    pub fn new(id: &GameId, table: &Table, names: &Names, seats: &[usize], now: Moment) -> Snapshot {
        Snapshot {
            seq: table.seq(),
            hash: table.hash(),
            table: TableView::new(id, table, names, now),
            state: StateView::new(table.game()),
            moves: table.moves().iter().map(MoveView::from).collect(),
            you: You::new(table, seats),
        }
    }
}

impl Update {
    /// An entry, and the table after it, for everybody.
    pub fn new(id: &GameId, step: &AppliedEntry, after: &Table, names: &Names) -> Update {
        let entry = &step.entry;
        let has_state = !matches!(
            entry.event,
            LogEvent::TakebackAsked { .. } | LogEvent::TakebackAgreed { .. } | LogEvent::TakebackRefused { .. }
        );
        Update {
            seq: entry.seq,
            hash: entry.hash.clone(),
            at: entry.at,
            deed: deed_json(&entry.event, after, names),
            events: step.events.as_ref().map_or(Value::Null, |happened| events(happened, after.game())),
            table: TableView::new(id, after, names, entry.at),
            state: has_state.then(|| StateView::new(after.game())),
            you: None,
        }
    }
}

impl You {
    /// What concerns those who hold these seats; nothing if they hold none.
    pub fn new(table: &Table, seats: &[usize]) -> Option<You> {
        if seats.is_empty() {
            return None;
        }
        let is_asked =
            table.to_move().is_some_and(|seat| seats.contains(&seat) && table.seats()[seat].departure.is_none());
        Some(You {
            seats: seats.to_vec(),
            legal: is_asked.then(|| LegalView::new(table.game())),
            can_undo: seats.iter().any(|&seat| table.can_undo(seat)),
        })
    }
}

/// A deed without the names that guests have inside the server.
fn deed_json(deed: &LogEvent, table: &Table, names: &Names) -> Value {
    match deed {
        LogEvent::SeatTaken { seat, .. } => {
            let seat_view = SeatView::new(*seat, &table.seats()[*seat], names);
            json!({ "type": "seat_taken", "seat": seat, "kind": seat_view.kind, "name": seat_view.name })
        }
        deed => {
            let mut told = serde_json::to_value(deed).unwrap_or_default();
            // What an agent has in mind is nobody's business before the end.
            if let Some(fields) = told.as_object_mut() {
                fields.remove("note");
            }
            told
        }
    }
}
