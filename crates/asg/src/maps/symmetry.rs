//! Detection of maps that are symmetric for both players.

use crate::rules::{NodeState, Position};
use crate::scenario::{Node, Scenario};
use crate::side::{BySide, Owner, Side};

/// Maximum number of candidate pairs that are tried; bounds the time per map.
const MAX_TRIES: usize = 1_000_000;

/// Result of the search for a symmetry that swaps the players.
///
/// Supply and starting player are not compared: a scenario can give one player more supply because the other one
/// starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerSwap {
    /// The map is symmetric. Holds the image of each node, in scenario order. The mapping preserves edges and yields,
    /// and exchanges the players' headquarters, nodes and troops.
    Found(Vec<Node>),
    /// The map is not symmetric.
    None,
    /// The search stopped at its limit of tries.
    Unknown,
}

/// Searches for a symmetry that swaps the players of a scenario.
///
/// ```
/// use asg::symmetry::{PlayerSwap, find_player_swap};
/// let scenario = asg::Scenario::parse(include_str!("../../scenarios/scenario_01.json"))?;
/// assert!(matches!(find_player_swap(&scenario), PlayerSwap::Found(_)));
/// # Ok::<(), asg::ScenarioError>(())
/// ```
pub fn find_player_swap(scenario: &Scenario) -> PlayerSwap {
    let mut matching = Matching::new(scenario);
    let mut choices = vec![matching.candidates(0)];
    for _ in 0..MAX_TRIES {
        let Some(candidates) = choices.last_mut() else { return PlayerSwap::None };
        let depth = candidates.depth;
        matching.unmatch(depth);
        let Some(image) = candidates.images.pop() else {
            choices.pop();
            continue;
        };
        if !matching.try_match(depth, image) {
            continue;
        }
        if depth + 1 == scenario.len() {
            return PlayerSwap::Found(matching.images.into_iter().flatten().collect());
        }
        choices.push(matching.candidates(depth + 1));
    }
    PlayerSwap::Unknown
}

/// Candidate images of one node.
struct Candidates {
    /// Index of the node in the order of matching.
    depth: usize,
    images: Vec<Node>,
}

/// Properties of a node from one player's point of view. A node and its image have equal properties.
#[derive(PartialEq, Eq)]
struct Properties {
    /// Steps to the player's and to the enemy's headquarters.
    distances: (Option<u32>, Option<u32>),
    is_own: bool,
    is_enemy: bool,
    troops: (u64, u64),
    supply_yield: u64,
    degree: usize,
}

/// Partial assignment of nodes to images.
struct Matching<'a> {
    scenario: &'a Scenario,
    /// Properties of each node from each player's point of view.
    properties: BySide<Vec<Properties>>,
    /// Order of matching: neighbours of matched nodes first, because they have few candidates.
    order: Vec<Node>,
    images: Vec<Option<Node>>,
    is_taken: Vec<bool>,
}

impl<'a> Matching<'a> {
    fn new(scenario: &'a Scenario) -> Matching<'a> {
        let start = Position::start(scenario);
        let distances = BySide::from_fn(|side| scenario.distances_to(scenario.hq(side)));
        let properties_of = |node: Node, side: Side| {
            let NodeState { owner, forces } = start.node_state(node);
            Properties {
                distances: (distances[side][node.index()], distances[side.other()][node.index()]),
                is_own: owner == side,
                is_enemy: owner != side && owner != Owner::Neutral,
                troops: (forces[side], forces[side.other()]),
                supply_yield: scenario.supply_yield(node),
                degree: scenario.neighbours(node).len(),
            }
        };
        let properties = BySide::from_fn(|side| scenario.nodes().map(|node| properties_of(node, side)).collect());
        let (images, is_taken) = (vec![None; scenario.len()], vec![false; scenario.len()]);
        Matching { scenario, properties, order: outwards(scenario), images, is_taken }
    }

    /// Returns the candidate images of a node: the neighbours of a matched neighbour's image, or all nodes.
    fn candidates(&self, depth: usize) -> Candidates {
        let neighbours = self.scenario.neighbours(self.order[depth]);
        let near = neighbours.iter().find_map(|neighbour| self.images[neighbour.index()]);
        let images =
            near.map_or_else(|| self.scenario.nodes().collect(), |near| self.scenario.neighbours(near).to_vec());
        Candidates { depth, images }
    }

    fn try_match(&mut self, depth: usize, image: Node) -> bool {
        let node = self.order[depth];
        let mut neighbours = self.scenario.neighbours(node).iter().filter_map(|other| self.images[other.index()]);
        let fits = !self.is_taken[image.index()]
            && self.properties.p1[node.index()] == self.properties.p2[image.index()]
            && neighbours.all(|other| self.scenario.are_adjacent(image, other));
        if fits {
            self.images[node.index()] = Some(image);
            self.is_taken[image.index()] = true;
        }
        fits
    }

    /// Removes the image of a node.
    fn unmatch(&mut self, depth: usize) {
        if let Some(image) = self.images[self.order[depth].index()].take() {
            self.is_taken[image.index()] = false;
        }
    }
}

/// Returns all nodes in breadth-first order from P1's headquarters; unconnected parts follow.
fn outwards(scenario: &Scenario) -> Vec<Node> {
    let mut order: Vec<Node> = Vec::with_capacity(scenario.len());
    let mut is_listed = vec![false; scenario.len()];
    let mut next = 0;
    for start in std::iter::once(scenario.hq(Side::P1)).chain(scenario.nodes()) {
        let list = |node: Node, order: &mut Vec<Node>, is_listed: &mut Vec<bool>| {
            if !std::mem::replace(&mut is_listed[node.index()], true) {
                order.push(node);
            }
        };
        list(start, &mut order, &mut is_listed);
        while let Some(&node) = order.get(next) {
            next += 1;
            for &neighbour in scenario.neighbours(node) {
                list(neighbour, &mut order, &mut is_listed);
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario() -> Scenario {
        Scenario::parse(include_str!("../../scenarios/scenario_01.json")).expect("scenario_01 is valid")
    }

    #[test]
    fn swap_keeps_edges_and_exchanges_headquarters() {
        let scenario = scenario();
        let PlayerSwap::Found(images) = find_player_swap(&scenario) else { panic!("scenario_01 is symmetric") };
        let image = |node: Node| images[node.index()];
        assert_eq!(image(scenario.hq(Side::P1)), scenario.hq(Side::P2));
        assert_eq!(image(scenario.hq(Side::P2)), scenario.hq(Side::P1));
        for node in scenario.nodes() {
            assert!(scenario.neighbours(node).iter().all(|&other| scenario.are_adjacent(image(node), image(other))));
        }
    }

    #[test]
    fn maps_with_different_yield_or_edges_have_no_swap() {
        let mut file = scenario().file().clone();
        file.map.nodes[1].supply_yield += 1;
        assert_eq!(find_player_swap(&Scenario::from_file(&file).expect("the changed file is valid")), PlayerSwap::None);
        let mut file = scenario().file().clone();
        file.map.edges.pop();
        file.map.edges.push(["p1_n".to_owned(), "mid_s".to_owned()]);
        assert_eq!(find_player_swap(&Scenario::from_file(&file).expect("the changed file is valid")), PlayerSwap::None);
    }
}
