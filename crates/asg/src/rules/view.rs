//! The information that the active player has.

use super::combat::Rules;
use super::position::Position;
use crate::scenario::Scenario;
use crate::side::Side;

/// Everything that the active player can see: the whole match except the seed and the random generator.
#[derive(Copy, Clone, Debug)]
pub struct View<'a> {
    /// Map and settings of the match.
    pub scenario: &'a Scenario,
    /// Edition of the rules, which decides how combat ties end.
    pub rules: Rules,
    /// Position at the start of the ply, before its income is paid.
    pub position: &'a Position,
}

impl View<'_> {
    /// Returns the active player.
    pub fn player(&self) -> Side {
        self.position.active()
    }

    /// Returns how many troops the supply before this ply's income can buy, at most `limit`.
    pub(crate) fn affordable_before_income(&self, limit: u64) -> u64 {
        limit.min(self.position.supply(self.player()) / self.cost())
    }

    /// Returns how many troops `side` can buy in its next ply, including that ply's income.
    pub(crate) fn affordable(&self, side: Side) -> u64 {
        self.position.spendable(side, self.scenario) / self.cost()
    }

    fn cost(&self) -> u64 {
        self.scenario.settings().reinforce_cost_per_strength
    }
}
