//! Simple built-in bots. The bots that search RingRift are in the `ai` crate.

mod asg;
mod ringrift;

pub use self::asg::{AsgBot, BotKind};
pub use self::ringrift::{Greedy, Random, random_opening};
