//! ASG maps and replays.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// An ASG map with coordinates.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MapView {
    /// Identifier of the map.
    pub id: String,
    /// Title for people.
    pub name: String,
    /// Rule set.
    pub rules: String,
    /// Horizontal extent; the larger of width and height is 1.
    pub width: f64,
    /// Vertical extent.
    pub height: f64,
    /// Settings, as in scenario files.
    #[schema(value_type = Object)]
    pub settings: Value,
    pub nodes: Vec<NodeView>,
    /// Pairs of connected nodes.
    pub edges: Vec<[String; 2]>,
}

/// A node of a map.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NodeView {
    /// Identifier of the node.
    pub id: String,
    /// Horizontal position, from 0 at the left.
    pub x: f64,
    /// Vertical position, from 0 at the top.
    pub y: f64,
    /// Supply that the owner receives in each of their plies.
    #[serde(rename = "yield")]
    pub supply_yield: u64,
    /// Side whose headquarters this is.
    pub hq: Option<String>,
}

/// A replay to verify.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplayBody {
    /// Text of the replay, in any version of the format.
    pub replay: String,
}

/// A replay that was simulated again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayView {
    pub map: MapView,
    /// Random seed.
    pub seed: i64,
    /// Creation time as the file states it.
    pub created_at: String,
    /// Players as the file states them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub players: Option<Value>,
    /// Start state.
    #[schema(value_type = Object)]
    pub start: Value,
    pub plies: Vec<ReplayPly>,
    /// Result, as in replay files.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    #[schema(value_type = Object)]
    pub ending: Value,
    /// First difference between the file and the simulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
}

/// A ply of a replay.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayPly {
    /// Ply number, from 1.
    pub ply: u64,
    /// Active side: `P1` or `P2`.
    pub side: String,
    /// Name of the bot, agent or player that chose the orders.
    pub controller: String,
    pub orders: Vec<Value>,
    /// Events of the ply.
    #[schema(value_type = Vec<Object>)]
    pub events: Value,
    /// State after the ply.
    #[schema(value_type = Object)]
    pub state: Value,
    /// The controller's reasons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rationale: Option<String>,
    /// Response time, in milliseconds.
    pub latency_ms: f64,
    /// Diagnostic data from the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnostics: Option<Value>,
}
