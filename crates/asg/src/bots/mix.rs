//! Bot that mixes greedy and random play.

use crate::bots::{Bot, Greedy, Random};
use crate::prng::Prng;
use crate::rules::{Order, View};

/// Mask that makes the seed of the random bot differ from that of the mix.
const RANDOM_SEED_MASK: i64 = 0x9e37_79b9;

/// Plays each ply either as [`Greedy`] or as [`Random`], drawn at random.
#[derive(Clone, Debug)]
pub struct Mix {
    prng: Prng,
    greedy_share: f64,
    random: Random,
}

impl Mix {
    /// Creates a bot that plays the share `greedy_share` of its plies as [`Greedy`]. The share is clamped to 0–1; NaN
    /// counts as 0.5.
    pub fn new(seed: i64, greedy_share: f64) -> Mix {
        let greedy_share = if greedy_share.is_nan() { 0.5 } else { greedy_share.clamp(0.0, 1.0) };
        Mix { prng: Prng::new(seed), greedy_share, random: Random::new(seed ^ RANDOM_SEED_MASK) }
    }

    /// Decides whether this ply is greedy. Shares of 0 and 1 use no random number.
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

    fn choose(&mut self, view: &View<'_>) -> Vec<Order> {
        if self.is_greedy() { Greedy.choose(view) } else { self.random.choose(view) }
    }
}
