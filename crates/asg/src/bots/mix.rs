//! Sometimes greedy, sometimes random.

use crate::action::Action;
use crate::bots::{Bot, Greedy, Random, View};
use crate::prng::Prng;

/// What sets the seed of the random half apart.
const RANDOM_HALF: i64 = 0x9e37_79b9;

/// Draws in every ply whether to be greedy or random.
#[derive(Clone, Debug)]
pub struct Mix {
    prng: Prng,
    greedy_share: f64,
    random: Random,
}

impl Mix {
    /// A bot with a seed of its own that is greedy in this share of its plies; a share that is no number is a half.
    pub fn new(seed: i64, greedy_share: f64) -> Mix {
        let greedy_share = if greedy_share.is_nan() { 0.5 } else { greedy_share.clamp(0.0, 1.0) };
        Mix { prng: Prng::new(seed), greedy_share, random: Random::new(seed ^ RANDOM_HALF) }
    }

    /// Whether to be greedy; nothing is drawn where there is no choice.
    fn is_greedy(&mut self) -> bool {
        match self.greedy_share {
            share if share <= 0.0 => false,
            share if share >= 1.0 => true,
            share => self.prng.fraction() < share,
        }
    }
}

impl Bot for Mix {
    fn name(&self) -> &'static str {
        "mix"
    }

    fn choose(&mut self, view: &View<'_>) -> Vec<Action> {
        if self.is_greedy() { Greedy.choose(view) } else { self.random.choose(view) }
    }
}
