//! Campaigns: marches on the enemy headquarters that take more than one ply.
//!
//! A column is the army that arrives at the enemy headquarters if one army marches along a shortest path, takes all troops
//! on its way along and loses as many troops in fights as the enemy has on its way. Its strength depends on the whole map,
//! so a plan that gathers troops far from the enemy headquarters has a value long before an attack is in reach.

use super::board::Board;
use super::context::{SearchContext, Zone};
use crate::scenario::Node;
use crate::side::Side;

/// The strongest column of a player.
#[derive(Copy, Clone, Default, PartialEq, Debug)]
struct Column {
    /// Troops that arrive, minus those that the defender can buy while the column is on its way.
    force: f64,
    /// Sum over the troops of the column of their distance from the enemy headquarters.
    distance: f64,
}

impl Column {
    /// Adds troops that stand `steps` away from the enemy headquarters.
    fn join(&mut self, troops: u64, steps: u16) {
        self.force += troops as f64;
        self.distance += troops as f64 * f64::from(steps);
    }

    /// Removes troops that are lost in a fight; the others keep their average distance.
    fn lose(&mut self, troops: f64) {
        let left = (self.force - troops).max(0.0);
        if self.force > 0.0 {
            self.distance *= left / self.force;
        }
        self.force = left;
    }
}

/// Returns how promising the best campaign of a player is, from 0 to 1. It grows with the force of the column in relation
/// to the defenders, and with the share of the way that the column has covered.
pub(super) fn prospects(board: &Board, side: Side, context: &SearchContext<'_>) -> f64 {
    let zone = &context.hq[side.other()];
    let column = columns(board, side, context, |_, _| {});
    if column.force <= 0.0 {
        return 0.0;
    }
    let enemy = side.other();
    let bought = board.supply[enemy] / context.cost();
    let defence = board.troops_at(zone.goal, enemy) as f64 + bought as f64 + 1.0;
    let success = column.force * column.force / (column.force * column.force + defence * defence);
    let whole = f64::from(zone.distance(context.scenario.hq(side))).max(1.0);
    let covered = (1.0 - column.distance / column.force / whole).max(0.0);
    success * (1.0 - PROGRESS + PROGRESS * covered)
}

/// Share of [`prospects`] that depends on the distance which the column has covered.
const PROGRESS: f64 = 0.6;

/// Computes the strongest column that can arrive at each node, from the farthest node to the enemy headquarters, and returns
/// the one that arrives there. Calls `origin(at, from)` with the rank of a node and that of the node from which the best column
/// so far arrives there; `None` if that column is lost there.
fn columns(
    board: &Board,
    side: Side,
    context: &SearchContext<'_>,
    mut origin: impl FnMut(usize, Option<usize>),
) -> Column {
    let zone = &context.hq[side.other()];
    let enemy = side.other();
    // Troops that the enemy can buy while the column makes one step.
    let bought_per_step = board.income[enemy] as f64 / (context.cost() as f64 * context.budget.max(1) as f64);
    let mut arriving = vec![Column::default(); zone.near.len()];
    for rank in (1..zone.near.len()).rev() {
        let node = zone.near[rank];
        let forces = board.node_state(node).forces;
        let mut column = arriving[rank];
        column.lose(forces[enemy] as f64);
        if column.force == 0.0 {
            origin(rank, None);
        }
        column.join(forces[side], zone.distance(node));
        column.lose(bought_per_step);
        if column.force > 0.0 {
            for next in zone.nearer(rank, context.scenario) {
                if column.force > arriving[next].force {
                    arriving[next] = column;
                    origin(next, Some(rank));
                }
            }
        }
    }
    arriving[0]
}

/// Returns the nodes of the strongest column's path, from its start to the enemy headquarters.
fn path(board: &Board, side: Side, context: &SearchContext<'_>) -> Vec<Node> {
    let zone = &context.hq[side.other()];
    let mut from = vec![None; zone.near.len()];
    columns(board, side, context, |at, rank| from[at] = rank);
    let mut path = vec![zone.goal];
    let mut at = 0;
    while let Some(rank) = from[at] {
        path.push(zone.near[rank]);
        at = rank;
    }
    path.reverse();
    path
}

/// Returns nodes on the path of the strongest column where gathering troops is worth trying: its strongest army, the last node
/// before the enemy, the first node of the enemy, and nodes that the strongest army reaches in this ply.
pub(super) fn assembly_points(board: &Board, side: Side, context: &SearchContext<'_>) -> Vec<Node> {
    let path = path(board, side, context);
    let Some(strongest) = (0..path.len() - 1).max_by_key(|&at| (board.troops_at(path[at], side), at)) else {
        return Vec::new();
    };
    let is_enemy = |at: &usize| board.troops_at(path[*at], side.other()) > 0;
    let front = (strongest + 1..path.len()).find(is_enemy).unwrap_or(path.len() - 1);
    let mut points = Vec::new();
    for at in [strongest, strongest + 1, strongest + context.budget / 2, strongest + context.budget, front - 1, front] {
        if at + 1 < path.len() && !points.contains(&path[at]) {
            points.push(path[at]);
        }
    }
    points
}

/// Returns, for each node, the troops that a column gains or loses on the best shortest path from there to the enemy
/// headquarters.
pub(super) fn route_gains(board: &Board, side: Side, zone: &Zone, context: &SearchContext<'_>) -> Vec<f64> {
    let mut gains = vec![0.0; board.nodes.len()];
    for rank in 1..zone.near.len() {
        let through = |next: Node| step_gain(board, side, next) + gains[next.index()];
        let best = zone.nearer(rank, context.scenario).map(|next| through(zone.near[next])).max_by(f64::total_cmp);
        gains[zone.near[rank].index()] = best.unwrap_or(0.0);
    }
    gains
}

/// Returns the troops that a column gains on a node; negative if the enemy is stronger there.
pub(super) fn step_gain(board: &Board, side: Side, node: Node) -> f64 {
    let forces = board.node_state(node).forces;
    forces[side] as f64 - forces[side.other()] as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maps::grid::GridPlan;
    use crate::rules::{Position, Rules, View};
    use crate::scenario::Scenario;

    fn grid() -> Scenario {
        let plan = GridPlan { columns: 20, rows: 3, troops: 5, resources: 0, seed: 1 };
        plan.scenario().expect("the plan is possible")
    }

    /// Calls `check` with a position in which both headquarters have 200 troops.
    fn with_strong_headquarters<T>(check: impl FnOnce(&mut Board, &SearchContext<'_>) -> T) -> T {
        let scenario = grid();
        let position = Position::start(&scenario);
        let view = View { scenario: &scenario, rules: Rules::V0, position: &position };
        let mut board = Board::new(&view);
        for side in Side::BOTH {
            board.nodes[scenario.hq(side).index()].forces[side] = 200;
            board.troops[side] += 195;
        }
        check(&mut board, &SearchContext::new(&view))
    }

    /// Returns how the prospects of both players change by moves of P1.
    fn changes(steps: &[(&str, &str)]) -> [f64; 2] {
        with_strong_headquarters(|board, context| {
            let before = Side::BOTH.map(|side| prospects(board, side, context));
            let node = |id: &str| context.scenario.node(id).expect("the node exists");
            for (from, to) in steps {
                let amount = board.troops_at(node(from), Side::P1);
                assert!(board.step(node(from), node(to), amount, context).is_none());
            }
            let after = Side::BOTH.map(|side| prospects(board, side, context));
            [after[0] - before[0], after[1] - before[1]]
        })
    }

    #[test]
    fn joining_the_column_and_marching_improve_the_prospects() {
        let [joined, _] = changes(&[("c8_r0", "c8_r1")]);
        let [marched, _] = changes(&[("c7_r1", "c8_r1"), ("c8_r1", "c9_r1")]);
        assert!(joined > 0.0 && marched > 0.0, "{joined} {marched}");
    }

    #[test]
    fn leaving_the_headquarters_improves_the_prospects_of_the_enemy() {
        let [_, enemy] = changes(&[("c0_r1", "c0_r2")]);
        assert!(enemy > 0.0, "{enemy}");
    }

    #[test]
    fn troops_assemble_on_the_path_to_the_enemy_headquarters() {
        with_strong_headquarters(|board, context| {
            let scenario = context.scenario;
            for side in Side::BOTH {
                let path = path(board, side, context);
                assert_eq!(path.last(), Some(&scenario.hq(side.other())));
                assert!(path.windows(2).all(|step| scenario.are_adjacent(step[0], step[1])));
                let points = assembly_points(board, side, context);
                assert!(!points.is_empty());
                assert!(points.iter().all(|node| path.contains(node) && *node != scenario.hq(side.other())));
            }
        });
    }
}
