//! Bot that saves troops for one decisive attack on the enemy headquarters.

use crate::bots::Bot;
use crate::limits::MAX_AMOUNT;
use crate::rules::{Combat, Order, View};
use crate::scenario::Node;

/// Buys as many troops as possible and attacks the enemy headquarters in the first ply in which the attack succeeds
/// whatever the noise. An army that certainly beats all troops that the enemy has and can buy also starts marches that
/// take several plies.
#[derive(Copy, Clone, Debug, Default)]
pub struct Rush;

/// A march of one army along a shortest path to the enemy headquarters.
struct March {
    orders: Vec<Order>,
    /// Troops at the start.
    strength: u64,
    /// Troops left after taking the headquarters with the worst noise; 0 if the attack can fail.
    arriving: u64,
}

impl Bot for Rush {
    fn name(&self) -> &'static str {
        "rush"
    }

    fn choose(&mut self, view: &View<'_>) -> Vec<Order> {
        let budget = view.scenario.settings().action_budget as usize;
        if budget == 0 {
            return Vec::new();
        }
        let marches = marches(view);
        let wins = |march: &&March| march.arriving > 0 && march.orders.len() <= budget;
        let winner = marches.iter().filter(wins).min_by_key(|march| march.orders.len());
        let strongest = marches.iter().max_by_key(|march| march.strength);
        let chosen = winner.or(strongest.filter(|march| outnumbers(view, march.strength)));
        let mut orders = chosen.map_or_else(|| buy(view), |march| march.orders.clone());
        orders.truncate(budget);
        if orders.is_empty() { vec![Order::Pass] } else { orders }
    }
}

/// Returns the order that spends all supply, if it buys any troops.
fn buy(view: &View<'_>) -> Vec<Order> {
    let amount = view.affordable(view.player());
    if amount > 0 { vec![Order::reinforce(amount)] } else { Vec::new() }
}

/// Returns the marches of all armies. The player's headquarters contribute a second march that
/// buys troops first.
fn marches(view: &View<'_>) -> Vec<March> {
    let (scenario, player) = (view.scenario, view.player());
    let goal = scenario.hq(player.other());
    if view.position.node_state(goal).owner == player {
        return Vec::new();
    }
    let distances = scenario.distances_to(goal);
    let mut marches = Vec::new();
    for from in scenario.nodes().filter(|node| *node != goal && distances[node.index()].is_some()) {
        let troops = view.position.node_state(from).forces[player];
        if troops > 0 {
            marches.push(march(view, &distances, from, troops, Vec::new()));
        }
        if from == scenario.hq(player) && view.affordable(player) > 0 {
            let strength = troops.saturating_add(view.affordable(player)).min(MAX_AMOUNT);
            marches.push(march(view, &distances, from, strength, buy(view)));
        }
    }
    marches
}

fn march(view: &View<'_>, distances: &[Option<u32>], from: Node, strength: u64, mut orders: Vec<Order>) -> March {
    let enemy = view.player().other();
    let enemies = |node: Node| view.position.node_state(node).forces[enemy];
    let nearer = |node: Node| {
        let nearer = view.scenario.neighbours(node).iter().copied();
        nearer.filter(move |next| distances[next.index()] < distances[node.index()]).min_by_key(|&next| enemies(next))
    };
    let (mut at, mut left) = (from, strength);
    while let Some(next) = nearer(at).filter(|_| left > 0) {
        orders.push(Order::step(at, next, left));
        left = survivors(view, left, enemies(next));
        at = next;
    }
    March { orders, strength, arriving: left }
}

/// Returns the attacker's troops left in the worst possible result of a fight: 0 if the attacker can lose.
fn survivors(view: &View<'_>, attacker: u64, defender: u64) -> u64 {
    Combat::new(attacker, defender, view.scenario.settings().combat_variance_fraction).worst_left()
}

/// Reports whether an army certainly beats all troops that the enemy has and can buy, taken together.
fn outnumbers(view: &View<'_>, strength: u64) -> bool {
    let enemy = view.player().other();
    let troops = view.position.node_states().iter().fold(0_u64, |sum, node| sum.saturating_add(node.forces[enemy]));
    survivors(view, strength, troops.saturating_add(view.affordable(enemy))) > 0
}
