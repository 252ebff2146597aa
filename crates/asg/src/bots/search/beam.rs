//! Beam search for plans, and their value after the opponent's reply.

use std::collections::HashMap;
use std::rc::Rc;

use super::board::Board;
use super::context::SearchContext;
use super::plan::Plan;
use super::tasks::{Task, perform, safe_garrison, tasks};
use super::value::value_of_plan;

/// Effort of one beam search.
#[derive(Copy, Clone, Debug)]
pub(super) struct BeamBudget {
    /// Plans kept after each extension.
    pub width: usize,
    /// Plans evaluated in total.
    pub plans: usize,
}

/// Number of tasks tried for a plan among those whose gain is known from a shorter plan.
const SHARED_TASKS: usize = 24;

/// Gain in value of each task that was tried, shared by all searches that extend the same plan.
///
/// A task that is poor in one plan is usually poor in longer plans and in similar positions. So each level of the beam tries
/// only the best tasks of the level before, and tasks that its own orders made possible.
pub(super) type TaskGains = Rc<HashMap<Task, f64>>;

/// A plan and its value for the player who makes it, from -1 (lost) to 1 (won).
#[derive(Clone, Debug)]
pub(super) struct ScoredPlan {
    pub value: f64,
    pub plan: Plan,
}

/// A plan in the beam.
#[derive(Clone)]
struct Branch {
    scored: ScoredPlan,
    /// Gains of the tasks that were tried as the last extension of this plan.
    gains: TaskGains,
}

/// Result of a beam search.
pub(super) struct FoundPlans {
    /// Plans, best first. They include the empty plan, unless a plan certainly wins: then it is the only one.
    pub plans: Vec<ScoredPlan>,
    /// Gains of the tasks as the first of a plan.
    pub gains: TaskGains,
    /// Number of evaluated plans.
    pub evaluated: usize,
}

/// Searches for plans of a ply. `gains` are known gains of tasks in similar positions.
pub(super) fn plans(board: Board, budget: BeamBudget, gains: &TaskGains, context: &SearchContext<'_>) -> FoundPlans {
    let garrison = safe_garrison(&board, context);
    let empty = Plan::new(board);
    let empty = ScoredPlan { value: value_of_plan(&empty, context), plan: empty };
    let mut found = vec![empty.clone()];
    let mut beam = vec![Branch { scored: empty, gains: Rc::clone(gains) }];
    let mut first_gains: Option<TaskGains> = None;
    let mut plans_left = budget.plans;
    while !beam.is_empty() && plans_left > 0 && !(context.is_stopped)() {
        let mut longer = Vec::new();
        for branch in &beam {
            let extensions = extend(branch, garrison, &mut plans_left, context);
            first_gains.get_or_insert_with(|| Rc::clone(&extensions.gains));
            if let Some(won) = extensions.won {
                let gains = first_gains.unwrap_or_default();
                return FoundPlans { plans: vec![won], gains, evaluated: budget.plans - plans_left };
            }
            let branch = |scored| Branch { scored, gains: Rc::clone(&extensions.gains) };
            longer.extend(extensions.plans.into_iter().map(branch));
        }
        sort(&mut longer, |branch| &branch.scored);
        longer.truncate(budget.width);
        found.extend(longer.iter().map(|branch| branch.scored.clone()));
        beam = longer;
    }
    sort(&mut found, |scored| scored);
    FoundPlans { plans: found, gains: first_gains.unwrap_or_default(), evaluated: budget.plans - plans_left }
}

/// Extensions of one plan.
struct Extensions {
    plans: Vec<ScoredPlan>,
    /// First extension that certainly wins; no other one is tried after it.
    won: Option<ScoredPlan>,
    gains: TaskGains,
}

/// Extends a plan by each promising task.
fn extend(branch: &Branch, garrison: u64, plans_left: &mut usize, context: &SearchContext<'_>) -> Extensions {
    let ScoredPlan { value: before, plan } = &branch.scored;
    let mut plans = Vec::new();
    let mut gains = HashMap::clone(&branch.gains);
    let mut won = None;
    for task in promising(tasks(plan, garrison, context), &branch.gains).into_iter().take(*plans_left) {
        if (context.is_stopped)() {
            break;
        }
        let mut plan = plan.clone();
        if !perform(task, &mut plan, context) {
            continue;
        }
        *plans_left -= 1;
        let scored = ScoredPlan { value: value_of_plan(&plan, context), plan };
        if scored.plan.is_won() {
            won = Some(scored);
            break;
        }
        if !task.is_urgent() {
            gains.insert(task, scored.value - before);
        }
        plans.push(scored);
    }
    Extensions { plans, won, gains: Rc::new(gains) }
}

/// Removes tasks with a known gain that is not among the [`SHARED_TASKS`] best. Of tasks with the same gain, the first ones are
/// kept.
fn promising(mut tasks: Vec<Task>, gains: &HashMap<Task, f64>) -> Vec<Task> {
    let mut known: Vec<f64> = tasks.iter().filter_map(|task| gains.get(task).copied()).collect();
    if known.len() > SHARED_TASKS {
        let (better, &mut least, _) = known.select_nth_unstable_by(SHARED_TASKS - 1, |a, b| b.total_cmp(a));
        let mut ties_left = SHARED_TASKS - better.iter().filter(|&&gain| gain > least).count();
        tasks.retain(|task| match gains.get(task) {
            Some(gain) if *gain == least && ties_left > 0 => {
                ties_left -= 1;
                true
            }
            Some(gain) => *gain > least,
            None => true,
        });
    }
    tasks
}

/// Sorts plans best first and removes those with the same value and results as another one.
fn sort<T>(plans: &mut Vec<T>, scored: impl Fn(&T) -> &ScoredPlan) {
    plans.sort_by(|a, b| scored(b).value.total_cmp(&scored(a).value));
    plans.dedup_by(|b, a| {
        let (a, b) = (scored(a), scored(b));
        a.value == b.value && a.plan.results == b.plan.results
    });
}

/// Returns the value of a plan after the best reply of the opponent that a search with `budget` finds, and the number of
/// evaluated replies.
pub(super) fn value_with_reply(
    plan: &Plan,
    budget: BeamBudget,
    gains: &TaskGains,
    context: &SearchContext<'_>,
) -> (f64, usize) {
    let mut evaluated = 0;
    let value = plan.results.iter().fold(plan.win, |sum, result| {
        let mut board = result.board.clone();
        board.end_ply();
        if board.plies_left == 0 {
            return sum + result.chance * value_of_plan(&Plan::new(result.board.clone()), context);
        }
        let replies = plans(board, budget, gains, context);
        evaluated += replies.evaluated;
        sum - result.chance * replies.plans[0].value
    });
    (value, evaluated)
}

#[cfg(test)]
mod tests {
    use super::super::tasks::Goal;
    use super::*;

    #[test]
    fn limits_tasks_with_known_gains_even_if_they_are_equal() {
        let task = |garrison| Task::Gather { goal: Goal::EnemyHq, garrison };
        let tasks: Vec<Task> = (0..60).map(task).collect();
        // The last 10 tasks are the best, 40 are equal, and 10 were never tried.
        let gains = (10..60).map(|garrison| (task(garrison), if garrison < 50 { 0.0 } else { 0.1 })).collect();
        let kept = promising(tasks, &gains);
        let expected: Vec<Task> = (0..10 + SHARED_TASKS as u64 - 10).chain(50..60).map(task).collect();
        assert_eq!(kept, expected);
    }
}
