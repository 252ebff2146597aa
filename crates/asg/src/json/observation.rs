//! Observations: the information sent to a player each ply.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::state::Nodes;
use crate::rules::{Position, View};
use crate::scenario::{Node, Scenario, Settings};
use crate::side::{BySide, Side};

/// The information that a player receives at the start of a ply, before its income; serializes to JSON.
///
/// It contains the whole position, settings and map, but never the seed or the random generator.
///
/// ```
/// use asg::{Observation, Position, Rules, Scenario, Side, View};
/// let scenario = Scenario::parse(include_str!("../../scenarios/scenario_01.json"))?;
/// let position = Position::start(&scenario);
/// let view = View { scenario: &scenario, rules: Rules::V0, position: &position };
/// let observation = Observation::new(view, Side::P1);
/// let json = serde_json::to_value(observation).unwrap();
/// assert_eq!((&json["income"], &json["adjacency"]["p1_hq"][0]), (&3.into(), &"p1_bridge".into()));
/// assert_eq!(serde_json::to_value(observation.reference()).unwrap().as_object().unwrap().len(), 5);
/// # Ok::<(), asg::ScenarioError>(())
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Observation<'a> {
    view: View<'a>,
    player: Side,
}

impl<'a> Observation<'a> {
    /// Creates the observation of either player, active or not.
    pub fn new(view: View<'a>, player: Side) -> Observation<'a> {
        Observation { view, player }
    }

    /// Returns the form with only the five fields of the reference implementation.
    pub fn reference(self) -> impl Serialize + 'a {
        self.fields()
    }

    /// Returns the supply that the player receives at the start of their next ply (this one if they are active).
    pub fn income(&self) -> u64 {
        self.view.position.income(self.player, self.view.scenario)
    }

    /// Returns the supply that the player can spend in their next ply (this one if they are active), including its
    /// income.
    pub fn spendable(&self) -> u64 {
        self.view.position.spendable(self.player, self.view.scenario)
    }

    pub(crate) fn fields(self) -> Fields<'a> {
        let View { scenario, position, .. } = self.view;
        Fields {
            player: self.player,
            ply: position.ply(),
            active_player: position.active(),
            supplies: supplies(position),
            nodes: Nodes { scenario, position },
        }
    }
}

fn supplies(position: &Position) -> BySide<u64> {
    BySide::from_fn(|side| position.supply(side))
}

impl Serialize for Observation<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let View { scenario, rules, position } = self.view;
        let settings = scenario.settings();
        let all = AllFields {
            fields: self.fields(),
            income: self.income(),
            spendable: self.spendable(),
            plies_left: settings.turn_cap_plies.saturating_sub(position.ply()),
            scenario_id: &scenario.file().id,
            rules: rules.name(),
            settings: *settings,
            hq: BySide::from_fn(|side| scenario.id_of(scenario.hq(side))),
            adjacency: Adjacency(scenario),
        };
        all.serialize(serializer)
    }
}

/// Fields of the reference implementation.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Fields<'a> {
    player: Side,
    ply: u64,
    active_player: Side,
    supplies: BySide<u64>,
    nodes: Nodes<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AllFields<'a> {
    #[serde(flatten)]
    fields: Fields<'a>,
    income: u64,
    spendable: u64,
    plies_left: u64,
    scenario_id: &'a str,
    rules: &'static str,
    settings: Settings,
    hq: BySide<&'a str>,
    adjacency: Adjacency<'a>,
}

/// Neighbours of each node, serialized as an object by id.
struct Adjacency<'a>(&'a Scenario);

impl Serialize for Adjacency<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let id = |&node: &Node| self.0.id_of(node);
        let order = self.0.nodes_in_key_order();
        let mut map = serializer.serialize_map(Some(order.len()))?;
        for node in order {
            let neighbours: Vec<&str> = self.0.neighbours(*node).iter().map(id).collect();
            map.serialize_entry(id(node), &neighbours)?;
        }
        map.end()
    }
}
