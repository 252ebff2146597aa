//! A match: a scenario, a position, and the luck of its seed.

use std::sync::Arc;

use crate::action::Action;
use crate::combat::Rules;
use crate::event::{Noted, Observer};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::prng::Prng;
use crate::scenario::Scenario;

/// A match that is being played.
///
/// ```
/// use std::sync::Arc;
/// use asg::{Action, Game, Rules, Scenario};
/// let scenario = Arc::new(Scenario::parse(include_str!("../scenarios/scenario_01.json"))?);
/// let mut game = Game::new(scenario, Rules::V0, 7);
/// let events = game.play_with_events(&[Action::reinforce(3)]);
/// assert_eq!(events.len(), 2); // income, reinforcement
/// # Ok::<(), asg::ScenarioError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    scenario: Arc<Scenario>,
    rules: Rules,
    seed: i64,
    prng: Prng,
    position: Position,
}

impl Game {
    /// A match from its start.
    pub fn new(scenario: Arc<Scenario>, rules: Rules, seed: i64) -> Game {
        let position = Position::start(&scenario);
        Game { scenario, rules, seed, prng: Prng::new(seed), position }
    }

    /// The scenario.
    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The seed. Players must not see it before the end.
    pub fn seed(&self) -> i64 {
        self.seed
    }

    /// The generator of the luck to come. Players must not see it before the end.
    pub fn prng(&self) -> Prng {
        self.prng
    }

    /// The position, which players may see.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How the match ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// Plays a ply.
    pub fn play(&mut self, actions: &[Action], observer: &mut impl Observer) {
        self.position.play(&self.scenario, self.rules, actions, &mut self.prng, observer);
    }

    /// Plays a ply and lists what happens.
    pub fn play_with_events(&mut self, actions: &[Action]) -> Vec<Noted> {
        let mut events = Vec::new();
        self.play(actions, &mut events);
        events
    }

    /// Ends the match for a reason that is not the rules'.
    pub fn end(&mut self, outcome: Outcome) {
        self.position.end(outcome);
    }
}
