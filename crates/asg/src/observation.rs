//! What a player is shown.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::bots::View;
use crate::json::Nodes;
use crate::position::Position;
use crate::scenario::{Node, Scenario, Settings};
use crate::side::{BySide, Side};

/// What a player is shown at the beginning of a ply, before its income: all of the position and, unless only the
/// reference's fields are wanted, everything else that it takes to choose. The seed and the luck to come are never in it.
///
/// ```
/// use asg::{Observation, Position, Rules, Scenario, Side, View};
/// let scenario = Scenario::parse(include_str!("../scenarios/scenario_01.json"))?;
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
    /// What a player sees, be it his ply or not.
    pub fn new(view: View<'a>, player: Side) -> Observation<'a> {
        Observation { view, player }
    }

    /// The five fields of the reference alone.
    pub fn reference(self) -> impl Serialize + 'a {
        self.fields()
    }

    /// The supply that the player gets at the beginning of his next ply, which is this one if it is his.
    pub fn income(&self) -> u64 {
        self.view.position.income(self.player, self.view.scenario)
    }

    /// The supply that he can spend in it.
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

/// The fields of the reference.
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

/// The neighbours of every node, by id.
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
