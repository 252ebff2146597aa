//! Scenarios as they stand in files. All objects are closed.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::json::plain_number;
use crate::limits::{MAX_AMOUNT, MAX_BUDGET, MAX_EDGES, MAX_NAME_BYTES, MAX_NODES, MAX_PLIES};
use crate::side::{BySide, Owner, Side};

/// A scenario: map, players, settings and how the match begins.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScenarioFile {
    /// A short name for programs.
    #[schemars(length(min = 1, max = MAX_NAME_BYTES))]
    pub id: String,
    /// The title.
    #[schemars(length(min = 1, max = MAX_NAME_BYTES))]
    pub name: String,
    /// Who makes the first ply.
    pub starting_player: Side,
    /// The players.
    pub players: BySide<PlayerFile>,
    /// The numbers of the game.
    pub settings: Settings,
    /// Where it is played.
    pub map: MapFile,
    /// How it begins.
    pub initial_state: InitialState,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerFile {
    /// The id of the headquarters' node.
    #[schemars(length(min = 1, max = MAX_NAME_BYTES))]
    pub hq: String,
}

/// The numbers of the game.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    /// The plies after which the match is a draw.
    #[schemars(range(min = 1, max = MAX_PLIES))]
    pub turn_cap_plies: u64,
    /// The actions of a ply that have an effect.
    #[schemars(range(max = MAX_BUDGET))]
    pub action_budget: u64,
    /// The supply that a player gets in each ply of his, beside the yields of his nodes.
    #[schemars(range(max = MAX_AMOUNT))]
    pub base_income: u64,
    /// The supply that one more strength costs.
    #[schemars(range(min = 1, max = MAX_AMOUNT))]
    pub reinforce_cost_per_strength: u64,
    /// How much luck there is in fights.
    #[schemars(range(min = 0.0, max = 1.0))]
    #[serde(serialize_with = "plain_number")]
    pub combat_variance_fraction: f64,
}

/// A map.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    /// The nodes, in the order in which everything goes through them.
    #[schemars(length(min = 1, max = MAX_NODES))]
    pub nodes: Vec<NodeFile>,
    /// The edges: pairs of ids, in any order.
    #[schemars(length(max = MAX_EDGES), inner(inner(length(min = 1, max = MAX_NAME_BYTES))))]
    pub edges: Vec<[String; 2]>,
}

/// A node.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NodeFile {
    /// Its id.
    #[schemars(length(min = 1, max = MAX_NAME_BYTES))]
    pub id: String,
    /// Where it is drawn, to the right.
    #[serde(serialize_with = "plain_number")]
    pub x: f64,
    /// Where it is drawn, upwards.
    #[serde(serialize_with = "plain_number")]
    pub y: f64,
    /// Who owns it at first.
    pub owner: Owner,
    /// The supply that it gives its owner in each ply of his.
    #[schemars(range(max = MAX_AMOUNT))]
    pub supply_yield: u64,
}

/// How a match begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InitialState {
    /// The supply of each player.
    #[schemars(with = "BySide<Amount>")]
    pub player_supply: BySide<u64>,
    /// The troops on nodes, by id; none where nothing is said.
    #[schemars(with = "BTreeMap<String, BySide<Amount>>")]
    pub node_forces: BTreeMap<String, BySide<u64>>,
}

/// The schema of a number of troops or of supply.
#[derive(JsonSchema)]
#[schemars(inline)]
#[expect(dead_code, reason = "only its schema is used")]
struct Amount(#[schemars(range(max = MAX_AMOUNT))] u64);

/// The JSON Schema of scenarios. What the schema cannot say (ids that exist, no loops, no repetitions) is checked on reading.
pub fn scenario_schema() -> serde_json::Value {
    schemars::schema_for!(ScenarioFile).into()
}
