//! One action at random.

use crate::action::Action;
use crate::bots::{Bot, View};
use crate::prng::Prng;
use crate::scenario::Node;

/// The most troops it buys at once.
const MOST_BOUGHT: u64 = 3;

/// Reinforces or moves at random, one action a ply. Its draws are those of the reference's bot.
#[derive(Clone, Debug)]
pub struct Random {
    prng: Prng,
}

impl Random {
    /// A bot with a seed of its own.
    pub fn new(seed: i64) -> Random {
        Random { prng: Prng::new(seed) }
    }

    /// A number from 1 to `most`, with one draw.
    fn up_to(&mut self, most: u64) -> u64 {
        self.prng.int(1, most as i64) as u64
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        let last = list.len().checked_sub(1)?;
        list.get(self.prng.int(0, last as i64) as usize)
    }

    fn step(&mut self, view: &View<'_>) -> Option<Action> {
        let troops = |node: Node| view.position.place(node).forces[view.player()];
        let nodes = view.scenario.nodes_in_key_order();
        let occupied: Vec<Node> = nodes.iter().copied().filter(|&node| troops(node) > 0).collect();
        let from = *self.pick(&occupied)?;
        let to = *self.pick(view.scenario.neighbours(from))?;
        Some(Action::step(from, to, self.up_to(troops(from))))
    }
}

impl Bot for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn choose(&mut self, view: &View<'_>) -> Vec<Action> {
        let most = view.affordable(MOST_BOUGHT);
        if most > 0 && self.prng.coin() {
            return vec![Action::reinforce(self.up_to(most))];
        }
        vec![self.step(view).unwrap_or(Action::Pass)]
    }
}
