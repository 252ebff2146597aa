//! Rendering of messages whose cost grows with the length of a game.
//!
//! Snapshots contain all actions of a game, and missed updates have to be rebuilt from its log. Both are rendered on threads
//! for blocking work, never on the threads that serve connections.

use std::sync::Arc;

use api::ServerMessage;
use table::Table;

use super::room_snapshot::{RenderedUpdate, RoomSnapshot};
use crate::time::Moment;

/// Maximum number of updates that a job renders.
const MAX_UPDATES: usize = 32;

/// Number of bytes after which a job renders no further update, so that no job takes long and holds much memory.
const MAX_BYTES: usize = 64 * 1024;

/// Renders messages for one subscriber.
#[derive(Debug)]
pub struct RenderJob {
    pub(super) snapshot: Arc<RoomSnapshot>,
    /// Seats that the subscriber holds.
    pub(super) seats: Vec<usize>,
    /// Number of the last entry that the subscriber may see.
    pub(super) visible: u64,
    pub(super) now: Moment,
    pub(super) wanted: Wanted,
}

/// The messages that a subscriber needs.
#[derive(Debug)]
pub(super) enum Wanted {
    Snapshot,
    /// Updates after an entry.
    Updates {
        after: u64,
        cursor: Option<Box<Table>>,
    },
}

/// Messages of a [`RenderJob`].
#[derive(Debug)]
pub struct Rendered {
    pub(super) texts: Vec<String>,
    /// Number of the last entry that the messages contain.
    pub(super) seq: u64,
    /// The table after that entry if more updates follow. The next job continues from it, so that the updates of a whole
    /// game are rendered in one pass.
    pub(super) cursor: Option<Box<Table>>,
}

impl RenderJob {
    pub(super) fn is_snapshot(&self) -> bool {
        matches!(self.wanted, Wanted::Snapshot)
    }

    /// Renders the messages. The cost of updates depends on their number, and not on the length of the game before them.
    pub fn run(self) -> Rendered {
        let RenderJob { snapshot, seats, visible, now, wanted } = self;
        match wanted {
            Wanted::Snapshot => {
                let is_delayed = visible < snapshot.table.seq();
                let view =
                    if is_delayed { snapshot.delayed_view(visible, now) } else { snapshot.view_for(&seats, now) };
                Rendered { texts: vec![message_text(&ServerMessage::Snapshot(view))], seq: visible, cursor: None }
            }
            Wanted::Updates { after, cursor } => updates(&snapshot, &seats, visible, after, cursor),
        }
    }
}

fn updates(snapshot: &RoomSnapshot, seats: &[usize], visible: u64, after: u64, cursor: Option<Box<Table>>) -> Rendered {
    let mut table = match cursor {
        Some(table) if table.seq() == after => table,
        _ => Box::new(snapshot.table.after(after)),
    };
    let (mut texts, mut bytes) = (Vec::new(), 0);
    for entry in snapshot.table.log().iter_from(table.log().len()).take(MAX_UPDATES) {
        if entry.seq > visible || bytes >= MAX_BYTES {
            break;
        }
        let Ok(applied) = table.apply(entry.clone()) else { break };
        let text = RenderedUpdate::new(&snapshot.id, &applied, &table, &snapshot.names).text(seats);
        bytes += text.len();
        texts.push(text);
    }
    let seq = table.seq();
    Rendered { texts, seq, cursor: (seq < visible).then_some(table) }
}

/// Serializes a message.
pub(super) fn message_text(message: &ServerMessage) -> String {
    serde_json::to_string(message).expect("a message serializes to JSON")
}
