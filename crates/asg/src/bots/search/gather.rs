//! Gathering as many troops as possible at one node within a ply.

use super::board::{Board, add};
use super::context::{SearchContext, Zone};
use super::plan::worst_left;
use crate::rules::Combat;
use crate::scenario::Node;
use crate::side::Side;

/// Maximum number of nodes around the goal from which troops come.
const MAX_WAYPOINTS: usize = 320;

/// Maximum number of armies that join the strongest one.
const MAX_JOINING: usize = 6;

/// Maximum number of nodes around the enemy headquarters that a raid crosses.
const MAX_RAIDED: usize = 256;

/// Moves that gather troops at a goal.
pub(super) struct Gathering {
    /// Troops at the goal afterwards, including those already there.
    pub force: u64,
    waypoints: Vec<Waypoint>,
}

impl Gathering {
    /// Returns the moves as pairs of start and target, farthest first, so that joining troops arrive before the others
    /// leave.
    pub(super) fn steps(&self, zone: &Zone) -> Vec<(Node, Node)> {
        let joined = self.waypoints.iter().enumerate().skip(1).rev().filter(|(_, waypoint)| waypoint.is_joined);
        joined.map(|(at, waypoint)| (zone.near[at], zone.near[waypoint.next])).collect()
    }
}

/// A node near the goal, indexed by its rank in the zone.
#[derive(Copy, Clone, Default)]
struct Waypoint {
    /// Troops of the player that may leave the node.
    own: u64,
    enemies: u64,
    /// Strength of the strongest army that can arrive here from farther away.
    arriving: u64,
    /// Rank of the node where that army comes from.
    from: Option<usize>,
    /// Whether gathered troops pass through here.
    is_joined: bool,
    /// Rank of the next node on the way of the gathered troops.
    next: usize,
}

/// How fights on the way are estimated in the search for the strongest army.
#[derive(Copy, Clone, PartialEq)]
enum FightEstimate {
    /// One army fights alone with the worst noise.
    Pessimistic,
    /// Other armies have joined before the fight, so losses are assumed to equal the enemy's troops.
    Optimistic,
}

/// Plans a gathering at the goal of a zone: the strongest army that can reach it takes along the troops on its path, and
/// further armies join it as far as `orders` allows. `own` returns how many troops may leave a node.
pub(super) fn gather(
    context: &SearchContext<'_>,
    board: &Board,
    side: Side,
    zone: &Zone,
    orders: usize,
    own: impl Fn(Node) -> u64,
) -> Gathering {
    let waypoints: Vec<Waypoint> = zone
        .within(orders)
        .iter()
        .take(MAX_WAYPOINTS)
        .map(|&node| Waypoint { own: own(node), enemies: board.troops_at(node, side.other()), ..Waypoint::default() })
        .collect();
    let is_way_free = waypoints[1..].iter().all(|waypoint| waypoint.enemies == 0);
    let with = |estimate, waypoints| gather_with(estimate, waypoints, zone, orders, context);
    let optimistic = (!is_way_free).then(|| with(FightEstimate::Optimistic, waypoints.clone()));
    let pessimistic = with(FightEstimate::Pessimistic, waypoints);
    optimistic.filter(|optimistic| optimistic.force > pessimistic.force).unwrap_or(pessimistic)
}

fn gather_with(
    estimate: FightEstimate,
    mut waypoints: Vec<Waypoint>,
    zone: &Zone,
    orders: usize,
    context: &SearchContext<'_>,
) -> Gathering {
    find_walks(estimate, &mut waypoints, zone, context);
    let mut left = orders - join_walk(&mut waypoints);
    for _ in 0..MAX_JOINING {
        let Some((start, cost)) = best_side_walk(&waypoints, zone, context, left) else { break };
        join_side_walk(&mut waypoints, start, zone, context);
        left -= cost;
    }
    Gathering { force: walk(&mut waypoints, context), waypoints }
}

/// Computes the strongest army that can arrive at each node, from the farthest node to the goal.
fn find_walks(estimate: FightEstimate, waypoints: &mut [Waypoint], zone: &Zone, context: &SearchContext<'_>) {
    for at in (1..waypoints.len()).rev() {
        let waypoint = waypoints[at];
        let left = match estimate {
            FightEstimate::Pessimistic => worst_left(waypoint.arriving, waypoint.enemies, context),
            FightEstimate::Optimistic => waypoint.arriving.saturating_sub(waypoint.enemies),
        };
        if left == 0 {
            waypoints[at].from = None;
        }
        let force = add(left, waypoint.own);
        if force > 0 {
            for next in zone.nearer(at, context.scenario) {
                if force > waypoints[next].arriving {
                    waypoints[next].arriving = force;
                    waypoints[next].from = Some(at);
                }
            }
        }
    }
}

/// Moves all joined troops and returns the troops at the goal after the worst noise on the way.
fn walk(waypoints: &mut [Waypoint], context: &SearchContext<'_>) -> u64 {
    waypoints.iter_mut().for_each(|waypoint| waypoint.arriving = 0);
    for at in (1..waypoints.len()).rev() {
        let waypoint = waypoints[at];
        if !waypoint.is_joined {
            continue;
        }
        let remaining = add(worst_left(waypoint.arriving, waypoint.enemies, context), waypoint.own);
        waypoints[waypoint.next].arriving = add(waypoints[waypoint.next].arriving, remaining);
    }
    add(waypoints[0].own, waypoints[0].arriving)
}

/// Marks the path of the strongest army as joined and returns its number of steps.
fn join_walk(waypoints: &mut [Waypoint]) -> usize {
    let (mut at, mut length) = (0, 0);
    waypoints[0].is_joined = true;
    while let Some(from) = waypoints[at].from {
        waypoints[from].is_joined = true;
        waypoints[from].next = at;
        at = from;
        length += 1;
    }
    length
}

/// Finds the army that adds the most troops per order by joining the others. Returns its start and its number of orders.
fn best_side_walk(
    waypoints: &[Waypoint],
    zone: &Zone,
    context: &SearchContext<'_>,
    orders: usize,
) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize, u64)> = None;
    if orders == 0 {
        return None;
    }
    for start in (1..waypoints.len()).filter(|&start| waypoints[start].own > 0 && !waypoints[start].is_joined) {
        let (mut at, mut cost, mut gain) = (start, 0, 0);
        while !waypoints[at].is_joined && cost <= orders && waypoints[at].enemies == 0 {
            gain = add(gain, waypoints[at].own);
            cost += 1;
            at = side_step(waypoints, at, zone, context);
        }
        let is_better = |(_, other_cost, other_gain): (usize, usize, u64)| {
            u128::from(gain) * other_cost as u128 > u128::from(other_gain) * cost as u128
        };
        if waypoints[at].is_joined && cost <= orders && best.is_none_or(is_better) {
            best = Some((start, cost, gain));
        }
    }
    best.map(|(start, cost, _)| (start, cost))
}

fn join_side_walk(waypoints: &mut [Waypoint], start: usize, zone: &Zone, context: &SearchContext<'_>) {
    let mut at = start;
    while !waypoints[at].is_joined {
        let next = side_step(waypoints, at, zone, context);
        waypoints[at].is_joined = true;
        waypoints[at].next = next;
        at = next;
    }
}

/// Returns the next node for an army that joins the others: a joined neighbour if there is one, else one without
/// enemies and with the most troops of the player.
fn side_step(waypoints: &[Waypoint], at: usize, zone: &Zone, context: &SearchContext<'_>) -> usize {
    let merit = |next: &usize| (waypoints[*next].is_joined, waypoints[*next].enemies == 0, waypoints[*next].own);
    zone.nearer(at, context.scenario)
        .max_by_key(merit)
        .expect("every node except the goal has a neighbour nearer to it")
}

/// An attack on the enemy headquarters.
pub(super) struct Attack {
    /// Whether the first order buys troops.
    pub buys_first: bool,
    pub gathering: Gathering,
}

/// Returns the strongest attack on the enemy headquarters within a ply if `affordable` troops can be bought. Returns
/// `None` if `side` already owns the headquarters or may give no orders.
pub(super) fn attack(context: &SearchContext<'_>, board: &Board, side: Side, affordable: u64) -> Option<Attack> {
    let zone = &context.hq[side.other()];
    if board.node_state(zone.goal).owner == side || context.budget == 0 {
        return None;
    }
    let own_hq = context.scenario.hq(side);
    let attack = |buys_first: bool| {
        let (orders, bought) = if buys_first { (context.budget - 1, affordable) } else { (context.budget, 0) };
        let own = |node| add(board.troops_at(node, side), if node == own_hq { bought } else { 0 });
        Attack { buys_first, gathering: gather(context, board, side, zone, orders, own) }
    };
    let without = attack(false);
    if affordable == 0 || usize::from(zone.distance(own_hq)) >= context.budget {
        return Some(without);
    }
    let with = attack(true);
    Some(if with.gathering.force > without.gathering.force { with } else { without })
}

/// Returns the path of the strongest army that reaches the enemy headquarters with a number of orders and without a fight on the
/// way, and its strength. The path may be longer than the shortest one, on which the defender can have troops. Returns `None` if
/// there is no such army.
pub(super) fn raid(context: &SearchContext<'_>, board: &Board, side: Side, orders: usize) -> Option<(Vec<Node>, u64)> {
    let zone = &context.hq[side.other()];
    let near = zone.within(orders);
    let near = &near[..near.len().min(MAX_RAIDED)];
    let mut next_hop: Vec<Option<u16>> = vec![None; near.len()];
    let mut queue: Vec<(u16, usize)> = vec![(0, 0)];
    let mut best: Option<(u16, u64)> = None;
    let mut read = 0;
    while let Some(&(at, steps)) = queue.get(read) {
        read += 1;
        if steps == orders {
            break;
        }
        for &node in context.scenario.neighbours(near[usize::from(at)]) {
            let rank = zone.rank(node);
            let is_new = rank > 0 && rank < near.len() && next_hop[rank].is_none();
            if !is_new || board.troops_at(node, side.other()) > 0 {
                continue;
            }
            next_hop[rank] = Some(at);
            queue.push((rank as u16, steps + 1));
            let troops = board.troops_at(node, side);
            if troops > best.map_or(0, |(_, most)| most) {
                best = Some((rank as u16, troops));
            }
        }
    }
    let (mut at, force) = best?;
    let mut path = vec![near[usize::from(at)]];
    while let Some(next) = next_hop[usize::from(at)] {
        path.push(near[usize::from(next)]);
        at = next;
    }
    Some((path, force))
}

/// Returns the chance that `side` takes the enemy headquarters within a ply, if it can buy `affordable` troops and the
/// enemy adds `bought` troops first.
pub(super) fn attack_odds(context: &SearchContext<'_>, board: &Board, side: Side, affordable: u64, bought: u64) -> f64 {
    let defender = add(board.troops_at(context.scenario.hq(side.other()), side.other()), bought);
    if odds(add(board.troops[side], affordable), defender, context) == 0.0 {
        return 0.0;
    }
    let Some(attack) = attack(context, board, side, affordable) else { return 0.0 };
    let together = odds(attack.gathering.force, defender, context);
    if together == 1.0 || !context.has_raids() {
        return together;
    }
    let raid = raid(context, board, side, context.budget);
    raid.map_or(together, |(_, force)| odds(force, defender, context).max(together))
}

/// Returns the chance to take a node from `defender` troops.
fn odds(attacker: u64, defender: u64, context: &SearchContext<'_>) -> f64 {
    match (attacker, defender) {
        (0, _) => 0.0,
        (_, 0) => 1.0,
        _ => Combat::new(attacker, defender, context.combat_variance()).odds(context.rules),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maps::grid::GridPlan;
    use crate::rules::{NodeState, Position, Rules, View};

    #[test]
    fn raid_takes_a_detour_around_the_defender() {
        let plan = GridPlan { columns: 20, rows: 3, troops: 0, resources: 0, seed: 1 };
        let scenario = plan.scenario().expect("the plan is possible");
        let position = Position::start(&scenario);
        let view = View { scenario: &scenario, rules: Rules::V0, position: &position };
        let (context, mut board) = (SearchContext::new(&view), Board::new(&view));
        let node = |id: &str| scenario.node(id).expect("the node exists");
        let mut place = |id: &str, side: Side, troops: u64| {
            let NodeState { forces, .. } = &mut board.nodes[node(id).index()];
            forces[side] = troops;
            board.troops[side] += troops;
        };
        place("c16_r1", Side::P1, 4);
        place("c18_r1", Side::P2, 9);
        let (path, force) = raid(&context, &board, Side::P1, context.budget).expect("the way is free");
        assert_eq!((path[0], path.last(), path.len(), force), (node("c16_r1"), Some(&node("c19_r1")), 6, 4));
        assert!(path.iter().all(|&node| board.troops_at(node, Side::P2) == 0));
        assert_eq!(attack_odds(&context, &board, Side::P1, 0, 0), 1.0);
        board.nodes[node("c18_r0").index()].forces.p1 = 2;
        let (path, force) = raid(&context, &board, Side::P1, 2).expect("the weaker army is near enough");
        assert_eq!((path, force), (["c18_r0", "c19_r0", "c19_r1"].map(node).to_vec(), 2));
        assert_eq!(raid(&context, &board, Side::P1, 1), None);
        board.nodes[node("c18_r0").index()].forces.p1 = 0;
        board.nodes[node("c18_r0").index()].forces.p2 = 1;
        board.nodes[node("c18_r2").index()].forces.p2 = 1;
        assert_eq!(raid(&context, &board, Side::P1, context.budget), None);
    }
}
