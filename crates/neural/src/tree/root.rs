//! The root of a tree: its choices, and moving on to one of them.

use learning::{ActionSpace, Choice, Decision, Step, StepList};
use ringrift::Action;

use crate::tree::node::{NONE, State};
use crate::tree::{Descent, ROOT, Tree};
use crate::values::Values;

/// A choice of the root with its statistics.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Edge {
    /// The number of the choice; for a region the lowest of its numbers.
    pub number: u32,
    /// The effect of the choice.
    pub step: Step,
    /// The prior probability.
    pub prior: f32,
    /// The number of visits.
    pub visits: u32,
    /// The value for the player to move; `None` before the first visit.
    pub value: Option<f32>,
    /// Whether the value is proven.
    pub is_proven: bool,
}

impl<const W: usize> Tree<W> {
    /// Returns the decision of the root.
    pub fn decision(&self) -> &Decision<W> {
        &self.decisions[ROOT]
    }

    /// Returns the number of nodes.
    #[expect(clippy::len_without_is_empty, reason = "a tree always has a root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of visits of the root, its own evaluation included.
    pub fn visits(&self) -> u32 {
        self.nodes[ROOT].visits
    }

    /// Reports whether the result of the root under best play is known.
    pub fn is_proven(&self) -> bool {
        self.nodes[ROOT].state == State::Proven
    }

    /// Reports whether the root was evaluated.
    pub(crate) fn is_expanded(&self) -> bool {
        self.nodes[ROOT].visits > 0 && self.nodes[ROOT].count > 0
    }

    /// Returns the number of choices of the root; 0 if the game is over.
    pub fn edges(&self) -> usize {
        self.nodes[ROOT].count.into()
    }

    /// Returns the number of choices of the root with a child; they come first.
    pub(crate) fn opened(&self) -> usize {
        self.nodes[ROOT].opened.into()
    }

    /// Returns the number of choices of the root that are proven.
    pub(crate) fn proven_edges(&self) -> usize {
        self.nodes[ROOT].proven_children.into()
    }

    /// Describes a choice of the root.
    pub fn edge(&self, edge: usize) -> Edge {
        let step = self.steps[self.nodes[ROOT].first as usize + edge];
        Edge {
            number: number_of(&self.decisions[ROOT], step),
            step,
            prior: self.prior(edge),
            visits: self.root_children.get(edge).map_or(0, |&child| self.nodes[child as usize].visits),
            value: self.value(edge),
            is_proven: self.is_edge_proven(edge),
        }
    }

    /// Returns the prior probability of a choice of the root.
    pub(crate) fn prior(&self, edge: usize) -> f32 {
        self.priors[self.nodes[ROOT].first as usize + edge]
    }

    /// Returns the value of a choice of the root for the player to move; `None` before the first visit.
    pub(crate) fn value(&self, edge: usize) -> Option<f32> {
        let child = &self.nodes[*self.root_children.get(edge)? as usize];
        let sum = child.sum[child.seat(self.mover())];
        match (child.state, child.visits) {
            (State::Proven, _) => Some(sum),
            (_, 0) => None,
            (_, visits) => Some(sum / visits as f32),
        }
    }

    /// Returns the visits of a choice of the root.
    pub(crate) fn edge_visits(&self, edge: usize) -> u32 {
        self.root_children.get(edge).map_or(0, |&child| self.nodes[child as usize].visits)
    }

    pub(crate) fn is_edge_proven(&self, edge: usize) -> bool {
        self.root_children.get(edge).is_some_and(|&child| self.nodes[child as usize].state == State::Proven)
    }

    /// Returns the seat of the player to move at the root.
    pub(crate) fn mover(&self) -> usize {
        self.nodes[ROOT].mover.into()
    }

    pub(crate) fn players(&self) -> usize {
        self.nodes[ROOT].players.into()
    }

    /// Returns the value of the network at the root for the player to move.
    pub(crate) fn evaluation(&self) -> f32 {
        self.nodes[ROOT].evaluation
    }

    /// Moves a choice of the root without a child to the front of those, so that it can be opened. Returns its new index.
    pub(crate) fn bring_forward(&mut self, edge: usize) -> usize {
        self.swap_to_front(ROOT, edge);
        self.nodes[ROOT].is_next_first = false;
        self.opened()
    }

    /// Makes the child of a choice the root and keeps what is known below it. Returns whether the steps exchanged the sides.
    ///
    /// # Panics
    /// If a leaf waits for its evaluation.
    pub fn advance(&mut self, edge: usize) -> bool {
        assert_eq!(self.free.len(), self.leaves.len(), "no leaf waits for its evaluation");
        if let Some(&child) = self.root_children.get(edge) {
            let is_swap = self.nodes[child as usize].is_swap;
            self.keep_subtree(child as usize);
            return is_swap;
        }
        let step = self.steps[self.nodes[ROOT].first as usize + edge];
        let mut decision = self.decisions[ROOT].clone();
        decision.play_step(step);
        self.reset(&decision);
        step == Step::Action(Action::SwapSides)
    }

    /// Makes a decision below the root the new root, if the tree contains it.
    ///
    /// # Panics
    /// If a leaf waits for its evaluation.
    pub(crate) fn move_to(&mut self, decision: &Decision<W>) -> bool {
        assert_eq!(self.free.len(), self.leaves.len(), "no leaf waits for its evaluation");
        let mut decision = decision.clone();
        let mut list = StepList::default();
        list.fill(&decision);
        while let [forced] = *list.steps() {
            decision.play_step(forced);
            list.fill(&decision);
        }
        let hash = decision.position().hash();
        let is_it = |index: &usize| {
            let found = &self.decisions[*index];
            found.position().hash() == hash && *found == decision
        };
        let most_visited = (0..self.nodes.len()).filter(is_it).max_by_key(|&index| self.nodes[index].visits);
        if let Some(index) = most_visited {
            self.keep_subtree(index);
        }
        most_visited.is_some()
    }

    /// Takes in the result of a choice of the root whose number is below that of the opened ones, or the next one to open.
    pub(crate) fn prove_edge(&mut self, edge: usize, result: &Values) {
        match self.root_children.get(edge) {
            Some(&child) if self.nodes[child as usize].state == State::Proven => {}
            Some(&child) => self.prove(child as usize, *result),
            None => {
                if let Descent::Leaf(leaf) = self.open(ROOT, edge) {
                    self.prove_leaf(leaf, result);
                }
            }
        }
    }

    /// Removes all nodes that are not below a node, which becomes the root. Parents come before their children, and choices are in the
    /// order of nodes, so one pass moves everything to the front.
    fn keep_subtree(&mut self, root: usize) {
        let mut new_index = vec![NONE; self.nodes.len() - root];
        let (mut kept, mut choices) = (0, 0);
        for index in root..self.nodes.len() {
            let parent = self.nodes[index].parent as usize;
            let new_parent = if index == root || parent < root { NONE } else { new_index[parent - root] };
            if index != root && new_parent == NONE {
                continue;
            }
            new_index[index - root] = kept as u32;
            self.nodes.swap(kept, index);
            self.decisions.swap(kept, index);
            let node = &mut self.nodes[kept];
            let (first, count) = (node.first as usize, usize::from(node.count));
            self.steps.copy_within(first..first + count, choices);
            self.priors.copy_within(first..first + count, choices);
            node.first = choices as u32;
            choices += count;
            (node.parent, node.first_child, node.last_child, node.next) = (new_parent, NONE, NONE, NONE);
            if new_parent != NONE {
                self.link(new_parent as usize, kept);
            }
            kept += 1;
        }
        self.nodes.truncate(kept);
        self.decisions.truncate(kept);
        self.steps.truncate(choices);
        self.priors.truncate(choices);
        self.root_children.clear();
        let mut child = self.nodes[ROOT].first_child;
        while child != NONE {
            self.root_children.push(child);
            child = self.nodes[child as usize].next;
        }
        self.nodes[ROOT].is_swap = false;
        self.nodes[ROOT].pending = 0;
    }
}

/// Returns the number of a step; for a region the lowest of its numbers.
fn number_of<const W: usize>(decision: &Decision<W>, step: Step) -> u32 {
    let choice = match (step, decision.slide()) {
        (Step::Slide(from, to), _) => Choice::Travel { from, to },
        (Step::Action(action), None) => decision.choices(action).0,
        (Step::Action(action), Some(_)) => {
            let (first, price) = decision.choices(action);
            price.unwrap_or(first)
        }
    };
    let space = ActionSpace::new(decision.position().rules().board);
    space.index(choice).expect("a legal step has a number") as u32
}
