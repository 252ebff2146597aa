//! Bot that plans a whole ply with exact combat odds and considers the opponent's best reply.
//!
//! A plan is extended by tasks (buy, march, gather, assault) in a beam search (`beam`). Each plan tracks the possible
//! results of its fights (`plan`) and is evaluated (`value`). The best plans are evaluated again after the opponent's
//! best reply. The budget counts plans, not time, so the same position gives the same choice on every machine.

mod beam;
mod board;
mod context;
mod gather;
mod plan;
mod tasks;
mod value;

use beam::{BeamBudget, ScoredPlan, plans, value_with_reply};
use board::Board;
use context::SearchContext;

use crate::bots::Bot;
use crate::prng::derive_seed;
use crate::rules::{Order, View};

/// Search effort per ply, in numbers of plans.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SearchBudget {
    /// Number of plans for the bot's own ply that the beam keeps after each extension.
    pub beam_width: usize,
    /// Number of plans for the bot's own ply that are evaluated in total.
    pub plans: usize,
    /// Number of best plans that are evaluated again after the opponent's reply.
    pub replied_plans: usize,
    /// Number of plans for the opponent's ply that are evaluated to find each reply.
    pub reply_plans: usize,
}

impl SearchBudget {
    /// Budget of [`Search::new`].
    pub const DEFAULT: SearchBudget = SearchBudget { beam_width: 7, plans: 1200, replied_plans: 10, reply_plans: 60 };

    fn own(self) -> BeamBudget {
        BeamBudget { width: self.beam_width, plans: self.plans }
    }

    fn reply(self) -> BeamBudget {
        BeamBudget { width: REPLY_BEAM_WIDTH, plans: self.reply_plans }
    }
}

/// Beam width of the search for the opponent's reply.
const REPLY_BEAM_WIDTH: usize = 2;

/// Map size, in nodes, up to which the whole budget is used. On larger maps fewer plans are evaluated, for about the same
/// total effort.
const FULL_BUDGET_SIZE: usize = 64;

/// Number of nodes that each army counts for in the map size: a small map with many armies gets the budget of a larger map.
const NODES_PER_ARMY: usize = 4;

/// Maximum of the random number added to a plan's value, so that matches with different seeds differ.
const EVAL_NOISE: f64 = 0.02;

impl BeamBudget {
    /// Scales the budget down for large maps and maps with many armies.
    fn scaled_to(self, view: &View<'_>) -> BeamBudget {
        let nodes = view.position.node_states();
        let armies = nodes.iter().filter(|node| node.forces.p1 > 0 || node.forces.p2 > 0).count();
        let size = nodes.len().max(NODES_PER_ARMY * armies).max(FULL_BUDGET_SIZE);
        BeamBudget { plans: (self.plans * FULL_BUDGET_SIZE / size).max(1), ..self }
    }
}

/// Bot that searches for the best plan of a whole ply.
#[derive(Copy, Clone, Debug)]
pub struct Search {
    seed: u64,
    budget: SearchBudget,
}

impl Search {
    /// Name and version of the bot. The version changes whenever the bot's choices change.
    pub const VERSION: &'static str = "search-1";

    /// Creates a bot with the default budget; `seed` decides between plans of nearly equal value.
    pub fn new(seed: u64) -> Search {
        Search::with_budget(seed, SearchBudget::DEFAULT)
    }

    /// Creates a bot with the given budget.
    pub fn with_budget(seed: u64, budget: SearchBudget) -> Search {
        Search { seed, budget }
    }

    /// Returns noise from 0 to [`EVAL_NOISE`] that depends only on the seed, the ply and the index of the plan.
    fn eval_noise(self, ply: u64, plan: u64) -> f64 {
        let seed = u64::from(derive_seed(self.seed, ply));
        f64::from(derive_seed(seed, plan)) / f64::from(u32::MAX) * EVAL_NOISE
    }
}

impl Bot for Search {
    fn name(&self) -> &'static str {
        Search::VERSION
    }

    fn choose(&mut self, view: &View<'_>) -> Vec<Order> {
        let context = SearchContext::new(view);
        let mut best = plans(Board::new(view), self.budget.own().scaled_to(view), &context);
        best.truncate(self.budget.replied_plans.max(1));
        let ply = view.position.ply();
        for (index, ScoredPlan { value, plan }) in (0..).zip(&mut best) {
            let reply = self.budget.reply().scaled_to(view);
            *value = value_with_reply(plan, reply, &context) + self.eval_noise(ply, index);
        }
        let chosen = best.into_iter().max_by(|a, b| a.value.total_cmp(&b.value));
        let orders = chosen.map(|scored| scored.plan.orders).unwrap_or_default();
        if orders.is_empty() && context.budget > 0 { vec![Order::Pass] } else { orders }
    }
}
