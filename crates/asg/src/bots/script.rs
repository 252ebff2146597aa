//! Actions that are written down beforehand.

use crate::action::Action;
use crate::bots::{Bot, View};

/// Plays the first list in its first ply, the second in its second, and nothing after the last.
#[derive(Clone, Debug, Default)]
pub struct Script {
    turns: std::vec::IntoIter<Vec<Action>>,
}

impl Script {
    /// A bot that plays these lists.
    pub fn new(turns: Vec<Vec<Action>>) -> Script {
        Script { turns: turns.into_iter() }
    }
}

impl Bot for Script {
    fn name(&self) -> &'static str {
        "script"
    }

    fn choose(&mut self, _: &View<'_>) -> Vec<Action> {
        self.turns.next().unwrap_or_default()
    }
}
