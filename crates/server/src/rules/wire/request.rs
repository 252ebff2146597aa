//! Requests.

use ringrift::Position;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use crate::rules::wire::moves::MoveObject;
use crate::rules::wire::problem::Problems;
use crate::rules::wire::state::StateObject;
use crate::rules::wire::text_or::TextOr;

/// Request to evaluate a move in a position, which is given as text or as an object.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EvaluateRequest {
    /// Position as text, for example `G square8 2p canon; S a1=1,h8=2; P movement`.
    #[serde(default)]
    pub position: Option<String>,
    /// Position as an object.
    #[serde(default, alias = "game_state", alias = "gameState")]
    pub state: Option<StateObject>,
    /// Move, as text (`M a1-a3`) or as an object.
    pub r#move: TextOr<MoveObject>,
}

/// Request to list the legal moves of a position.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LegalRequest {
    /// Position as text.
    #[serde(default)]
    pub position: Option<String>,
    /// Position as an object.
    #[serde(default, alias = "game_state", alias = "gameState")]
    pub state: Option<StateObject>,
}

impl EvaluateRequest {
    /// Returns the position.
    ///
    /// # Errors
    /// Lists all problems.
    pub fn position(&self) -> Result<Position, Problems> {
        position(self.position.as_deref(), self.state.as_ref())
    }
}

impl LegalRequest {
    /// Returns the position.
    ///
    /// # Errors
    /// Lists all problems.
    pub fn position(&self) -> Result<Position, Problems> {
        position(self.position.as_deref(), self.state.as_ref())
    }
}

fn position(text: Option<&str>, state: Option<&StateObject>) -> Result<Position, Problems> {
    match (text, state) {
        (Some(text), None) => Position::parse(text).map_err(|error| Problems::one("position", error)),
        (None, Some(state)) => state.position(),
        (None, None) => Err(Problems::one("position", "missing: give a position as text or a state as an object")),
        (Some(_), Some(_)) => Err(Problems::one("position", "give a position or a state, not both")),
    }
}

/// Parses a request.
///
/// # Errors
/// If the body is not JSON or does not have the fields of the request; names the field.
pub fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problems> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let request = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        Problems::one(if path == "." { "body".to_owned() } else { path }, error.into_inner())
    })?;
    json.end().map_err(|error| Problems::one("body", error))?;
    Ok(request)
}
