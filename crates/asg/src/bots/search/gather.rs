//! Bringing as many troops as possible to one node within a ply.

use crate::bots::search::board::{Board, add};
use crate::bots::search::ground::{Ground, Zone};
use crate::bots::search::plan::worst_left;
use crate::combat::Clash;
use crate::scenario::Node;
use crate::side::Side;

/// The most nodes around the goal from which troops come.
const MOST_STOPS: usize = 64;

/// The most armies that join the strongest one.
const MOST_JOINING: usize = 6;

/// Troops that come together at a goal.
pub(super) struct Gathering {
    /// How many arrive, with those who stand there already.
    pub force: u64,
    stops: Vec<Stop>,
}

impl Gathering {
    /// Who goes where, in an order in which those who join others arrive before these leave.
    pub(super) fn steps(&self, zone: &Zone) -> Vec<(Node, Node)> {
        let joined = self.stops.iter().enumerate().skip(1).rev().filter(|(_, stop)| stop.is_joined);
        joined.map(|(at, stop)| (zone.near[at], zone.near[stop.next])).collect()
    }
}

/// What is known of a node near the goal.
#[derive(Copy, Clone, Default)]
struct Stop {
    own: u64,
    enemies: u64,
    /// The strongest army that can come here from farther away, and where it comes from.
    arriving: u64,
    from: Option<usize>,
    /// Whether troops go through here, and where they go next.
    is_joined: bool,
    next: usize,
}

/// How fights on the way are reckoned with while the strongest army is looked for.
#[derive(Copy, Clone, PartialEq)]
enum Mood {
    /// They are fought by one army with the worst luck.
    Careful,
    /// Others will have joined it before.
    Hopeful,
}

/// Brings troops to the goal of a zone: the strongest army that can walk there takes along what stands on its way, and as
/// many others join it as there are actions. `own` tells how many troops may leave a node.
pub(super) fn gather(
    ground: &Ground<'_>,
    board: &Board,
    side: Side,
    zone: &Zone,
    actions: usize,
    own: impl Fn(Node) -> u64,
) -> Gathering {
    let stops: Vec<Stop> = zone
        .within(actions)
        .iter()
        .take(MOST_STOPS)
        .map(|&node| Stop { own: own(node), enemies: board.troops_at(node, side.other()), ..Stop::default() })
        .collect();
    let is_way_free = stops[1..].iter().all(|stop| stop.enemies == 0);
    let hopeful = (!is_way_free).then(|| gather_in(Mood::Hopeful, stops.clone(), zone, actions, ground));
    let careful = gather_in(Mood::Careful, stops, zone, actions, ground);
    hopeful.filter(|hopeful| hopeful.force > careful.force).unwrap_or(careful)
}

fn gather_in(mood: Mood, mut stops: Vec<Stop>, zone: &Zone, actions: usize, ground: &Ground<'_>) -> Gathering {
    find_walks(mood, &mut stops, zone, ground);
    let mut left = actions - join_walk(&mut stops);
    for _ in 0..MOST_JOINING {
        let Some((start, cost)) = best_side_walk(&stops, zone, ground, left) else { break };
        join_side_walk(&mut stops, start, zone, ground);
        left -= cost;
    }
    Gathering { force: walk(&mut stops, ground), stops }
}

/// Finds the strongest army that can arrive at each node, from the farthest to the goal.
fn find_walks(mood: Mood, stops: &mut [Stop], zone: &Zone, ground: &Ground<'_>) {
    for at in (1..stops.len()).rev() {
        let stop = stops[at];
        let left = match mood {
            Mood::Careful => worst_left(stop.arriving, stop.enemies, ground),
            Mood::Hopeful => stop.arriving.saturating_sub(stop.enemies),
        };
        if left == 0 {
            stops[at].from = None;
        }
        let force = add(left, stop.own);
        if force > 0 {
            for next in zone.nearer(at, ground.scenario) {
                if force > stops[next].arriving {
                    stops[next].arriving = force;
                    stops[next].from = Some(at);
                }
            }
        }
    }
}

/// Lets all who have joined walk; returns how many stand at the goal, with the worst luck on the way.
fn walk(stops: &mut [Stop], ground: &Ground<'_>) -> u64 {
    stops.iter_mut().for_each(|stop| stop.arriving = 0);
    for at in (1..stops.len()).rev() {
        let stop = stops[at];
        if !stop.is_joined {
            continue;
        }
        let goes_on = add(worst_left(stop.arriving, stop.enemies, ground), stop.own);
        stops[stop.next].arriving = add(stops[stop.next].arriving, goes_on);
    }
    add(stops[0].own, stops[0].arriving)
}

/// Sends the strongest army to the goal; returns the number of its steps.
fn join_walk(stops: &mut [Stop]) -> usize {
    let (mut at, mut length) = (0, 0);
    stops[0].is_joined = true;
    while let Some(from) = stops[at].from {
        stops[from].is_joined = true;
        stops[from].next = at;
        at = from;
        length += 1;
    }
    length
}

/// The army that brings the most for each action it takes to join the others: where it starts and the actions.
fn best_side_walk(stops: &[Stop], zone: &Zone, ground: &Ground<'_>, actions: usize) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize, u64)> = None;
    if actions == 0 {
        return None;
    }
    for start in (1..stops.len()).filter(|&start| stops[start].own > 0 && !stops[start].is_joined) {
        let (mut at, mut cost, mut gain) = (start, 0, 0);
        while !stops[at].is_joined && cost <= actions && stops[at].enemies == 0 {
            gain = add(gain, stops[at].own);
            cost += 1;
            at = side_step(stops, at, zone, ground);
        }
        let is_better = |(_, other_cost, other_gain): (usize, usize, u64)| {
            u128::from(gain) * other_cost as u128 > u128::from(other_gain) * cost as u128
        };
        if stops[at].is_joined && cost <= actions && best.is_none_or(is_better) {
            best = Some((start, cost, gain));
        }
    }
    best.map(|(start, cost, _)| (start, cost))
}

fn join_side_walk(stops: &mut [Stop], start: usize, zone: &Zone, ground: &Ground<'_>) {
    let mut at = start;
    while !stops[at].is_joined {
        let next = side_step(stops, at, zone, ground);
        stops[at].is_joined = true;
        stops[at].next = next;
        at = next;
    }
}

/// Where to go to join the others: to them if they come by, else where there is no enemy and most can be taken along.
fn side_step(stops: &[Stop], at: usize, zone: &Zone, ground: &Ground<'_>) -> usize {
    let merit = |next: &usize| (stops[*next].is_joined, stops[*next].enemies == 0, stops[*next].own);
    zone.nearer(at, ground.scenario).max_by_key(merit).expect("every node but the goal has a neighbour nearer to it")
}

/// An attack on the enemy's headquarters.
pub(super) struct Attack {
    /// Whether new troops are bought first.
    pub buys: bool,
    pub gathering: Gathering,
}

/// The strongest attack on the enemy's headquarters within a ply, if so many troops can be bought; none if headquarters
/// cannot be attacked.
pub(super) fn attack(ground: &Ground<'_>, board: &Board, side: Side, buyable: u64) -> Option<Attack> {
    let zone = &ground.hq[side.other()];
    if board.place(zone.goal).owner == side || ground.budget == 0 {
        return None;
    }
    let own_hq = ground.scenario.hq(side);
    let attack = |buys: bool| {
        let (actions, bought) = if buys { (ground.budget - 1, buyable) } else { (ground.budget, 0) };
        let own = |node| add(board.troops_at(node, side), if node == own_hq { bought } else { 0 });
        Attack { buys, gathering: gather(ground, board, side, zone, actions, own) }
    };
    let without = attack(false);
    if buyable == 0 || usize::from(zone.distance(own_hq)) >= ground.budget {
        return Some(without);
    }
    let with = attack(true);
    Some(if with.gathering.force > without.gathering.force { with } else { without })
}

/// The chance that a player takes the enemy's headquarters within a ply, if he can buy so many troops and the enemy has
/// bought so many.
pub(super) fn attack_odds(ground: &Ground<'_>, board: &Board, side: Side, buyable: u64, bought: u64) -> f64 {
    let defender = add(board.troops_at(ground.scenario.hq(side.other()), side.other()), bought);
    if odds(add(board.troops[side], buyable), defender, ground) == 0.0 {
        return 0.0;
    }
    attack(ground, board, side, buyable).map_or(0.0, |attack| odds(attack.gathering.force, defender, ground))
}

/// The chance to take a node from so many defenders.
fn odds(attacker: u64, defender: u64, ground: &Ground<'_>) -> f64 {
    match (attacker, defender) {
        (0, _) => 0.0,
        (_, 0) => 1.0,
        _ => Clash::new(attacker, defender, ground.luck()).odds(ground.rules),
    }
}
