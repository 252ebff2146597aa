//! Read access to the nodes of a tree.

use learning::{Decision, Step};
use ringrift::MAX_PLAYERS;

use crate::tree::node::{NONE, State};
use crate::tree::{ROOT, Tree};
use crate::values::{Values, swapped_if};

/// A node of a tree.
#[derive(Copy, Clone, Debug)]
pub struct NodeView<'a, const W: usize> {
    tree: &'a Tree<W>,
    index: usize,
}

/// A choice of a node.
#[derive(Copy, Clone, Debug)]
pub struct ChoiceView<'a, const W: usize> {
    /// The effect of the choice.
    pub step: Step,
    /// The prior probability.
    pub prior: f32,
    /// The node after the choice and the forced steps that follow it; `None` if it was never visited.
    pub node: Option<NodeView<'a, W>>,
}

impl<const W: usize> Tree<W> {
    /// Returns the root.
    pub fn root(&self) -> NodeView<'_, W> {
        NodeView { tree: self, index: ROOT }
    }
}

impl<'a, const W: usize> NodeView<'a, W> {
    /// Returns the decision.
    pub fn decision(&self) -> &'a Decision<W> {
        &self.tree.decisions[self.index]
    }

    /// Returns the number of visits.
    pub fn visits(&self) -> u32 {
        self.tree.nodes[self.index].visits
    }

    /// Reports whether the result under best play is known.
    pub fn is_proven(&self) -> bool {
        self.tree.nodes[self.index].state == State::Proven
    }

    /// Returns the value for each seat: the result if it is proven, the mean of all visits otherwise, and 0 before the first.
    pub fn values(&self) -> Values {
        let node = &self.tree.nodes[self.index];
        match (node.state, node.visits) {
            (State::Proven, _) => node.sum,
            (_, 0) => [0.0; MAX_PLAYERS],
            (_, visits) => node.sum.map(|sum| sum / visits as f32),
        }
    }

    /// Returns the values for the seats before the choice that leads to the node.
    pub fn values_before(&self) -> Values {
        swapped_if(self.tree.nodes[self.index].is_swap, self.values())
    }

    /// Returns the choices; those with a node come first.
    pub fn choices(self) -> impl Iterator<Item = ChoiceView<'a, W>> {
        let node = &self.tree.nodes[self.index];
        let places = node.first as usize..node.first as usize + usize::from(node.count);
        let mut child = node.first_child;
        places.map(move |place| {
            let index = child as usize;
            let has_node = child != NONE;
            if has_node {
                child = self.tree.nodes[index].next;
            }
            ChoiceView {
                step: self.tree.steps[place],
                prior: self.tree.priors[place],
                node: has_node.then_some(NodeView { tree: self.tree, index }),
            }
        })
    }
}
