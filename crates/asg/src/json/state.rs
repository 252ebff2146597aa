//! JSON form of positions.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::rules::Position;
use crate::scenario::{NodeFile, Scenario};
use crate::side::{BySide, Owner, Side};

/// Returns the state after a ply in the form of reference replays.
pub fn state<'a>(scenario: &'a Scenario, position: &'a Position) -> impl Serialize + 'a {
    State::new(scenario, position)
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
