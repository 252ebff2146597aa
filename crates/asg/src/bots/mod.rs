//! Players that are built in. They see what any player sees, and bring their own luck.

mod greedy;
mod level;
mod mix;
mod random;
mod rush;
mod script;
mod search;

pub use greedy::Greedy;
pub use level::{Level, ParseLevelError};
pub use mix::Mix;
pub use random::Random;
pub use rush::Rush;
pub use script::Script;
pub use search::{Search, Work};

use crate::action::Action;
use crate::combat::Rules;
use crate::position::Position;
use crate::scenario::Scenario;
use crate::side::Side;

/// What the active player sees: everything but the seed and the luck to come.
#[derive(Copy, Clone, Debug)]
pub struct View<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The rules.
    pub rules: Rules,
    /// The position at the beginning of the ply, before its income.
    pub position: &'a Position,
}

impl View<'_> {
    /// Whose ply it is.
    pub fn player(&self) -> Side {
        self.position.active()
    }

    /// How many troops the supply before this ply's income pays for, at most.
    fn affordable(&self, most: u64) -> u64 {
        let cost = self.scenario.settings().reinforce_cost_per_strength;
        most.min(self.position.supply(self.player()) / cost)
    }

    /// How many troops the supply of a player pays for in his next ply, with its income.
    fn buyable(&self, side: Side) -> u64 {
        self.position.spendable(side, self.scenario) / self.scenario.settings().reinforce_cost_per_strength
    }
}

/// A player that is built in.
pub trait Bot {
    /// Its name in replays.
    fn name(&self) -> &'static str;

    /// Chooses the actions of a ply.
    fn choose(&mut self, view: &View<'_>) -> Vec<Action>;
}
