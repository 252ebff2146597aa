//! Requests of the rules service.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::{MoveObject, StateObject, TextOr};

/// Request to evaluate a move in a position, which is given as text or as an object. Unknown fields are ignored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EvaluateRequest {
    /// Position as text, for example `G square8 2p canon; S a1=1,h8=2; P movement`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Position as an object.
    #[serde(default, alias = "game_state", alias = "gameState", skip_serializing_if = "Option::is_none")]
    pub state: Option<StateObject>,
    /// Move, as text (`M a1-a3`) or as an object.
    pub r#move: TextOr<MoveObject>,
    /// Number of the line that an earlier move, such as `L 1`, has chosen, if this move, such as `LR 2:1`, says how to take it. May be given in `state` instead.
    #[serde(default, rename = "chosenLine", alias = "chosen_line", skip_serializing_if = "Option::is_none")]
    pub chosen_line: Option<u16>,
    /// Whether the response contains `details`.
    #[serde(default)]
    pub details: bool,
}

/// Request to list the legal moves of a position. Unknown fields are ignored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LegalRequest {
    /// Position as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Position as an object.
    #[serde(default, alias = "game_state", alias = "gameState", skip_serializing_if = "Option::is_none")]
    pub state: Option<StateObject>,
    /// Whether the response contains `details`.
    #[serde(default)]
    pub details: bool,
}
