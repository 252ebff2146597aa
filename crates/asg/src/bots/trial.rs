//! Matches between bots.

use std::sync::Arc;

use crate::bots::Bot;
use crate::rules::{Match, Outcome, Rules, View};
use crate::scenario::Scenario;
use crate::side::Side;

/// Plays a match between two bots and returns its result.
///
/// ```
/// use std::sync::Arc;
/// use asg::bots::{Greedy, Rush};
/// use asg::{Outcome, Rules, Scenario, Side, trial};
/// let scenario = Arc::new(Scenario::parse(include_str!("../../scenarios/scenario_01.json"))?);
/// let outcome = trial::play_match(&scenario, Rules::V0, 7, &mut Greedy, &mut Rush);
/// assert_eq!(outcome, Outcome::captured(Side::P2));
/// # Ok::<(), asg::ScenarioError>(())
/// ```
pub fn play_match(scenario: &Arc<Scenario>, rules: Rules, seed: i64, p1: &mut dyn Bot, p2: &mut dyn Bot) -> Outcome {
    let mut game = Match::new(Arc::clone(scenario), rules, seed);
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        let view = View { scenario, rules, position: game.position() };
        let orders = match view.player() {
            Side::P1 => p1.choose(&view),
            Side::P2 => p2.choose(&view),
        };
        game.play(&orders, &mut ());
    }
}
