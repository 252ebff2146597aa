//! Boards: cells, geometry, stacks, and the content of every cell.

pub(crate) mod cell_set;
pub(crate) mod flood;
pub(crate) mod geometry;
pub(crate) mod kind;
pub(crate) mod line_masks;
pub(crate) mod line_of_sight;
pub(crate) mod near_landings;
pub(crate) mod row;
pub(crate) mod stack;
pub(crate) mod symmetry;
pub(crate) mod zobrist;

use crate::board::cell_set::CellSet;
use crate::board::geometry::Geometry;
use crate::board::kind::Cell;
use crate::board::line_masks::BoardLines;
use crate::board::stack::Stack;
use crate::player::{ByPlayer, MAX_PLAYERS, Player, PlayerSet};

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
#[derive(Copy, Clone, Debug)]
pub(crate) struct Board<const W: usize> {
    markers: CellsByPlayer<W>,
    collapsed: CellsByPlayer<W>,
    /// The number of collapsed cells of each player.
    territory: ByPlayer<u16>,
    controlled: CellsByPlayer<W>,
    /// The rings on each cell; empty stacks outside `controlled`.
    stacks: [[Stack; 64]; W],
    hash: u64,
    /// The same contents by lines; not compared.
    lines: BoardLines<W>,
    /// The walls that may divide the board. Follows from the history of the board, so it is not compared.
    dividing: WallSet,
}

impl<const W: usize> PartialEq for Board<W> {
    fn eq(&self, other: &Board<W>) -> bool {
        self.hash == other.hash
            && self.markers == other.markers
            && self.collapsed == other.collapsed
            && self.controlled == other.controlled
            && self.stacks == other.stacks
    }
}

impl<const W: usize> Eq for Board<W> {}

/// A set of wall colours (rules section 10.1): the markers of a player, or no markers at all.
#[derive(Copy, Clone, Debug)]
pub(crate) struct WallSet(u8);

impl WallSet {
    pub(crate) const EMPTY: WallSet = WallSet(0);
    pub(crate) const ALL: WallSet = WallSet(0b11111);

    #[inline]
    const fn bit(colour: Option<Player>) -> u8 {
        match colour {
            None => 1,
            Some(player) => 2 << player as u8,
        }
    }

    #[inline]
    pub(crate) const fn contains(self, colour: Option<Player>) -> bool {
        self.0 & Self::bit(colour) != 0
    }

    #[inline]
    pub(crate) const fn insert(&mut self, colour: Option<Player>) {
        self.0 |= Self::bit(colour);
    }
}

impl<const W: usize> Board<W> {
    pub(crate) const EMPTY: Board<W> = Board {
        markers: CellsByPlayer::EMPTY,
        collapsed: CellsByPlayer::EMPTY,
        territory: ByPlayer([0; 4]),
        controlled: CellsByPlayer::EMPTY,
        stacks: [[Stack::EMPTY; 64]; W],
        hash: 0,
        lines: BoardLines::EMPTY,
        dividing: WallSet::ALL,
    };

    /// Copies another board. Writes only the stacks of cells that have one on either board: usually there are few, and an array of all
    /// stacks has up to 8 kB.
    #[inline]
    pub(crate) fn copy_from(&mut self, source: &Board<W>) {
        for cell in &(self.all_stacks() | source.all_stacks()) {
            *self.slot_mut(cell) = *source.slot(cell);
        }
        self.markers = source.markers;
        self.collapsed = source.collapsed;
        self.territory = source.territory;
        self.controlled = source.controlled;
        self.hash = source.hash;
        self.lines.copy_from(&source.lines);
        self.dividing = source.dividing;
    }

    /// Reports whether walls of a colour may divide the cells that are neither walls nor collapsed into several areas. False proves that
    /// they do not.
    ///
    /// A cell that becomes closed divides nothing if its free neighbours are connected around it, and a cell that becomes free
    /// forms no area of its own if it has a free neighbour. These tests cost about 60 instructions, a flood of the board several hundred.
    #[inline]
    pub(crate) fn may_divide(&self, colour: Option<Player>) -> bool {
        self.dividing.contains(colour)
    }

    /// Reports whether walls of any colour among the first `players` seats may divide the board.
    #[inline]
    pub(crate) fn may_be_divided(&self, players: u8) -> bool {
        self.dividing.0 & ((2 << players) - 1) != 0
    }

    /// Records walls that were found to divide nothing.
    #[inline]
    pub(crate) fn note_undivided(&mut self, colours: WallSet) {
        self.dividing.0 &= !colours.0;
    }

    /// Updates `dividing` for a cell that has become a wall or collapsed.
    #[inline]
    fn note_closed(&mut self, geometry: &Geometry, cell: Cell, colour: Option<Player>) {
        if !self.may_divide(colour) && !geometry.is_connected_around(cell, &self.closed_by(colour)) {
            self.dividing.insert(colour);
        }
    }

    /// Updates `dividing` for a cell that is no longer a wall.
    #[inline]
    fn note_opened(&mut self, geometry: &Geometry, cell: Cell, colour: Option<Player>) {
        if !self.may_divide(colour) {
            let closed = self.closed_by(colour);
            if geometry.neighbours(cell).all(|next| closed.contains(next)) {
                self.dividing.insert(colour);
            }
        }
    }

    /// Returns the cells that are collapsed or walls of a colour.
    #[inline]
    fn closed_by(&self, colour: Option<Player>) -> CellSet<W> {
        self.all_collapsed() | colour.map_or(CellSet::EMPTY, |player| self.markers.of(player))
    }

    #[inline]
    pub(crate) fn markers(&self, player: Player) -> CellSet<W> {
        self.markers.of(player)
    }

    #[inline]
    pub(crate) fn collapsed(&self, player: Player) -> CellSet<W> {
        self.collapsed.of(player)
    }

    /// Returns the number of collapsed cells of a player.
    #[inline]
    pub(crate) fn territory(&self, player: Player) -> u32 {
        self.territory[player].into()
    }

    /// Returns the cells of the stacks whose top ring belongs to the player (RR-CANON-R022).
    #[inline]
    pub(crate) fn controlled(&self, player: Player) -> CellSet<W> {
        self.controlled.of(player)
    }

    #[inline]
    pub(crate) fn all_markers(&self) -> CellSet<W> {
        self.markers.all
    }

    #[inline]
    pub(crate) fn all_collapsed(&self) -> CellSet<W> {
        self.collapsed.all
    }

    #[inline]
    pub(crate) fn all_stacks(&self) -> CellSet<W> {
        self.controlled.all
    }

    /// Returns the rings on a cell; an empty stack if there are none.
    #[inline]
    pub(crate) fn stack(&self, cell: Cell) -> Stack {
        *self.slot(cell)
    }

    /// Returns the blocked cells and the markers by lines; empty on boards of one word.
    #[inline]
    pub(crate) fn lines(&self) -> &BoardLines<W> {
        &self.lines
    }

    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the owner of the marker on a cell.
    #[inline]
    pub(crate) fn marker(&self, cell: Cell) -> Option<Player> {
        self.markers.owner(cell)
    }

    pub(crate) fn content(&self, cell: Cell) -> CellContent {
        let stack = self.stack(cell);
        if !stack.is_empty() {
            CellContent::Stack(stack)
        } else if let Some(player) = self.marker(cell) {
            CellContent::Marker(player)
        } else if let Some(player) = self.collapsed.owner(cell) {
            CellContent::Collapsed(player)
        } else {
            CellContent::Empty
        }
    }

    #[inline]
    pub(crate) fn put_marker(&mut self, geometry: &Geometry, cell: Cell, player: Player) {
        self.markers.insert(cell, player);
        self.hash ^= zobrist::marker(cell, player);
        self.lines.toggle_marker(geometry, cell, player);
        self.note_closed(geometry, cell, Some(player));
    }

    #[inline]
    pub(crate) fn take_marker(&mut self, geometry: &Geometry, cell: Cell, player: Player) {
        self.markers.remove(cell, player);
        self.hash ^= zobrist::marker(cell, player);
        self.lines.toggle_marker(geometry, cell, player);
        self.note_opened(geometry, cell, Some(player));
    }

    #[inline]
    pub(crate) fn collapse(&mut self, geometry: &Geometry, cell: Cell, player: Player) {
        self.collapsed.insert(cell, player);
        self.territory[player] += 1;
        self.hash ^= zobrist::collapsed(cell, player);
        self.lines.toggle_blocked(geometry, cell);
        for colour in std::iter::once(None).chain(Player::ALL.map(Some)) {
            self.note_closed(geometry, cell, colour);
        }
    }

    /// Removes and returns the stack on a cell, which the player must control.
    #[inline]
    pub(crate) fn take_stack(&mut self, geometry: &Geometry, cell: Cell, player: Player) -> Stack {
        let rings = std::mem::replace(self.slot_mut(cell), Stack::EMPTY);
        self.controlled.remove(cell, player);
        self.lines.toggle_blocked(geometry, cell);
        self.hash ^= zobrist::stack(cell, rings);
        rings
    }

    /// Replaces the rings on a cell; an empty stack removes them.
    #[inline]
    pub(crate) fn put_stack(&mut self, geometry: &Geometry, cell: Cell, rings: Stack) {
        let old = std::mem::replace(self.slot_mut(cell), rings);
        if old.is_empty() != rings.is_empty() {
            self.lines.toggle_blocked(geometry, cell);
        }
        if let Some(player) = old.top() {
            self.controlled.remove(cell, player);
            self.hash ^= zobrist::stack(cell, old);
        }
        if let Some(player) = rings.top() {
            self.controlled.insert(cell, player);
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
        !self.controlled.of(player).is_empty() || self.count_rings(player) > 0
    }

    /// Returns the cells of the stacks with a ring of the player below their top ring (rules-live section 7).
    pub(crate) fn buried(&self, player: Player) -> CellSet<W> {
        let stacks = self.all_stacks();
        stacks.iter().filter(|&cell| self.stack(cell).has_buried(player)).collect()
    }

    /// Returns the players who control a stack on one of the cells (RR-CANON-R142).
    #[inline]
    pub(crate) fn controllers_in(&self, cells: &CellSet<W>) -> PlayerSet {
        Player::ALL.into_iter().filter(|&player| self.controlled.of(player).intersects(cells)).collect()
    }

    /// Computes the hash from the contents alone, to check the incremental hash.
    pub(crate) fn hash_from_scratch(&self) -> u64 {
        let mut hash = 0;
        for player in Player::ALL {
            hash ^= self.markers.of(player).iter().fold(0, |hash, cell| hash ^ zobrist::marker(cell, player));
            hash ^= self.collapsed.of(player).iter().fold(0, |hash, cell| hash ^ zobrist::collapsed(cell, player));
            hash ^=
                self.controlled.of(player).iter().fold(0, |hash, cell| hash ^ zobrist::stack(cell, self.stack(cell)));
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

/// Disjoint sets of cells, one per player, with their union.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct CellsByPlayer<const W: usize> {
    by_player: ByPlayer<CellSet<W>>,
    all: CellSet<W>,
}

impl<const W: usize> CellsByPlayer<W> {
    const EMPTY: CellsByPlayer<W> =
        CellsByPlayer { by_player: ByPlayer([CellSet::EMPTY; MAX_PLAYERS]), all: CellSet::EMPTY };

    #[inline]
    fn of(&self, player: Player) -> CellSet<W> {
        self.by_player[player]
    }

    #[inline]
    fn owner(&self, cell: Cell) -> Option<Player> {
        if !self.all.contains(cell) {
            return None;
        }
        Player::ALL.into_iter().find(|&player| self.by_player[player].contains(cell))
    }

    #[inline]
    fn insert(&mut self, cell: Cell, player: Player) {
        self.by_player[player].insert(cell);
        self.all.insert(cell);
    }

    /// Removes a cell of the player.
    #[inline]
    fn remove(&mut self, cell: Cell, player: Player) {
        self.by_player[player].remove(cell);
        self.all.remove(cell);
    }
}
