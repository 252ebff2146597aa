//! The searching bot: legal on every map, the same on every run, quick to win and slow to lose.

use std::sync::Arc;

use asg::bots::{Random, Rush, Search};
use asg::limits::MAX_AMOUNT;
use asg::{Action, Bot, Event, Game, Noted, Outcome, Position, Rules, Scenario, Side, View, library, spread_seed};
use serde_json::{Value, json};

/// A scenario on a few nodes, written shortly: `"id owner yield P1-troops P2-troops"` for every node. The headquarters are
/// the nodes `w` and `e`.
fn scenario(nodes: &[&str], edges: &[&str], settings: [u64; 4], supply: [u64; 2]) -> Value {
    let [cap, budget, income, cost] = settings;
    let (mut list, mut forces) = (Vec::new(), serde_json::Map::new());
    for node in nodes {
        let parts: Vec<&str> = node.split(' ').collect();
        let number = |i: usize| parts[i].parse::<u64>().expect("a number");
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

fn game(scenario: &Value, rules: Rules, seed: i64) -> Game {
    Game::new(Arc::new(Scenario::from_json(scenario).expect("a scenario")), rules, seed)
}

fn choose(bot: &mut dyn Bot, game: &Game) -> Vec<Action> {
    bot.choose(&View { scenario: game.scenario(), rules: game.rules(), position: game.position() })
}

/// Plays a match and checks that no order of the first bot is rejected.
fn play_legally(mut game: Game, opponent: &mut dyn Bot, side: Side) {
    let mut search = Search::new(5);
    while game.outcome().is_none() {
        let is_searching = game.position().active() == side;
        let actions = if is_searching { choose(&mut search, &game) } else { choose(opponent, &game) };
        let before = game.position().clone();
        let events = game.play_with_events(&actions);
        let is_bad = |noted: &Noted| matches!(noted.event, Event::Invalid { .. });
        assert!(!is_searching || !events.iter().any(is_bad), "{actions:?} in {before:?}");
    }
}

#[test]
fn orders_are_legal_on_all_maps() {
    for entry in library::ALL {
        let scenario = Arc::new(entry.scenario());
        for (index, rules) in (0..).zip(Rules::ALL) {
            let start = || Game::new(Arc::clone(&scenario), rules, i64::from(spread_seed(3, index)));
            play_legally(start(), &mut Search::new(index), Side::P1);
            play_legally(start(), &mut Rush, Side::P2);
            play_legally(start(), &mut Random::new(4), Side::P1);
        }
    }
}

#[test]
fn orders_are_legal_on_odd_maps() {
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

/// A map of many rows and columns with troops everywhere.
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
fn large_maps_and_budgets_do_no_harm() {
    play_legally(game(&large(12, 12, 10_000), Rules::V0, 1), &mut Search::new(1), Side::P1);
    play_legally(game(&large(60, 40, 30), Rules::V1, 1), &mut Search::new(1), Side::P1);
}

#[test]
fn the_same_position_gives_the_same_choice() {
    for entry in library::ALL {
        let game = Game::new(Arc::new(entry.scenario()), Rules::V0, 1);
        assert_eq!(choose(&mut Search::new(9), &game), choose(&mut Search::new(9), &game), "{}", entry.id);
    }
}

#[test]
fn the_match_is_the_same_whatever_was_played_before() {
    let game = Game::new(Arc::new(library::ALL[0].scenario()), Rules::V0, 1);
    let mut used = Search::new(9);
    let first = choose(&mut used, &game);
    let mut other = Game::new(Arc::new(library::ALL[1].scenario()), Rules::V0, 1);
    let actions = choose(&mut used, &other);
    other.play(&actions, &mut ());
    assert_eq!(choose(&mut used, &game), first);
}

/// The settings of the positions below: plies, budget, income, price.
const PLAIN: [u64; 4] = [40, 4, 2, 1];

/// Plays one ply of the searching bot.
fn after_search(scenario: &Value, rules: Rules, seed: i64) -> Game {
    let mut game = game(scenario, rules, seed);
    let actions = choose(&mut Search::new(1), &game);
    game.play(&actions, &mut ());
    game
}

#[test]
fn a_certain_win_is_taken() {
    let edges = ["w a", "a b", "b c", "c e", "n b"];
    let walk = ["w P1 0 2 0", "a P1 0 0 0", "b Neutral 5 0 0", "c P2 0 0 0", "e P2 0 0 0", "n Neutral 9 0 9"];
    let bought_first = ["w P1 0 0 0", "a P1 0 0 0", "c P2 0 0 0", "e P2 0 0 3"];
    let together = ["w P1 0 0 0", "a P1 0 4 0", "b P1 0 0 0", "c P1 0 4 0", "e P2 0 0 4", "n P1 0 4 0"];
    let through = ["w P1 0 0 0", "a P1 0 9 0", "b P2 0 0 2", "c P2 0 0 1", "e P2 0 0 2", "n P1 0 0 0"];
    let wins = [
        scenario(&walk, &edges, PLAIN, [0, 9]),
        scenario(&bought_first, &["w a", "a c", "c e"], PLAIN, [4, 9]),
        scenario(&together, &edges, PLAIN, [0, 9]),
        scenario(&through, &edges, PLAIN, [0, 9]),
    ];
    for (index, scenario) in wins.iter().enumerate() {
        for (rules, seed) in Rules::ALL.into_iter().zip(1..) {
            let outcome = after_search(scenario, rules, i64::from(spread_seed(1, seed))).outcome();
            assert_eq!(outcome, Some(Outcome::captured(Side::P1)), "position {index}, {rules:?}");
        }
    }
}

#[test]
fn headquarters_are_not_left_to_a_certain_loss() {
    let edges = ["w a", "a b", "b c", "c e", "a n"];
    let tempting = ["w P1 0 6 0", "a P1 0 0 0", "b Neutral 0 0 0", "c P2 0 0 6", "e P2 0 0 4", "n Neutral 3 0 0"];
    let called_back = ["w P1 0 0 0", "a P1 0 0 0", "b Neutral 0 0 5", "c P2 0 0 0", "e P2 0 0 9", "n P1 3 6 0"];
    for nodes in [tempting, called_back] {
        for rules in Rules::ALL {
            let mut game = after_search(&scenario(&nodes, &edges, PLAIN, [0, 0]), rules, 1);
            let reply = choose(&mut Rush, &game);
            game.play(&reply, &mut ());
            assert_eq!(game.outcome(), None, "{nodes:?}");
        }
    }
}

#[test]
fn the_last_ply_is_used_for_any_chance() {
    let nodes = ["w P1 0 0 0", "a P1 0 9 0", "e P2 0 0 10"];
    let mut game = game(&scenario(&nodes, &["w a", "a e"], [1, 2, 0, 1], [0, 0]), Rules::V0, 1);
    let actions = choose(&mut Search::new(1), &game);
    let node = |id: &str| game.scenario().node(id).expect("a node");
    assert!(actions.contains(&Action::step(node("a"), node("e"), 9)), "{actions:?}");
    game.play(&actions, &mut ());
    assert!(game.outcome().is_some());
}

#[test]
fn views_are_all_it_needs() {
    let scenario = library::ALL[0].scenario();
    let position = Position::start(&scenario);
    let view = View { scenario: &scenario, rules: Rules::V1, position: &position };
    assert!(!Search::new(0).choose(&view).is_empty());
    assert_eq!(Search::new(0).name(), Search::VERSION);
}
