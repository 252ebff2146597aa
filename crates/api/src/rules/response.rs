//! Responses of the rules service.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Text;
use crate::rules::{Point, RulesDetails, StateObject};

/// Result of evaluating a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EvaluateResponse {
    /// Whether the move is legal.
    pub valid: bool,
    /// Reason why it is illegal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<RejectionObject>,
    /// Move in canonical notation; absent if the request matches no action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<String>,
    /// Type of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub move_type: Option<Text>,
    /// State after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<NextState>,
    /// Moves that can follow, such as `LR 2:1`, if the move only chose a line. `next` is then the same state with `chosenLine`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line_options: Vec<String>,
    /// Canonical text of all state that affects the rest of the game: after the move, or before it if the move is illegal.
    pub fingerprint: String,
    /// 128-bit hash of the fingerprint, 32 hexadecimal digits.
    pub hash: String,
    /// Hash that external engines exchange; live edition only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_hash: Option<String>,
    /// `referenceHash` if present, otherwise `hash`, under the name that other rules services use.
    #[serde(rename = "state_hash")]
    pub state_hash: String,
    /// Progress measure S.
    pub s: Progress,
    /// `s.after`, under the name that other rules services use.
    #[serde(rename = "s_invariant")]
    pub s_invariant: u32,
    /// `active` or `completed`, after the move.
    #[schema(value_type = String)]
    pub status: Text,
    /// `status`, under the name that other rules services use.
    #[serde(rename = "game_status")]
    #[schema(value_type = String)]
    pub game_status: Text,
    /// Result of a finished game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeObject>,
    /// Mode of the rules service: `fast` (the fast engine answers), `shadow` (the fast engine answers, and a second engine checks the move afterwards) or `spec` (the second engine answers).
    #[schema(value_type = String)]
    pub mode: Text,
    /// Engine that answered: `fast`, `spec` or `remote`.
    #[schema(value_type = String)]
    pub engine: Text,
    /// Whether the fast engine answered because the second engine failed or was unavailable.
    pub fallback: bool,
    /// Configuration of the service, if the request asks for details.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<RulesDetails>,
}

/// Reason why a move is illegal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = RefusalObject)]
pub struct RejectionObject {
    /// Rule that forbids the move, such as `RR-CANON-R091`.
    pub rule: Option<String>,
    /// Reason in English.
    pub message: String,
    /// Cells that the reason refers to.
    pub cells: Vec<String>,
}

/// State after a move, in both forms.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NextState {
    /// As text.
    pub position: String,
    /// As an object.
    pub state: StateObject,
}

/// Progress measure S: sum of markers, collapsed cells and eliminated rings.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Progress {
    /// Before the move.
    pub before: u32,
    /// After the move.
    pub after: u32,
}

/// Result of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OutcomeObject {
    /// Seat of the winner, from 1; null in a draw.
    pub winner: Option<u8>,
    /// Reason for the end.
    #[schema(value_type = String)]
    pub reason: Text,
    /// Rank of each player by seat, 1 for the best.
    pub ranks: Vec<u8>,
}

/// Legal moves of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LegalResponse {
    /// Seat to move, from 1; absent if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<u8>,
    /// Current phase.
    #[schema(value_type = String)]
    pub phase: Text,
    /// `active` or `completed`.
    #[schema(value_type = String)]
    pub status: Text,
    /// `status`, under the name that other rules services use.
    #[serde(rename = "game_status")]
    #[schema(value_type = String)]
    pub game_status: Text,
    /// 128-bit hash of the position.
    pub hash: String,
    /// Hash that external engines exchange in the live edition, otherwise `hash`.
    #[serde(rename = "state_hash")]
    pub state_hash: String,
    /// Progress measure S of the position, under the name that other rules services use.
    #[serde(rename = "s_invariant")]
    pub s_invariant: u32,
    /// Number of legal moves.
    pub count: usize,
    /// Moves in engine order.
    pub moves: Vec<LegalMove>,
    /// Engine that listed them.
    #[schema(value_type = String)]
    pub engine: Text,
    /// Configuration of the service, if the request asks for details.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<RulesDetails>,
}

/// A legal move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LegalMove {
    /// Canonical notation.
    pub text: String,
    /// Type of the move.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub kind: Text,
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
}
