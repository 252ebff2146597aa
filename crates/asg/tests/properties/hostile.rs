//! Malformed input never causes a panic, and errors name the path of the problem.

use asg::json::same_json;
use asg::replay::Ending;
use asg::{Match, Order, Replay, Rules, Scenario, ScenarioError, Side, SubmittedOrder, Turn};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::{any_json, any_scenarios, read, rules, turns};

/// Generates replays with arbitrary orders and details.
fn replays() -> impl Strategy<Value = Replay> {
    let extras = (any::<Option<String>>(), 0.0..1e6_f64, prop::option::of(any_json()), prop::option::of(any_json()));
    let ending = prop_oneof![
        Just(None),
        Just(Some(Ending::Aborted)),
        Just(Some(Ending::Agreement)),
        Just(Some(Ending::Forfeit(Side::P2)))
    ];
    (any_scenarios(), rules(), any::<i64>(), turns(), prop::collection::vec(extras, 20), ending).prop_map(
        |(scenario, rules, seed, turns, extras, ending)| {
            let mut replay = Replay::new(scenario.clone(), rules, seed, "2026-01-01T00:00:00.000Z");
            for (turn, (rationale, latency_ms, diagnostics, memory_update)) in turns.iter().zip(extras) {
                if replay.outcome().is_some() {
                    break;
                }
                let controller = if latency_ms < 1e5 { "odd" } else { "usual" };
                let turn = Turn {
                    rationale,
                    latency_ms,
                    diagnostics,
                    memory_update,
                    ..Turn::new(controller, read(turn, &scenario))
                };
                replay.turns.push(turn);
            }
            replay.ending = ending.filter(|_| replay.outcome().is_none());
            replay
        },
    )
}

/// Collects the JSON pointers (RFC 6901) of all nested values.
fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(i, item)| pointers(item, &format!("{at}/{i}"), all)),
        Value::Object(object) => {
            for (key, entry) in object {
                pointers(entry, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), all);
            }
        }
        _ => {}
    }
}

/// Replaces one nested value by another.
fn mutated(value: &Value, choice: usize, new: &Value) -> Value {
    let mut all = Vec::new();
    pointers(value, "", &mut all);
    let mut changed = value.clone();
    *changed.pointer_mut(&all[choice % all.len()]).expect("the pointer exists") = new.clone();
    changed
}

/// Reports whether a path leads to a value, or to a missing entry of an existing object or list.
fn path_exists(path: &str, value: &Value) -> bool {
    let mut at = value;
    let mut rest = path.strip_prefix('$').expect("paths begin at the root");
    while !rest.is_empty() {
        let (step, tail) = next_step(rest);
        let next = if step.parse::<usize>().is_ok() && at.is_array() {
            at.get(step.parse::<usize>().unwrap_or(0))
        } else {
            at.get(&step)
        };
        match next {
            Some(next) => at = next,
            None => return tail.is_empty() && (at.is_object() || at.is_array()),
        }
        rest = tail;
    }
    true
}

/// Splits off the first step of a path: `.key`, `[3]` or `["key"]`.
fn next_step(path: &str) -> (String, &str) {
    if let Some(key) = path.strip_prefix('.') {
        let end = key.find(['.', '[']).unwrap_or(key.len());
        return (key[..end].to_owned(), &key[end..]);
    }
    let inner = path.strip_prefix('[').expect("a step starts with . or [");
    let mut strings = serde_json::Deserializer::from_str(inner).into_iter::<Value>();
    let step = match strings.next() {
        Some(Ok(Value::String(key))) => key,
        Some(Ok(other)) => other.to_string(),
        _ => panic!("{path}"),
    };
    let end = strings.byte_offset() + 1;
    (step, &inner[end..])
}

/// Returns the replay without the data for which the reference format has no fields.
fn as_reference(replay: &Replay) -> Replay {
    let mut replay = Replay { extra: Map::new(), ..replay.clone() };
    for turn in &mut replay.turns {
        turn.extra.clear();
        turn.memory_update = turn.memory_update.take().filter(|_| replay.rules == Rules::V1);
    }
    replay
}

proptest! {
    #[test]
    fn any_json_is_accepted_as_an_order(value in any_json(), scenario in any_scenarios()) {
        let submitted = SubmittedOrder::read(&value, &scenario);
        prop_assert!(same_json(&submitted.to_json(&scenario), &value));
        prop_assert_eq!(&SubmittedOrder::read(&submitted.to_json(&scenario), &scenario), &submitted);
        let mut game = Match::new(scenario, Rules::V0, 1);
        game.play(&[submitted.order()], &mut ());
    }

    #[test]
    fn arbitrary_text_is_not_a_scenario(text in "\\PC{0,60}", value in any_json()) {
        prop_assert!(Scenario::parse(&text).is_err());
        prop_assert!(Scenario::from_json(&value).is_err());
    }

    #[test]
    fn damaged_scenarios_are_rejected_with_existing_paths(scenario in any_scenarios(), choice: usize, new in any_json()) {
        let value = serde_json::to_value(scenario.file()).unwrap();
        let changed = mutated(&value, choice, &new);
        if let Err(ScenarioError::Problems { problems, .. }) = Scenario::from_json(&changed) {
            prop_assert!(!problems.is_empty());
            for problem in problems {
                prop_assert!(path_exists(&problem.path, &changed), "{}\n{}", problem, changed);
            }
        }
    }

    #[test]
    fn replays_round_trip_in_both_formats(replay in replays()) {
        for (text, expected) in [(replay.to_json(), replay.clone()), (replay.to_reference_json(), as_reference(&replay))] {
            let verified = Replay::verify(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            prop_assert_eq!(&verified.replay, &expected);
            prop_assert_eq!(verified.difference, None);
        }
        prop_assert_eq!(Replay::read(&replay.to_json()).unwrap().to_json(), replay.to_json());
    }

    #[test]
    fn damaged_replays_are_rejected_or_round_trip(replay in replays(), choice: usize, new in any_json(), own: bool) {
        let text = if own { replay.to_json() } else { replay.to_reference_json() };
        let changed = mutated(&serde_json::from_str(&text).unwrap(), choice, &new);
        if let Ok(verified) = Replay::verify(&changed.to_string()) {
            let again = verified.replay.to_json();
            prop_assert_eq!(Replay::read(&again).unwrap(), verified.replay);
        }
    }

    #[test]
    fn truncated_replays_are_rejected(replay in replays(), cut in 0.0..1.0_f64) {
        let text = replay.to_json();
        let end = (0..=(text.len() as f64 * cut) as usize).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        prop_assert!(Replay::verify(&text[..end]).is_err());
    }
}

#[test]
fn deeply_nested_values_do_not_overflow_the_stack() {
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    for text in [
        deep.clone(),
        format!("{{\"version\":{deep}}}"),
        format!("{{\"format\":\"asg-replay/1\",\"turns\":{deep},\"scenario\":{deep}}}"),
    ] {
        assert!(Replay::verify(&text).is_err());
        assert!(Scenario::parse(&text).is_err());
    }
}

#[test]
fn ply_after_the_end_is_a_difference() {
    let scenario = std::sync::Arc::new(Scenario::parse(include_str!("../../scenarios/scenario_01.json")).unwrap());
    let settings = asg::Settings { turn_cap_plies: 1, ..*scenario.settings() };
    let scenario = std::sync::Arc::new(scenario.with_settings(settings).unwrap());
    let mut replay = Replay::new(scenario, Rules::V1, 1, "");
    replay.turns = vec![Turn::new("a", vec![Order::Pass.into()]), Turn::new("b", Vec::new())];
    replay.extra = Map::from_iter([("note".to_owned(), json!(1))]);
    for text in [replay.to_json(), replay.to_reference_json()] {
        let verified = Replay::verify(&text).unwrap();
        let difference = verified.difference.expect("the second ply comes after the end");
        assert_eq!(difference.ply, Some(1));
        assert_eq!(difference.at.path, "$.turns[1]");
    }
}
