//! Boards: cells, geometry, stacks, and the content of every cell.

pub(crate) mod areas;
mod around;
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

use crate::board::areas::KnownAreas;
use crate::board::cell_set::CellSet;
use crate::board::flood::flood;
use crate::board::geometry::Geometry;
use crate::board::kind::{BoardKind, Cell};
use crate::board::line_masks::BoardLines;
use crate::board::near_landings::has_run8;
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
    /// Markers that may be part of a run, which are those put since [`check_runs`](Board::check_runs) found none; boards of several words
    /// only, not compared.
    new_markers: CellSet<W>,
    /// Connected areas between walls; which of them are known follows from the history of the board, so they are not compared.
    areas: KnownAreas<W>,
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

impl<const W: usize> Board<W> {
    pub(crate) const EMPTY: Board<W> = Board {
        markers: CellsByPlayer::EMPTY,
        collapsed: CellsByPlayer::EMPTY,
        territory: ByPlayer([0; 4]),
        controlled: CellsByPlayer::EMPTY,
        stacks: [[Stack::EMPTY; 64]; W],
        hash: 0,
        lines: BoardLines::EMPTY,
        new_markers: CellSet::EMPTY,
        areas: KnownAreas::NONE,
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
        self.new_markers = source.new_markers;
        self.areas = source.areas;
    }

    /// Returns the cells that are neither collapsed nor markers of a colour.
    #[inline]
    pub(crate) fn free(&self, geometry: &Geometry, walls: Option<Player>) -> CellSet<W> {
        let closed = self.all_collapsed() | walls.map_or(CellSet::EMPTY, |player| self.markers.of(player));
        geometry.all_cells() - closed
    }

    /// Returns what is known about the areas between walls.
    #[inline]
    pub(crate) fn areas(&self) -> &KnownAreas<W> {
        &self.areas
    }

    /// Finds the areas between walls of the first `players` seats that are not known. Returns false if no walls divide the board.
    #[inline]
    pub(crate) fn find_areas(&mut self, geometry: &Geometry, players: u8) -> bool {
        if self.areas.are_all_undivided(players) {
            return false;
        }
        for walls in std::iter::once(None).chain(Player::seats(players).map(Some)) {
            if !self.areas.is_undivided(walls) {
                let free = self.free(geometry, walls);
                let area = self.areas.get(walls).or_else(|| largest_area(geometry, free));
                if let Some(area) = area {
                    self.areas.set(walls, area, free);
                }
            }
        }
        !self.areas.are_all_undivided(players)
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

    /// Reports whether a player may have `length` adjacent markers on a line; exactly on all boards but hex8.
    #[inline]
    pub(crate) fn may_have_run(&self, geometry: &Geometry, player: Player, length: u8) -> bool {
        let markers = self.markers.of(player);
        if W > 1 {
            let new = self.new_markers & markers;
            return self.lines.has_run_through(geometry, &new, player, length);
        }
        markers.has_at_least(length.into()) && (geometry.kind() != BoardKind::Square8 || has_run8(markers.0[0], length))
    }

    /// Looks for runs of a player's markers. If there are none, later checks look only at markers that are put from now on.
    #[inline]
    pub(crate) fn check_runs(&mut self, geometry: &Geometry, player: Player, length: u8) {
        if W > 1 && !self.may_have_run(geometry, player, length) {
            self.new_markers -= self.markers.of(player);
        }
    }

    #[inline]
    pub(crate) fn put_marker(&mut self, geometry: &Geometry, cell: Cell, player: Player) {
        self.markers.insert(cell, player);
        self.hash ^= zobrist::marker(cell, player);
        self.lines.toggle_marker(geometry, cell, player);
        if W > 1 {
            self.new_markers.insert(cell);
        }
        self.areas.close(geometry, cell, Some(player));
    }

    #[inline]
    pub(crate) fn take_marker(&mut self, geometry: &Geometry, cell: Cell, player: Player) {
        self.markers.remove(cell, player);
        self.hash ^= zobrist::marker(cell, player);
        self.lines.toggle_marker(geometry, cell, player);
        self.areas.open(geometry, cell, Some(player), self.free(geometry, Some(player)));
    }

    /// Collapses a cell without rings and removes its marker.
    #[inline]
    pub(crate) fn collapse(&mut self, geometry: &Geometry, cell: Cell, player: Player) {
        let marker = self.clear_and_collapse(geometry, cell, player);
        self.areas.collapse(geometry, cell, marker);
    }

    /// Collapses many cells without rings and removes their markers.
    #[inline]
    pub(crate) fn collapse_all(&mut self, geometry: &Geometry, cells: &CellSet<W>, player: Player) {
        for cell in cells {
            self.clear_and_collapse(geometry, cell, player);
        }
        self.areas.collapse_all(cells);
    }

    #[inline]
    fn clear_and_collapse(&mut self, geometry: &Geometry, cell: Cell, player: Player) -> Option<Player> {
        let marker = self.marker(cell);
        if let Some(owner) = marker {
            self.markers.remove(cell, owner);
            self.hash ^= zobrist::marker(cell, owner);
            self.lines.toggle_marker(geometry, cell, owner);
        }
        self.collapsed.insert(cell, player);
        self.territory[player] += 1;
        self.hash ^= zobrist::collapsed(cell, player);
        self.lines.toggle_blocked(geometry, cell);
        marker
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

/// Returns an area of at least half the cells, if there is one; `None` if there are no cells.
fn largest_area<const W: usize>(geometry: &Geometry, free: CellSet<W>) -> Option<CellSet<W>> {
    let mut rest = free;
    let (mut largest, mut size) = (None, 0);
    while rest.len() > size {
        let area = flood(geometry, CellSet::of(rest.first()?), rest);
        rest -= area;
        let cells = area.len();
        if cells > size {
            (largest, size) = (Some(area), cells);
        }
    }
    largest
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
