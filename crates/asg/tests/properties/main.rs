//! Properties of all matches, tested with generated scenarios and orders.

mod hostile;
mod mirror;
mod rules;

use std::sync::Arc;

use asg::limits::MAX_AMOUNT;
use asg::{
    BySide, InitialState, MapFile, NodeFile, Owner, PlayerFile, Position, Rules, Scenario, ScenarioFile, Settings,
    Side, SubmittedOrder,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Node ids: plain ones, special ones in JavaScript, and ones with non-ASCII or markup characters.
const IDS: [[&str; 7]; 3] = [
    ["n0", "n1", "n2", "n3", "n4", "n5", "n6"],
    ["__proto__", "10", "9", "constructor", "007", "4294967295", "4294967294"],
    ["ä", "a\u{308}", "e\u{301}", "\u{1f3f0}", "\u{ff5e}", " ", "<&\"'>\n"],
];

/// Generates maps of two to seven nodes with any ids, edges, coordinates, owners and settings, and small amounts.
fn scenarios() -> impl Strategy<Value = Arc<Scenario>> {
    scenarios_with(|| 0..12_u64)
}

/// Generates maps as [`scenarios`], with amounts that are often close to the limit.
fn any_scenarios() -> impl Strategy<Value = Arc<Scenario>> {
    scenarios_with(|| prop_oneof![3 => 0..12_u64, 1 => MAX_AMOUNT - 3..=MAX_AMOUNT])
}

fn scenarios_with<S: Strategy<Value = u64>>(amount: impl Fn() -> S) -> impl Strategy<Value = Arc<Scenario>> {
    let owner = prop_oneof![Just(Owner::P1), Just(Owner::P2), Just(Owner::Neutral)];
    let forces = (amount(), amount()).prop_map(|(p1, p2)| BySide { p1, p2 });
    let nodes = prop::collection::vec((owner, amount(), forces, (coordinates(), coordinates())), 2..8);
    let edges = prop::collection::vec((0..8_usize, 0..8_usize), 1..16);
    let settings = (1..30_u64, 0..6_u64, amount(), 1..3_u64, 0.0..=1.0_f64);
    let supply = (amount(), amount()).prop_map(|(p1, p2)| BySide { p1, p2 });
    (nodes, edges, settings, 0..8_usize, 0..8_usize, any::<bool>(), supply, 0..IDS.len()).prop_map(
        |(nodes, edges, settings, hq1, hq2, first, player_supply, ids)| {
            let id = |index: usize| IDS[ids][index % nodes.len()].to_owned();
            let node = |(i, &(owner, supply_yield, _, (x, y)))| NodeFile { id: id(i), x, y, owner, supply_yield };
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
                    nodes: nodes.iter().enumerate().map(node).collect(),
                    edges: edges.iter().map(|&(a, b)| [id(a), id(b)]).filter(|[a, b]| a != b).collect(),
                },
                initial_state: InitialState {
                    player_supply,
                    node_forces: nodes.iter().enumerate().map(|(i, node)| (id(i), node.2)).collect(),
                },
            };
            Arc::new(Scenario::from_file(&file).unwrap_or_else(|error| panic!("{error}")))
        },
    )
}

/// Generates coordinates, including the largest and smallest floats.
fn coordinates() -> impl Strategy<Value = f64> {
    let extreme = [f64::MAX, 1e308, f64::MIN_POSITIVE, 1e-308, 5e-324, 0.0];
    prop_oneof![
        4 => -9.5..9.5_f64,
        1 => (0..extreme.len(), any::<bool>()).prop_map(move |(i, minus)| if minus { -extreme[i] } else { extreme[i] }),
    ]
}

fn rules() -> impl Strategy<Value = Rules> {
    prop_oneof![Just(Rules::V0), Just(Rules::V1)]
}

/// Generates submitted orders, valid ones and malformed ones.
fn orders() -> impl Strategy<Value = Value> {
    let id = || prop_oneof![8 => (0..8_usize).prop_map(|index| json!(format!("n{index}"))), 1 => any_json()];
    let number = || prop_oneof![8 => 0..9_u64, 1 => MAX_AMOUNT - 3..=MAX_AMOUNT];
    let amount = || prop_oneof![8 => number().prop_map(|amount| json!(amount)), 1 => any_json()];
    prop_oneof![
        6 => (id(), id(), amount())
            .prop_map(|(from, to, amount)| json!({ "type": "move", "from": from, "to": to, "amount": amount })),
        2 => amount().prop_map(|amount| json!({ "type": "reinforce", "amount": amount })),
        1 => Just(json!({ "type": "pass" })),
        1 => any_json(),
    ]
}

/// Generates any JSON value, often with the keys of orders.
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

/// Generates the submitted orders of up to 19 plies.
fn turns() -> impl Strategy<Value = Vec<Vec<Value>>> {
    prop::collection::vec(prop::collection::vec(orders(), 0..8), 0..20)
}

/// Reads orders, replacing the names `n0`, `n1`, … by the ids of the scenario's nodes.
fn read(values: &[Value], scenario: &Scenario) -> Vec<SubmittedOrder> {
    let id = |name: &Value| {
        let index: usize = name.as_str()?.strip_prefix('n')?.parse().ok()?;
        Some(Value::from(scenario.id_of(scenario.nodes().nth(index)?)))
    };
    let named = |value: &Value| {
        let mut value = value.clone();
        for key in ["from", "to"] {
            if let Some(name) = value.get_mut(key) {
                *name = id(name).unwrap_or_else(|| name.take());
            }
        }
        value
    };
    SubmittedOrder::read_list(&values.iter().map(named).collect::<Vec<_>>(), scenario)
}

proptest! {
    #[test]
    fn every_map_can_be_drawn(scenario in any_scenarios()) {
        let layout = scenario.layout();
        let is_within = |&(x, y): &(f64, f64)| (0.0..=layout.width).contains(&x) && (0.0..=layout.height).contains(&y);
        prop_assert!(layout.spots.iter().all(is_within), "{layout:?}");
        let largest = layout.width.max(layout.height);
        prop_assert!(largest == 1.0 || largest == 0.0, "{layout:?}");
        let svg = asg::picture(&scenario, &Position::start(&scenario), &[]);
        let size = svg.split('"').find_map(|text| text.strip_prefix("0 0 ")).expect("the SVG has a view box");
        for side in size.split(' ').map(|side| side.parse::<f64>().expect("the view box has numbers")) {
            prop_assert!((100.0..=3900.0).contains(&side), "{size}");
        }
    }
}
