//! History of a game: the state and events after each action.

use api::PlyView;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::{events_json, state_view};
use crate::{RequestError, Stage, Table};

/// Largest number of plies in a response.
const MAX_PLIES: usize = 50;

/// Number of bytes after which a response contains no further ply. Only large maps of ASG reach it.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// A range of plies: the wire form of [`api::PliesView`], whose plies are serialized one by one.
#[derive(Serialize)]
pub struct Plies {
    total: usize,
    plies: Vec<Box<RawValue>>,
}

/// Returns the states and events of a range of plies: at most 50, and fewer if the response would exceed 2 MiB.
///
/// # Errors
/// If `from` is beyond the end of the game, or the game cannot be replayed.
pub fn plies(table: &Table, from: Option<usize>, to: Option<usize>) -> Result<Plies, RequestError> {
    let total = table.moves().len();
    let from = from.unwrap_or(0);
    if from > total {
        return Err(RequestError::no_such_ply(from, total));
    }
    let to = to.unwrap_or(total).clamp(from, total).min(from + MAX_PLIES - 1);
    let damaged = || RequestError::damaged("this game is damaged and cannot be replayed");
    Ok(Plies { total, plies: replay(table, from, to, MAX_BYTES).ok_or_else(damaged)? })
}

/// Returns the plies `from..=to`, and ends after the ply that reaches `max_bytes`. Returns `None` if an action cannot be
/// played.
fn replay(table: &Table, from: usize, to: usize, max_bytes: usize) -> Option<Vec<Box<RawValue>>> {
    let mut plies = Vec::new();
    let mut bytes = 0;
    let mut push = |ply: &PlyView| {
        let text = to_raw_value(ply).expect("a ply serializes to JSON");
        bytes += text.get().len();
        plies.push(text);
        bytes < max_bytes
    };
    let mut game = table.game_after(from.saturating_sub(1)).ok()?;
    let is_over = matches!(table.stage(), Stage::Over(_));
    let mut has_room = true;
    if from == 0 {
        let state = state_view(&game);
        let start = PlyView { ply: 0, seat: None, turn: None, action: None, events: Value::Null, state, note: None };
        has_room = push(&start);
    }
    let first = from.max(1);
    for (ply, played) in (first..=to).zip(table.moves().iter_from(first - 1)) {
        if !has_room {
            break;
        }
        let events = game.replay(played.action()).ok()?;
        has_room = push(&PlyView {
            ply,
            seat: Some(played.seat),
            turn: Some(played.turn),
            action: Some(played.action().clone()),
            events: events_json(&events, &game),
            state: state_view(&game),
            note: played.note().filter(|_| is_over).cloned().map(Box::new),
        });
    }
    Some(plies)
}
