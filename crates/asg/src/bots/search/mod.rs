//! Bot that plans a whole ply with exact combat odds and considers the opponent's best reply.
//!
//! A plan is extended by tasks (buy, march, gather, assault) in a beam search (`beam`). Each plan tracks the possible
//! results of its fights (`plan`) and is evaluated (`value`). The best plans are evaluated again after the opponent's
//! best reply. On large maps, marches over several plies count in the evaluation (`campaign`). The levels of the beam and
//! the searches for replies share what they learn about the value of tasks. The budget counts plans, not time, so the same
//! position gives the same choice on every machine.

mod beam;
mod board;
mod campaign;
mod context;
mod gather;
mod plan;
mod tasks;
mod value;

use beam::{BeamBudget, FoundPlans, ScoredPlan, TaskGains, plans, value_with_reply};
use board::Board;
use context::SearchContext;

use crate::bots::Bot;
use crate::prng::derive_seed;
use crate::rules::{Order, View};
use crate::scenario::Scenario;

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

    /// Returns the budget of the search for the bot's own plans on a map of a size, see [`map_size`].
    fn own(self, size: usize) -> BeamBudget {
        let plans = scaled(self.plans, SearchBudget::DEFAULT.plans, size);
        BeamBudget { width: self.beam_width, plans }
    }

    /// Returns the budget of each search for a reply.
    fn reply(self, size: usize) -> BeamBudget {
        let plans = scaled(self.reply_plans, SearchBudget::DEFAULT.reply_plans, size);
        BeamBudget { width: REPLY_BEAM_WIDTH, plans }
    }
}

/// Beam width of the search for the opponent's reply.
const REPLY_BEAM_WIDTH: usize = 2;

/// Number of plans that are evaluated to find the gains of the opponent's tasks, as a multiple of those for a reply.
const REPLY_TASKS: usize = 3;

/// Map size up to which the whole budget is used. On larger maps fewer plans are evaluated, for about the same
/// total effort, but at least as many as [`DEFAULT_BUDGET_SIZE`] allows.
const FULL_BUDGET_SIZE: usize = 64;

/// Map size up to which the budget is not reduced below [`SearchBudget::DEFAULT`].
const DEFAULT_BUDGET_SIZE: usize = 1000;

/// Maximum of the random number added to a plan's value, so that matches with different seeds differ. It is smaller on large
/// maps, where each order changes the value less.
const EVAL_NOISE: f64 = 0.02;

/// Returns the size of a map for the budget: its number of nodes, or half its number of edges if that is larger. The effort for
/// a plan grows with both; a grid has about two edges per node.
fn map_size(scenario: &Scenario) -> usize {
    scenario.len().max(scenario.edge_count() / 2)
}

/// Scales a number of plans down for large maps; `default` is the number of the default budget.
fn scaled(plans: usize, default: usize, size: usize) -> usize {
    let full = plans.saturating_mul(FULL_BUDGET_SIZE) / size.max(FULL_BUDGET_SIZE);
    let least = plans.min(default * DEFAULT_BUDGET_SIZE / size.max(DEFAULT_BUDGET_SIZE));
    full.max(least).max(1)
}

/// Bot that searches for the best plan of a whole ply.
#[derive(Copy, Clone, Debug)]
pub struct Search {
    seed: u64,
    budget: SearchBudget,
}

impl Search {
    /// Name and version of the bot. The version changes whenever the bot's choices change.
    pub const VERSION: &'static str = "search-3";

    /// Creates a bot with the default budget; `seed` decides between plans of nearly equal value.
    pub fn new(seed: u64) -> Search {
        Search::with_budget(seed, SearchBudget::DEFAULT)
    }

    /// Creates a bot with the given budget.
    pub fn with_budget(seed: u64, budget: SearchBudget) -> Search {
        Search { seed, budget }
    }

    /// Chooses the orders of a ply.
    fn decide(self, view: &View<'_>, is_stopped: &dyn Fn() -> bool) -> Decision {
        let context = SearchContext::until(view, is_stopped);
        let size = map_size(view.scenario);
        let board = Board::new(view);
        let own = plans(board.clone(), self.budget.own(size), &TaskGains::default(), &context);
        let mut evaluated = own.evaluated;
        let mut best = own.plans;
        if best[0].plan.is_won() {
            return Decision { orders: best.swap_remove(0).plan.orders, evaluated };
        }
        best.truncate(self.budget.replied_plans.max(1));
        let reply = self.budget.reply(size);
        let replies = reply_gains(board, reply, &context);
        evaluated += replies.evaluated;
        for (index, ScoredPlan { value, plan }) in (0..).zip(&mut best) {
            let (with_reply, more) = value_with_reply(plan, reply, &replies.gains, &context);
            *value = with_reply + self.eval_noise(view, index);
            evaluated += more;
        }
        let chosen = best.into_iter().max_by(|a, b| a.value.total_cmp(&b.value));
        let orders = chosen.map(|scored| scored.plan.orders).unwrap_or_default();
        let orders = if orders.is_empty() && context.budget > 0 { vec![Order::Pass] } else { orders };
        Decision { orders, evaluated }
    }

    /// Returns noise from 0 to [`EVAL_NOISE`] that depends only on the seed, the map, the ply and the index of the plan.
    fn eval_noise(self, view: &View<'_>, plan: u64) -> f64 {
        let seed = u64::from(derive_seed(self.seed, view.position.ply()));
        let most = EVAL_NOISE * FULL_BUDGET_SIZE as f64 / view.scenario.len().max(FULL_BUDGET_SIZE) as f64;
        f64::from(derive_seed(seed, plan)) / f64::from(u32::MAX) * most
    }
}

/// Tries the opponent's tasks once, as if the bot passed. The searches for replies share the gains. Returns no gains after the
/// last ply of the match, because there are no replies.
fn reply_gains(mut board: Board, budget: BeamBudget, context: &SearchContext<'_>) -> FoundPlans {
    board.end_ply();
    let plans_allowed = if board.plies_left == 0 { 0 } else { budget.plans.saturating_mul(REPLY_TASKS) };
    plans(board, BeamBudget { width: 1, plans: plans_allowed }, &TaskGains::default(), context)
}

/// Result of a search.
struct Decision {
    orders: Vec<Order>,
    /// Number of evaluated plans and replies.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests check that the work is bounded"))]
    evaluated: usize,
}

impl Bot for Search {
    fn name(&self) -> &'static str {
        Search::VERSION
    }

    fn choose(&mut self, view: &View<'_>) -> Vec<Order> {
        self.choose_until(view, &|| false)
    }

    fn choose_until(&mut self, view: &View<'_>, is_stopped: &dyn Fn() -> bool) -> Vec<Order> {
        self.decide(view, is_stopped).orders
    }
}

#[cfg(test)]
mod tests {
    use super::plan::MAX_RESULTS;
    use super::*;
    use crate::maps::grid::GridPlan;
    use crate::maps::library;
    use crate::rules::{Position, Rules};
    use crate::scenario::Scenario;

    /// Returns a decision of the default bot at the start of a scenario.
    fn first_decision(scenario: &Scenario) -> Decision {
        let position = Position::start(scenario);
        Search::new(1).decide(&View { scenario, rules: Rules::V0, position: &position }, &|| false)
    }

    fn grid(columns: usize, rows: usize) -> Scenario {
        let plan = GridPlan { columns, rows, troops: 5, resources: columns * rows / 20 * 2, seed: 1 };
        plan.scenario().expect("the plan is possible")
    }

    #[test]
    fn number_of_evaluated_plans_is_bounded_on_every_map() {
        let SearchBudget { plans, replied_plans, reply_plans, .. } = SearchBudget::DEFAULT;
        let most = plans + (REPLY_TASKS + replied_plans * MAX_RESULTS) * reply_plans;
        let built_in = library::ALL.iter().map(library::LibraryScenario::scenario);
        for scenario in built_in.chain([grid(12, 12), grid(30, 30)]) {
            let evaluated = first_decision(&scenario).evaluated;
            assert!(0 < evaluated && evaluated <= most, "{}: {evaluated}", scenario.file().id);
        }
    }

    #[test]
    fn a_stopped_search_evaluates_only_a_few_plans_more() {
        let (scenario, asked) = (grid(12, 12), std::cell::Cell::new(0));
        let position = Position::start(&scenario);
        let view = View { scenario: &scenario, rules: Rules::V0, position: &position };
        let is_stopped = || {
            asked.set(asked.get() + 1);
            asked.get() > 10
        };
        let decision = Search::new(1).decide(&view, &is_stopped);
        assert!(!decision.orders.is_empty());
        assert!(decision.evaluated <= 20, "{}", decision.evaluated);
    }

    #[test]
    fn edges_count_for_the_size_of_dense_maps() {
        assert_eq!(map_size(&grid(30, 30)), 900);
        let built_in = library::ALL.iter().map(library::LibraryScenario::scenario);
        built_in.for_each(|scenario| assert!(map_size(&scenario) <= FULL_BUDGET_SIZE, "{}", scenario.file().id));
    }

    #[test]
    fn effort_is_the_same_up_to_a_thousand_nodes_and_then_shrinks() {
        let plans = |nodes| SearchBudget::DEFAULT.own(nodes).plans;
        assert_eq!([plans(10), plans(64), plans(900), plans(1_000)], [SearchBudget::DEFAULT.plans; 4]);
        assert_eq!(plans(10_000), SearchBudget::DEFAULT.plans / 10);
        let large = SearchBudget { plans: 10_000, ..SearchBudget::DEFAULT };
        assert_eq!([large.own(64).plans, large.own(640).plans], [10_000, SearchBudget::DEFAULT.plans]);
    }
}
