//! Stays at home and grows until the enemy's headquarters fall for certain.

use crate::action::Action;
use crate::bots::{Bot, View};
use crate::combat::Clash;
use crate::limits::MAX_AMOUNT;
use crate::scenario::Node;

/// Buys all it can, keeps its troops, and walks into the enemy's headquarters in the ply in which no luck can save them.
/// As soon as one army outnumbers everything the enemy has, it sets out, also where the way takes more than a ply.
#[derive(Copy, Clone, Debug, Default)]
pub struct Rush;

/// A walk of one army along a shortest way to the enemy's headquarters.
struct March {
    actions: Vec<Action>,
    /// What sets out.
    strength: u64,
    /// What is left on arrival with the worst luck; nothing if it is stopped on its way.
    arriving: u64,
}

impl Bot for Rush {
    fn name(&self) -> &'static str {
        "rush"
    }

    fn choose(&mut self, view: &View<'_>) -> Vec<Action> {
        let budget = view.scenario.settings().action_budget as usize;
        if budget == 0 {
            return Vec::new();
        }
        let marches = marches(view);
        let wins = |march: &&March| march.arriving > 0 && march.actions.len() <= budget;
        let winner = marches.iter().filter(wins).min_by_key(|march| march.actions.len());
        let strongest = marches.iter().max_by_key(|march| march.strength);
        let chosen = winner.or(strongest.filter(|march| outnumbers(view, march.strength)));
        let mut actions = chosen.map_or_else(|| buy(view), |march| march.actions.clone());
        actions.truncate(budget);
        if actions.is_empty() { vec![Action::Pass] } else { actions }
    }
}

/// Spends everything.
fn buy(view: &View<'_>) -> Vec<Action> {
    let most = view.buyable(view.player());
    if most > 0 { vec![Action::reinforce(most)] } else { Vec::new() }
}

/// The walks of all armies; those of new troops begin with buying them.
fn marches(view: &View<'_>) -> Vec<March> {
    let (scenario, player) = (view.scenario, view.player());
    let goal = scenario.hq(player.other());
    if view.position.place(goal).owner == player {
        return Vec::new();
    }
    let distances = scenario.distances_to(goal);
    let mut marches = Vec::new();
    for from in scenario.nodes().filter(|node| *node != goal && distances[node.index()].is_some()) {
        let troops = view.position.place(from).forces[player];
        if troops > 0 {
            marches.push(march(view, &distances, from, troops, Vec::new()));
        }
        if from == scenario.hq(player) && view.buyable(player) > 0 {
            marches.push(march(
                view,
                &distances,
                from,
                troops.saturating_add(view.buyable(player)).min(MAX_AMOUNT),
                buy(view),
            ));
        }
    }
    marches
}

fn march(view: &View<'_>, distances: &[Option<u32>], from: Node, strength: u64, mut actions: Vec<Action>) -> March {
    let enemy = view.player().other();
    let enemies = |node: Node| view.position.place(node).forces[enemy];
    let nearer = |node: Node| {
        let nearer = view.scenario.neighbours(node).iter().copied();
        nearer.filter(move |next| distances[next.index()] < distances[node.index()]).min_by_key(|&next| enemies(next))
    };
    let (mut at, mut left) = (from, strength);
    while let Some(next) = nearer(at).filter(|_| left > 0) {
        actions.push(Action::step(at, next, left));
        left = survivors(view, left, enemies(next));
        at = next;
    }
    March { actions, strength, arriving: left }
}

/// What is left of an attack with the worst luck.
fn survivors(view: &View<'_>, attacker: u64, defender: u64) -> u64 {
    Clash::new(attacker, defender, view.scenario.settings().combat_variance_fraction).worst_left()
}

/// Whether an army would beat all that the enemy has and can buy, together, for certain.
fn outnumbers(view: &View<'_>, strength: u64) -> bool {
    let enemy = view.player().other();
    let troops = view.position.places().iter().fold(0_u64, |sum, place| sum.saturating_add(place.forces[enemy]));
    survivors(view, strength, troops.saturating_add(view.buyable(enemy))) > 0
}
