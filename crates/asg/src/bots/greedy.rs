//! Bot that marches on the richest node it does not own.

use std::cmp::Reverse;

use crate::bots::Bot;
use crate::rules::{Order, View};
use crate::scenario::Node;

/// Maximum number of troops that the bot buys per ply.
const MAX_BOUGHT: u64 = 6;

/// Buys troops, then moves all troops towards one target: the unowned node with the highest yield, or else the enemy
/// headquarters. It chooses exactly as the bot of the reference implementation.
#[derive(Copy, Clone, Debug, Default)]
pub struct Greedy;

/// A possible move.
struct Candidate {
    from: Node,
    to: Node,
    amount: u64,
    /// Value of arriving at `to`; higher is better.
    score: i64,
    /// Steps from `to` to the target.
    distance: u32,
}

impl Bot for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn choose(&mut self, view: &View<'_>) -> Vec<Order> {
        let budget = view.scenario.settings().action_budget as usize;
        let mut orders = Vec::new();
        if budget == 0 {
            return orders;
        }
        let bought = view.affordable_before_income(MAX_BOUGHT);
        if bought > 0 {
            orders.push(Order::reinforce(bought));
        }
        let target = target(view);
        let mut departed = Vec::new();
        for candidate in candidates(view, target) {
            if orders.len() >= budget {
                break;
            }
            if !departed.contains(&candidate.from) && is_worth_it(view, target, &candidate) {
                departed.push(candidate.from);
                orders.push(Order::step(candidate.from, candidate.to, candidate.amount));
            }
        }
        if orders.is_empty() {
            orders.push(Order::Pass);
        }
        orders
    }
}

/// Returns the unowned node with the highest yield, or the enemy headquarters if there is none.
fn target(view: &View<'_>) -> Node {
    let (scenario, player) = (view.scenario, view.player());
    let nodes = scenario.nodes_in_key_order().iter().copied();
    let wanted =
        nodes.filter(|&node| view.position.node_state(node).owner != player && scenario.supply_yield(node) > 0);
    let best = wanted.min_by_key(|&node| (Reverse(scenario.supply_yield(node)), scenario.collation(node)));
    best.unwrap_or(scenario.hq(player.other()))
}

/// Returns the moves that take all troops of a node one step nearer to the target, best first. The player's headquarters
/// keep one troop.
fn candidates(view: &View<'_>, target: Node) -> Vec<Candidate> {
    let (scenario, player) = (view.scenario, view.player());
    let distances = scenario.distances_to(target);
    let mut candidates = Vec::new();
    for &from in scenario.nodes_in_key_order() {
        let troops = view.position.node_state(from).forces[player];
        let amount = if from == scenario.hq(player) { troops.saturating_sub(1) } else { troops };
        let Some(distance) = distances[from.index()].filter(|_| amount > 0) else { continue };
        for &to in scenario.neighbours(from) {
            if let Some(nearer) = distances[to.index()].filter(|&nearer| nearer < distance) {
                candidates.push(Candidate { from, to, amount, score: score(view, target, to), distance: nearer });
            }
        }
    }
    let collation = |node| scenario.collation(node);
    candidates.sort_by_key(|c| (Reverse(c.score), c.distance, Reverse(c.amount), collation(c.from), collation(c.to)));
    candidates
}

fn score(view: &View<'_>, target: Node, to: Node) -> i64 {
    let yields = view.scenario.supply_yield(to).min(10) as i64;
    1000 * i64::from(to == target) + 10 * yields - enemies(view, to) as i64
}

fn enemies(view: &View<'_>, node: Node) -> u64 {
    view.position.node_state(node).forces[view.player().other()]
}

/// Accepts every move to the enemy headquarters or a node without enemies. Other attacks need at least as many troops
/// as the enemy, or one fewer if the node has a yield or is the target. The player's own troops on the node count.
fn is_worth_it(view: &View<'_>, target: Node, candidate: &Candidate) -> bool {
    let to = candidate.to;
    let enemy = enemies(view, to);
    if enemy == 0 || to == view.scenario.hq(view.player().other()) {
        return true;
    }
    let lead = (view.position.node_state(to).forces[view.player()] + candidate.amount) as i64 - enemy as i64;
    let is_wanted = view.scenario.supply_yield(to) > 0 || to == target;
    lead >= if is_wanted { -1 } else { 0 }
}
