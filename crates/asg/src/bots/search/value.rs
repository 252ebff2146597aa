//! Evaluation of positions, from -1 (lost) to 1 (won).

use super::board::{Board, add};
use super::campaign::prospects;
use super::context::SearchContext;
use super::gather::attack_odds;
use super::plan::Plan;
use crate::side::Side;

/// Value of a draw for the planner. It is slightly negative, so that the bot prefers a fair risk to a draw.
const DRAW: f64 = -0.15;

/// Number of the player's plies whose income counts like troops.
const INCOME_PLIES: u64 = 6;

/// Weight of a lead in troops and income.
const STRENGTH: f64 = 5.0;

/// Weight of the difference in how near the players' troops are to each other's headquarters.
const ADVANCE: f64 = 0.35;

/// Weight of the difference between the prospects of the players' campaigns on large maps.
const CAMPAIGN: f64 = 2.0;

/// Weight of a threatened attack on the headquarters that the opponent can still answer.
const THREAT: f64 = 0.25;

/// Value that the defender gains from a failed attack on their headquarters.
const FAILED_ASSAULT: f64 = 0.25;

/// Number of plies before the turn cap during which the weight of a lead declines.
const LATE_PLIES: f64 = 10.0;

/// Returns the value of a plan for the player who makes it.
pub(super) fn value_of_plan(plan: &Plan, context: &SearchContext<'_>) -> f64 {
    plan.results.iter().fold(plan.win, |sum, result| sum + result.chance * value_after(&result.board, context))
}

/// Returns the value of a position for the player whose ply has just ended.
pub(super) fn value_after(board: &Board, context: &SearchContext<'_>) -> f64 {
    let last = board.active;
    let next = last.other();
    let draw = if last == context.planner { DRAW } else { -DRAW };
    let plies_left = board.plies_left.saturating_sub(1);
    if plies_left == 0 {
        return draw;
    }
    let lead = STRENGTH * strength(board, last, context) + ADVANCE * advance(board, last, context);
    let standing = bounded(lead + campaign(board, last, context));
    let share = (plies_left as f64 / LATE_PLIES).min(1.0);
    let quiet = standing * share + draw * (1.0 - share) + THREAT * threat(board, context);
    let attack = attack_odds(context, board, next, board.affordable_next(context), 0);
    // The next player attacks if that gives this player a lower value.
    quiet.min((1.0 - attack) * (quiet + FAILED_ASSAULT).min(1.0) - attack)
}

/// Returns the lead in troops, including affordable ones, as a share of all troops: from -1 to 1.
fn strength(board: &Board, side: Side, context: &SearchContext<'_>) -> f64 {
    let plies = INCOME_PLIES.min(board.plies_left / 2);
    let total = |side: Side| {
        let income = board.income[side].saturating_mul(plies);
        board.troops[side] as f64 + (add(board.supply[side], income) / context.cost()) as f64
    };
    let (own, enemy) = (total(side), total(side.other()));
    if own + enemy > 0.0 { (own - enemy) / (own + enemy) } else { 0.0 }
}

/// Returns the weighted lead in the [`prospects`] of campaigns; 0 on small maps.
fn campaign(board: &Board, side: Side, context: &SearchContext<'_>) -> f64 {
    if context.campaign_weight == 0.0 {
        return 0.0;
    }
    let lead = prospects(board, side, context) - prospects(board, side.other(), context);
    CAMPAIGN * context.campaign_weight * lead
}

/// Returns the [`nearness`] of the troops of `side` minus that of the enemy's troops, from -1 to 1.
fn advance(board: &Board, side: Side, context: &SearchContext<'_>) -> f64 {
    nearness(board, side, context) - nearness(board, side.other(), context)
}

/// Returns the average share of the path between the headquarters that a player's troops have covered, from 0 to 1.
/// Affordable troops count as not having started.
fn nearness(board: &Board, side: Side, context: &SearchContext<'_>) -> f64 {
    let zone = &context.hq[side.other()];
    let whole = f64::from(zone.distance(context.scenario.hq(side)));
    let all = add(board.troops[side], board.supply[side] / context.cost());
    if all == 0 || whole == 0.0 {
        return 0.0;
    }
    let sum = zone.near.iter().fold(0.0, |sum, &node| {
        let covered = (1.0 - f64::from(zone.distance(node)) / whole).max(0.0);
        sum + board.troops_at(node, side) as f64 * covered
    });
    sum / all as f64
}

/// Returns the chance of an attack by the player whose ply has just ended, if the other player only buys troops.
fn threat(board: &Board, context: &SearchContext<'_>) -> f64 {
    let bought = board.affordable_next(context);
    let supply = add(board.supply[board.active], board.income[board.active]);
    attack_odds(context, board, board.active, supply / context.cost(), bought)
}

/// Maps a number to the range from -1 to 1. It uses only basic arithmetic, which is identical on all machines.
fn bounded(x: f64) -> f64 {
    x / (1.0 + x.abs())
}
