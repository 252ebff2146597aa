//! One node of a tree.

use ringrift::MAX_PLAYERS;

use crate::values::Values;

/// The index of no node.
pub(super) const NONE: u32 = u32::MAX;

/// A node with the statistics of the edge that leads to it. It fills one cache line.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Node {
    /// The first of its choices.
    pub(super) first: u32,
    /// The number of its choices.
    pub(super) count: u16,
    /// The number of its choices with a child.
    pub(super) opened: u16,
    /// The number of its children that are proven.
    pub(super) proven_children: u16,
    pub(super) parent: u32,
    pub(super) first_child: u32,
    pub(super) last_child: u32,
    /// The next child of the parent.
    pub(super) next: u32,
    pub(super) visits: u32,
    /// Visits whose evaluation is missing; each counts as a loss until then.
    pub(super) pending: u16,
    /// The seat of the player to move.
    pub(super) mover: u8,
    pub(super) players: u8,
    pub(super) state: State,
    /// Whether the steps from the parent to this node exchange the sides.
    pub(super) is_swap: bool,
    /// Whether the most probable choice without a child is the first of those.
    pub(super) is_next_first: bool,
    /// The sum of the priors of the choices with a child.
    pub(super) opened_prior: f32,
    /// The value of the network for the player to move.
    pub(super) evaluation: f32,
    /// Sum of the values of all visits; the result, if the node is proven.
    pub(super) sum: Values,
}

const _: () = assert!(size_of::<Node>() == 64);

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// The evaluation is missing.
    Waiting,
    Expanded,
    Proven,
}

impl Node {
    pub(super) fn new(parent: u32, mover: u8, first: u32, count: u16) -> Node {
        Node {
            first,
            count,
            opened: 0,
            proven_children: 0,
            parent,
            first_child: NONE,
            last_child: NONE,
            next: NONE,
            visits: 0,
            pending: 0,
            mover,
            players: 0,
            state: State::Waiting,
            is_swap: false,
            is_next_first: false,
            opened_prior: 0.0,
            evaluation: 0.0,
            sum: [0.0; MAX_PLAYERS],
        }
    }

    /// Returns the seat that a player before the node has at the node.
    #[inline]
    pub(super) fn seat(&self, before: usize) -> usize {
        if self.is_swap && before < 2 { 1 - before } else { before }
    }
}
