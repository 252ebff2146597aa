//! Bot that plays one random order per ply.

use crate::bots::Bot;
use crate::prng::Prng;
use crate::rules::{Order, View};
use crate::scenario::Node;

/// Maximum number of troops that the bot buys per ply.
const MAX_BOUGHT: u64 = 3;

/// Plays one random reinforcement or move per ply. It draws the same random numbers as the bot of the reference
/// implementation.
#[derive(Clone, Debug)]
pub struct Random {
    prng: Prng,
}

impl Random {
    /// Creates a bot; `seed` determines all its choices.
    pub fn new(seed: i64) -> Random {
        Random { prng: Prng::new(seed) }
    }

    /// Draws an integer from 1 to `max` with one random number.
    fn up_to(&mut self, max: u64) -> u64 {
        self.prng.int(1, max as i64) as u64
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        let last = list.len().checked_sub(1)?;
        list.get(self.prng.int(0, last as i64) as usize)
    }

    fn step(&mut self, view: &View<'_>) -> Option<Order> {
        let troops = |node: Node| view.position.node_state(node).forces[view.player()];
        let nodes = view.scenario.nodes_in_key_order();
        let occupied: Vec<Node> = nodes.iter().copied().filter(|&node| troops(node) > 0).collect();
        let from = *self.pick(&occupied)?;
        let to = *self.pick(view.scenario.neighbours(from))?;
        Some(Order::step(from, to, self.up_to(troops(from))))
    }
}

impl Bot for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn choose(&mut self, view: &View<'_>) -> Vec<Order> {
        let max = view.affordable_before_income(MAX_BOUGHT);
        if max > 0 && self.prng.coin() {
            return vec![Order::reinforce(self.up_to(max))];
        }
        vec![self.step(view).unwrap_or(Order::Pass)]
    }
}
