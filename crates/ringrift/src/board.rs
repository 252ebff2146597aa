//! What stands on the cells.

use crate::board_kind::Cell;
use crate::cell_set::CellSet;
use crate::player::{ByPlayer, Player, PlayerSet};
use crate::stack::Stack;
use crate::zobrist;

/// The content of a cell: exactly one of these (RR-CANON-R021, R052).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CellContent {
    /// Nothing.
    Empty,
    /// A marker of a player (RR-CANON-R030).
    Marker(Player),
    /// Rings (RR-CANON-R021).
    Stack(Stack),
    /// Territory of a player (RR-CANON-R031).
    Collapsed(Player),
}

/// The cells of a board with `W` words of bits, and the hash of their contents (RR-CANON-R050).
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

    /// The stacks whose top ring is the player's (RR-CANON-R022).
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

    /// The rings on a cell, none if no stack is there.
    #[inline]
    pub(crate) fn stack(&self, cell: Cell) -> Stack {
        *self.slot(cell)
    }

    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// The owner of the marker on a cell.
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

    /// Takes the stack of a player from a cell.
    #[inline]
    pub(crate) fn take_stack(&mut self, cell: Cell, player: Player) -> Stack {
        let rings = std::mem::replace(self.slot_mut(cell), Stack::EMPTY);
        self.controlled[player].remove(cell);
        self.hash ^= zobrist::stack(cell, rings);
        rings
    }

    /// Replaces the rings on a cell, by none as well.
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

    /// The rings of a colour on the board, buried ones included.
    pub(crate) fn count_rings(&self, player: Player) -> u32 {
        self.all_stacks().iter().map(|cell| self.stack(cell).count(player)).sum()
    }

    /// Whether a ring of this colour is on the board, buried or not (RR-CANON-R142).
    #[inline]
    pub(crate) fn has_ring(&self, player: Player) -> bool {
        !self.controlled[player].is_empty() || self.count_rings(player) > 0
    }

    /// The stacks with a ring of a player that is not their top ring (live 7).
    pub(crate) fn buried(&self, player: Player) -> CellSet<W> {
        let stacks = self.all_stacks();
        stacks.iter().filter(|&cell| self.stack(cell).has_buried(player)).collect()
    }

    /// The players who control a stack on one of the cells (RR-CANON-R142).
    #[inline]
    pub(crate) fn controllers_in(&self, cells: &CellSet<W>) -> PlayerSet {
        Player::ALL.into_iter().filter(|&player| self.controlled[player].intersects(cells)).collect()
    }

    /// The hash computed from nothing but the contents.
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
