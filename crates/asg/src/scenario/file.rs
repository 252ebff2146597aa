//! File format of scenarios. Unknown keys are rejected in all objects.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::json_value::plain_number;
use crate::limits::{MAX_AMOUNT, MAX_BUDGET, MAX_EDGES, MAX_NAME_BYTES, MAX_NODES, MAX_PLIES};
use crate::side::{BySide, Owner, Side};

/// A scenario: map, players, settings and initial state.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScenarioFile {
    /// Short unique identifier.
    #[schemars(length(min = 1, max = MAX_NAME_BYTES))]
    pub id: String,
    /// Human-readable title.
    #[schemars(length(min = 1, max = MAX_NAME_BYTES))]
    pub name: String,
    /// Player who plays the first ply.
    pub starting_player: Side,
    /// Headquarters of each player.
    pub players: BySide<PlayerFile>,
    /// Numeric settings of the rules.
    pub settings: Settings,
    /// Nodes and edges.
    pub map: MapFile,
    /// Supply and troops at the start.
    pub initial_state: InitialState,
}

/// Data of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerFile {
    /// Id of the node that is the player's headquarters.
    #[schemars(length(min = 1, max = MAX_NAME_BYTES))]
    pub hq: String,
}

/// Numeric settings of the rules.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    /// Number of plies after which the match is drawn.
    #[schemars(range(min = 1, max = MAX_PLIES))]
    pub turn_cap_plies: u64,
    /// Maximum number of actions per ply; further ones are rejected.
    #[schemars(range(max = MAX_BUDGET))]
    pub action_budget: u64,
    /// Supply that a player receives at the start of each of their plies, in addition to the yields of owned nodes.
    #[schemars(range(max = MAX_AMOUNT))]
    pub base_income: u64,
    /// Supply cost of one troop.
    #[schemars(range(min = 1, max = MAX_AMOUNT))]
    pub reinforce_cost_per_strength: u64,
    /// Combat noise: largest random change of the strength difference, as a fraction of the smaller army.
    #[schemars(range(min = 0.0, max = 1.0))]
    #[serde(serialize_with = "plain_number")]
    pub combat_variance_fraction: f64,
}

/// Nodes and edges of a map.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    /// Nodes; replays refer to them by their index in this list.
    #[schemars(length(min = 1, max = MAX_NODES))]
    pub nodes: Vec<NodeFile>,
    /// Undirected edges as pairs of node ids.
    #[schemars(length(max = MAX_EDGES), inner(inner(length(min = 1, max = MAX_NAME_BYTES))))]
    pub edges: Vec<[String; 2]>,
}

/// A node of the map at the start.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NodeFile {
    /// Id, unique in the map.
    #[schemars(length(min = 1, max = MAX_NAME_BYTES))]
    pub id: String,
    /// Horizontal drawing coordinate, increasing to the right, in any unit.
    #[serde(serialize_with = "plain_number")]
    pub x: f64,
    /// Vertical drawing coordinate, increasing upwards, in the same unit.
    #[serde(serialize_with = "plain_number")]
    pub y: f64,
    /// Owner at the start.
    pub owner: Owner,
    /// Supply that the owner receives at the start of each of their plies.
    #[schemars(range(max = MAX_AMOUNT))]
    pub supply_yield: u64,
}

/// Supply and troops at the start of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InitialState {
    /// Supply of each player.
    #[schemars(with = "BySide<Amount>")]
    pub player_supply: BySide<u64>,
    /// Troops by node id; nodes without an entry have none.
    #[schemars(with = "BTreeMap<String, BySide<Amount>>")]
    pub node_forces: BTreeMap<String, BySide<u64>>,
}

/// Schema of a number of troops or of supply.
#[derive(JsonSchema)]
#[schemars(inline)]
#[expect(dead_code, reason = "only the schema is used")]
struct Amount(#[schemars(range(max = MAX_AMOUNT))] u64);

/// Returns the JSON Schema of scenario files.
///
/// The schema does not express that referenced ids exist, ids are unique and no edge is a loop; parsing checks that.
pub fn scenario_schema() -> serde_json::Value {
    schemars::schema_for!(ScenarioFile).into()
}
