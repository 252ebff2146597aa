//! Data about the map that stays constant during one search: goals and distances.

use super::board::Board;
use super::campaign::{assembly_points, route_gains};
use crate::rules::{Rules, View};
use crate::scenario::{Node, Scenario};
use crate::side::{BySide, Side};

/// Maximum number of nodes in the zone around a goal. Zones around headquarters have no limit.
const MAX_NEAR: usize = 256;

/// Maximum number of nodes in the zone around a place of assembly.
const MAX_ASSEMBLING: usize = 64;

/// Maximum number of goals besides the headquarters.
const MAX_GOALS: usize = 20;

/// Distance and rank of a node outside a zone.
const FAR: u16 = u16::MAX;

/// Number of plies of moves between the headquarters from which campaigns are planned. On smaller maps every army is within
/// reach of an attack, which the search considers directly.
const CAMPAIGN_PLIES: f64 = 2.0;

/// Constants of one search.
pub(super) struct SearchContext<'a> {
    pub scenario: &'a Scenario,
    pub rules: Rules,
    /// Player who searches; replies are computed for the other one.
    pub planner: Side,
    /// Orders allowed per ply.
    pub budget: usize,
    /// Zones around the headquarters.
    pub hq: BySide<Zone>,
    /// Zones around the other goals.
    pub goals: Vec<Zone>,
    /// Weight of campaigns in the evaluation, from 0 (none are planned) to 1.
    pub campaign_weight: f64,
    /// Campaign of each player at the start of the search.
    pub campaigns: BySide<Campaign>,
    /// Reports whether the search has to stop.
    pub is_stopped: &'a dyn Fn() -> bool,
}

/// Places of a player's march on the enemy headquarters.
#[derive(Default)]
pub(super) struct Campaign {
    /// Zones around the nodes where troops can gather.
    pub assembly: Vec<Zone>,
    /// Troops that an army gains or loses on its way from each node of the map to the enemy headquarters.
    pub route_gains: Vec<f64>,
}

impl<'a> SearchContext<'a> {
    #[cfg(test)]
    pub(super) fn new(view: &View<'a>) -> SearchContext<'a> {
        SearchContext::until(view, &|| false)
    }

    /// Prepares a search that stops once `is_stopped` returns `true`.
    pub(super) fn until(view: &View<'a>, is_stopped: &'a dyn Fn() -> bool) -> SearchContext<'a> {
        let scenario = view.scenario;
        let hq = BySide::from_fn(|side| Zone::around(scenario.hq(side), usize::MAX, scenario));
        let goals = goals(view, &hq).into_iter().map(|node| Zone::around(node, MAX_NEAR, scenario)).collect();
        let budget = scenario.settings().action_budget as usize;
        let campaign_weight = campaign_weight(&hq, budget, scenario);
        let mut context = SearchContext {
            scenario,
            rules: view.rules,
            planner: view.player(),
            budget,
            hq,
            goals,
            campaign_weight,
            campaigns: BySide::default(),
            is_stopped,
        };
        if campaign_weight > 0.0 {
            let board = Board::new(view);
            context.campaigns = BySide::from_fn(|side| Campaign::new(&board, side, &context));
        }
        context
    }

    /// Reports whether armies that take a detour to a headquarters are considered. Only large maps have enough nodes for
    /// detours; the built-in maps are balanced for a bot that takes shortest paths.
    pub(super) fn has_raids(&self) -> bool {
        self.campaign_weight > 0.0
    }

    /// Returns the supply cost of one troop.
    pub(super) fn cost(&self) -> u64 {
        self.scenario.settings().reinforce_cost_per_strength
    }

    /// Returns the combat noise as a fraction of the smaller army, from 0 to 1.
    pub(super) fn combat_variance(&self) -> f64 {
        self.scenario.settings().combat_variance_fraction
    }
}

impl Campaign {
    fn new(board: &Board, side: Side, context: &SearchContext<'_>) -> Campaign {
        let points = assembly_points(board, side, context);
        let zone = |node| Zone::around(node, MAX_ASSEMBLING, context.scenario);
        let route_gains = route_gains(board, side, &context.hq[side.other()], context);
        Campaign { assembly: points.into_iter().map(zone).collect(), route_gains }
    }
}

/// Returns 0 if an army crosses the map in [`CAMPAIGN_PLIES`] plies; approaches 1 on larger maps.
fn campaign_weight(hq: &BySide<Zone>, budget: usize, scenario: &Scenario) -> f64 {
    let distance = hq.p2.distance(scenario.hq(Side::P1));
    if distance == FAR || distance == 0 {
        return 0.0;
    }
    (1.0 - CAMPAIGN_PLIES * budget as f64 / f64::from(distance)).max(0.0)
}

/// Returns at most [`MAX_GOALS`] nodes with a yield or troops, except headquarters. Nodes with a yield come first, then those
/// that a player can capture with the fewest steps, then those with the smallest sum of distances to both headquarters.
fn goals(view: &View<'_>, hq: &BySide<Zone>) -> Vec<Node> {
    let scenario = view.scenario;
    let is_hq = |node: Node| Side::BOTH.into_iter().any(|side| scenario.hq(side) == node);
    let is_goal = |node: &Node| {
        let forces = view.position.node_state(*node).forces;
        !is_hq(*node) && (scenario.supply_yield(*node) > 0 || forces.p1 > 0 || forces.p2 > 0)
    };
    let mut goals: Vec<Node> = scenario.nodes().filter(is_goal).collect();
    // Nodes near both headquarters are contested first.
    let remoteness = |node: Node| u32::from(hq.p1.distance(node)) + u32::from(hq.p2.distance(node));
    if goals.len() > MAX_GOALS {
        let steps = BySide::from_fn(|side| steps_to_armies(view, side));
        let capture_steps = |node: Node| {
            let owner = view.position.node_state(node).owner;
            let capturing = Side::BOTH.into_iter().filter(|&side| owner != side);
            capturing.map(|side| steps[side][node.index()].max(1)).min()
        };
        goals.sort_by_cached_key(|&node| {
            (scenario.supply_yield(node) == 0, capture_steps(node), remoteness(node), node)
        });
        goals.truncate(MAX_GOALS);
    }
    goals.sort_by_key(|&node| (scenario.supply_yield(node) == 0, remoteness(node), node));
    goals
}

/// Returns the number of steps from each node to the nearest army of a player, or [`FAR`].
fn steps_to_armies(view: &View<'_>, side: Side) -> Vec<u16> {
    let scenario = view.scenario;
    let mut steps = vec![FAR; scenario.len()];
    let mut queue: Vec<Node> =
        scenario.nodes().filter(|&node| view.position.node_state(node).forces[side] > 0).collect();
    for node in &queue {
        steps[node.index()] = 0;
    }
    let mut next = 0;
    while let Some(&node) = queue.get(next) {
        next += 1;
        for &neighbour in scenario.neighbours(node) {
            if steps[neighbour.index()] == FAR {
                steps[neighbour.index()] = steps[node.index()] + 1;
                queue.push(neighbour);
            }
        }
    }
    steps
}

/// Nodes around a goal, ordered by distance.
pub(super) struct Zone {
    pub goal: Node,
    /// Nodes of the zone by increasing distance, the goal first.
    pub near: Vec<Node>,
    /// Steps from each node of the map to the goal, or [`FAR`].
    distances: Vec<u16>,
    /// Index in `near` of each node of the map, or [`FAR`].
    ranks: Vec<u16>,
}

impl Zone {
    fn around(goal: Node, most: usize, scenario: &Scenario) -> Zone {
        let mut distances = vec![FAR; scenario.len()];
        let mut ranks = vec![FAR; scenario.len()];
        (distances[goal.index()], ranks[goal.index()]) = (0, 0);
        let mut near = vec![goal];
        let mut next = 0;
        while let Some(&node) = near.get(next) {
            next += 1;
            for &neighbour in scenario.neighbours(node) {
                if distances[neighbour.index()] == FAR && near.len() < most {
                    distances[neighbour.index()] = distances[node.index()] + 1;
                    ranks[neighbour.index()] = near.len() as u16;
                    near.push(neighbour);
                }
            }
        }
        Zone { goal, near, distances, ranks }
    }

    /// Returns the steps from a node to the goal, or [`FAR`] outside the zone.
    #[inline]
    pub(super) fn distance(&self, node: Node) -> u16 {
        self.distances[node.index()]
    }

    /// Returns the index of a node in `near`, or [`FAR`] outside the zone.
    #[inline]
    pub(super) fn rank(&self, node: Node) -> usize {
        usize::from(self.ranks[node.index()])
    }

    /// Reports whether a node belongs to the zone.
    pub(super) fn reaches(&self, node: Node) -> bool {
        self.distance(node) != FAR
    }

    /// Returns the nodes at most `steps` away from the goal, nearest first.
    pub(super) fn within(&self, steps: usize) -> &[Node] {
        &self.near[..self.near.partition_point(|&node| usize::from(self.distance(node)) <= steps)]
    }

    /// Returns the ranks of the neighbours that are one step nearer to the goal than the node with this rank.
    #[inline]
    pub(super) fn nearer<'a>(&'a self, rank: usize, scenario: &'a Scenario) -> impl Iterator<Item = usize> + 'a {
        let node = self.near[rank];
        let distance = self.distance(node);
        let nearer = scenario.neighbours(node).iter().filter(move |next| self.distance(**next) < distance);
        nearer.map(|next| usize::from(self.ranks[next.index()]))
    }

    /// Returns the neighbours that are one step nearer to the goal than a node of the zone.
    pub(super) fn nearer_nodes<'a>(&'a self, node: Node, scenario: &'a Scenario) -> impl Iterator<Item = Node> + 'a {
        self.nearer(usize::from(self.ranks[node.index()]), scenario).map(|rank| self.near[rank])
    }
}
