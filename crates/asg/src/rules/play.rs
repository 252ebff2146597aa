//! A match: scenario, position and random generator.

use std::sync::Arc;

use super::combat::Rules;
use super::event::{EventRecord, Observer};
use super::order::Order;
use super::outcome::Outcome;
use super::position::Position;
use crate::prng::Prng;
use crate::scenario::Scenario;

/// A match in progress or finished.
///
/// ```
/// use std::sync::Arc;
/// use asg::{Match, Order, Rules, Scenario};
/// let scenario = Arc::new(Scenario::parse(include_str!("../../scenarios/scenario_01.json"))?);
/// let mut game = Match::new(scenario, Rules::V0, 7);
/// let events = game.play_with_events(&[Order::reinforce(3)]);
/// assert_eq!(events.len(), 2); // income, reinforcement
/// # Ok::<(), asg::ScenarioError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match {
    scenario: Arc<Scenario>,
    rules: Rules,
    seed: i64,
    prng: Prng,
    position: Position,
}

impl Match {
    /// Starts a match.
    pub fn new(scenario: Arc<Scenario>, rules: Rules, seed: i64) -> Match {
        let position = Position::start(&scenario);
        Match { scenario, rules, seed, prng: Prng::new(seed), position }
    }

    /// Returns the scenario with the settings in effect.
    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// Returns the edition of the rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the seed. Keep it secret from players until the match ends: it determines all combat results.
    pub fn seed(&self) -> i64 {
        self.seed
    }

    /// Returns the current state of the random generator. Keep it secret from players until the match ends.
    pub fn prng(&self) -> Prng {
        self.prng
    }

    /// Returns the current position, which is public to both players.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the result, or `None` while the match runs.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// Plays a ply of the active player and reports its events to `observer`.
    pub fn play(&mut self, orders: &[Order], observer: &mut impl Observer) {
        self.position.play(&self.scenario, self.rules, orders, &mut self.prng, observer);
    }

    /// Plays a ply of the active player and returns its events in order.
    pub fn play_with_events(&mut self, orders: &[Order]) -> Vec<EventRecord> {
        let mut events = Vec::new();
        self.play(orders, &mut events);
        events
    }

    /// Ends the match with an outcome that does not follow from the rules (forfeit or abort).
    pub fn end(&mut self, outcome: Outcome) {
        self.position.end(outcome);
    }
}
