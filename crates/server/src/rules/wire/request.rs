//! Requests.

use ringrift::Position;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use crate::rules::wire::moves::MoveObject;
use crate::rules::wire::problem::Problems;
use crate::rules::wire::state::StateObject;
use crate::rules::wire::text_or::TextOr;

/// A move to be judged, in a position that is given as text or as an object.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EvaluateRequest {
    /// The position as text, for example `G square8 2p canon; S a1=1,h8=2; P movement`.
    #[serde(default)]
    pub position: Option<String>,
    /// The position as an object.
    #[serde(default, alias = "game_state", alias = "gameState")]
    pub state: Option<StateObject>,
    /// The move, as text (`M a1-a3`) or as an object.
    pub r#move: TextOr<MoveObject>,
}

/// A position whose legal moves are asked for.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LegalRequest {
    /// The position as text.
    #[serde(default)]
    pub position: Option<String>,
    /// The position as an object.
    #[serde(default, alias = "game_state", alias = "gameState")]
    pub state: Option<StateObject>,
}

impl EvaluateRequest {
    /// The position that is meant.
    ///
    /// # Errors
    /// Lists everything that is wrong with it.
    pub fn position(&self) -> Result<Position, Problems> {
        position(self.position.as_deref(), self.state.as_ref())
    }
}

impl LegalRequest {
    /// The position that is meant.
    ///
    /// # Errors
    /// Lists everything that is wrong with it.
    pub fn position(&self) -> Result<Position, Problems> {
        position(self.position.as_deref(), self.state.as_ref())
    }
}

fn position(text: Option<&str>, state: Option<&StateObject>) -> Result<Position, Problems> {
    match (text, state) {
        (Some(text), None) => Position::parse(text).map_err(|error| Problems::one("position", error)),
        (None, Some(state)) => state.position(),
        (None, None) => Err(Problems::one("position", "give the position as text, or a state as an object")),
        (Some(_), Some(_)) => Err(Problems::one("position", "give either a position or a state, not both")),
    }
}

/// Reads a request.
///
/// # Errors
/// If it is no JSON, or has not the form of the request; says where.
pub fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problems> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let request = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        Problems::one(if path == "." { "body".to_owned() } else { path }, error.into_inner())
    })?;
    json.end().map_err(|error| Problems::one("body", error))?;
    Ok(request)
}
