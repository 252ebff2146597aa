//! Messages of sockets and event streams.

use api::{GameId, Moment, OrderRejection, OwnSeats, Rejection, Snapshot, Update};
use serde_json::{Value, json};

use super::event::events_json;
use super::legal::legal_view;
use super::state::state_view;
use super::table::{Names, move_view, seat_view, table_view};
use crate::{AppliedEntry, CommandRejection, LogEvent, Table};

/// Returns the full state of a table for a client that holds `seats`.
pub fn snapshot(id: &GameId, table: &Table, names: &Names, seats: &[usize], now: Moment) -> Snapshot {
    Snapshot {
        seq: table.seq(),
        hash: table.hash(),
        table: table_view(id, table, names, now),
        state: state_view(table.game()),
        moves: table.moves().iter().map(|played| move_view(played)).collect(),
        you: own_seats(table, seats),
    }
}

/// Returns a log entry and the table after it, without [`OwnSeats`].
pub fn update(id: &GameId, applied: &AppliedEntry, after: &Table, names: &Names) -> Update {
    let entry = &applied.entry;
    let has_state = !matches!(
        entry.event,
        LogEvent::TakebackAsked { .. }
            | LogEvent::TakebackAgreed { .. }
            | LogEvent::TakebackRefused { .. }
            | LogEvent::DrawOffered { .. }
            | LogEvent::DrawAgreed { .. }
            | LogEvent::DrawDeclined { .. }
    );
    Update {
        seq: entry.seq,
        hash: entry.hash.clone(),
        at: entry.at,
        log_event: log_event_json(&entry.event, after, names),
        events: applied.events.as_ref().map_or(Value::Null, |events| events_json(events, after.game())),
        table: table_view(id, after, names, entry.at),
        state: has_state.then(|| state_view(after.game())),
        you: None,
    }
}

/// Returns the information that only the holder of `seats` receives; `None` if `seats` is empty.
pub fn own_seats(table: &Table, seats: &[usize]) -> Option<OwnSeats> {
    if seats.is_empty() {
        return None;
    }
    let is_to_move =
        table.to_move().is_some_and(|seat| seats.contains(&seat) && table.seats()[seat].departure.is_none());
    Some(OwnSeats {
        seats: seats.to_vec(),
        legal: is_to_move.then(|| legal_view(table.game())),
        can_undo: seats.iter().any(|&seat| table.can_undo(seat)),
    })
}

/// Returns a rejection with the table's sequence number and hash.
pub fn rejection(rejected: CommandRejection, table: &Table, client: Option<String>) -> Rejection {
    Rejection { seq: table.seq(), client, ..rejection_in_state(rejected, table.hash()) }
}

/// Returns a rejection that belongs to no table, with the hash of the game state.
pub fn rejection_in_state(rejected: CommandRejection, hash: String) -> Rejection {
    let CommandRejection { reason: game::Rejection { code, rule, message, parts, cells }, orders } = rejected;
    let message_parts = parts.as_deref().map(Into::into);
    let orders = orders.into_iter().map(order_rejection).collect();
    Rejection { seq: 0, hash, code, message, message_parts, rule, cells, orders, client: None, now: None }
}

fn order_rejection(rejected: agent_protocol::RejectedAction) -> OrderRejection {
    let agent_protocol::RejectedAction { index, action, rejection } = rejected;
    let game::Rejection { code, rule, message, cells, .. } = rejection;
    OrderRejection { index, action, code, rule, message, cells }
}

/// Returns a log event as JSON, without guest ids and without the explanations of agents, which stay hidden until the game
/// is over.
fn log_event_json(event: &LogEvent, table: &Table, names: &Names) -> Value {
    match event {
        LogEvent::SeatTaken { seat, .. } => {
            let view = seat_view(*seat, &table.seats()[*seat], names);
            json!({ "type": "seat_taken", "seat": seat, "kind": view.kind, "name": view.name })
        }
        event => {
            let mut event = serde_json::to_value(event).expect("a log event serializes to JSON");
            if let Some(fields) = event.as_object_mut() {
                fields.remove("note");
            }
            event
        }
    }
}
