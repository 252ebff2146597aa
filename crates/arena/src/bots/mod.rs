//! Players that are built in.

mod asg;
mod ringrift;

pub use self::asg::{AsgBot, BotKind};
pub use self::ringrift::{Greedy, Random, random_opening};
