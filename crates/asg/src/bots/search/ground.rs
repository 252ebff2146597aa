//! The map as a search looks at it: how far everything is from what matters.

use crate::bots::View;
use crate::combat::Rules;
use crate::scenario::{Node, Scenario};
use crate::side::{BySide, Side};

/// The most nodes around a goal that are looked at; the others are too far away to matter. Around headquarters, all are.
const MOST_NEAR: usize = 256;

/// The most goals of troops beside the headquarters.
const MOST_GOALS: usize = 20;

/// A distance that is not known.
const FAR: u16 = u16::MAX;

/// What stays the same while a ply is planned.
pub(super) struct Ground<'a> {
    pub scenario: &'a Scenario,
    pub rules: Rules,
    /// Who plans.
    pub planner: Side,
    /// The actions of a ply.
    pub budget: usize,
    /// The surroundings of the headquarters.
    pub hq: BySide<Zone>,
    /// The surroundings of the nodes that troops are sent to.
    pub goals: Vec<Zone>,
}

impl<'a> Ground<'a> {
    pub(super) fn new(view: &View<'a>) -> Ground<'a> {
        let scenario = view.scenario;
        let hq = BySide::from_fn(|side| Zone::around(scenario.hq(side), usize::MAX, scenario));
        let goals = goals(view, &hq).into_iter().map(|node| Zone::around(node, MOST_NEAR, scenario)).collect();
        let budget = scenario.settings().action_budget as usize;
        Ground { scenario, rules: view.rules, planner: view.player(), budget, hq, goals }
    }

    /// The price of one strength.
    pub(super) fn cost(&self) -> u64 {
        self.scenario.settings().reinforce_cost_per_strength
    }

    /// How much luck there is in fights.
    pub(super) fn luck(&self) -> f64 {
        self.scenario.settings().combat_variance_fraction
    }
}

/// The nodes worth going to: those that yield something and those with troops, the most valuable and nearest first.
fn goals(view: &View<'_>, hq: &BySide<Zone>) -> Vec<Node> {
    let scenario = view.scenario;
    let is_hq = |node: Node| Side::BOTH.into_iter().any(|side| scenario.hq(side) == node);
    let is_goal = |node: &Node| {
        let forces = view.position.place(*node).forces;
        !is_hq(*node) && (scenario.supply_yield(*node) > 0 || forces.p1 > 0 || forces.p2 > 0)
    };
    let mut goals: Vec<Node> = scenario.nodes().filter(is_goal).collect();
    // What is near to both is fought for; what is near to none can wait.
    let remoteness = |node: Node| u32::from(hq.p1.distance(node)) + u32::from(hq.p2.distance(node));
    goals.sort_by_key(|&node| (scenario.supply_yield(node) == 0, remoteness(node), node));
    goals.truncate(MOST_GOALS);
    goals
}

/// The surroundings of a goal.
pub(super) struct Zone {
    pub goal: Node,
    /// The nearest nodes, the goal first.
    pub near: Vec<Node>,
    /// The steps from every node to the goal.
    distances: Vec<u16>,
    /// Where every node stands among the nearest.
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

    /// The steps from a node to the goal; very many if no way is known.
    #[inline]
    pub(super) fn distance(&self, node: Node) -> u16 {
        self.distances[node.index()]
    }

    /// Whether a way from a node to the goal is known.
    pub(super) fn reaches(&self, node: Node) -> bool {
        self.distance(node) != FAR
    }

    /// The nodes at most so many steps away, the nearest first.
    pub(super) fn within(&self, steps: usize) -> &[Node] {
        &self.near[..self.near.partition_point(|&node| usize::from(self.distance(node)) <= steps)]
    }

    /// The neighbours that are a step nearer to the goal than one of the nearest nodes, all by their ranks.
    #[inline]
    pub(super) fn nearer<'a>(&'a self, rank: usize, scenario: &'a Scenario) -> impl Iterator<Item = usize> + 'a {
        let node = self.near[rank];
        let distance = self.distance(node);
        let nearer = scenario.neighbours(node).iter().filter(move |next| self.distance(**next) < distance);
        nearer.map(|next| usize::from(self.ranks[next.index()]))
    }

    /// The neighbours that are a step nearer to the goal than a node from which a way is known.
    pub(super) fn nearer_nodes<'a>(&'a self, node: Node, scenario: &'a Scenario) -> impl Iterator<Item = Node> + 'a {
        self.nearer(usize::from(self.ranks[node.index()]), scenario).map(|rank| self.near[rank])
    }
}
