//! Tests of replays: contents of both formats, size, verification and error messages.

use std::sync::Arc;

use asg::bots::{Bot, Greedy, Mix, Random};
use asg::replay::Ending;
use asg::{BySide, Match, Order, Outcome, Replay, Rules, Scenario, Side, SubmittedOrder, Turn, View};
use serde_json::{Value, json};

fn scenario() -> Arc<Scenario> {
    Arc::new(Scenario::parse(include_str!("../scenarios/scenario_01.json")).expect("scenario_01 is valid"))
}

/// Returns a map of three nodes in a row.
fn line_of_three() -> Arc<Scenario> {
    let node =
        |id: &str, owner: &str, supply: u64| json!({ "id": id, "x": 0, "y": 0, "owner": owner, "supplyYield": supply });
    let value = json!({
        "id": "line", "name": "Line", "startingPlayer": "P1",
        "players": { "P1": { "hq": "a" }, "P2": { "hq": "c" } },
        "settings": {
            "turnCapPlies": 20, "actionBudget": 3, "baseIncome": 1, "reinforceCostPerStrength": 1, "combatVarianceFraction": 0.3,
        },
        "map": {
            "nodes": [node("a", "P1", 0), node("b", "Neutral", 1), node("c", "P2", 0)],
            "edges": [["a", "b"], ["b", "c"]],
        },
        "initialState": {
            "playerSupply": { "P1": 0, "P2": 0 },
            "nodeForces": { "a": { "P1": 4, "P2": 0 }, "c": { "P1": 0, "P2": 4 } },
        },
    });
    Arc::new(Scenario::from_json(&value).expect("the scenario is valid"))
}

/// Returns the replay of a match between bots.
fn played(scenario: &Arc<Scenario>, rules: Rules, seed: i64, mut bots: BySide<Box<dyn Bot>>) -> Replay {
    let mut replay = Replay::new(scenario.clone(), rules, seed, "2026-01-01T00:00:00.000Z");
    let mut game = Match::new(scenario.clone(), rules, seed);
    while game.outcome().is_none() {
        let bot = &mut bots[game.position().active()];
        let orders = bot.choose(&View { scenario, rules, position: game.position() });
        game.play(&orders, &mut ());
        replay.turns.push(Turn::new(bot.name(), orders.into_iter().map(SubmittedOrder::from).collect()));
    }
    replay
}

/// Bot that always passes.
struct Sleeper;

impl Bot for Sleeper {
    fn name(&self) -> &'static str {
        "sleeper"
    }

    fn choose(&mut self, _: &View<'_>) -> Vec<Order> {
        vec![Order::Pass]
    }
}

fn bots(seed: i64) -> Vec<BySide<Box<dyn Bot>>> {
    vec![
        BySide { p1: Box::new(Greedy), p2: Box::new(Greedy) },
        BySide { p1: Box::new(Random::new(seed)), p2: Box::new(Random::new(seed + 1)) },
        BySide { p1: Box::new(Mix::new(seed, 0.5)), p2: Box::new(Sleeper) },
        BySide { p1: Box::new(Sleeper), p2: Box::new(Sleeper) },
    ]
}

#[test]
fn compact_format_is_at_most_a_twentieth_of_the_reference_format() {
    let mut sizes = Vec::new();
    for scenario in [scenario(), line_of_three()] {
        for (rules, seed) in Rules::ALL.into_iter().flat_map(|rules| (1..10).map(move |seed| (rules, seed))) {
            for bots in bots(seed) {
                let replay = played(&scenario, rules, seed, bots);
                let (compact, reference) = (replay.to_json().len(), replay.to_reference_json().len());
                if replay.turns.len() >= 20 {
                    sizes.push((reference / compact, compact, reference));
                }
            }
        }
    }
    assert!(sizes.len() > 50);
    assert!(sizes.iter().all(|&(ratio, ..)| ratio >= 20), "{:?}", sizes.iter().min());
}

#[test]
fn reference_format_has_the_fields_of_the_reference_in_order() {
    let keys = |text: &str| -> Vec<String> {
        // Collects the keys of the first level; counts brackets to skip nested values.
        let (mut depth, mut keys, mut rest) = (0, Vec::new(), text);
        while let Some(at) = rest.find(['{', '}', '[', ']', '"']) {
            let (mark, after) = (&rest[at..=at], &rest[at + 1..]);
            rest = after;
            match mark {
                "{" | "[" => depth += 1,
                "}" | "]" => depth -= 1,
                _ => {
                    let end = rest.find('"').expect("the string is closed");
                    if depth == 1 && rest[end + 1..].starts_with(':') {
                        keys.push(rest[..end].to_owned());
                    }
                    rest = &rest[end + 1..];
                }
            }
        }
        keys
    };
    let top = ["version", "createdAt", "seed", "scenario", "turns", "result"];
    let first = ["ply", "player", "observations", "actions", "latencyMs", "controllerId", "events", "stateAfter"];
    let later = [
        "ply",
        "player",
        "submittedActions",
        "observations",
        "actions",
        "actionResults",
        "summary",
        "latencyMs",
        "controllerId",
        "events",
        "stateAfter",
    ];
    for (rules, version, turn_keys) in [(Rules::V0, "0.1.0", &first[..]), (Rules::V1, "1.0.0", &later[..])] {
        let replay = played(&scenario(), rules, 3, BySide { p1: Box::new(Greedy), p2: Box::new(Greedy) });
        let text = replay.to_reference_json();
        assert_eq!(keys(&text), top);
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["version"], version);
        let start = text.find("\"turns\":[").unwrap() + "\"turns\":[".len();
        let turn = &text[start..start + text[start..].find("},{\"ply\":1,").unwrap() + 1];
        assert_eq!(keys(turn), turn_keys);
        let observation = &value["turns"][0]["observations"]["P1"];
        assert_eq!(observation.as_object().unwrap().len(), 5);
        assert!(!text.contains(".0,") && !text.contains(".0}"), "whole numbers have no fraction");
        let pretty = serde_json::to_string_pretty(&replay.reference()).unwrap();
        assert_eq!(Replay::read(&pretty).unwrap(), replay);
    }
}

#[test]
fn unknown_types_are_reported_in_full_form_only() {
    let scenario = scenario();
    let orders =
        SubmittedOrder::read_list(&[json!({ "type": "PASS" }), json!({ "type": "reinforce", "amount": 1 })], &scenario);
    let mut replay = Replay::new(scenario.clone(), Rules::V1, 1, "");
    replay.turns.push(Turn::new("hand", orders.clone()));
    let value: Value = serde_json::from_str(&replay.to_reference_json()).unwrap();
    let turn = &value["turns"][0];
    assert_eq!(turn["events"].as_array().unwrap().len(), 2);
    assert_eq!(turn["actionResults"].as_array().unwrap().len(), 1);
    assert_eq!(turn["summary"]["invalidCount"], 0);
    let ply = replay.plies().next().unwrap();
    let json =
        asg::json::PlyJson { scenario: &scenario, orders: &orders, events: &ply.events, form: asg::json::Form::Full };
    let events = serde_json::to_value(json.events()).unwrap();
    assert_eq!((&events[1]["reason"], &events[1]["action"]), (&json!("unknown_type"), &json!({ "type": "PASS" })));
    let results = serde_json::to_value(json.action_results()).unwrap();
    assert_eq!((&results[0]["status"], &results[0]["reason"]), (&json!("invalid"), &json!("unknown_type")));
    let summary = serde_json::to_value(json.summary(&ply.before, ply.after.position())).unwrap();
    assert_eq!(summary["invalidCount"], 1);
}

#[test]
fn runner_events_follow_those_of_the_rules() {
    let scenario = scenario();
    let mut replay = Replay::new(scenario, Rules::V0, 1, "");
    let retry =
        json!({ "type": "agent_retry", "attempt": 2, "fromReasoningEffort": "high", "toReasoningEffort": "medium" });
    replay.turns.push(Turn { runner_events: vec![retry.clone()], ..Turn::new("agent", vec![Order::Pass.into()]) });
    replay.players = Some(BySide { p1: json!({ "kind": "agent" }), p2: json!({ "kind": "greedy" }) });
    let text = replay.to_reference_json();
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["turns"][0]["events"][1], retry);
    for text in [text, replay.to_json()] {
        let verified = Replay::verify(&text).unwrap();
        assert_eq!((verified.difference, verified.replay), (None, replay.clone()));
    }
}

#[test]
fn endings_outside_the_rules_round_trip() {
    for (ending, result) in [
        (None, json!(null)),
        (Some(Ending::Aborted), json!({ "type": "aborted", "reason": "aborted" })),
        (Some(Ending::Agreement), json!({ "type": "draw", "reason": "agreement" })),
        (Some(Ending::Forfeit(Side::P1)), json!({ "type": "win", "winner": "P2", "reason": "forfeit" })),
    ] {
        let mut replay = Replay::new(scenario(), Rules::V0, 1, "");
        replay.turns.push(Turn::new("hand", Vec::new()));
        replay.ending = ending;
        assert_eq!(serde_json::to_value(replay.outcome()).unwrap(), result);
        for text in [replay.to_json(), replay.to_reference_json()] {
            let verified = Replay::verify(&text).unwrap();
            assert_eq!((verified.difference, verified.replay), (None, replay.clone()));
        }
    }
    let over = played(&line_of_three(), Rules::V0, 1, BySide { p1: Box::new(Sleeper), p2: Box::new(Sleeper) });
    assert_eq!(over.outcome(), Some(Outcome::TURN_CAP));
}

#[test]
fn first_wrong_claim_is_located() {
    let replay = played(&scenario(), Rules::V0, 3, BySide { p1: Box::new(Greedy), p2: Box::new(Random::new(5)) });
    let compact: Value = serde_json::from_str(&replay.to_json()).unwrap();
    let reference: Value = serde_json::from_str(&replay.to_reference_json()).unwrap();
    for (file, pointer, new, path) in [
        (&compact, "/turns/2/1", json!("AAAAAA"), "$.turns[2][1]"),
        (&compact, "/turns/2/0", json!("r1"), "$.turns[2][1]"),
        (&compact, "/result", json!(null), "$.result"),
        (&compact, "/result", json!("won"), "$.result"),
        (&reference, "/result", json!({ "type": "resign" }), "$.result.reason"),
        (&reference, "/turns/4/stateAfter/supplies/P1", json!(99), "$.turns[4].stateAfter.supplies.P1"),
        (
            &reference,
            "/turns/4/observations/P2/nodes/mid_n/owner",
            json!("P1"),
            "$.turns[4].observations.P2.nodes.mid_n.owner",
        ),
        (&reference, "/turns/4/events/0/supplyAfter", json!(99), "$.turns[4].events[0].supplyAfter"),
        (&reference, "/turns/4/player", json!("P2"), "$.turns[4].player"),
    ] {
        let mut changed = file.clone();
        *changed.pointer_mut(pointer).unwrap() = new;
        let difference = Replay::verify(&changed.to_string()).unwrap().difference.expect("the claim is wrong");
        assert_eq!(difference.at.path, path);
        let ply = pointer.split('/').nth(2).and_then(|ply| ply.parse().ok());
        assert_eq!(difference.ply, ply, "{difference}");
    }
}

#[test]
fn additional_field_in_the_result_is_a_difference() {
    let replay = played(&line_of_three(), Rules::V1, 1, BySide { p1: Box::new(Sleeper), p2: Box::new(Sleeper) });
    for text in [replay.to_json(), replay.to_reference_json()] {
        let mut value: Value = serde_json::from_str(&text).unwrap();
        value["result"]["winner"] = json!("P1");
        let verified = Replay::verify(&value.to_string()).unwrap();
        assert_eq!(verified.difference.expect("a draw has no winner").at.path, "$.result.winner");
    }
}

/// Returns two replays of a ply with an order of unknown type: one that does not report the order, and one that does.
fn silent_and_reporting() -> (Value, Value) {
    let scenario = scenario();
    let mut replay = Replay::new(scenario.clone(), Rules::V1, 1, "");
    let orders = [json!({ "type": "PASS" }), json!({ "type": "reinforce", "amount": 0 })];
    replay.turns.push(Turn::new("hand", SubmittedOrder::read_list(&orders, &scenario)));
    let silent: Value = serde_json::from_str(&replay.to_reference_json()).unwrap();
    let ply = replay.plies().next().unwrap();
    let json = asg::json::PlyJson {
        scenario: &scenario,
        orders: &ply.turn.orders,
        events: &ply.events,
        form: asg::json::Form::Full,
    };
    let mut reporting = silent.clone();
    reporting["turns"][0]["events"] = serde_json::to_value(json.events()).unwrap();
    reporting["turns"][0]["actionResults"] = serde_json::to_value(json.action_results()).unwrap();
    reporting["turns"][0]["summary"]["invalidCount"] = json!(2);
    (silent, reporting)
}

#[test]
fn unknown_types_must_be_reported_everywhere_or_nowhere() {
    let difference = |file: &Value| Replay::verify(&file.to_string()).unwrap().difference.map(|found| found.at.path);
    let (silent, reporting) = silent_and_reporting();
    assert_eq!(difference(&silent), None);
    assert_eq!(difference(&reporting), None);
    for key in ["events", "actionResults", "summary"] {
        let mut mixed = reporting.clone();
        mixed["turns"][0][key] = silent["turns"][0][key].clone();
        assert!(difference(&mixed).is_some(), "{key}");
    }
}

#[test]
fn additional_items_about_unknown_types_are_differences() {
    let (silent, reporting) = silent_and_reporting();
    for (list, item) in [
        ("events", json!({ "type": "capture", "location": "mid_n", "newOwner": "P1", "reason": "unknown_type" })),
        ("events", json!({ "type": "income", "player": "P1", "amount": 9, "message": "unknown_type" })),
        ("events", json!({ "type": "invalid_action", "player": "P1", "action": {}, "reason": "unknown_type" })),
        ("actionResults", json!({ "index": 7, "status": "applied", "events": [], "reason": "unknown_type" })),
        ("actionResults", json!({ "index": 7, "status": "invalid", "events": [], "message": "unknown_type" })),
    ] {
        for file in [&silent, &reporting] {
            let mut forged = file.clone();
            forged["turns"][0][list].as_array_mut().unwrap().push(item.clone());
            assert!(Replay::verify(&forged.to_string()).unwrap().difference.is_some(), "{item}");
        }
    }
}

#[test]
fn reference_format_omits_data_without_fields() {
    for rules in Rules::ALL {
        let mut replay = Replay::new(scenario(), rules, 1, "");
        let note = Some(json!("a note"));
        let mut turn = Turn { memory_update: note, ..Turn::new("hand", Vec::new()) };
        turn.extra.insert("weather".to_owned(), json!("rain"));
        replay.turns.push(turn);
        replay.extra.insert("event".to_owned(), json!("cup"));
        let text = replay.to_reference_json();
        assert!(!text.contains("weather") && !text.contains("\"event\""));
        assert_eq!(text.contains("memoryUpdate"), rules == Rules::V1);
        assert_eq!(Replay::read(&replay.to_json()).unwrap(), replay);
    }
}

#[test]
fn errors_name_the_path_of_the_problem() {
    let replay = played(&line_of_three(), Rules::V1, 1, BySide { p1: Box::new(Greedy), p2: Box::new(Sleeper) });
    let compact: Value = serde_json::from_str(&replay.to_json()).unwrap();
    let reference: Value = serde_json::from_str(&replay.to_reference_json()).unwrap();
    for (file, pointer, new, message) in [
        (&compact, "/format", json!("asg-replay/9"), "$.format: expected \"asg-replay/1\", found \"asg-replay/9\""),
        (&compact, "/rules", json!("v7"), "$.rules: expected \"v0\" or \"v1\", found \"v7\""),
        (&compact, "/seed", json!(1.5), "$.seed: expected an integer, found 1.5"),
        (&compact, "/turns", json!(7), "$.turns: expected a list"),
        (
            &compact,
            "/turns/0/0",
            json!("0>9:1"),
            "$.turns[0][0]: '0>9:1' is not an action; examples: p, r6 and 0>1:5 with node indices of the scenario",
        ),
        (
            &compact,
            "/turns/0/0",
            json!("r01"),
            "$.turns[0][0]: 'r01' is not an action; examples: p, r6 and 0>1:5 with node indices of the scenario",
        ),
        (&compact, "/turns/0/0", json!([{ "raw": 1, "b": 2 }]), "$.turns[0][0][0]: unknown key \"b\""),
        (&compact, "/turns/0/1", json!("?"), "$.turns[0][1]: expected a hash of 6 characters: letters, digits, - or _"),
        (&compact, "/turns/0", json!(["p"]), "$.turns[0]: a ply has two to four items, not 1"),
        (&compact, "/controllers", json!({}), "$.turns[0]: no controller for the ply and no default for the player"),
        (&reference, "/version", json!("3.0.0"), "$.version: expected \"0.1.0\" or \"1.0.0\", found \"3.0.0\""),
        (
            &reference,
            "/turns/1/latencyMs",
            json!(-1),
            "$.turns[1].latencyMs: expected a number that is not negative, found -1",
        ),
        (&reference, "/turns/1/actions", json!({}), "$.turns[1].actions: expected a list, found {}"),
        (&reference, "/turns/1/controllerId", json!(null), "$.turns[1].controllerId: expected a text, found null"),
        (&reference, "/turns/1", json!([]), "$.turns[1]: expected an object, found []"),
        (
            &reference,
            "/scenario/settings/actionBudget",
            json!(-1),
            "the scenario of the replay:\n$.scenario.settings.actionBudget: expected an integer from 0 to 10000, found -1",
        ),
    ] {
        let mut changed = file.clone();
        *changed.pointer_mut(pointer).unwrap() = new;
        assert_eq!(Replay::read(&changed.to_string()).map_err(|error| error.to_string()), Err(message.to_owned()));
    }
    assert_eq!(
        Replay::read("{}").unwrap_err().to_string(),
        "$: not a replay: it has neither \"format\": \"asg-replay/1\" nor a \"version\""
    );
    assert!(Replay::read("[1]").unwrap_err().to_string().starts_with("not a JSON object"));
}
