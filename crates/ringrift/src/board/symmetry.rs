//! Rotations and reflections of the boards (RR-CANON-R001 to R003).

use crate::board::geometry::Direction;
use crate::board::kind::{BoardKind, Cell, Coord, Shape};

/// A rotation or reflection that maps a board onto itself: one of 8 for a square, of 12 for a hexagon.
///
/// It keeps neighbours, straight lines and distances. Play is the same on the image, except for two rules of the live
/// edition that depend on directions (`docs/invariants.md`).
///
/// ```
/// use ringrift::{BoardKind, Symmetry};
/// let board = BoardKind::Square8;
/// let d5 = board.parse_cell("d5")?;
/// let images = Symmetry::all(board).map(|symmetry| board.cell_name(symmetry.cell(d5)).to_string());
/// assert_eq!(images.collect::<Vec<_>>(), ["d5", "e5", "d4", "e4", "e4", "e5", "d4", "d5"]);
/// # Ok::<(), ringrift::ParseCellError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    board: BoardKind,
    index: u8,
}

impl Symmetry {
    /// Returns all symmetries of a board. The first one is the identity.
    pub fn all(board: BoardKind) -> impl ExactSizeIterator<Item = Symmetry> + Clone {
        (0..Symmetry::count(board)).map(move |index| Symmetry { board, index })
    }

    /// Returns the number of symmetries of a board.
    pub const fn count(board: BoardKind) -> u8 {
        if board.is_hexagonal() { 12 } else { 8 }
    }

    /// Returns the symmetry that maps every cell to itself.
    pub const fn identity(board: BoardKind) -> Symmetry {
        Symmetry { board, index: 0 }
    }

    /// Returns the board that the symmetry maps onto itself.
    pub const fn board(self) -> BoardKind {
        self.board
    }

    /// Returns the number of the symmetry in the order of [`all`](Symmetry::all), counted from 0.
    ///
    /// On squares bit 0 stands for the reflection that reverses the columns, bit 1 for the one that reverses the rows, and
    /// bit 2 for the exchange of columns and rows after them. On hexagons `index % 6` is the number of rotations by 60
    /// degrees, and from 6 on `x` and `y` are exchanged after them.
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// Returns the image of a coordinate. The image of a coordinate on the board is on the board.
    pub const fn coord(self, at: Coord) -> Coord {
        let Coord { mut x, mut y } = at;
        let is_exchanged = match self.board.shape() {
            Shape::Square { side } => {
                let last = side as i8 - 1;
                if self.index & 1 != 0 {
                    x = last - x;
                }
                if self.index & 2 != 0 {
                    y = last - y;
                }
                self.index & 4 != 0
            }
            Shape::Hexagon { .. } => {
                let mut rotations = self.index % 6;
                while rotations > 0 {
                    (x, y) = (-y, x + y);
                    rotations -= 1;
                }
                self.index >= 6
            }
        };
        if is_exchanged { Coord { x: y, y: x } } else { Coord { x, y } }
    }

    /// Returns the image of a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub const fn cell(self, cell: Cell) -> Cell {
        self.board.cell(self.coord(self.board.coord(cell))).expect("a symmetry maps the board onto itself")
    }

    /// Returns the image of a direction: a step in a direction and the image of the step lead to a cell and its image.
    ///
    /// # Panics
    /// If the board has no such direction.
    pub fn direction(self, direction: Direction) -> Direction {
        let geometry = self.board.geometry();
        // A cell in the middle has a neighbour in every direction.
        let middle = match self.board.shape() {
            Shape::Square { side } => side as i8 / 2,
            Shape::Hexagon { .. } => 0,
        };
        let from = self.board.cell(Coord { x: middle, y: middle }).expect("the middle is on the board");
        let to = geometry.step(from, direction).expect("a cell in the middle has all neighbours");
        geometry.between(self.cell(from), self.cell(to)).expect("neighbours are on a line").0
    }

    /// Returns the symmetry that applies this one and then `next`, a symmetry of the same board.
    ///
    /// # Panics
    /// If the symmetries belong to different boards.
    #[must_use]
    pub fn then(self, next: Symmetry) -> Symmetry {
        assert!(self.board == next.board, "the symmetries belong to different boards");
        self.matching(|at| next.coord(self.coord(at)))
    }

    /// Returns the symmetry that reverses this one.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        let reverses = |candidate: &Symmetry| candidate.then(self) == Symmetry::identity(self.board);
        Symmetry::all(self.board).find(reverses).expect("every symmetry has an inverse")
    }

    /// Returns the symmetry that agrees with a product of symmetries of the board.
    fn matching(self, image: impl Fn(Coord) -> Coord) -> Symmetry {
        // These two coordinates have the same images only under the same symmetry.
        let probes = [Coord { x: 1, y: 0 }, Coord { x: 0, y: 1 }];
        let agrees = |candidate: &Symmetry| probes.iter().all(|&at| candidate.coord(at) == image(at));
        Symmetry::all(self.board).find(agrees).expect("the symmetries of a board are closed under composition")
    }
}
