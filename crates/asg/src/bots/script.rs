//! Bot that plays given orders.

use crate::bots::Bot;
use crate::rules::{Order, View};

/// Plays one given list of orders per ply, and no orders after the last list.
#[derive(Clone, Debug, Default)]
pub struct Script {
    turns: std::vec::IntoIter<Vec<Order>>,
}

impl Script {
    /// Creates a bot that plays `turns` in sequence.
    pub fn new(turns: Vec<Vec<Order>>) -> Script {
        Script { turns: turns.into_iter() }
    }
}

impl Bot for Script {
    fn name(&self) -> &'static str {
        "script"
    }

    fn choose(&mut self, _: &View<'_>) -> Vec<Order> {
        self.turns.next().unwrap_or_default()
    }
}
