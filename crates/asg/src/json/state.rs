//! JSON form of positions.

use std::collections::HashMap;

use safe_text::excerpt;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::limits::MAX_AMOUNT;
use crate::rules::{NodeState, Outcome, Position};
use crate::scenario::{NodeFile, Scenario};
use crate::side::{BySide, Owner, Side};

/// Returns the state after a ply in the form of reference replays.
pub fn state<'a>(scenario: &'a Scenario, position: &'a Position) -> impl Serialize + 'a {
    State::new(scenario, position)
}

/// Reads a state in the form of reference replays, as [`state`] writes it. The result of a finished match is not part of it.
///
/// # Errors
/// Returns a text that says what is wrong.
pub fn read_state(value: &Value, scenario: &Scenario, outcome: Option<Outcome>) -> Result<Position, String> {
    let not_a_state = |error: serde_json::Error| format!("not a state: {}", excerpt(&error.to_string(), 120));
    let read: ReadState = serde_json::from_value(value.clone()).map_err(not_a_state)?;
    if read.scenario_id != scenario.file().id {
        return Err(format!("the state belongs to the scenario '{}'", excerpt(&read.scenario_id, 60)));
    }
    let cap = scenario.settings().turn_cap_plies;
    if read.ply > cap {
        return Err(format!("a match of this scenario ends after {cap} plies"));
    }
    let nodes = scenario.nodes().map(|node| {
        let id = scenario.id_of(node);
        let read = read.nodes.get(id).ok_or_else(|| format!("the node '{}' is missing", excerpt(id, 60)))?;
        Ok(NodeState { owner: read.owner, forces: read.forces })
    });
    let nodes = nodes.collect::<Result<Vec<NodeState>, String>>()?;
    if read.nodes.len() != nodes.len() {
        return Err("the state has nodes that are not in the scenario".to_owned());
    }
    Position::restored(scenario, (read.ply, read.active_player, read.supplies), nodes, outcome)
        .ok_or_else(|| format!("amounts are at most {MAX_AMOUNT}"))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadState {
    scenario_id: String,
    ply: u64,
    active_player: Side,
    supplies: BySide<u64>,
    nodes: HashMap<String, ReadNode>,
}

/// The parts of a node that change during a match.
#[derive(Deserialize)]
struct ReadNode {
    owner: Owner,
    forces: BySide<u64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct State<'a> {
    scenario_id: &'a str,
    ply: u64,
    active_player: Side,
    supplies: BySide<u64>,
    nodes: Nodes<'a>,
}

impl<'a> State<'a> {
    pub(crate) fn new(scenario: &'a Scenario, position: &'a Position) -> State<'a> {
        State {
            scenario_id: &scenario.file().id,
            ply: position.ply(),
            active_player: position.active(),
            supplies: BySide::from_fn(|side| position.supply(side)),
            nodes: Nodes { scenario, position },
        }
    }
}

/// All nodes of a position, serialized as an object by id.
pub(crate) struct Nodes<'a> {
    pub(crate) scenario: &'a Scenario,
    pub(crate) position: &'a Position,
}

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let order = self.scenario.nodes_in_key_order();
        let mut map = serializer.serialize_map(Some(order.len()))?;
        for &node in order {
            let state = self.position.node_state(node);
            let node = NodeJson { info: self.scenario.info(node), owner: state.owner, forces: state.forces };
            map.serialize_entry(&node.info.id, &node)?;
        }
        map.end()
    }
}

/// A node with its current owner and troops.
struct NodeJson<'a> {
    info: &'a NodeFile,
    owner: Owner,
    forces: BySide<u64>,
}

impl Serialize for NodeJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Fields<'a> {
            id: &'a str,
            #[serde(serialize_with = "crate::json_value::plain_number")]
            x: f64,
            #[serde(serialize_with = "crate::json_value::plain_number")]
            y: f64,
            owner: Owner,
            supply_yield: u64,
            forces: BySide<u64>,
        }
        let NodeFile { id, x, y, supply_yield, .. } = self.info;
        let (owner, forces) = (self.owner, self.forces);
        Fields { id, x: *x, y: *y, owner, supply_yield: *supply_yield, forces }.serialize(serializer)
    }
}
