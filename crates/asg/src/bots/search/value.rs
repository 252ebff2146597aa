//! What a position is worth: 1 is won, -1 is lost.

use crate::bots::search::board::{Board, add};
use crate::bots::search::gather::attack_odds;
use crate::bots::search::ground::Ground;
use crate::bots::search::plan::Plan;
use crate::side::Side;

/// What a draw is worth to the planner: a little less than nothing, so that it rather takes a fair risk.
const DRAW: f64 = -0.15;

/// For how many own plies to come income counts as much as troops do now.
const INCOME_PLIES: u64 = 6;

/// How much a lead in troops and income counts. A third more than the enemy wins a siege for certain.
const STRENGTH: f64 = 5.0;

/// How much it counts to stand nearer to the enemy's headquarters than he to the own.
const ADVANCE: f64 = 0.35;

/// How much a possible attack on headquarters counts that the other player still can answer.
const THREAT: f64 = 0.25;

/// What a failed attack on headquarters costs beside what it destroys.
const FAILED_ASSAULT: f64 = 0.25;

/// From so many plies before the end on, a lead counts less and less.
const LATE: f64 = 10.0;

/// What a plan is worth to the one who makes it.
pub(super) fn value_of_plan(plan: &Plan, ground: &Ground<'_>) -> f64 {
    plan.ends.iter().fold(plan.win, |sum, end| sum + end.chance * value_after(&end.board, ground))
}

/// What a position is worth to the player whose ply has just ended.
pub(super) fn value_after(board: &Board, ground: &Ground<'_>) -> f64 {
    let last = board.active;
    let next = last.other();
    let draw = if last == ground.planner { DRAW } else { -DRAW };
    let plies_left = board.plies_left.saturating_sub(1);
    if plies_left == 0 {
        return draw;
    }
    let standing = bounded(STRENGTH * strength(board, last, ground) + ADVANCE * advance(board, last, ground));
    let share = (plies_left as f64 / LATE).min(1.0);
    let quiet = standing * share + draw * (1.0 - share) + THREAT * threat(board, ground);
    let attack = attack_odds(ground, board, next, board.affordable_next(ground), 0);
    // The next player attacks if that is better for him than not to.
    quiet.min((1.0 - attack) * (quiet + FAILED_ASSAULT).min(1.0) - attack)
}

/// The lead in troops, bought or to be bought, as a share of all: from -1 to 1.
fn strength(board: &Board, side: Side, ground: &Ground<'_>) -> f64 {
    let plies = INCOME_PLIES.min(board.plies_left / 2);
    let total = |side: Side| {
        let income = board.income[side].saturating_mul(plies);
        board.troops[side] as f64 + (add(board.supply[side], income) / ground.cost()) as f64
    };
    let (own, enemy) = (total(side), total(side.other()));
    if own + enemy > 0.0 { (own - enemy) / (own + enemy) } else { 0.0 }
}

/// How much nearer the own troops stand to the enemy's headquarters than his to the own: from -1 to 1.
fn advance(board: &Board, side: Side, ground: &Ground<'_>) -> f64 {
    nearness(board, side, ground) - nearness(board, side.other(), ground)
}

/// The share of the way to the enemy's headquarters that a player's troops have covered, on average; those that he still can
/// buy have not set out.
fn nearness(board: &Board, side: Side, ground: &Ground<'_>) -> f64 {
    let zone = &ground.hq[side.other()];
    let whole = f64::from(zone.distance(ground.scenario.hq(side)));
    let all = add(board.troops[side], board.supply[side] / ground.cost());
    if all == 0 || whole == 0.0 {
        return 0.0;
    }
    let sum = zone.near.iter().fold(0.0, |sum, &node| {
        let covered = (1.0 - f64::from(zone.distance(node)) / whole).max(0.0);
        sum + board.troops_at(node, side) as f64 * covered
    });
    sum / all as f64
}

/// The chance that the player whose ply has just ended could attack next time, if the other only buys troops until then.
fn threat(board: &Board, ground: &Ground<'_>) -> f64 {
    let bought = board.affordable_next(ground);
    let supply = add(board.supply[board.active], board.income[board.active]);
    attack_odds(ground, board, board.active, supply / ground.cost(), bought)
}

/// Brings a number between -1 and 1, without a function that differs between machines.
fn bounded(x: f64) -> f64 {
    x / (1.0 + x.abs())
}
