//! History of moves in states.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::Text;
use crate::rules::Point;

/// Move in the history of a state that the service returns.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HistoryMove {
    /// Number of the move in the history, from 1.
    pub move_number: usize,
    /// Type of the move.
    #[serde(rename = "type")]
    pub kind: Text,
    /// Seat of the player, from 1.
    pub player: u8,
    /// Start cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Point>,
    /// Destination or target cell; for lines and regions their first cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Point>,
    /// Captured stack, or stack from which a recovery extracts a ring.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capture_target: Option<Point>,
    /// Number of rings placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placement_count: Option<u8>,
    /// Canonical notation.
    pub algebraic_notation: String,
}

/// Reads a history. The rules leave its structure to each program, so a value that is not a list is read as an empty list.
pub(super) fn list_or_empty<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Value>, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::Array(moves) => moves,
        _ => Vec::new(),
    })
}
