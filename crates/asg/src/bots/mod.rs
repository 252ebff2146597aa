//! Built-in bots. They receive the same information as a player and use separate random generators.

mod greedy;
mod level;
mod mix;
mod random;
mod rush;
mod script;
mod search;
pub mod trial;

pub use greedy::Greedy;
pub use level::{Level, ParseLevelError};
pub use mix::Mix;
pub use random::Random;
pub use rush::Rush;
pub use script::Script;
pub use search::{Search, SearchBudget};

use crate::rules::{Order, View};

/// A built-in player.
pub trait Bot {
    /// Returns the name that replays record.
    fn name(&self) -> &'static str;

    /// Chooses the orders of a ply for the active player.
    fn choose(&mut self, view: &View<'_>) -> Vec<Order>;

    /// Chooses like [`Bot::choose`], but stops early once `is_stopped` returns `true`; the orders are then those found so far.
    /// Bots that choose at once do not ask.
    fn choose_until(&mut self, view: &View<'_>, is_stopped: &dyn Fn() -> bool) -> Vec<Order> {
        let _ = is_stopped;
        self.choose(view)
    }
}
