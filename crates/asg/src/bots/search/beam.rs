//! Beam search for plans, and their value after the opponent's reply.

use super::board::Board;
use super::context::SearchContext;
use super::plan::Plan;
use super::tasks::{perform, safe_garrison, tasks};
use super::value::value_of_plan;

/// Effort of one beam search.
#[derive(Copy, Clone, Debug)]
pub(super) struct BeamBudget {
    /// Plans kept after each extension.
    pub width: usize,
    /// Plans evaluated in total.
    pub plans: usize,
}

/// A plan and its value for the player who makes it, from -1 (lost) to 1 (won).
#[derive(Clone, Debug)]
pub(super) struct ScoredPlan {
    pub value: f64,
    pub plan: Plan,
}

/// Searches for plans of a ply and returns them best first. The list always contains the empty plan, unless the search
/// finds a plan that certainly wins: then the list contains only that plan.
pub(super) fn plans(board: Board, budget: BeamBudget, context: &SearchContext<'_>) -> Vec<ScoredPlan> {
    let garrison = safe_garrison(&board, context);
    let empty = Plan::new(board);
    let mut beam = vec![ScoredPlan { value: value_of_plan(&empty, context), plan: empty }];
    let mut found = beam.clone();
    let mut plans_left = budget.plans;
    while !beam.is_empty() && plans_left > 0 {
        let mut longer = Vec::new();
        for ScoredPlan { plan, .. } in &beam {
            for task in tasks(plan, garrison, context).into_iter().take(plans_left) {
                let mut plan = plan.clone();
                if perform(task, &mut plan, context) {
                    plans_left -= 1;
                    longer.push(ScoredPlan { value: value_of_plan(&plan, context), plan });
                }
                if longer.last().is_some_and(|scored| scored.plan.is_won()) {
                    return longer.pop().into_iter().collect();
                }
            }
        }
        sort(&mut longer);
        longer.truncate(budget.width);
        found.extend(longer.iter().cloned());
        beam = longer;
    }
    sort(&mut found);
    found
}

/// Sorts plans best first and removes those with the same value and results as another one.
fn sort(plans: &mut Vec<ScoredPlan>) {
    plans.sort_by(|a, b| b.value.total_cmp(&a.value));
    plans.dedup_by(|b, a| a.value == b.value && a.plan.results == b.plan.results);
}

/// Returns the value of a plan after the best reply of the opponent that a search with `budget` finds.
pub(super) fn value_with_reply(plan: &Plan, budget: BeamBudget, context: &SearchContext<'_>) -> f64 {
    plan.results.iter().fold(plan.win, |sum, result| {
        let mut board = result.board.clone();
        board.end_ply();
        if board.plies_left == 0 {
            return sum + result.chance * value_of_plan(&Plan::new(result.board.clone()), context);
        }
        sum - result.chance * plans(board, budget, context)[0].value
    })
}
