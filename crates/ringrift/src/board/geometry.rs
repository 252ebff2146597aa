//! Lookup tables of the boards, built at compile time: coordinates, directions, steps and rays (RR-CANON-R001 to R003).

use std::fmt;

use crate::board::around;
use crate::board::cell_set::CellSet;
use crate::board::kind::{BoardKind, Cell, Coord, Shape};
use crate::board::line_masks::LineTable;
use crate::board::row::{Link, Row};

/// The number of cells of the largest board.
pub const MAX_CELLS: usize = 469;

/// The number of rows of the largest board.
pub(crate) const MAX_ROWS: usize = 25;

/// The number of 64-bit words that hold one bit for each cell of the largest board.
pub(crate) const MAX_WORDS: usize = 8;

/// The largest number of movement directions of any board.
pub const MAX_DIRECTIONS: usize = 8;

/// A movement direction, identified by its number in the order of the rulebook (RR-CANON-R003).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Direction(pub(crate) u8);

impl Direction {
    /// Returns the number of the direction in the order of the rulebook, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A line axis: a pair of opposite movement directions, identified by the smaller of their two numbers.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Axis(pub(crate) u8);

impl Axis {
    /// Returns the axis with this number: 0 to 3 on square boards, 0 to 2 on hexagonal boards.
    pub const fn new(index: u8) -> Axis {
        Axis(index)
    }

    /// Returns the number of the axis in the order of the rulebook, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Directions on square boards as `(dx, dy)`: the four line axes, then their opposites.
const SQUARE_DIRECTIONS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (1, -1), (-1, 0), (-1, -1), (0, -1), (-1, 1)];
/// Directions on hexagonal boards as `(dx, dy)`: the three line axes, then their opposites.
const HEX_DIRECTIONS: [(i8, i8); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// The number of a direction on square boards, indexed by the signs of `dy` and `dx`, each plus 1.
const SQUARE_BY_SIGN: [[u8; 3]; 3] = directions_by_sign(&SQUARE_DIRECTIONS);
/// The number of a direction on hexagonal boards, indexed by the signs of `dy` and `dx`, each plus 1.
const HEX_BY_SIGN: [[u8; 3]; 3] = directions_by_sign(&HEX_DIRECTIONS);

const fn directions_by_sign(directions: &[(i8, i8)]) -> [[u8; 3]; 3] {
    let mut table = [[u8::MAX; 3]; 3];
    let mut d = 0;
    while d < directions.len() {
        let (dx, dy) = directions[d];
        table[(dy + 1) as usize][(dx + 1) as usize] = d as u8;
        d += 1;
    }
    table
}

/// The entry of the step table for a step that leaves the board.
pub(crate) const OFF: u16 = u16::MAX;

/// The lookup tables of one board.
///
/// There is one instance per board, see [`BoardKind::geometry`]. A cell that is not on the board gives an unspecified
/// result or a panic.
pub struct Geometry {
    kind: BoardKind,
    directions: u8,
    /// The directions in which cell numbers ascend, one bit per direction.
    ascending: u8,
    all_cells: [u64; MAX_WORDS],
    coords: [Coord; MAX_CELLS],
    steps: [[u16; MAX_DIRECTIONS]; MAX_CELLS],
    reach: [[u8; MAX_DIRECTIONS]; MAX_CELLS],
    rows: [Row; MAX_ROWS],
    /// Boards of several words only: the straight lines.
    lines: LineTable,
    /// For each direction the sets of cells with at least one, two and three cells before the edge.
    margins: [[[u64; MAX_WORDS]; 3]; MAX_DIRECTIONS],
    /// One-word boards only: the ray from each cell in each direction.
    ray_masks: [[u64; MAX_DIRECTIONS]; 64],
    /// One-word boards only: the rays along which cell numbers ascend, by axis.
    rays_up: [[u64; MAX_DIRECTIONS / 2]; 64],
    /// One-word boards only: the rays along which cell numbers descend, by axis.
    rays_down: [[u64; MAX_DIRECTIONS / 2]; 64],
    /// One-word boards only: the number of the direction from one cell to another on the same line.
    direction_to: [[u8; 64]; 64],
    /// One-word boards only: the cells one step away in any direction.
    around_masks: [u64; 64],
    /// One-word boards only: for each cell and distance, the cells on the same lines that are at least that many steps
    /// away.
    far_masks: [[u64; 10]; 64],
}

/// Compares the boards; there is one geometry for each board.
impl PartialEq for Geometry {
    fn eq(&self, other: &Geometry) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Geometry {}

impl fmt::Debug for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Geometry").field(&self.kind).finish()
    }
}

static SQUARE8: Geometry = Geometry::build(BoardKind::Square8);
static SQUARE19: Geometry = Geometry::build(BoardKind::Square19);
static HEX8: Geometry = Geometry::build(BoardKind::Hex8);
static HEXAGONAL: Geometry = Geometry::build(BoardKind::Hexagonal);
static HEXAGONAL12: Geometry = Geometry::build(BoardKind::Hexagonal12);

impl BoardKind {
    /// Returns the lookup tables of this board.
    pub const fn geometry(self) -> &'static Geometry {
        match self {
            BoardKind::Square8 => &SQUARE8,
            BoardKind::Square19 => &SQUARE19,
            BoardKind::Hex8 => &HEX8,
            BoardKind::Hexagonal => &HEXAGONAL,
            BoardKind::Hexagonal12 => &HEXAGONAL12,
        }
    }

    /// Returns the coordinate of a cell.
    ///
    /// # Panics
    /// If the cell is not on this board.
    pub const fn coord(self, cell: Cell) -> Coord {
        self.geometry().coord(cell)
    }
}

impl Geometry {
    const fn build(kind: BoardKind) -> Geometry {
        let directions = if kind.is_hexagonal() { HEX_DIRECTIONS.len() } else { SQUARE_DIRECTIONS.len() };
        let mut geometry = Geometry {
            kind,
            directions: directions as u8,
            ascending: 0,
            all_cells: [0; MAX_WORDS],
            coords: [Coord { x: 0, y: 0 }; MAX_CELLS],
            steps: [[OFF; MAX_DIRECTIONS]; MAX_CELLS],
            reach: [[0; MAX_DIRECTIONS]; MAX_CELLS],
            rows: [Row { start: 0, length: 0, link: Link::Straight }; MAX_ROWS],
            lines: LineTable::EMPTY,
            margins: [[[0; MAX_WORDS]; 3]; MAX_DIRECTIONS],
            ray_masks: [[0; MAX_DIRECTIONS]; 64],
            rays_up: [[0; MAX_DIRECTIONS / 2]; 64],
            rays_down: [[0; MAX_DIRECTIONS / 2]; 64],
            direction_to: [[0; 64]; 64],
            around_masks: [0; 64],
            far_masks: [[0; 10]; 64],
        };
        let mut d = 0;
        while d < directions {
            let (dx, dy) = geometry.delta(d);
            if dy > 0 || (dy == 0 && dx > 0) {
                geometry.ascending |= 1 << d;
            }
            d += 1;
        }
        let mut cell = 0;
        let mut row = 0;
        while row < kind.rows() {
            let y = kind.first_y() + row as i8;
            let link = if !kind.is_hexagonal() {
                Link::Straight
            } else if y < 0 {
                Link::Widening
            } else {
                Link::Narrowing
            };
            geometry.rows[row] = Row { start: kind.row_start(y), length: kind.row_len(y) as u8, link };
            let mut i = 0;
            while i < kind.row_len(y) {
                geometry.coords[cell] = Coord { x: kind.row_first_x(y) + i as i8, y };
                cell += 1;
                i += 1;
            }
            row += 1;
        }
        let mut cell = 0;
        while cell < kind.cells() as usize {
            let mut d = 0;
            while d < directions {
                geometry.fill_ray(cell, d);
                geometry.fill_masks(cell, d);
                d += 1;
            }
            cell += 1;
        }
        if kind.cells() > 64 {
            geometry.lines = LineTable::build(&geometry.steps, kind.cells() as usize, directions);
        }
        geometry
    }

    const fn fill_ray(&mut self, cell: usize, d: usize) {
        let (dx, dy) = self.delta(d);
        let mut at = self.coords[cell];
        loop {
            at = Coord { x: at.x + dx, y: at.y + dy };
            let Some(next) = self.kind.cell(at) else { break };
            if self.reach[cell][d] == 0 {
                self.steps[cell][d] = next.0;
            }
            self.reach[cell][d] += 1;
        }
    }

    const fn fill_masks(&mut self, cell: usize, d: usize) {
        let (word, bit) = (cell / 64, 1 << (cell % 64));
        self.all_cells[word] |= bit;
        let mut margin = 0;
        while margin < 3 && margin < self.reach[cell][d] as usize {
            self.margins[d][margin][word] |= bit;
            margin += 1;
        }
        if self.kind.cells() > 64 {
            return;
        }
        let (dx, dy) = self.delta(d);
        let mut at = self.coords[cell];
        let mut distance = 1;
        while distance <= self.reach[cell][d] as usize {
            at = Coord { x: at.x + dx, y: at.y + dy };
            if let Some(next) = self.kind.cell(at) {
                self.ray_masks[cell][d] |= 1 << next.0;
                if distance == 1 {
                    self.around_masks[cell] |= 1 << next.0;
                }
                self.direction_to[cell][next.0 as usize] = d as u8;
                let mut least = 0;
                while least <= distance {
                    self.far_masks[cell][least] |= 1 << next.0;
                    least += 1;
                }
            }
            distance += 1;
        }
        let axis = d % (self.directions as usize / 2);
        if self.ascending >> d & 1 == 1 {
            self.rays_up[cell][axis] = self.ray_masks[cell][d];
        } else {
            self.rays_down[cell][axis] = self.ray_masks[cell][d];
        }
    }

    const fn delta(&self, d: usize) -> (i8, i8) {
        if self.kind.is_hexagonal() { HEX_DIRECTIONS[d] } else { SQUARE_DIRECTIONS[d] }
    }

    /// Returns the board that these tables describe.
    pub const fn kind(&self) -> BoardKind {
        self.kind
    }

    /// Returns the set of all cells.
    #[inline]
    pub(crate) fn all_cells<const W: usize>(&self) -> CellSet<W> {
        CellSet(std::array::from_fn(|i| self.all_cells[i]))
    }

    /// Returns the coordinate of a cell.
    pub(crate) const fn coord(&self, cell: Cell) -> Coord {
        assert!(cell.0 < self.kind.cells(), "the cell is not on this board");
        self.coords[cell.index()]
    }

    /// Returns the number of rows.
    #[inline]
    pub(crate) const fn rows(&self) -> usize {
        self.kind.rows()
    }

    /// Returns a row, counted from 0 at the smallest `y`.
    #[inline]
    pub(crate) const fn row(&self, row: usize) -> Row {
        self.rows[row]
    }

    /// Returns the number of the row of a cell.
    #[inline]
    pub(crate) const fn row_of(&self, cell: Cell) -> usize {
        (self.coords[cell.index()].y - self.kind.first_y()) as usize
    }

    /// Returns the straight lines; boards of several words only.
    #[inline]
    pub(crate) const fn lines(&self) -> &LineTable {
        &self.lines
    }

    /// Returns the cells with at least `steps` cells before the edge in a direction; `steps` is 1 to 3.
    #[inline]
    pub(crate) fn margin<const W: usize>(&self, direction: Direction, steps: usize) -> CellSet<W> {
        let words = &self.margins[direction.index()][steps - 1];
        CellSet(std::array::from_fn(|i| words[i]))
    }

    /// Returns the difference of cell numbers for a step in a direction; `None` if it is not the same for all cells.
    #[inline]
    pub(crate) const fn stride(&self, direction: Direction) -> Option<i32> {
        let (dx, dy) = self.delta(direction.index());
        match self.kind.shape() {
            Shape::Square { side } => Some(dx as i32 + dy as i32 * side as i32),
            Shape::Hexagon { .. } if dy == 0 => Some(dx as i32),
            Shape::Hexagon { .. } => None,
        }
    }

    /// Returns the ray from a cell; one-word boards only.
    #[inline]
    pub(crate) fn ray_mask(&self, from: Cell, direction: Direction) -> u64 {
        self.ray_masks[from.index() & 63][direction.index()]
    }

    /// Returns the direction from one cell to another on the same line; `W` is the number of words of the board's cell sets.
    #[inline]
    pub(crate) fn direction_to<const W: usize>(&self, from: Cell, to: Cell) -> Direction {
        if W == 1 {
            return Direction(self.direction_to[from.index() & 63][to.index() & 63]);
        }
        self.between(from, to).map_or(Direction(0), |(direction, _)| direction)
    }

    /// Returns the rays from a cell along which cell numbers ascend; one-word boards only.
    #[inline]
    pub(crate) fn rays_up(&self, from: Cell) -> [u64; MAX_DIRECTIONS / 2] {
        self.rays_up[from.index() & 63]
    }

    /// Returns the rays from a cell along which cell numbers descend; one-word boards only.
    #[inline]
    pub(crate) fn rays_down(&self, from: Cell) -> [u64; MAX_DIRECTIONS / 2] {
        self.rays_down[from.index() & 63]
    }

    /// Returns the cells on lines through a cell that are at least `steps` steps away; one-word boards only.
    #[inline]
    pub(crate) fn far_mask(&self, from: Cell, steps: u32) -> u64 {
        self.far_masks[from.index() & 63].get(steps as usize).copied().unwrap_or(0)
    }

    /// Reports whether cell numbers ascend in a direction.
    #[inline]
    pub(crate) const fn ascends(&self, direction: Direction) -> bool {
        self.ascending >> direction.0 & 1 == 1
    }

    /// Iterates over the movement directions in the order of the rulebook.
    #[inline]
    pub fn directions(&self) -> impl Iterator<Item = Direction> + use<> {
        (0..self.directions).map(Direction)
    }

    /// Iterates over the line axes in the order of the rulebook.
    #[inline]
    pub fn axes(&self) -> impl Iterator<Item = Axis> + use<> {
        (0..self.directions / 2).map(Axis)
    }

    /// Returns the direction of an axis in which cell numbers ascend.
    pub const fn forward(&self, axis: Axis) -> Direction {
        let direction = Direction(axis.0);
        if self.ascends(direction) { direction } else { self.opposite(direction) }
    }

    /// Returns the opposite direction.
    pub const fn opposite(&self, direction: Direction) -> Direction {
        let half = self.directions / 2;
        Direction(if direction.0 < half { direction.0 + half } else { direction.0 - half })
    }

    /// Iterates over the directions of territory adjacency: four on square boards, all six on hexagonal boards
    /// (RR-CANON-R003).
    #[inline]
    pub fn territory_directions(&self) -> impl Iterator<Item = Direction> + use<> {
        let step = if self.kind.is_hexagonal() { 1 } else { 2 };
        (0..self.directions).step_by(step).map(Direction)
    }

    /// Returns the next cell in a direction; `None` at the edge.
    #[inline]
    pub fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        match self.steps[cell.index()][direction.index()] {
            OFF => None,
            next => Some(Cell(next)),
        }
    }

    /// Returns the number of cells between a cell and the edge in a direction; 0 at the edge.
    #[inline]
    pub fn reach(&self, cell: Cell, direction: Direction) -> u8 {
        self.reach[cell.index()][direction.index()]
    }

    /// Iterates over the ray from a cell in a direction, nearest cell first; the cell itself is excluded.
    #[inline]
    pub fn ray(&self, from: Cell, direction: Direction) -> impl Iterator<Item = Cell> + use<'_> {
        std::iter::successors(self.step(from, direction), move |&cell| self.step(cell, direction))
    }

    /// Iterates over the territory neighbours of a cell (RR-CANON-R003).
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<'_> {
        self.territory_directions().filter_map(move |direction| self.step(cell, direction))
    }

    /// Reports whether the free territory neighbours of a cell are connected with each other by free cells around it.
    #[inline]
    pub(crate) fn is_connected_around<const W: usize>(&self, cell: Cell, free: &CellSet<W>) -> bool {
        if W == 1 {
            let around = self.around_masks[cell.index() & 63];
            if around & !free.0[0] == 0 {
                return true;
            }
            if matches!(self.kind, BoardKind::Square8) {
                return around::is_connected(false, around::places8(cell, around & free.0[0]));
            }
        }
        let around = around::directions(self.kind.is_hexagonal());
        let mut places = 0_usize;
        for (place, &direction) in around.iter().enumerate() {
            let next = self.steps[cell.index()][direction];
            places |= usize::from(next != OFF && free.contains(Cell(next))) << place;
        }
        around::is_connected(self.kind.is_hexagonal(), places)
    }

    /// Returns the direction and the number of steps from one cell to another; `None` if they are equal or not on one
    /// straight line.
    #[inline]
    pub fn between(&self, from: Cell, to: Cell) -> Option<(Direction, u8)> {
        let (a, b) = (self.coords[from.index()], self.coords[to.index()]);
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let aligned = dx == 0 || dy == 0 || if self.kind.is_hexagonal() { dx == -dy } else { dx.abs() == dy.abs() };
        if !aligned || from == to {
            return None;
        }
        let by_sign = if self.kind.is_hexagonal() { &HEX_BY_SIGN } else { &SQUARE_BY_SIGN };
        let direction = by_sign[(dy.signum() + 1) as usize][(dx.signum() + 1) as usize];
        Some((Direction(direction), dx.unsigned_abs().max(dy.unsigned_abs())))
    }

    /// Reports whether a direction is a diagonal of a square board.
    pub const fn is_diagonal(&self, direction: Direction) -> bool {
        !self.kind.is_hexagonal() && direction.0 % 2 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_built_at_run_time_equal_those_built_at_compile_time() {
        assert_eq!(directions_by_sign(&SQUARE_DIRECTIONS), SQUARE_BY_SIGN);
        assert_eq!(directions_by_sign(&HEX_DIRECTIONS), HEX_BY_SIGN);
        for kind in BoardKind::ALL {
            let (built, table) = (Geometry::build(kind), kind.geometry());
            assert_eq!(
                (built.directions, built.ascending, built.coords, built.steps, built.reach),
                (table.directions, table.ascending, table.coords, table.steps, table.reach)
            );
            assert_eq!((built.margins, built.ray_masks), (table.margins, table.ray_masks));
            assert_eq!((built.rays_up, built.rays_down), (table.rays_up, table.rays_down));
            assert_eq!((built.direction_to, built.far_masks), (table.direction_to, table.far_masks));
        }
    }
}
