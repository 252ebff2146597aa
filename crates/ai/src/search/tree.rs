//! The tree of what has been looked at. It knows nothing of rules.

use std::cmp::Ordering;

use ringrift::{Action, ByPlayer, Player};

/// How strongly actions are tried that have been tried little.
const CURIOSITY: f32 = 0.3;

/// How much a better first impression counts for what is tried.
const PREJUDICE: f32 = 10.0;

/// A position in the tree.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// What leads here.
    pub(crate) action: Action,
    /// Who decides here.
    pub(crate) mover: Player,
    /// Whether `best` is no estimate.
    pub(crate) is_decided: bool,
    first: u32,
    count: u32,
    /// How often a walk came through.
    pub(crate) visits: u32,
    /// How likely it is, by first impression, that this is what should be done; of all siblings together 1.
    prior: f32,
    /// The chances of all players if everybody goes on as well as is known.
    pub(crate) best: ByPlayer<f32>,
    /// The hash of the position; 0 until it is looked at more closely.
    hash: u64,
}

/// A position that has been looked at once.
pub(crate) struct Leaf {
    pub(crate) action: Action,
    pub(crate) mover: Player,
    pub(crate) is_decided: bool,
    pub(crate) chances: ByPlayer<f32>,
}

/// All positions, the root first.
#[derive(Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

/// How much worse an action is taken to be that has not been tried at all.
const CAUTION: f32 = 0.5;

/// The number of a node.
pub(crate) type Id = usize;

pub(crate) const ROOT: Id = 0;

impl Tree {
    /// A tree of nothing but its root.
    fn plant(&mut self, mover: Player) {
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

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn children(&self, id: Id) -> std::ops::Range<Id> {
        let node = &self.nodes[id];
        node.first as usize..(node.first + node.count) as usize
    }

    /// Whether nothing is known of what comes after.
    pub(crate) fn is_leaf(&self, id: Id) -> bool {
        self.nodes[id].count == 0
    }

    /// The chances after a node's action, as those before it count them: after swapping sides each is in the other's place.
    pub(crate) fn seen_from_parent(&self, id: Id) -> ByPlayer<f32> {
        swapped_if(self.nodes[id].action, self.nodes[id].best)
    }

    /// Adds what comes after a position.
    pub(crate) fn grow(&mut self, id: Id, hash: u64, leaves: &[Leaf]) {
        let mover = self.nodes[id].mover;
        let first = self.nodes.len();
        self.nodes.extend(leaves.iter().map(Node::new));
        let node = &mut self.nodes[id];
        (node.first, node.count, node.hash) = (first as u32, leaves.len() as u32, hash);
        let value = |tree: &Tree, child: Id| tree.seen_from_parent(child)[mover];
        let most = self.children(id).map(|child| value(self, child)).fold(0.0, f32::max);
        let mut total = 0.0;
        for child in self.children(id) {
            let prior = ((value(self, child) - most) * PREJUDICE).exp();
            self.nodes[child].prior = prior;
            total += prior;
        }
        for child in self.children(id) {
            self.nodes[child].prior /= total;
        }
    }

    /// The child that should be looked at next; none if nothing is open.
    pub(crate) fn pick(&self, id: Id) -> Option<Id> {
        let node = &self.nodes[id];
        let spread = CURIOSITY * (node.visits as f32).sqrt();
        let mut picked = None;
        let mut highest = f32::NEG_INFINITY;
        for child in self.children(id) {
            let after = &self.nodes[child];
            if after.is_decided {
                continue;
            }
            let value = self.seen_from_parent(child)[node.mover];
            let score = value + spread * after.prior / (1.0 + after.visits as f32);
            if score > highest {
                (picked, highest) = (Some(child), score);
            }
        }
        picked
    }

    /// Takes what is now known of the last node of a path up to the root.
    pub(crate) fn back_up(&mut self, path: &[Id]) {
        for &id in path.iter().rev() {
            self.settle(id);
            self.nodes[id].visits += 1;
        }
    }

    /// Computes a node from its children.
    fn settle(&mut self, id: Id) {
        let mover = self.nodes[id].mover;
        let mut best: Option<(f32, Id)> = None;
        let mut all_decided = true;
        for child in self.children(id) {
            let value = self.seen_from_parent(child)[mover];
            all_decided &= self.nodes[child].is_decided;
            // Of equals, what is decided tells nothing new.
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, child));
            }
        }
        if let Some((value, child)) = best {
            let wins = value >= 1.0 && self.nodes[child].is_decided;
            self.nodes[id].best = self.seen_from_parent(child);
            self.nodes[id].is_decided = all_decided || wins;
        }
    }

    /// Takes over what another search of the same root found out about the first decision.
    pub(crate) fn join(&mut self, other: &Tree) {
        let pairs: Vec<(Id, Id)> = self
            .children(ROOT)
            .filter_map(|mine| other.child(ROOT, self.nodes[mine].action).map(|theirs| (mine, theirs)))
            .collect();
        for (mine, theirs) in pairs {
            self.nodes[mine].join(&other.nodes[theirs]);
        }
        self.nodes[ROOT].visits += other.nodes[ROOT].visits;
        self.settle(ROOT);
    }

    /// Makes a node what a proof says.
    pub(crate) fn decide(&mut self, id: Id, chances: ByPlayer<f32>) {
        self.nodes[id].best = chances;
        self.nodes[id].is_decided = true;
    }

    /// The child that should be played: a proved win, or what was tried most, and better than a proved loss.
    pub(crate) fn favourite(&self, id: Id) -> Option<Id> {
        self.children(id).max_by(|&a, &b| self.compare(id, a, b))
    }

    /// All children, the one that should be played first.
    pub(crate) fn ranked(&self, id: Id) -> Vec<Id> {
        let mut children: Vec<Id> = self.children(id).collect();
        children.sort_by(|&a, &b| self.compare(id, b, a));
        children
    }

    /// Whether a child should rather be played than another.
    fn compare(&self, id: Id, a: Id, b: Id) -> Ordering {
        let mover = self.nodes[id].mover;
        let rank = |child: Id| {
            let (node, value) = (&self.nodes[child], self.seen_from_parent(child)[mover]);
            let is_won = node.is_decided && value >= 1.0;
            let is_lost = node.is_decided && value <= 0.0;
            // What has been tried little is taken for worse than it looks.
            let caution = if node.is_decided { 0.0 } else { CAUTION / (1.0 + node.visits as f32).sqrt() };
            (i8::from(is_won) - i8::from(is_lost), value - caution)
        };
        let (a, b) = (rank(a), rank(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    }

    /// The number of a child by its action.
    pub(crate) fn child(&self, id: Id, action: Action) -> Option<Id> {
        self.children(id).find(|&child| self.nodes[child].action == action)
    }

    /// The node with most visits among those that are looked at more closely and have a hash.
    fn find(&self, hash: u64) -> Option<Id> {
        let found = self.nodes.iter().enumerate().filter(|(_, node)| node.hash == hash && node.count > 0);
        found.max_by_key(|(_, node)| node.visits).map(|(id, _)| id)
    }

    /// What is known of a position, or a tree of nothing but it.
    pub(crate) fn recall(mut self, hash: u64, mover: Player) -> Tree {
        if let Some(id) = self.find(hash) {
            return self.subtree(id);
        }
        self.plant(mover);
        self
    }

    /// What is below a node, as a tree of its own.
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
    /// Weighs two opinions by the work behind them; what is certain counts alone.
    fn join(&mut self, other: &Node) {
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
