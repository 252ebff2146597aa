//! Putting plans together, and looking at what the opponent makes of them.

use crate::bots::search::board::Board;
use crate::bots::search::ground::Ground;
use crate::bots::search::plan::Plan;
use crate::bots::search::tasks::{perform, safe_guard, tasks};
use crate::bots::search::value::value_of_plan;

/// How much work goes into planning a ply.
#[derive(Copy, Clone, Debug)]
pub(super) struct Effort {
    /// How many plans are pursued at a time.
    pub width: usize,
    /// How many plans are valued in all.
    pub plans: usize,
}

/// A plan and what it is worth to the one who makes it.
#[derive(Clone, Debug)]
pub(super) struct Valued {
    pub value: f64,
    pub plan: Plan,
}

/// The best plans that are found for a ply, the best first. There is at least one: to do nothing.
pub(super) fn plans(board: Board, effort: Effort, ground: &Ground<'_>) -> Vec<Valued> {
    let guard = safe_guard(&board, ground);
    let idle = Plan::new(board);
    let mut beam = vec![Valued { value: value_of_plan(&idle, ground), plan: idle }];
    let mut found = beam.clone();
    let mut plans_left = effort.plans;
    while !beam.is_empty() && plans_left > 0 {
        let mut longer = Vec::new();
        for Valued { plan, .. } in &beam {
            for task in tasks(plan, guard, ground).into_iter().take(plans_left) {
                let mut plan = plan.clone();
                if perform(task, &mut plan, ground) {
                    plans_left -= 1;
                    longer.push(Valued { value: value_of_plan(&plan, ground), plan });
                }
                if longer.last().is_some_and(|valued| valued.plan.is_won()) {
                    return longer.pop().into_iter().collect();
                }
            }
        }
        sort(&mut longer);
        longer.truncate(effort.width);
        found.extend(longer.iter().cloned());
        beam = longer;
    }
    sort(&mut found);
    found
}

/// Sorts plans, the best first, and drops those that end like others.
fn sort(plans: &mut Vec<Valued>) {
    plans.sort_by(|a, b| b.value.total_cmp(&a.value));
    plans.dedup_by(|b, a| a.value == b.value && a.plan.ends == b.plan.ends);
}

/// What a plan is worth if the opponent answers it as well as he can within some effort.
pub(super) fn value_with_reply(plan: &Plan, effort: Effort, ground: &Ground<'_>) -> f64 {
    plan.ends.iter().fold(plan.win, |sum, end| {
        let mut board = end.board.clone();
        board.hand_over();
        if board.plies_left == 0 {
            return sum + end.chance * value_of_plan(&Plan::new(end.board.clone()), ground);
        }
        sum - end.chance * plans(board, effort, ground)[0].value
    })
}
