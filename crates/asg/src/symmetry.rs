//! Whether a scenario is the same for both players.

use crate::position::{Place, Position};
use crate::scenario::{Node, Scenario};
use crate::side::{BySide, Owner, Side};

/// The most pairs of nodes that are tried, so that no map takes long.
const MOST_TRIES: usize = 1_000_000;

/// What is known about a scenario's symmetry. Supply and the first ply are no part of it: they may make up for each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// It is symmetric: every node, in the order of the scenario, goes to the node given here, and edges, headquarters,
    /// owners, yields and troops go to those of the other player.
    Swap(Vec<Node>),
    /// It is not.
    None,
    /// There was too much to try.
    Unknown,
}

/// Looks for a way to swap the players of a scenario.
///
/// ```
/// use asg::symmetry::{Symmetry, symmetry};
/// let scenario = asg::Scenario::parse(include_str!("../scenarios/scenario_01.json"))?;
/// assert!(matches!(symmetry(&scenario), Symmetry::Swap(_)));
/// # Ok::<(), asg::ScenarioError>(())
/// ```
pub fn symmetry(scenario: &Scenario) -> Symmetry {
    let mut matching = Matching::new(scenario);
    let mut choices = vec![matching.candidates(0)];
    for _ in 0..MOST_TRIES {
        let Some(candidates) = choices.last_mut() else { return Symmetry::None };
        let depth = candidates.depth;
        matching.forget(depth);
        let Some(image) = candidates.images.pop() else {
            choices.pop();
            continue;
        };
        if !matching.try_match(depth, image) {
            continue;
        }
        if depth + 1 == scenario.len() {
            return Symmetry::Swap(matching.images.into_iter().flatten().collect());
        }
        choices.push(matching.candidates(depth + 1));
    }
    Symmetry::Unknown
}

/// Where one node might go.
struct Candidates {
    /// The place of the node in the order of matching.
    depth: usize,
    images: Vec<Node>,
}

/// What sets a node apart from others, as one of the players sees it.
#[derive(PartialEq, Eq)]
struct Look {
    /// The steps to the own and the enemy's headquarters.
    distances: (Option<u32>, Option<u32>),
    is_own: bool,
    is_enemy: bool,
    troops: (u64, u64),
    supply_yield: u64,
    degree: usize,
}

/// Nodes that have found their images.
struct Matching<'a> {
    scenario: &'a Scenario,
    /// How the first player sees the nodes, and how the second one does.
    looks: BySide<Vec<Look>>,
    /// The order of matching: neighbours of matched nodes first, because little fits them.
    order: Vec<Node>,
    images: Vec<Option<Node>>,
    is_taken: Vec<bool>,
}

impl<'a> Matching<'a> {
    fn new(scenario: &'a Scenario) -> Matching<'a> {
        let start = Position::start(scenario);
        let distances = BySide::from_fn(|side| scenario.distances_to(scenario.hq(side)));
        let look = |node: Node, side: Side| {
            let Place { owner, forces } = start.place(node);
            Look {
                distances: (distances[side][node.index()], distances[side.other()][node.index()]),
                is_own: owner == side,
                is_enemy: owner != side && owner != Owner::Neutral,
                troops: (forces[side], forces[side.other()]),
                supply_yield: scenario.supply_yield(node),
                degree: scenario.neighbours(node).len(),
            }
        };
        let looks = BySide::from_fn(|side| scenario.nodes().map(|node| look(node, side)).collect());
        let (images, is_taken) = (vec![None; scenario.len()], vec![false; scenario.len()]);
        Matching { scenario, looks, order: outwards(scenario), images, is_taken }
    }

    /// Where a node might go: next to where a neighbour has gone, if one has.
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
            && self.looks.p1[node.index()] == self.looks.p2[image.index()]
            && neighbours.all(|other| self.scenario.are_adjacent(image, other));
        if fits {
            self.images[node.index()] = Some(image);
            self.is_taken[image.index()] = true;
        }
        fits
    }

    /// Takes back the match of a node.
    fn forget(&mut self, depth: usize) {
        if let Some(image) = self.images[self.order[depth].index()].take() {
            self.is_taken[image.index()] = false;
        }
    }
}

/// All nodes, each after a neighbour of it where that is possible, beginning at the first player's headquarters.
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
        Scenario::parse(include_str!("../scenarios/scenario_01.json")).expect("a scenario")
    }

    #[test]
    fn a_swap_keeps_edges_and_swaps_headquarters() {
        let scenario = scenario();
        let Symmetry::Swap(images) = symmetry(&scenario) else { panic!("no swap") };
        let image = |node: Node| images[node.index()];
        assert_eq!(image(scenario.hq(Side::P1)), scenario.hq(Side::P2));
        assert_eq!(image(scenario.hq(Side::P2)), scenario.hq(Side::P1));
        for node in scenario.nodes() {
            assert!(scenario.neighbours(node).iter().all(|&other| scenario.are_adjacent(image(node), image(other))));
        }
    }

    #[test]
    fn what_differs_is_found() {
        let mut file = scenario().file().clone();
        file.map.nodes[1].supply_yield += 1;
        assert_eq!(symmetry(&Scenario::from_file(&file).expect("a scenario")), Symmetry::None);
        let mut file = scenario().file().clone();
        file.map.edges.pop();
        file.map.edges.push(["p1_n".to_owned(), "mid_s".to_owned()]);
        assert_eq!(symmetry(&Scenario::from_file(&file).expect("a scenario")), Symmetry::None);
    }
}
