//! Tests of the searching bot: legal orders, determinism, forced wins and defence.

use std::sync::Arc;

use asg::bots::{Greedy, Random, Rush, Search};
use asg::grid::GridPlan;
use asg::limits::MAX_AMOUNT;
use asg::{
    Bot, Event, EventRecord, Match, Order, Outcome, Position, Rules, Scenario, Side, View, derive_seed, library, trial,
};
use serde_json::{Value, json};

/// Returns a scenario from short descriptions of its nodes: `"id owner yield P1-troops P2-troops"`. The headquarters are
/// the nodes `w` and `e`. Settings are turn cap, order budget, income and cost per troop.
fn scenario(nodes: &[&str], edges: &[&str], settings: [u64; 4], supply: [u64; 2]) -> Value {
    let [cap, budget, income, cost] = settings;
    let (mut list, mut forces) = (Vec::new(), serde_json::Map::new());
    for node in nodes {
        let parts: Vec<&str> = node.split(' ').collect();
        let number = |i: usize| parts[i].parse::<u64>().expect("the description has numbers");
        list.push(json!({ "id": parts[0], "x": 0, "y": 0, "owner": parts[1], "supplyYield": number(2) }));
        forces.insert(parts[0].to_owned(), json!({ "P1": number(3), "P2": number(4) }));
    }
    let edges: Vec<Vec<&str>> = edges.iter().map(|edge| edge.split(' ').collect()).collect();
    json!({
        "id": "odd", "name": "Odd", "startingPlayer": "P1",
        "players": { "P1": { "hq": "w" }, "P2": { "hq": "e" } },
        "settings": {
            "turnCapPlies": cap, "actionBudget": budget, "baseIncome": income,
            "reinforceCostPerStrength": cost, "combatVarianceFraction": 0.35,
        },
        "map": { "nodes": list, "edges": edges },
        "initialState": { "playerSupply": { "P1": supply[0], "P2": supply[1] }, "nodeForces": forces },
    })
}

fn game(scenario: &Value, rules: Rules, seed: i64) -> Match {
    Match::new(Arc::new(Scenario::from_json(scenario).expect("the scenario is valid")), rules, seed)
}

fn choose(bot: &mut dyn Bot, game: &Match) -> Vec<Order> {
    bot.choose(&View { scenario: game.scenario(), rules: game.rules(), position: game.position() })
}

/// Plays a match of the searching bot as `side` and checks that none of its orders is rejected.
fn play_legally(mut game: Match, opponent: &mut dyn Bot, side: Side) {
    let mut search = Search::new(5);
    while game.outcome().is_none() {
        let is_searching = game.position().active() == side;
        let orders = if is_searching { choose(&mut search, &game) } else { choose(opponent, &game) };
        let before = game.position().clone();
        let events = game.play_with_events(&orders);
        let is_rejection = |record: &EventRecord| matches!(record.event, Event::Invalid { .. });
        assert!(!is_searching || !events.iter().any(is_rejection), "{orders:?} in {before:?}");
    }
}

#[test]
fn orders_are_legal_on_built_in_maps() {
    for entry in library::ALL {
        let scenario = Arc::new(entry.scenario());
        for (index, rules) in (0..).zip(Rules::ALL) {
            let start = || Match::new(Arc::clone(&scenario), rules, i64::from(derive_seed(3, index)));
            play_legally(start(), &mut Search::new(index), Side::P1);
            play_legally(start(), &mut Rush, Side::P2);
            play_legally(start(), &mut Random::new(4), Side::P1);
        }
    }
}

#[test]
fn orders_are_legal_on_degenerate_maps() {
    let line = ["w P1 0 5 0", "a Neutral 1 0 0", "b P2 2 1 1", "c Neutral 3 0 4", "e P2 0 0 5"];
    let edges = ["w a", "a b", "b c", "c e", "a c"];
    let huge = [
        format!("w P1 {MAX_AMOUNT} {MAX_AMOUNT} 0"),
        format!("a Neutral {MAX_AMOUNT} {} 3", MAX_AMOUNT / 2),
        format!("b P2 {MAX_AMOUNT} 1 {MAX_AMOUNT}"),
        format!("e P2 {MAX_AMOUNT} 0 {MAX_AMOUNT}"),
    ];
    let huge: Vec<&str> = huge.iter().map(String::as_str).collect();
    let owned_oddly = ["w P2 1 4 2", "a P1 1 0 9", "e P1 1 3 3"];
    let apart = ["w P1 0 5 0", "a Neutral 1 0 0", "b Neutral 2 3 0", "e P2 0 0 5"];
    let mut same_hq =
        scenario(&["w P1 1 6 6", "a Neutral 1 1 0", "e P2 0 0 5"], &["w a", "a e"], [20, 3, 2, 1], [0, 9]);
    same_hq["players"]["P2"]["hq"] = json!("w");
    let odd = [
        scenario(&line, &edges, [12, 0, 3, 1], [5, 5]),
        scenario(&line, &edges, [20, 1, 3, 1], [5, 5]),
        scenario(&line, &edges, [20, 2, 3, 7], [50, 3]),
        scenario(&line, &edges, [8, 10_000, 0, MAX_AMOUNT], [MAX_AMOUNT, 0]),
        scenario(&huge, &["w a", "a b", "b e"], [10, 4, MAX_AMOUNT, 1], [MAX_AMOUNT, MAX_AMOUNT]),
        scenario(&huge, &["w a", "a b", "b e"], [10, 4, MAX_AMOUNT, MAX_AMOUNT], [MAX_AMOUNT, 1]),
        scenario(&owned_oddly, &["w a", "a e"], [20, 3, 2, 1], [0, 0]),
        scenario(&apart, &["w a", "b e"], [20, 3, 2, 1], [0, 0]),
        scenario(&["w Neutral 0 0 0", "e P2 0 0 0"], &[], [4, 3, 0, 1], [0, 0]),
        same_hq,
    ];
    for (index, scenario) in odd.iter().enumerate() {
        for rules in Rules::ALL {
            for side in Side::BOTH {
                play_legally(game(scenario, rules, index as i64), &mut Random::new(8), side);
                play_legally(game(scenario, rules, index as i64), &mut Rush, side);
                play_legally(game(scenario, rules, index as i64), &mut Search::new(2), side);
            }
        }
    }
}

/// Returns a grid map with troops on every node.
fn large(columns: usize, rows: usize, budget: u64) -> Value {
    let id = |column: usize, row: usize| match (column, row) {
        (0, 0) => "w".to_owned(),
        (x, y) if x + 1 == columns && y + 1 == rows => "e".to_owned(),
        (x, y) => format!("{x}.{y}"),
    };
    let (mut nodes, mut edges) = (Vec::new(), Vec::new());
    for column in 0..columns {
        for row in 0..rows {
            let troops = if 2 * column < columns { "9 0" } else { "0 9" };
            nodes.push(format!("{} Neutral {} {troops}", id(column, row), (column + row) % 3));
            if column + 1 < columns {
                edges.push(format!("{} {}", id(column, row), id(column + 1, row)));
            }
            if row + 1 < rows {
                edges.push(format!("{} {}", id(column, row), id(column, row + 1)));
            }
        }
    }
    let (nodes, edges): (Vec<&str>, Vec<&str>) =
        (nodes.iter().map(String::as_str).collect(), edges.iter().map(String::as_str).collect());
    scenario(&nodes, &edges, [4, budget, 3, 1], [9, 9])
}

#[test]
fn orders_are_legal_on_large_maps_and_budgets() {
    play_legally(game(&large(12, 12, 10_000), Rules::V0, 1), &mut Search::new(1), Side::P1);
    play_legally(game(&large(60, 40, 30), Rules::V1, 1), &mut Search::new(1), Side::P1);
}

/// Returns a generated map with troops on every node.
fn grid(columns: usize, rows: usize) -> Arc<Scenario> {
    let plan = GridPlan { columns, rows, troops: 5, resources: columns * rows / 20 * 2, seed: 1 };
    Arc::new(plan.scenario().expect("the plan is possible"))
}

#[test]
fn same_position_gives_the_same_choice() {
    let built_in = library::ALL.iter().map(|entry| Arc::new(entry.scenario()));
    for scenario in built_in.chain([grid(20, 20)]) {
        let game = Match::new(Arc::clone(&scenario), Rules::V0, 1);
        assert_eq!(choose(&mut Search::new(9), &game), choose(&mut Search::new(9), &game), "{}", scenario.file().id);
    }
}

#[test]
fn greedy_loses_on_a_large_map_with_troops_on_every_node() {
    let outcome = trial::play_match(&grid(20, 12), Rules::V0, 3, &mut Greedy, &mut Search::new(1));
    assert_eq!(outcome, Outcome::captured(Side::P2));
}

#[test]
fn choice_does_not_depend_on_earlier_matches() {
    let game = Match::new(Arc::new(library::ALL[0].scenario()), Rules::V0, 1);
    let mut used = Search::new(9);
    let first = choose(&mut used, &game);
    let mut other = Match::new(Arc::new(library::ALL[1].scenario()), Rules::V0, 1);
    let orders = choose(&mut used, &other);
    other.play(&orders, &mut ());
    assert_eq!(choose(&mut used, &game), first);
}

/// Usual settings: turn cap, order budget, income and cost per troop.
const SETTINGS: [u64; 4] = [40, 4, 2, 1];

/// Returns the match after one ply of the searching bot.
fn after_search(scenario: &Value, rules: Rules, seed: i64) -> Match {
    let mut game = game(scenario, rules, seed);
    let orders = choose(&mut Search::new(1), &game);
    game.play(&orders, &mut ());
    game
}

#[test]
fn certain_win_is_played() {
    let edges = ["w a", "a b", "b c", "c e", "n b"];
    let walk = ["w P1 0 2 0", "a P1 0 0 0", "b Neutral 5 0 0", "c P2 0 0 0", "e P2 0 0 0", "n Neutral 9 0 9"];
    let bought_first = ["w P1 0 0 0", "a P1 0 0 0", "c P2 0 0 0", "e P2 0 0 3"];
    let together = ["w P1 0 0 0", "a P1 0 4 0", "b P1 0 0 0", "c P1 0 4 0", "e P2 0 0 4", "n P1 0 4 0"];
    let through = ["w P1 0 0 0", "a P1 0 9 0", "b P2 0 0 2", "c P2 0 0 1", "e P2 0 0 2", "n P1 0 0 0"];
    let wins = [
        scenario(&walk, &edges, SETTINGS, [0, 9]),
        scenario(&bought_first, &["w a", "a c", "c e"], SETTINGS, [4, 9]),
        scenario(&together, &edges, SETTINGS, [0, 9]),
        scenario(&through, &edges, SETTINGS, [0, 9]),
    ];
    for (index, scenario) in wins.iter().enumerate() {
        for (rules, seed) in Rules::ALL.into_iter().zip(1..) {
            let outcome = after_search(scenario, rules, i64::from(derive_seed(1, seed))).outcome();
            assert_eq!(outcome, Some(Outcome::captured(Side::P1)), "position {index}, {rules:?}");
        }
    }
}

#[test]
fn headquarters_are_defended_against_a_certain_loss() {
    let edges = ["w a", "a b", "b c", "c e", "a n"];
    let tempting = ["w P1 0 6 0", "a P1 0 0 0", "b Neutral 0 0 0", "c P2 0 0 6", "e P2 0 0 4", "n Neutral 3 0 0"];
    let called_back = ["w P1 0 0 0", "a P1 0 0 0", "b Neutral 0 0 5", "c P2 0 0 0", "e P2 0 0 9", "n P1 3 6 0"];
    for nodes in [tempting, called_back] {
        for rules in Rules::ALL {
            let mut game = after_search(&scenario(&nodes, &edges, SETTINGS, [0, 0]), rules, 1);
            let reply = choose(&mut Rush, &game);
            game.play(&reply, &mut ());
            assert_eq!(game.outcome(), None, "{nodes:?}");
        }
    }
}

#[test]
fn last_ply_attacks_with_any_chance() {
    let nodes = ["w P1 0 0 0", "a P1 0 9 0", "e P2 0 0 10"];
    let mut game = game(&scenario(&nodes, &["w a", "a e"], [1, 2, 0, 1], [0, 0]), Rules::V0, 1);
    let orders = choose(&mut Search::new(1), &game);
    let node = |id: &str| game.scenario().node(id).expect("the node exists");
    assert!(orders.contains(&Order::step(node("a"), node("e"), 9)), "{orders:?}");
    game.play(&orders, &mut ());
    assert!(game.outcome().is_some());
}

#[test]
fn bot_chooses_from_a_view_alone() {
    let scenario = library::ALL[0].scenario();
    let position = Position::start(&scenario);
    let view = View { scenario: &scenario, rules: Rules::V1, position: &position };
    assert!(!Search::new(0).choose(&view).is_empty());
    assert_eq!(Search::new(0).name(), Search::VERSION);
}
