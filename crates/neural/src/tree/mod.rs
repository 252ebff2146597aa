//! The search tree: nodes, selection below the root, expansion, backup and proofs.

mod node;
mod root;
mod view;

use std::cell::RefCell;

use learning::{Decision, Step, StepList};
use ringrift::Action;

use crate::math::softmax;
use crate::tree::node::{NONE, Node, State};
pub use crate::tree::root::Edge;
pub use crate::tree::view::{ChoiceView, NodeView};
use crate::values::{Values, by_seat, result_values, swapped_if};

/// Constants of the selection below the root.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct TreeSettings {
    /// Weight of the prior against the value (`c` of PUCT), for values from -1 to 1.
    pub exploration: f32,
    /// The value of a choice that was never visited is that of its node, less this times the root of the visited prior.
    pub first_visit_reduction: f32,
}

impl Default for TreeSettings {
    fn default() -> TreeSettings {
        TreeSettings { exploration: 1.4, first_visit_reduction: 0.25 }
    }
}

/// A search tree over the decisions of one game. Nodes lie in vectors and refer to each other by index; each stores its decision.
///
/// A decision with one legal step is played automatically and has no node of its own, so every node has several choices or is the end of a
/// game. All cells of a region are one choice of the tree, whose prior is the sum of the probabilities of the cells. Values are kept by seat.
/// A node is *proven* if the game is over there, if its player to move has a choice that is proven to win, or if all its choices are proven.
#[derive(Clone, Debug)]
pub struct Tree<const W: usize> {
    settings: TreeSettings,
    /// Parents come before their children.
    nodes: Vec<Node>,
    /// The decision of each node.
    decisions: Vec<Decision<W>>,
    /// The choices of all nodes, in the order of the nodes. Those with a child come first in the range of a node.
    steps: Vec<Step>,
    /// The prior probability of each choice.
    priors: Vec<f32>,
    /// The nodes of the root's choices, as far as they have one.
    root_children: Vec<u32>,
    leaves: Vec<LeafSlot>,
    /// Slots of `leaves` without a leaf.
    free: Vec<usize>,
}

#[derive(Clone, Debug, Default)]
struct LeafSlot {
    node: u32,
    /// The numbers of the legal choices, for which logits are needed.
    numbers: Vec<u32>,
    /// For each choice, the end of its numbers; empty if every choice has one number.
    ends: Vec<u32>,
}

/// A leaf that waits for its evaluation.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Leaf(usize);

/// What a descent from the root has reached.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Descent {
    /// A new leaf.
    Leaf(Leaf),
    /// A proven node; its result was backed up.
    Proven,
    /// A leaf that already waits for its evaluation; nothing has changed.
    Busy,
}

const ROOT: usize = 0;

thread_local! {
    /// Legal steps of the node that is being created. One list for each thread stays in its cache.
    static STEPS: RefCell<StepList> = RefCell::default();
}

impl<const W: usize> Tree<W> {
    /// Creates the tree of a decision. Forced decisions are played until a player has several choices, or the game is over.
    pub fn new(decision: &Decision<W>, settings: TreeSettings) -> Tree<W> {
        let mut tree = Tree {
            settings,
            nodes: Vec::new(),
            decisions: Vec::new(),
            steps: Vec::new(),
            priors: Vec::new(),
            root_children: Vec::new(),
            leaves: Vec::new(),
            free: Vec::new(),
        };
        tree.reset(decision);
        tree
    }

    /// Replaces the tree by that of another decision. Keeps the memory.
    pub fn reset(&mut self, decision: &Decision<W>) {
        self.nodes.clear();
        self.decisions.clear();
        self.steps.clear();
        self.priors.clear();
        self.root_children.clear();
        self.free.clear();
        self.free.extend(0..self.leaves.len());
        self.decisions.push(decision.clone());
        let slot = self.free_slot();
        let _ = self.add_node(slot, NONE);
        self.free.push(slot);
    }

    /// Returns the decision of a leaf.
    pub fn leaf_decision(&self, leaf: Leaf) -> &Decision<W> {
        &self.decisions[self.leaves[leaf.0].node as usize]
    }

    /// Returns the numbers of the legal choices of a leaf, for which logits are needed.
    pub fn leaf_numbers(&self, leaf: Leaf) -> &[u32] {
        &self.leaves[leaf.0].numbers
    }

    /// Reports whether a leaf is the first decision of a turn below the root.
    pub fn leaf_starts_turn(&self, leaf: Leaf) -> bool {
        let index = self.leaves[leaf.0].node as usize;
        let parent = self.nodes[index].parent;
        let turn = |index: usize| (self.decisions[index].position().turn(), self.decisions[index].position().to_move());
        parent != NONE && turn(index) != turn(parent as usize)
    }

    /// Walks from the root to a leaf. `first` is the edge to take at the root, which must be expanded then.
    pub(crate) fn descend(&mut self, first: Option<usize>) -> Descent {
        let mut index = ROOT;
        let mut chosen = first;
        loop {
            match self.nodes[index].state {
                State::Proven => {
                    self.back_up(index, self.nodes[index].sum);
                    return Descent::Proven;
                }
                State::Waiting if index == ROOT && self.free.len() == self.leaves.len() => return self.start_root(),
                State::Waiting => {
                    self.take_back(index);
                    return Descent::Busy;
                }
                State::Expanded => {}
            }
            let (edge, child) = match chosen.take() {
                Some(edge) => (edge, self.root_children.get(edge).copied().unwrap_or(NONE)),
                None => self.best_edge(index),
            };
            if child == NONE {
                return self.open(index, edge);
            }
            index = child as usize;
            self.nodes[index].pending += 1;
        }
    }

    /// Makes the root, which was never evaluated, a leaf.
    fn start_root(&mut self) -> Descent {
        let slot = self.free_slot();
        let leaf = &mut self.leaves[slot];
        leaf.node = ROOT as u32;
        STEPS.with_borrow_mut(|list| {
            list.fill(&self.decisions[ROOT]);
            leaf.note(list);
        });
        Descent::Leaf(Leaf(slot))
    }

    /// Exchanges a choice without a child with the first of those.
    fn swap_to_front(&mut self, index: usize, edge: usize) {
        let (first, opened) = (self.nodes[index].first as usize, usize::from(self.nodes[index].opened));
        self.priors.swap(first + opened, first + edge);
        self.steps.swap(first + opened, first + edge);
    }

    /// Returns the edge with the highest sum of value and exploration, and its child.
    fn best_edge(&mut self, index: usize) -> (usize, u32) {
        let settings = self.settings;
        self.bring_best_forward(index);
        let node = &self.nodes[index];
        let (first, opened, count) = (node.first as usize, usize::from(node.opened), usize::from(node.count));
        let mover = usize::from(node.mover);
        let exploration = settings.exploration * (node.visits as f32).sqrt();
        let mut best = (0, NONE, f32::NEG_INFINITY);
        let mut child = node.first_child;
        for (edge, prior) in self.priors[first..first + opened].iter().enumerate() {
            let found = &self.nodes[child as usize];
            let visits = (found.visits + u32::from(found.pending)) as f32;
            let seat = found.seat(mover);
            let value = if found.state == State::Proven {
                // A proven loss is chosen only if there is nothing else.
                if found.sum[seat] <= -1.0 { -1000.0 } else { found.sum[seat] }
            } else {
                (found.sum[seat] - f32::from(found.pending)) / visits
            };
            let score = value + exploration * prior / (1.0 + visits);
            if score > best.2 {
                best = (edge, child, score);
            }
            child = found.next;
        }
        if opened < count {
            let mean = node.sum[mover] / node.visits.max(1) as f32;
            let unvisited = (mean - settings.first_visit_reduction * node.opened_prior.sqrt()).max(-1.0);
            if unvisited + exploration * self.priors[first + opened] > best.2 {
                return (opened, NONE);
            }
        }
        (best.0, best.1)
    }

    /// Moves the most probable choice without a child to the front of those.
    fn bring_best_forward(&mut self, index: usize) {
        let node = &self.nodes[index];
        let (first, opened, count) = (node.first as usize, usize::from(node.opened), usize::from(node.count));
        if opened == count || node.is_next_first {
            return;
        }
        let mut best = (0, f32::NEG_INFINITY);
        for (edge, &prior) in self.priors[first + opened..first + count].iter().enumerate() {
            if prior > best.1 {
                best = (edge, prior);
            }
        }
        self.swap_to_front(index, opened + best.0);
        self.nodes[index].is_next_first = true;
    }

    /// Creates the child of the first choice without one.
    pub(super) fn open(&mut self, parent: usize, edge: usize) -> Descent {
        let place = self.nodes[parent].first as usize + edge;
        let step = self.steps[place];
        let child = self.nodes.len();
        self.decisions.extend_from_within(parent..=parent);
        self.decisions[child].play_step(step);
        let slot = self.free_slot();
        let is_swap = self.add_node(slot, parent as u32) ^ (step == Step::Action(Action::SwapSides));
        self.nodes[child].is_swap = is_swap;
        self.nodes[child].pending = 1;
        self.link(parent, child);
        let above = &mut self.nodes[parent];
        above.opened += 1;
        above.is_next_first = false;
        above.opened_prior += self.priors[place];
        if parent == ROOT {
            self.root_children.push(child as u32);
        }
        if self.nodes[child].state == State::Proven {
            self.free.push(slot);
            let result = self.nodes[child].sum;
            self.prove(child, result);
            self.back_up(child, result);
            return Descent::Proven;
        }
        Descent::Leaf(Leaf(slot))
    }

    /// Appends a child to the list of its parent's children.
    fn link(&mut self, parent: usize, child: usize) {
        match std::mem::replace(&mut self.nodes[parent].last_child, child as u32) {
            NONE => self.nodes[parent].first_child = child as u32,
            last => self.nodes[last as usize].next = child as u32,
        }
    }

    fn free_slot(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            self.leaves.push(LeafSlot::default());
            self.leaves.len() - 1
        })
    }

    /// Adds the node of the last decision, after playing its forced steps, and notes its choices. Returns whether the forced steps
    /// exchanged the sides.
    fn add_node(&mut self, slot: usize, parent: u32) -> bool {
        let index = self.nodes.len();
        let decision = &mut self.decisions[index];
        let leaf = &mut self.leaves[slot];
        leaf.node = index as u32;
        let first = self.steps.len();
        let mut is_swap = false;
        let count = STEPS.with_borrow_mut(|list| {
            list.fill(decision);
            while let [forced] = *list.steps() {
                decision.play_step(forced);
                is_swap ^= forced == Step::Action(Action::SwapSides);
                list.fill(decision);
            }
            leaf.note(list);
            self.steps.extend_from_slice(list.steps());
            list.steps().len()
        });
        self.priors.resize(first + count, 0.0);
        let position = decision.position();
        let players = position.rules().players;
        let result = position.outcome().map(|outcome| result_values(outcome.ranks, players));
        self.nodes.push(Node {
            state: if result.is_some() { State::Proven } else { State::Waiting },
            sum: result.unwrap_or_default(),
            players,
            ..Node::new(parent, position.to_move().index() as u8, first as u32, count as u16)
        });
        is_swap
    }

    /// Takes in the evaluation of a leaf: the logits of its numbers, and the values in turns after its player to move. The caller has
    /// checked them.
    pub(crate) fn expand(&mut self, leaf: Leaf, logits: &[f32], values: &Values) {
        let slot = &self.leaves[leaf.0];
        let index = slot.node as usize;
        let node = &mut self.nodes[index];
        let priors = &mut self.priors[node.first as usize..][..usize::from(node.count)];
        if slot.ends.is_empty() {
            priors.copy_from_slice(logits);
            softmax(priors);
        } else {
            let mut by_number = logits.to_vec();
            softmax(&mut by_number);
            let mut start = 0;
            for (prior, &end) in priors.iter_mut().zip(&slot.ends) {
                *prior = by_number[start..end as usize].iter().sum();
                start = end as usize;
            }
        }
        node.state = State::Expanded;
        node.evaluation = values[0];
        let values = by_seat(values, node.mover.into(), node.players.into());
        self.free.push(leaf.0);
        self.back_up(index, values);
    }

    /// Takes in the result of a leaf that is known without an evaluation.
    pub(crate) fn prove_leaf(&mut self, leaf: Leaf, result: &Values) {
        let index = self.leaves[leaf.0].node as usize;
        self.free.push(leaf.0);
        self.prove(index, *result);
        self.back_up(index, *result);
    }

    /// Adds a visit with these values to a node and all nodes above it.
    fn back_up(&mut self, mut index: usize, mut values: Values) {
        loop {
            let node = &mut self.nodes[index];
            node.visits += 1;
            node.pending = node.pending.saturating_sub(1);
            if node.state != State::Proven {
                node.sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            }
            if index == ROOT {
                return;
            }
            values = swapped_if(node.is_swap, values);
            index = node.parent as usize;
        }
    }

    /// Takes back the pending visits on the way to a node.
    fn take_back(&mut self, mut index: usize) {
        while index != ROOT {
            self.nodes[index].pending = self.nodes[index].pending.saturating_sub(1);
            index = self.nodes[index].parent as usize;
        }
    }

    /// Marks a node as proven, and the nodes above it as far as they follow.
    pub(super) fn prove(&mut self, mut index: usize, mut result: Values) {
        loop {
            self.nodes[index].state = State::Proven;
            self.nodes[index].sum = result;
            if index == ROOT {
                return;
            }
            let parent = self.nodes[index].parent as usize;
            let mover = usize::from(self.nodes[parent].mover);
            let value = result[self.nodes[index].seat(mover)];
            let above = &mut self.nodes[parent];
            above.proven_children += 1;
            if above.state == State::Proven {
                return;
            }
            let best = if value >= 1.0 {
                index
            } else if above.proven_children == above.count {
                self.best_proven_child(parent)
            } else {
                return;
            };
            result = swapped_if(self.nodes[best].is_swap, self.nodes[best].sum);
            index = parent;
        }
    }

    /// Returns the child with the best result for the player to move; all children must be proven.
    fn best_proven_child(&self, parent: usize) -> usize {
        let mover = usize::from(self.nodes[parent].mover);
        let value = |child: usize| self.nodes[child].sum[self.nodes[child].seat(mover)];
        let mut best = self.nodes[parent].first_child as usize;
        let mut child = self.nodes[best].next;
        while child != NONE {
            if value(child as usize) > value(best) {
                best = child as usize;
            }
            child = self.nodes[child as usize].next;
        }
        best
    }

    /// Returns the value of the root for each seat: its result if it is proven, the mean of all visits otherwise, and 0 before the first.
    pub fn values(&self) -> Values {
        self.root().values()
    }
}

impl LeafSlot {
    fn note(&mut self, list: &StepList) {
        self.numbers.clear();
        self.numbers.extend_from_slice(list.numbers());
        self.ends.clear();
        self.ends.extend_from_slice(list.ends());
    }
}
