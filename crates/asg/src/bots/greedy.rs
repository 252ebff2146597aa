//! Takes the best resource it does not own, or the enemy's headquarters.

use std::cmp::Reverse;

use crate::action::Action;
use crate::bots::{Bot, View};
use crate::scenario::Node;

/// The most troops it buys at once.
const MOST_BOUGHT: u64 = 6;

/// Buys troops, then walks everything towards one target. It decides exactly as the reference's bot.
#[derive(Copy, Clone, Debug, Default)]
pub struct Greedy;

/// A move that it considers.
struct Candidate {
    from: Node,
    to: Node,
    amount: u64,
    /// How good it is to arrive there.
    key: i64,
    /// The steps that are left from there.
    distance: u32,
}

impl Bot for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn choose(&mut self, view: &View<'_>) -> Vec<Action> {
        let budget = view.scenario.settings().action_budget as usize;
        let mut actions = Vec::new();
        if budget == 0 {
            return actions;
        }
        let bought = view.affordable(MOST_BOUGHT);
        if bought > 0 {
            actions.push(Action::reinforce(bought));
        }
        let target = target(view);
        let mut left = Vec::new();
        for candidate in candidates(view, target) {
            if actions.len() >= budget {
                break;
            }
            if !left.contains(&candidate.from) && is_worth_it(view, target, &candidate) {
                left.push(candidate.from);
                actions.push(Action::step(candidate.from, candidate.to, candidate.amount));
            }
        }
        if actions.is_empty() {
            actions.push(Action::Pass);
        }
        actions
    }
}

/// The node with the highest yield that it does not own, or else the enemy's headquarters.
fn target(view: &View<'_>) -> Node {
    let (scenario, player) = (view.scenario, view.player());
    let nodes = scenario.nodes_in_key_order().iter().copied();
    let wanted = nodes.filter(|&node| view.position.place(node).owner != player && scenario.supply_yield(node) > 0);
    let best = wanted.min_by_key(|&node| (Reverse(scenario.supply_yield(node)), scenario.collation(node)));
    best.unwrap_or(scenario.hq(player.other()))
}

/// All moves with everything that lead nearer to the target, the best first.
fn candidates(view: &View<'_>, target: Node) -> Vec<Candidate> {
    let (scenario, player) = (view.scenario, view.player());
    let distances = scenario.distances_to(target);
    let mut candidates = Vec::new();
    for &from in scenario.nodes_in_key_order() {
        let troops = view.position.place(from).forces[player];
        let amount = if from == scenario.hq(player) { troops.saturating_sub(1) } else { troops };
        let Some(distance) = distances[from.index()].filter(|_| amount > 0) else { continue };
        for &to in scenario.neighbours(from) {
            if let Some(nearer) = distances[to.index()].filter(|&nearer| nearer < distance) {
                candidates.push(Candidate { from, to, amount, key: key(view, target, to), distance: nearer });
            }
        }
    }
    let collation = |node| scenario.collation(node);
    candidates.sort_by_key(|c| (Reverse(c.key), c.distance, Reverse(c.amount), collation(c.from), collation(c.to)));
    candidates
}

fn key(view: &View<'_>, target: Node, to: Node) -> i64 {
    let yields = view.scenario.supply_yield(to).min(10) as i64;
    1000 * i64::from(to == target) + 10 * yields - enemies(view, to) as i64
}

fn enemies(view: &View<'_>, node: Node) -> u64 {
    view.position.place(node).forces[view.player().other()]
}

/// It attacks the headquarters always, other nodes only if the strengths, with what stands there already, are about equal.
fn is_worth_it(view: &View<'_>, target: Node, candidate: &Candidate) -> bool {
    let to = candidate.to;
    let enemy = enemies(view, to);
    if enemy == 0 || to == view.scenario.hq(view.player().other()) {
        return true;
    }
    let lead = (view.position.place(to).forces[view.player()] + candidate.amount) as i64 - enemy as i64;
    let is_wanted = view.scenario.supply_yield(to) > 0 || to == target;
    lead >= if is_wanted { -1 } else { 0 }
}
