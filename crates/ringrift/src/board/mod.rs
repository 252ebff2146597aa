//! Boards: cells, geometry, stacks, and the content of every cell.

pub(crate) mod cell_set;
pub(crate) mod flood;
pub(crate) mod geometry;
pub(crate) mod kind;
pub(crate) mod line_of_sight;
pub(crate) mod row;
pub(crate) mod stack;
pub(crate) mod symmetry;
pub(crate) mod zobrist;

use crate::board::cell_set::CellSet;
use crate::board::kind::Cell;
use crate::board::stack::Stack;
use crate::player::{ByPlayer, Player, PlayerSet};

/// The content of a cell; a cell never holds two of these at once (RR-CANON-R021, R052).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CellContent {
    /// Neither rings nor a marker, and not collapsed.
    Empty,
    /// A marker of this player (RR-CANON-R030).
    Marker(Player),
    /// One or more rings (RR-CANON-R021).
    Stack(Stack),
    /// Territory of this player; stays so until the end of the game (RR-CANON-R031).
    Collapsed(Player),
}

/// The contents of all cells, in cell sets of `W` words, and their hash (RR-CANON-R050).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board<const W: usize> {
    markers: ByPlayer<CellSet<W>>,
    collapsed: ByPlayer<CellSet<W>>,
    controlled: ByPlayer<CellSet<W>>,
    stacks: [[Stack; 64]; W],
    hash: u64,
}

impl<const W: usize> Board<W> {
    pub(crate) const EMPTY: Board<W> = Board {
        markers: ByPlayer([CellSet::EMPTY; 4]),
        collapsed: ByPlayer([CellSet::EMPTY; 4]),
        controlled: ByPlayer([CellSet::EMPTY; 4]),
        stacks: [[Stack::EMPTY; 64]; W],
        hash: 0,
    };

    #[inline]
    pub(crate) fn markers(&self, player: Player) -> CellSet<W> {
        self.markers[player]
    }

    #[inline]
    pub(crate) fn collapsed(&self, player: Player) -> CellSet<W> {
        self.collapsed[player]
    }

    /// Returns the cells of the stacks whose top ring belongs to the player (RR-CANON-R022).
    #[inline]
    pub(crate) fn controlled(&self, player: Player) -> CellSet<W> {
        self.controlled[player]
    }

    #[inline]
    pub(crate) fn all_markers(&self) -> CellSet<W> {
        union(&self.markers)
    }

    #[inline]
    pub(crate) fn all_collapsed(&self) -> CellSet<W> {
        union(&self.collapsed)
    }

    #[inline]
    pub(crate) fn all_stacks(&self) -> CellSet<W> {
        union(&self.controlled)
    }

    /// Returns the rings on a cell; an empty stack if there are none.
    #[inline]
    pub(crate) fn stack(&self, cell: Cell) -> Stack {
        *self.slot(cell)
    }

    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the owner of the marker on a cell.
    #[inline]
    pub(crate) fn marker(&self, cell: Cell) -> Option<Player> {
        owner(&self.markers, cell)
    }

    pub(crate) fn content(&self, cell: Cell) -> CellContent {
        let stack = self.stack(cell);
        if !stack.is_empty() {
            CellContent::Stack(stack)
        } else if let Some(player) = self.marker(cell) {
            CellContent::Marker(player)
        } else if let Some(player) = owner(&self.collapsed, cell) {
            CellContent::Collapsed(player)
        } else {
            CellContent::Empty
        }
    }

    #[inline]
    pub(crate) fn put_marker(&mut self, cell: Cell, player: Player) {
        self.markers[player].insert(cell);
        self.hash ^= zobrist::marker(cell, player);
    }

    #[inline]
    pub(crate) fn take_marker(&mut self, cell: Cell, player: Player) {
        self.markers[player].remove(cell);
        self.hash ^= zobrist::marker(cell, player);
    }

    #[inline]
    pub(crate) fn collapse(&mut self, cell: Cell, player: Player) {
        self.collapsed[player].insert(cell);
        self.hash ^= zobrist::collapsed(cell, player);
    }

    /// Removes and returns the stack on a cell, which the player must control.
    #[inline]
    pub(crate) fn take_stack(&mut self, cell: Cell, player: Player) -> Stack {
        let rings = std::mem::replace(self.slot_mut(cell), Stack::EMPTY);
        self.controlled[player].remove(cell);
        self.hash ^= zobrist::stack(cell, rings);
        rings
    }

    /// Replaces the rings on a cell; an empty stack removes them.
    #[inline]
    pub(crate) fn put_stack(&mut self, cell: Cell, rings: Stack) {
        let old = std::mem::replace(self.slot_mut(cell), rings);
        if let Some(player) = old.top() {
            self.controlled[player].remove(cell);
            self.hash ^= zobrist::stack(cell, old);
        }
        if let Some(player) = rings.top() {
            self.controlled[player].insert(cell);
            self.hash ^= zobrist::stack(cell, rings);
        }
    }

    /// Counts the rings of a player on the board, buried rings included.
    pub(crate) fn count_rings(&self, player: Player) -> u32 {
        self.all_stacks().iter().map(|cell| self.stack(cell).count(player)).sum()
    }

    /// Reports whether a ring of the player is on the board, buried or not (RR-CANON-R142).
    #[inline]
    pub(crate) fn has_ring(&self, player: Player) -> bool {
        !self.controlled[player].is_empty() || self.count_rings(player) > 0
    }

    /// Returns the cells of the stacks with a ring of the player below their top ring (rules-live section 7).
    pub(crate) fn buried(&self, player: Player) -> CellSet<W> {
        let stacks = self.all_stacks();
        stacks.iter().filter(|&cell| self.stack(cell).has_buried(player)).collect()
    }

    /// Returns the players who control a stack on one of the cells (RR-CANON-R142).
    #[inline]
    pub(crate) fn controllers_in(&self, cells: &CellSet<W>) -> PlayerSet {
        Player::ALL.into_iter().filter(|&player| self.controlled[player].intersects(cells)).collect()
    }

    /// Computes the hash from the contents alone, to check the incremental hash.
    pub(crate) fn hash_from_scratch(&self) -> u64 {
        let mut hash = 0;
        for player in Player::ALL {
            hash ^= self.markers[player].iter().fold(0, |hash, cell| hash ^ zobrist::marker(cell, player));
            hash ^= self.collapsed[player].iter().fold(0, |hash, cell| hash ^ zobrist::collapsed(cell, player));
            hash ^= self.controlled[player].iter().fold(0, |hash, cell| hash ^ zobrist::stack(cell, self.stack(cell)));
        }
        hash
    }

    #[inline]
    fn slot(&self, cell: Cell) -> &Stack {
        if W == 1 { &self.stacks[0][cell.index() & 63] } else { &self.stacks[cell.index() >> 6][cell.index() & 63] }
    }

    #[inline]
    fn slot_mut(&mut self, cell: Cell) -> &mut Stack {
        if W == 1 {
            &mut self.stacks[0][cell.index() & 63]
        } else {
            &mut self.stacks[cell.index() >> 6][cell.index() & 63]
        }
    }
}

#[inline]
fn union<const W: usize>(sets: &ByPlayer<CellSet<W>>) -> CellSet<W> {
    let [a, b, c, d] = sets.0;
    a | b | c | d
}

#[inline]
fn owner<const W: usize>(sets: &ByPlayer<CellSet<W>>, cell: Cell) -> Option<Player> {
    Player::ALL.into_iter().find(|&player| sets[player].contains(cell))
}
