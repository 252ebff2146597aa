//! A match whose orders are played one after another.

use std::sync::Arc;

use super::combat::Rules;
use super::event::OrderRejection;
use super::order::Order;
use super::outcome::Outcome;
use super::play::Match;
use super::position::{OrderContext, Position};
use crate::prng::Prng;
use crate::scenario::Scenario;

/// A match whose orders are played one after another, for players who see the effect of an order before they choose the next one.
///
/// It reaches the same positions as a [`Match`] with the same seed that plays the orders of each ply together.
///
/// ```
/// use std::sync::Arc;
/// use asg::{Match, Order, Rules, Scenario, SteppedMatch};
/// let scenario = Arc::new(Scenario::parse(include_str!("../../scenarios/scenario_01.json"))?);
/// let mut game = SteppedMatch::new(&Match::new(scenario, Rules::V0, 7));
/// assert_eq!((game.orders_left(), game.position().ply()), (6, 0));
/// game.play_order(Order::reinforce(2)).expect("the player can pay for two troops");
/// assert_eq!(game.orders_left(), 5);
/// game.end_ply();
/// assert_eq!((game.orders_left(), game.position().ply()), (6, 1));
/// # Ok::<(), asg::ScenarioError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct SteppedMatch {
    scenario: Arc<Scenario>,
    rules: Rules,
    prng: Prng,
    position: Position,
    /// Number of orders played in this ply.
    played: u64,
}

impl SteppedMatch {
    /// Begins with the next ply of a match and pays its income.
    pub fn new(game: &Match) -> SteppedMatch {
        let (scenario, position) = (game.scenario().clone(), game.position().clone());
        let mut stepped = SteppedMatch { scenario, rules: game.rules(), prng: game.prng(), position, played: 0 };
        stepped.begin_ply();
        stepped
    }

    /// Returns the scenario with the settings in effect.
    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// Returns the edition of the rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the position within the ply: the supply of the active player contains the income of the ply.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the number of orders that the active player can still give in this ply.
    pub fn orders_left(&self) -> u64 {
        self.scenario.settings().action_budget - self.played
    }

    /// Returns the result, or `None` while the match runs.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// Plays one order of the active player. The ply ends with the last order of the budget and with an order that wins the match.
    ///
    /// # Errors
    /// If the rules reject the order; the match is then unchanged.
    pub fn play_order(&mut self, order: Order) -> Result<(), OrderRejection> {
        if self.orders_left() == 0 || self.outcome().is_some() {
            return Err(OrderRejection::BudgetExceeded);
        }
        let mut context = OrderContext {
            scenario: &self.scenario,
            rules: self.rules,
            index: self.played as usize,
            luck: &mut self.prng,
            observer: &mut (),
        };
        self.position.execute(order, &mut context)?;
        self.played += 1;
        if self.orders_left() == 0 || self.outcome().is_some() {
            self.finish_ply();
        }
        Ok(())
    }

    /// Ends the ply of the active player. Does nothing if the match has ended.
    pub fn end_ply(&mut self) {
        if self.outcome().is_none() {
            self.finish_ply();
        }
    }

    fn finish_ply(&mut self) {
        self.position.finish_ply(&self.scenario, &mut ());
        self.played = 0;
        self.begin_ply();
    }

    fn begin_ply(&mut self) {
        if self.outcome().is_none() {
            self.position.collect_income(&self.scenario, &mut ());
        }
    }
}
