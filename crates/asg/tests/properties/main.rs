//! What holds in every match, whatever is submitted.

mod hostile;
mod mirror;
mod rules;

use std::sync::Arc;

use asg::{
    BySide, InitialState, MapFile, NodeFile, Owner, PlayerFile, Rules, Scenario, ScenarioFile, Settings, Side,
    Submitted,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Maps of two to seven nodes with any edges, owners, troops and settings.
fn scenarios() -> impl Strategy<Value = Arc<Scenario>> {
    let owner = prop_oneof![Just(Owner::P1), Just(Owner::P2), Just(Owner::Neutral)];
    let nodes = prop::collection::vec((owner, 0..4_u64, 0..12_u64, 0..12_u64), 2..8);
    let edges = prop::collection::vec((0..8_usize, 0..8_usize), 1..16);
    let settings = (1..30_u64, 0..6_u64, 0..6_u64, 1..3_u64, 0.0..=1.0_f64);
    (nodes, edges, settings, 0..8_usize, 0..8_usize, any::<bool>(), 0..9_u64).prop_map(
        |(nodes, edges, settings, hq1, hq2, first, supply)| {
            let id = |index: usize| format!("n{}", index % nodes.len());
            let file = ScenarioFile {
                id: "any".to_owned(),
                name: "Any".to_owned(),
                starting_player: if first { Side::P1 } else { Side::P2 },
                players: BySide { p1: PlayerFile { hq: id(hq1) }, p2: PlayerFile { hq: id(hq2) } },
                settings: Settings {
                    turn_cap_plies: settings.0,
                    action_budget: settings.1,
                    base_income: settings.2,
                    reinforce_cost_per_strength: settings.3,
                    combat_variance_fraction: settings.4,
                },
                map: MapFile {
                    nodes: (0..nodes.len()).map(|i| node(id(i), nodes[i].0, nodes[i].1)).collect(),
                    edges: edges.iter().map(|&(a, b)| [id(a), id(b)]).filter(|[a, b]| a != b).collect(),
                },
                initial_state: InitialState {
                    player_supply: BySide { p1: supply, p2: 9 - supply },
                    node_forces: (0..nodes.len()).map(|i| (id(i), BySide { p1: nodes[i].2, p2: nodes[i].3 })).collect(),
                },
            };
            Arc::new(Scenario::from_file(&file).unwrap_or_else(|error| panic!("{error}")))
        },
    )
}

fn node(id: String, owner: Owner, supply_yield: u64) -> NodeFile {
    NodeFile { id, x: 0.5, y: -1.0, owner, supply_yield }
}

fn rules() -> impl Strategy<Value = Rules> {
    prop_oneof![Just(Rules::V0), Just(Rules::V1)]
}

/// Actions that often make sense, and often do not.
fn actions() -> impl Strategy<Value = Value> {
    let id = || prop_oneof![8 => (0..8_usize).prop_map(|index| json!(format!("n{index}"))), 1 => any_json()];
    let amount = || prop_oneof![8 => (0..9_u64).prop_map(|amount| json!(amount)), 1 => any_json()];
    prop_oneof![
        6 => (id(), id(), amount())
            .prop_map(|(from, to, amount)| json!({ "type": "move", "from": from, "to": to, "amount": amount })),
        2 => amount().prop_map(|amount| json!({ "type": "reinforce", "amount": amount })),
        1 => Just(json!({ "type": "pass" })),
        1 => any_json(),
    ]
}

/// Any JSON, often with the keys that actions have.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "(move|pass|reinforce|n0|\\PC{0,6})".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        let key = "(type|from|to|amount|\\PC{0,4})";
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..5).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// What is submitted in some plies.
fn turns() -> impl Strategy<Value = Vec<Vec<Value>>> {
    prop::collection::vec(prop::collection::vec(actions(), 0..8), 0..20)
}

fn read(values: &[Value], scenario: &Scenario) -> Vec<Submitted> {
    Submitted::read_list(values, scenario)
}
