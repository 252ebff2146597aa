//! Search tree. It is independent of the rules.

use std::cmp::Ordering;

use ringrift::{Action, ByPlayer, Player};

/// Exploration constant of the selection rule.
const EXPLORATION: f32 = 0.3;

/// Sharpness of the prior: factor of the static evaluation in its softmax.
const PRIOR_SHARPNESS: f32 = 10.0;

/// A position in the tree.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// Action that leads to the position.
    pub(crate) action: Action,
    /// Player to move.
    pub(crate) mover: Player,
    /// Whether `best` is certain.
    pub(crate) is_decided: bool,
    /// Index of the first child.
    first: u32,
    /// Number of children.
    count: u32,
    pub(crate) visits: u32,
    /// Prior probability of the action from the static evaluation; the sum over all siblings is 1.
    prior: f32,
    /// Winning chances under best known play.
    pub(crate) best: ByPlayer<f32>,
    /// Hash of the position; 0 until it is expanded.
    hash: u64,
}

/// A position with its static evaluation.
pub(crate) struct Leaf {
    pub(crate) action: Action,
    pub(crate) mover: Player,
    pub(crate) is_decided: bool,
    pub(crate) chances: ByPlayer<f32>,
}

/// Nodes in an arena, the root first.
#[derive(Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

/// Penalty of the value of an unvisited node when the best child is chosen; it decreases with the visits.
const VISIT_PENALTY: f32 = 0.5;

/// Index of a node.
pub(crate) type Id = usize;

pub(crate) const ROOT: Id = 0;

impl Tree {
    /// Resets the tree to a root without children.
    fn reset(&mut self, mover: Player) {
        self.nodes.clear();
        self.nodes.push(Node::new(&Leaf {
            action: Action::SkipPlacement,
            mover,
            is_decided: false,
            chances: ByPlayer::default(),
        }));
    }

    pub(crate) fn node(&self, id: Id) -> &Node {
        &self.nodes[id]
    }

    /// Returns the number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn children(&self, id: Id) -> std::ops::Range<Id> {
        let node = &self.nodes[id];
        node.first as usize..(node.first + node.count) as usize
    }

    pub(crate) fn is_leaf(&self, id: Id) -> bool {
        self.nodes[id].count == 0
    }

    /// Returns the chances of a node, by the colours that the players had before the node's action. Only a swap of
    /// sides changes the colours.
    pub(crate) fn chances_for_parent(&self, id: Id) -> ByPlayer<f32> {
        swapped_if(self.nodes[id].action, self.nodes[id].best)
    }

    /// Adds the children of a node.
    pub(crate) fn add_children(&mut self, id: Id, hash: u64, leaves: &[Leaf]) {
        let mover = self.nodes[id].mover;
        let first = self.nodes.len();
        self.nodes.extend(leaves.iter().map(Node::new));
        let node = &mut self.nodes[id];
        (node.first, node.count, node.hash) = (first as u32, leaves.len() as u32, hash);
        let value = |tree: &Tree, child: Id| tree.chances_for_parent(child)[mover];
        let most = self.children(id).map(|child| value(self, child)).fold(0.0, f32::max);
        let mut total = 0.0;
        for child in self.children(id) {
            let prior = ((value(self, child) - most) * PRIOR_SHARPNESS).exp();
            self.nodes[child].prior = prior;
            total += prior;
        }
        for child in self.children(id) {
            self.nodes[child].prior /= total;
        }
    }

    /// Selects the child to search next, or `None` if all children are decided.
    pub(crate) fn pick(&self, id: Id) -> Option<Id> {
        let node = &self.nodes[id];
        let spread = EXPLORATION * (node.visits as f32).sqrt();
        let mut picked = None;
        let mut highest = f32::NEG_INFINITY;
        for child in self.children(id) {
            let after = &self.nodes[child];
            if after.is_decided {
                continue;
            }
            let value = self.chances_for_parent(child)[node.mover];
            let score = value + spread * after.prior / (1.0 + after.visits as f32);
            if score > highest {
                (picked, highest) = (Some(child), score);
            }
        }
        picked
    }

    /// Updates all nodes of a path from its end to the root and counts the visit.
    pub(crate) fn back_up(&mut self, path: &[Id]) {
        for &id in path.iter().rev() {
            self.update(id);
            self.nodes[id].visits += 1;
        }
    }

    /// Computes a node from its children.
    fn update(&mut self, id: Id) {
        let mover = self.nodes[id].mover;
        let mut best: Option<(f32, Id)> = None;
        let mut all_decided = true;
        for child in self.children(id) {
            let value = self.chances_for_parent(child)[mover];
            all_decided &= self.nodes[child].is_decided;
            // On equal values the first child counts.
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, child));
            }
        }
        if let Some((value, child)) = best {
            let wins = value >= 1.0 && self.nodes[child].is_decided;
            self.nodes[id].best = self.chances_for_parent(child);
            self.nodes[id].is_decided = all_decided || wins;
        }
    }

    /// Merges another tree with the same root into this one: only the values and visits of the root actions.
    pub(crate) fn merge(&mut self, other: &Tree) {
        let pairs: Vec<(Id, Id)> = self
            .children(ROOT)
            .filter_map(|mine| other.child(ROOT, self.nodes[mine].action).map(|theirs| (mine, theirs)))
            .collect();
        for (mine, theirs) in pairs {
            self.nodes[mine].merge(&other.nodes[theirs]);
        }
        self.nodes[ROOT].visits += other.nodes[ROOT].visits;
        self.update(ROOT);
    }

    /// Marks a node as decided.
    pub(crate) fn decide(&mut self, id: Id, chances: ByPlayer<f32>) {
        self.nodes[id].best = chances;
        self.nodes[id].is_decided = true;
    }

    /// Returns the best child: a proved win first, a proved loss last, otherwise by value with a penalty for few visits.
    pub(crate) fn best_child(&self, id: Id) -> Option<Id> {
        self.children(id).max_by(|&a, &b| self.compare(id, a, b))
    }

    /// Returns all children, the best first.
    pub(crate) fn ranked(&self, id: Id) -> Vec<Id> {
        let mut children: Vec<Id> = self.children(id).collect();
        children.sort_by(|&a, &b| self.compare(id, b, a));
        children
    }

    /// Compares two children of a node.
    fn compare(&self, id: Id, a: Id, b: Id) -> Ordering {
        let mover = self.nodes[id].mover;
        let rank = |child: Id| {
            let (node, value) = (&self.nodes[child], self.chances_for_parent(child)[mover]);
            let is_won = node.is_decided && value >= 1.0;
            let is_lost = node.is_decided && value <= 0.0;
            // Values of rarely visited nodes are less reliable.
            let penalty = if node.is_decided { 0.0 } else { VISIT_PENALTY / (1.0 + node.visits as f32).sqrt() };
            (i8::from(is_won) - i8::from(is_lost), value - penalty)
        };
        let (a, b) = (rank(a), rank(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    }

    /// Returns the child to which an action leads.
    pub(crate) fn child(&self, id: Id, action: Action) -> Option<Id> {
        self.children(id).find(|&child| self.nodes[child].action == action)
    }

    /// Returns the most visited expanded node with the given hash.
    fn find(&self, hash: u64) -> Option<Id> {
        let found = self.nodes.iter().enumerate().filter(|(_, node)| node.hash == hash && node.count > 0);
        found.max_by_key(|(_, node)| node.visits).map(|(id, _)| id)
    }

    /// Returns the subtree of a position, or a tree with only a root if the position is unknown.
    pub(crate) fn reuse(mut self, hash: u64, mover: Player) -> Tree {
        if let Some(id) = self.find(hash) {
            return self.subtree(id);
        }
        self.reset(mover);
        self
    }

    /// Copies the subtree of a node.
    fn subtree(&self, id: Id) -> Tree {
        let mut nodes = vec![self.nodes[id].clone()];
        let mut at = 0;
        while at < nodes.len() {
            let (first, count) = (nodes[at].first as usize, nodes[at].count as usize);
            nodes[at].first = nodes.len() as u32;
            nodes.extend_from_slice(&self.nodes[first..first + count]);
            at += 1;
        }
        Tree { nodes }
    }
}

impl Node {
    /// Averages two values weighted by visits; a decided value replaces an undecided one.
    fn merge(&mut self, other: &Node) {
        if other.is_decided && !self.is_decided {
            (self.is_decided, self.best) = (true, other.best);
        } else if !self.is_decided {
            let share = (other.visits as f32 + 1.0) / (self.visits as f32 + other.visits as f32 + 2.0);
            for (mine, theirs) in self.best.0.iter_mut().zip(other.best.0) {
                *mine += (theirs - *mine) * share;
            }
        }
        self.visits += other.visits;
    }

    fn new(leaf: &Leaf) -> Node {
        let Leaf { action, mover, is_decided, chances } = *leaf;
        Node { action, mover, is_decided, first: 0, count: 0, visits: 0, prior: 0.0, best: chances, hash: 0 }
    }
}

fn swapped_if(action: Action, mut chances: ByPlayer<f32>) -> ByPlayer<f32> {
    if action == Action::SwapSides {
        chances.0.swap(0, 1);
    }
    chances
}
