//! The board: coordinates, directions and what stands on the cells (rules.md sections 1 and 2).

use std::collections::BTreeMap;

use ringrift::{BoardKind, Coord, Player};

/// One step on the board: the change of `x` and of `y`; on hexagons `z` follows.
pub(crate) type Step = (i8, i8);

/// Movement directions of the square boards in the order of the rules (RR-CANON-R003).
const SQUARE_STEPS: [Step; 8] = [(1, 0), (1, 1), (0, 1), (1, -1), (-1, 0), (-1, -1), (0, -1), (-1, 1)];

/// Directions in which territory connects on the square boards (RR-CANON-R003).
const SQUARE_NEIGHBOURS: [Step; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Directions of the hexagonal boards, for movement, lines and territory alike (RR-CANON-R003).
const HEX_STEPS: [Step; 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// One or more rings on a cell, from bottom to top (RR-CANON-R021).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stack {
    rings: Vec<Player>,
}

/// What a cell holds, always exactly one of these (RR-CANON-R021, R052).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Space {
    Empty,
    Marker(Player),
    Stack(Stack),
    Collapsed(Player),
}

/// A board and what stands on it; cells that are not in the map are empty (RR-CANON-R050).
#[derive(Clone, Debug)]
pub(crate) struct Board {
    kind: BoardKind,
    spaces: BTreeMap<Coord, Space>,
}

impl Stack {
    /// The stack of these rings, or nothing if there are none.
    pub(crate) fn of(rings: Vec<Player>) -> Option<Stack> {
        if rings.is_empty() { None } else { Some(Stack { rings }) }
    }

    /// The rings from bottom to top.
    pub(crate) fn rings(&self) -> &[Player] {
        &self.rings
    }

    /// The number of rings (RR-CANON-R022).
    pub(crate) fn height(&self) -> usize {
        self.rings.len()
    }

    /// The colour of the top ring (RR-CANON-R022).
    pub(crate) fn control(&self) -> Player {
        self.rings[self.rings.len() - 1]
    }

    /// The number of rings of the controlling colour from the top down to the first other one (RR-CANON-R022).
    pub(crate) fn cap_height(&self) -> usize {
        self.rings.iter().rev().take_while(|&&ring| ring == self.control()).count()
    }

    /// The stack after rings were put on top (RR-CANON-R023).
    pub(crate) fn with_on_top(&self, rings: &[Player]) -> Stack {
        let mut all = self.rings.clone();
        all.extend(rings);
        Stack { rings: all }
    }

    /// The stack after a ring was pushed under it (RR-CANON-R023).
    pub(crate) fn with_at_bottom(&self, ring: Player) -> Stack {
        let mut all = vec![ring];
        all.extend(&self.rings);
        Stack { rings: all }
    }

    /// What is left after this many rings were taken from the top (RR-CANON-R023).
    pub(crate) fn without_top(&self, rings: usize) -> Option<Stack> {
        Stack::of(self.rings[..self.rings.len() - rings].to_vec())
    }

    /// Whether it holds a ring of a player that is not the top ring (live 7).
    pub(crate) fn has_buried(&self, player: Player) -> bool {
        self.rings[..self.rings.len() - 1].contains(&player)
    }

    /// What is left after the bottommost ring of a player was taken out (live 7).
    pub(crate) fn without_bottommost(&self, player: Player) -> Option<Stack> {
        let mut left = self.rings.clone();
        if let Some(bottommost) = left.iter().position(|&ring| ring == player) {
            left.remove(bottommost);
        }
        Stack::of(left)
    }
}

impl Board {
    /// A board without anything on it.
    pub(crate) fn empty(kind: BoardKind) -> Board {
        Board { kind, spaces: BTreeMap::new() }
    }

    /// What a cell holds.
    pub(crate) fn at(&self, at: Coord) -> Space {
        self.spaces.get(&at).cloned().unwrap_or(Space::Empty)
    }

    /// Replaces what a cell holds.
    pub(crate) fn put(&mut self, at: Coord, space: Space) {
        if space == Space::Empty {
            self.spaces.remove(&at);
        } else {
            self.spaces.insert(at, space);
        }
    }

    /// Puts down what is left of a stack: an emptied cell holds nothing, not even a marker (RR-CANON-R100, R102).
    pub(crate) fn put_stack(&mut self, at: Coord, stack: Option<Stack>) {
        self.put(at, stack.map_or(Space::Empty, Space::Stack));
    }

    /// The stack on a cell.
    pub(crate) fn stack(&self, at: Coord) -> Option<&Stack> {
        match self.spaces.get(&at) {
            Some(Space::Stack(stack)) => Some(stack),
            _ => None,
        }
    }

    /// The owner of the marker on a cell (RR-CANON-R030).
    pub(crate) fn marker(&self, at: Coord) -> Option<Player> {
        match self.spaces.get(&at) {
            Some(Space::Marker(owner)) => Some(*owner),
            _ => None,
        }
    }

    /// The owner of a collapsed cell (RR-CANON-R031).
    pub(crate) fn collapsed(&self, at: Coord) -> Option<Player> {
        match self.spaces.get(&at) {
            Some(Space::Collapsed(owner)) => Some(*owner),
            _ => None,
        }
    }

    /// All cells of the board in cell order (RR-CANON-R001, R002).
    pub(crate) fn cells(&self) -> Vec<Coord> {
        self.kind.iter_cells().map(|cell| self.kind.coord(cell)).collect()
    }

    /// All stacks in cell order.
    pub(crate) fn stacks(&self) -> impl Iterator<Item = (Coord, &Stack)> {
        self.spaces.keys().filter_map(|&at| Some((at, self.stack(at)?)))
    }

    /// All markers in cell order.
    pub(crate) fn markers(&self) -> impl Iterator<Item = (Coord, Player)> {
        self.spaces.keys().filter_map(|&at| Some((at, self.marker(at)?)))
    }

    /// All collapsed cells in cell order.
    pub(crate) fn territory(&self) -> impl Iterator<Item = (Coord, Player)> {
        self.spaces.keys().filter_map(|&at| Some((at, self.collapsed(at)?)))
    }

    /// The number of markers a player owns.
    pub(crate) fn marker_count(&self, player: Player) -> usize {
        self.markers().filter(|&(_, owner)| owner == player).count()
    }

    /// The number of collapsed cells a player owns (RR-CANON-R041).
    pub(crate) fn territory_count(&self, player: Player) -> usize {
        self.territory().filter(|&(_, owner)| owner == player).count()
    }

    /// The directions of movement, in the order of the rules (RR-CANON-R003).
    pub(crate) fn directions(&self) -> &'static [Step] {
        if self.is_square() { &SQUARE_STEPS } else { &HEX_STEPS }
    }

    /// The line axes: the first half of the directions (RR-CANON-R003).
    pub(crate) fn axes(&self) -> &'static [Step] {
        let directions = self.directions();
        &directions[..directions.len() / 2]
    }

    /// The cells that territory connects with a cell (RR-CANON-R003).
    pub(crate) fn neighbours(&self, at: Coord) -> Vec<Coord> {
        let steps: &[Step] = if self.is_square() { &SQUARE_NEIGHBOURS } else { &HEX_STEPS };
        steps.iter().filter_map(|&step| self.step(at, step)).collect()
    }

    /// The cells that a border floods to from a cell: those at the eight offsets on `x` and `y`, on hexagons as well, where
    /// two of them are no neighbours (live 6).
    pub(crate) fn flooded_from(&self, at: Coord) -> Vec<Coord> {
        SQUARE_STEPS.iter().filter_map(|&step| self.step(at, step)).collect()
    }

    /// The cells one step of movement away, in cell order (RR-CANON-R003; live 7).
    pub(crate) fn adjacent(&self, at: Coord) -> Vec<Coord> {
        let mut cells: Vec<Coord> = self.directions().iter().filter_map(|&step| self.step(at, step)).collect();
        cells.sort();
        cells
    }

    /// The cell one step away, if the board does not end there.
    pub(crate) fn step(&self, at: Coord, (dx, dy): Step) -> Option<Coord> {
        let next = Coord { x: at.x + dx, y: at.y + dy };
        self.kind.contains(next).then_some(next)
    }

    /// The cells of a ray, near to far, without its origin (RR-CANON-R003).
    pub(crate) fn ray(&self, from: Coord, step: Step) -> Vec<Coord> {
        let mut ray = Vec::new();
        let mut next = self.step(from, step);
        while let Some(at) = next {
            ray.push(at);
            next = self.step(at, step);
        }
        ray
    }

    /// The cells strictly between two cells of one ray (RR-CANON-R092).
    pub(crate) fn between(&self, from: Coord, to: Coord) -> Vec<Coord> {
        let rays = self.directions().iter().map(|&step| self.ray(from, step));
        let ray = rays.into_iter().find(|ray| ray.contains(&to)).unwrap_or_default();
        ray.into_iter().take_while(|&at| at != to).collect()
    }

    fn is_square(&self) -> bool {
        matches!(self.kind, BoardKind::Square8 | BoardKind::Square19)
    }
}
