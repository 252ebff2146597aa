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
