//! The board: coordinates, directions and the contents of cells (rules sections 1 and 2).

use std::collections::BTreeMap;

use ringrift::{BoardKind, Coord, Player};

/// One step on the board as `(dx, dy)`; on hexagons `dz` is `-dx - dy`.
pub(crate) type Step = (i8, i8);

/// Movement directions on square boards, in the order of rules section 1.3 (RR-CANON-R003).
const SQUARE_STEPS: [Step; 8] = [(1, 0), (1, 1), (0, 1), (1, -1), (-1, 0), (-1, -1), (0, -1), (-1, 1)];

/// Directions of territory adjacency on square boards (RR-CANON-R003).
const SQUARE_NEIGHBOURS: [Step; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Directions on hexagonal boards, for movement, lines and territory (RR-CANON-R003).
const HEX_STEPS: [Step; 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// One or more rings on a cell, from bottom to top (RR-CANON-R021).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stack {
    rings: Vec<Player>,
}

/// The content of a cell: exactly one of these (RR-CANON-R021, R052).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CellContent {
    Empty,
    Marker(Player),
    Stack(Stack),
    Collapsed(Player),
}

/// A board and the contents of its cells; cells that are not in the map are empty (RR-CANON-R050).
#[derive(Clone, Debug)]
pub(crate) struct Board {
    kind: BoardKind,
    contents: BTreeMap<Coord, CellContent>,
}

impl Stack {
    /// Returns a stack of these rings, from bottom to top; `None` without rings.
    pub(crate) fn of(rings: Vec<Player>) -> Option<Stack> {
        if rings.is_empty() { None } else { Some(Stack { rings }) }
    }

    /// Returns the rings from bottom to top.
    pub(crate) fn rings(&self) -> &[Player] {
        &self.rings
    }

    /// Returns the number of rings (RR-CANON-R022).
    pub(crate) fn height(&self) -> usize {
        self.rings.len()
    }

    /// Returns the controlling player: the colour of the top ring (RR-CANON-R022).
    pub(crate) fn control(&self) -> Player {
        self.rings[self.rings.len() - 1]
    }

    /// Returns the number of consecutive rings of the controlling colour at the top (RR-CANON-R022).
    pub(crate) fn cap_height(&self) -> usize {
        self.rings.iter().rev().take_while(|&&ring| ring == self.control()).count()
    }

    /// Returns the stack with rings added on top (RR-CANON-R023).
    pub(crate) fn with_on_top(&self, rings: &[Player]) -> Stack {
        let mut all = self.rings.clone();
        all.extend(rings);
        Stack { rings: all }
    }

    /// Returns the stack with a ring added at the bottom (RR-CANON-R023).
    pub(crate) fn with_at_bottom(&self, ring: Player) -> Stack {
        let mut all = vec![ring];
        all.extend(&self.rings);
        Stack { rings: all }
    }

    /// Returns the stack without its top `rings` rings; `None` if no ring remains (RR-CANON-R023).
    pub(crate) fn without_top(&self, rings: usize) -> Option<Stack> {
        Stack::of(self.rings[..self.rings.len() - rings].to_vec())
    }

    /// Reports whether the stack holds a ring of a player below the top ring (rules-live section 7).
    pub(crate) fn has_buried(&self, player: Player) -> bool {
        self.rings[..self.rings.len() - 1].contains(&player)
    }

    /// Returns the stack without a player's bottommost ring; `None` if no ring remains (rules-live section 7).
    pub(crate) fn without_bottommost(&self, player: Player) -> Option<Stack> {
        let mut left = self.rings.clone();
        if let Some(bottommost) = left.iter().position(|&ring| ring == player) {
            left.remove(bottommost);
        }
        Stack::of(left)
    }
}

impl Board {
    /// Creates an empty board.
    pub(crate) fn empty(kind: BoardKind) -> Board {
        Board { kind, contents: BTreeMap::new() }
    }

    /// Returns the content of a cell.
    pub(crate) fn at(&self, at: Coord) -> CellContent {
        self.contents.get(&at).cloned().unwrap_or(CellContent::Empty)
    }

    /// Replaces the content of a cell.
    pub(crate) fn put(&mut self, at: Coord, content: CellContent) {
        if content == CellContent::Empty {
            self.contents.remove(&at);
        } else {
            self.contents.insert(at, content);
        }
    }

    /// Puts a stack on a cell; `None` makes the cell empty (RR-CANON-R100, R102).
    pub(crate) fn put_stack(&mut self, at: Coord, stack: Option<Stack>) {
        self.put(at, stack.map_or(CellContent::Empty, CellContent::Stack));
    }

    /// Returns the stack on a cell, if any.
    pub(crate) fn stack(&self, at: Coord) -> Option<&Stack> {
        match self.contents.get(&at) {
            Some(CellContent::Stack(stack)) => Some(stack),
            _ => None,
        }
    }

    /// Returns the owner of the marker on a cell, if any (RR-CANON-R030).
    pub(crate) fn marker(&self, at: Coord) -> Option<Player> {
        match self.contents.get(&at) {
            Some(CellContent::Marker(owner)) => Some(*owner),
            _ => None,
        }
    }

    /// Returns the owner of a collapsed cell; `None` if the cell is not collapsed (RR-CANON-R031).
    pub(crate) fn collapsed(&self, at: Coord) -> Option<Player> {
        match self.contents.get(&at) {
            Some(CellContent::Collapsed(owner)) => Some(*owner),
            _ => None,
        }
    }

    /// Returns all cells of the board in cell order (RR-CANON-R001, R002).
    pub(crate) fn cells(&self) -> Vec<Coord> {
        self.kind.iter_cells().map(|cell| self.kind.coord(cell)).collect()
    }

    /// Returns all stacks in cell order.
    pub(crate) fn stacks(&self) -> impl Iterator<Item = (Coord, &Stack)> {
        self.contents.keys().filter_map(|&at| Some((at, self.stack(at)?)))
    }

    /// Returns all markers and their owners in cell order.
    pub(crate) fn markers(&self) -> impl Iterator<Item = (Coord, Player)> {
        self.contents.keys().filter_map(|&at| Some((at, self.marker(at)?)))
    }

    /// Returns all collapsed cells and their owners in cell order.
    pub(crate) fn territory(&self) -> impl Iterator<Item = (Coord, Player)> {
        self.contents.keys().filter_map(|&at| Some((at, self.collapsed(at)?)))
    }

    /// Returns the number of markers that a player owns.
    pub(crate) fn marker_count(&self, player: Player) -> usize {
        self.markers().filter(|&(_, owner)| owner == player).count()
    }

    /// Returns the number of collapsed cells that a player owns (RR-CANON-R041).
    pub(crate) fn territory_count(&self, player: Player) -> usize {
        self.territory().filter(|&(_, owner)| owner == player).count()
    }

    /// Returns the directions of movement, in the order of rules section 1.3 (RR-CANON-R003).
    pub(crate) fn directions(&self) -> &'static [Step] {
        if self.is_square() { &SQUARE_STEPS } else { &HEX_STEPS }
    }

    /// Returns the line axes: the first half of the directions (RR-CANON-R003).
    pub(crate) fn axes(&self) -> &'static [Step] {
        let directions = self.directions();
        &directions[..directions.len() / 2]
    }

    /// Returns the territory-adjacent cells of a cell (RR-CANON-R003).
    pub(crate) fn neighbours(&self, at: Coord) -> Vec<Coord> {
        let steps: &[Step] = if self.is_square() { &SQUARE_NEIGHBOURS } else { &HEX_STEPS };
        steps.iter().filter_map(|&step| self.step(at, step)).collect()
    }

    /// Returns the cells to which a flooding border spreads from a cell: the eight offsets on `x` and `y`, also on hexagons,
    /// where two of them are not neighbours (rules-live section 6).
    pub(crate) fn flood_neighbours(&self, at: Coord) -> Vec<Coord> {
        SQUARE_STEPS.iter().filter_map(|&step| self.step(at, step)).collect()
    }

    /// Returns the cells one step of movement away, in cell order (RR-CANON-R003; rules-live section 7).
    pub(crate) fn adjacent(&self, at: Coord) -> Vec<Coord> {
        let mut cells: Vec<Coord> = self.directions().iter().filter_map(|&step| self.step(at, step)).collect();
        cells.sort();
        cells
    }

    /// Returns the cell one step away; `None` beyond the edge.
    pub(crate) fn step(&self, at: Coord, (dx, dy): Step) -> Option<Coord> {
        let next = Coord { x: at.x + dx, y: at.y + dy };
        self.kind.contains(next).then_some(next)
    }

    /// Returns the cells of a ray from near to far, without its origin (RR-CANON-R003).
    pub(crate) fn ray(&self, from: Coord, step: Step) -> Vec<Coord> {
        let mut ray = Vec::new();
        let mut next = self.step(from, step);
        while let Some(at) = next {
            ray.push(at);
            next = self.step(at, step);
        }
        ray
    }

    /// Returns the cells strictly between two cells of one ray (RR-CANON-R092).
    pub(crate) fn between(&self, from: Coord, to: Coord) -> Vec<Coord> {
        let rays = self.directions().iter().map(|&step| self.ray(from, step));
        let ray = rays.into_iter().find(|ray| ray.contains(&to)).unwrap_or_default();
        ray.into_iter().take_while(|&at| at != to).collect()
    }

    fn is_square(&self) -> bool {
        matches!(self.kind, BoardKind::Square8 | BoardKind::Square19)
    }
}
