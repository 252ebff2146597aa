//! Plans whole plies: all orders together, with exact odds of fights, against the opponent's best answer.
//!
//! A plan grows by tasks (buy, march, gather, attack); the best plans are pursued together (`beam`), each with the ways its
//! fights may end (`plan`). What comes out is valued (`value`), and the best few again after the opponent's best reply.
//! The work is counted, never timed, so that the same position gives the same choice on every machine.

mod beam;
mod board;
mod gather;
mod ground;
mod plan;
mod tasks;
mod value;

use crate::action::Action;
use crate::bots::{Bot, View};
use crate::prng::spread_seed;

use beam::{Effort, Valued, plans, value_with_reply};
use board::Board;
use ground::Ground;

/// How much work goes into a choice.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Work {
    /// How many plans of the own ply are pursued at a time.
    pub width: usize,
    /// How many plans of the own ply are valued in all.
    pub plans: usize,
    /// How many of the best are valued again after the opponent's best reply.
    pub replied: usize,
    /// How many plans are valued for each of these replies.
    pub reply_plans: usize,
}

impl Work {
    /// What [`Search::new`] does.
    pub const USUAL: Work = Work { width: 7, plans: 1200, replied: 10, reply_plans: 60 };

    fn own(self) -> Effort {
        Effort { width: self.width, plans: self.plans }
    }

    fn reply(self) -> Effort {
        Effort { width: REPLY_WIDTH, plans: self.reply_plans }
    }
}

/// How many plans of a reply are pursued at a time.
const REPLY_WIDTH: usize = 2;

/// On larger maps than this, fewer plans are looked at, so that the work stays the same.
const USUAL_SIZE: usize = 64;

/// How many empty nodes one with troops stands for in the size of a map: much can be done with each army.
const ARMY_SIZE: usize = 4;

/// By how much chance can change the value of a plan, so that matches differ.
const WHIM: f64 = 0.02;

impl Effort {
    /// The effort for a position.
    fn on(self, view: &View<'_>) -> Effort {
        let places = view.position.places();
        let armies = places.iter().filter(|place| place.forces.p1 > 0 || place.forces.p2 > 0).count();
        let size = places.len().max(ARMY_SIZE * armies).max(USUAL_SIZE);
        Effort { plans: (self.plans * USUAL_SIZE / size).max(1), ..self }
    }
}

/// A player that searches.
#[derive(Copy, Clone, Debug)]
pub struct Search {
    seed: u64,
    work: Work,
}

impl Search {
    /// The name of this version. Whatever changes a choice changes the number.
    pub const VERSION: &'static str = "search-1";

    /// A bot with a seed of its own, which decides between plans of about the same value.
    pub fn new(seed: u64) -> Search {
        Search::with_work(seed, Work::USUAL)
    }

    /// A bot that works more or less.
    pub fn with_work(seed: u64, work: Work) -> Search {
        Search { seed, work }
    }

    /// A small number that depends on the seed, the ply and the plan alone.
    fn whim(self, ply: u64, plan: u64) -> f64 {
        let seed = u64::from(spread_seed(self.seed, ply));
        f64::from(spread_seed(seed, plan)) / f64::from(u32::MAX) * WHIM
    }
}

impl Bot for Search {
    fn name(&self) -> &'static str {
        Search::VERSION
    }

    fn choose(&mut self, view: &View<'_>) -> Vec<Action> {
        let ground = Ground::new(view);
        let mut best = plans(Board::new(view), self.work.own().on(view), &ground);
        best.truncate(self.work.replied.max(1));
        let ply = view.position.ply();
        for (index, Valued { value, plan }) in (0..).zip(&mut best) {
            *value = value_with_reply(plan, self.work.reply().on(view), &ground) + self.whim(ply, index);
        }
        let chosen = best.into_iter().max_by(|a, b| a.value.total_cmp(&b.value));
        let orders = chosen.map(|valued| valued.plan.orders).unwrap_or_default();
        if orders.is_empty() && ground.budget > 0 { vec![Action::Pass] } else { orders }
    }
}
