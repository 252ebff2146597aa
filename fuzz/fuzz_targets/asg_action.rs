//! Fuzzes ASG orders: any JSON value is accepted as a submitted order and can be played, and is written back unchanged unless
//! it is too large to be stored.

#![no_main]

use std::sync::{Arc, LazyLock};

use asg::json::same_json;
use asg::{Order, Match, Rules, Scenario, SubmittedOrder};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

static SCENARIO: LazyLock<Arc<Scenario>> = LazyLock::new(|| {
    let text = include_str!("../../crates/asg/scenarios/scenario_01.json");
    Arc::new(Scenario::parse(text).expect("the scenario is valid"))
});

fuzz_target!(|text: &str| {
    let Ok(value) = serde_json::from_str::<Value>(text) else { return };
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
});
