//! Fuzzes ASG scenarios: a text is parsed or rejected with a message; a parsed scenario round-trips and can be played.

#![no_main]

use std::sync::Arc;

use asg::bots::Greedy;
use asg::{Bot, Match, Rules, Scenario, ScenarioError, View};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match Scenario::parse(text) {
    Ok(scenario) => check(scenario),
    Err(error) => {
        assert!(!error.to_string().is_empty());
        if let ScenarioError::Problems { problems, .. } = error {
            assert!(problems.iter().all(|problem| problem.path.starts_with('$')), "{problems:?}");
        }
    }
});

fn check(scenario: Scenario) {
    let text = serde_json::to_string(scenario.file()).expect("a scenario can be serialised");
    assert_eq!(Scenario::parse(&text).as_ref(), Ok(&scenario), "{text}");
    let mut game = Match::new(Arc::new(scenario), Rules::V0, 1);
    for _ in 0..20 {
        let view = View { scenario: game.scenario(), rules: Rules::V0, position: game.position() };
        let actions = Greedy.choose(&view);
        game.play(&actions, &mut ());
    }
}
