//! Data about the map that stays constant during one search: goals and distances.

use crate::rules::{Rules, View};
use crate::scenario::{Node, Scenario};
use crate::side::{BySide, Side};

/// Maximum number of nodes in the zone around a goal. Zones around headquarters have no limit.
const MAX_NEAR: usize = 256;

/// Maximum number of goals besides the headquarters.
const MAX_GOALS: usize = 20;

/// Distance and rank of a node outside a zone.
const FAR: u16 = u16::MAX;

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
}

impl<'a> SearchContext<'a> {
    pub(super) fn new(view: &View<'a>) -> SearchContext<'a> {
        let scenario = view.scenario;
        let hq = BySide::from_fn(|side| Zone::around(scenario.hq(side), usize::MAX, scenario));
        let goals = goals(view, &hq).into_iter().map(|node| Zone::around(node, MAX_NEAR, scenario)).collect();
        let budget = scenario.settings().action_budget as usize;
        SearchContext { scenario, rules: view.rules, planner: view.player(), budget, hq, goals }
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

/// Returns at most [`MAX_GOALS`] nodes with a yield or troops, except headquarters: nodes with a yield before the others,
/// and in each group those with the smallest sum of distances to both headquarters first.
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
    goals.sort_by_key(|&node| (scenario.supply_yield(node) == 0, remoteness(node), node));
    goals.truncate(MAX_GOALS);
    goals
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
