//! Scenarios, orders and replays of ASG.

use std::sync::{Arc, LazyLock};

use asg::bots::Greedy;
use asg::json::{read_state, same_json};
use asg::{Bot, Match, Order, Replay, Rules, Scenario, ScenarioError, SubmittedOrder, View, library};
use serde_json::Value;

use crate::{Verdict, assert_short_line, with_text};

/// The built-in map on which orders are tried.
pub(crate) static SCENARIO: LazyLock<Arc<Scenario>> = LazyLock::new(|| Arc::new(library::ALL[0].scenario()));

/// A scenario is read or rejected with all problems and their paths; a read one is written, read again and played.
pub(crate) fn scenario(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| match Scenario::parse(text) {
        Ok(scenario) => {
            play(scenario);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            if let ScenarioError::Problems { problems, .. } = error {
                assert!(problems.iter().all(|problem| problem.path.starts_with('$')), "{problems:?}");
            }
            false
        }
    })
}

fn play(scenario: Scenario) {
    let text = serde_json::to_string(scenario.file()).expect("a scenario can be serialised");
    assert_eq!(Scenario::parse(&text).as_ref(), Ok(&scenario), "{text}");
    let mut game = Match::new(Arc::new(scenario), Rules::V0, 1);
    for _ in 0..20 {
        let view = View { scenario: game.scenario(), rules: Rules::V0, position: game.position() };
        let orders = Greedy.choose(&view);
        game.play(&orders, &mut ());
    }
}

/// Any JSON value can be submitted as an order and played. It is written back unchanged unless it is too large to be stored.
pub(crate) fn action(bytes: &[u8]) -> Verdict {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return Verdict::Rejected };
    let values = value.as_array().cloned().unwrap_or_else(|| vec![value]);
    let list = SubmittedOrder::read_list(&values, &SCENARIO);
    for (submitted, value) in list.iter().zip(&values) {
        let written = submitted.to_json(&SCENARIO);
        assert_eq!(&SubmittedOrder::read(&written, &SCENARIO), submitted, "{value}");
        assert!(same_json(&written, value) || SubmittedOrder::try_read(value, &SCENARIO).is_err(), "{value}");
    }
    let orders: Vec<Order> = list.iter().map(SubmittedOrder::order).collect();
    for rules in Rules::ALL {
        let mut game = Match::new(SCENARIO.clone(), rules, 7);
        for _ in 0..4 {
            game.play(&orders, &mut ());
        }
    }
    Verdict::Accepted
}

/// A state is read or rejected with a message; a read one is written and read again.
pub(crate) fn state(bytes: &[u8]) -> Verdict {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return Verdict::Rejected };
    match read_state(&value, &SCENARIO, None) {
        Err(error) => {
            assert_short_line(&error);
            Verdict::Rejected
        }
        Ok(position) => {
            let written =
                serde_json::to_value(asg::json::state(&SCENARIO, &position)).expect("a state can be serialised");
            assert_eq!(read_state(&written, &SCENARIO, None).as_ref(), Ok(&position), "{written}");
            Verdict::Accepted
        }
    }
}

/// A replay is read or rejected with a message; a read one is written and read again in the compact and the reference format.
pub(crate) fn replay(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| match Replay::verify(text) {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
        Ok(verified) => {
            let replay = verified.replay;
            check_round_trip(&replay.to_json(), &replay);
            check_round_trip(&replay.to_reference_json(), &in_reference_format(replay));
            true
        }
    })
}

fn check_round_trip(text: &str, expected: &Replay) {
    let again = Replay::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(&again, expected, "{text}");
}

/// Removes what the reference format cannot express: unknown keys, and in its first version the memory of agents.
fn in_reference_format(mut replay: Replay) -> Replay {
    replay.extra.clear();
    for turn in &mut replay.turns {
        turn.extra.clear();
        if replay.rules == Rules::V0 {
            turn.memory_update = None;
        }
    }
    replay
}
