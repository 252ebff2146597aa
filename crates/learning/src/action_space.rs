//! The numbers of all choices on a board.

use std::sync::LazyLock;

use ringrift::{BoardKind, Cell, MAX_PLAYERS, Symmetry};

/// One numbered choice. A decision of a player is one choice, except that a recovery takes two: the slide, then its price.
///
/// Which action a choice means depends on the phase of the position, see [`Decision`](crate::Decision). Choices name cells and no places in
/// lists, so a symmetry of the board maps choices onto choices.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// Places rings on a cell.
    Place {
        /// The cell.
        at: Cell,
        /// The number of rings, at least 1.
        rings: u8,
    },
    /// Moves along a straight line: a move, a capture, or the slide of a marker.
    Travel {
        /// The cell of the stack or marker.
        from: Cell,
        /// The landing cell.
        to: Cell,
    },
    /// Collapses the markers on a straight line.
    Line {
        /// The end of the line with the lower cell number.
        first: Cell,
        /// The other end.
        last: Cell,
    },
    /// Claims the region that contains a cell. All cells of a region are choices for the same action.
    Region {
        /// A cell of the region.
        cell: Cell,
        /// The owner of the markers on the border, in turns after the player to move; `None` if edges and collapsed cells close it.
        border: Option<u8>,
    },
    /// Eliminates rings of the stack on a cell, or extracts a buried ring from it.
    Pay {
        /// The stack.
        at: Cell,
    },
    /// Skips a placement or a recovery, declines a capture, or stops claiming regions.
    Pass,
    /// Exchanges the sides.
    Swap,
}

/// The choices of one board, numbered from 0.
///
/// The numbers are arranged in planes: a plane has one number for each cell, in cell order. In this order there are planes for placements by
/// the number of rings; for travels by direction and distance, at the cell where they begin; for lines by axis and length, at their first
/// cell; for regions without markers on the border and with those of each player; for payments. Two numbers follow: passing and swapping.
///
/// ```
/// use learning::{ActionSpace, Choice};
/// use ringrift::BoardKind;
///
/// let board = BoardKind::Square8;
/// let space = ActionSpace::new(board);
/// assert_eq!(space.len(), 6658);
/// let choice = Choice::Travel { from: board.parse_cell("a1")?, to: board.parse_cell("a4")? };
/// assert_eq!(space.choice(space.index(choice).unwrap()), Some(choice));
/// # Ok::<(), ringrift::ParseCellError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ActionSpace {
    board: BoardKind,
}

/// The number of planes of regions: without markers on the border, and with those of each player.
const REGION_PLANES: usize = 1 + MAX_PLAYERS;

impl ActionSpace {
    /// Returns the choices of a board.
    pub const fn new(board: BoardKind) -> ActionSpace {
        ActionSpace { board }
    }

    /// Returns the board.
    pub const fn board(self) -> BoardKind {
        self.board
    }

    /// Returns the number of choices.
    #[expect(clippy::len_without_is_empty, reason = "no board is without choices")]
    pub fn len(self) -> usize {
        self.first_pass() + 2
    }

    /// Returns the largest number of rings that can be placed at once under any rules: a stack must be able to move or capture, and a
    /// diagonal step can count twice in a capture on square boards.
    pub const fn most_rings(self) -> u8 {
        let steps = self.board.longest_line() - 1;
        if self.board.is_hexagonal() { steps } else { 2 * steps }
    }

    const fn cells(self) -> usize {
        self.board.cells() as usize
    }

    /// Returns the longest distance of a travel.
    const fn longest(self) -> usize {
        self.board.longest_line() as usize - 1
    }

    const fn directions(self) -> usize {
        if self.board.is_hexagonal() { 6 } else { 8 }
    }

    fn first_travel(self) -> usize {
        usize::from(self.most_rings()) * self.cells()
    }

    fn first_line(self) -> usize {
        self.first_travel() + self.directions() * self.longest() * self.cells()
    }

    fn first_region(self) -> usize {
        self.first_line() + self.directions() / 2 * self.longest() * self.cells()
    }

    fn first_payment(self) -> usize {
        self.first_region() + REGION_PLANES * self.cells()
    }

    fn first_pass(self) -> usize {
        self.first_payment() + self.cells()
    }

    /// Returns the number of a choice; `None` if it names cells that are not on one line, or too many rings.
    pub fn index(self, choice: Choice) -> Option<usize> {
        let geometry = self.board.geometry();
        let at_plane = |first: usize, plane: usize, cell: Cell| {
            (cell.index() < self.cells()).then(|| first + plane * self.cells() + cell.index())
        };
        match choice {
            Choice::Place { at, rings } => {
                (1..=self.most_rings()).contains(&rings).then(|| at_plane(0, usize::from(rings) - 1, at))?
            }
            Choice::Travel { from, to } => {
                let (direction, distance) = self.on_board(from, to).and_then(|()| geometry.between(from, to))?;
                let plane = direction.index() * self.longest() + usize::from(distance) - 1;
                at_plane(self.first_travel(), plane, from)
            }
            Choice::Line { first, last } => {
                let (direction, distance) = self.on_board(first, last).and_then(|()| geometry.between(first, last))?;
                let axis = direction.index() % (self.directions() / 2);
                let plane = axis * self.longest() + usize::from(distance) - 1;
                (first < last).then(|| at_plane(self.first_line(), plane, first))?
            }
            Choice::Region { cell, border } => {
                let plane = border.map_or(0, |border| 1 + usize::from(border));
                (plane < REGION_PLANES).then(|| at_plane(self.first_region(), plane, cell))?
            }
            Choice::Pay { at } => at_plane(self.first_payment(), 0, at),
            Choice::Pass => Some(self.first_pass()),
            Choice::Swap => Some(self.first_pass() + 1),
        }
    }

    /// Returns the choice with a number; `None` if no choice on the board has it. Some numbers have no choice, because the line they describe
    /// would leave the board.
    pub fn choice(self, index: usize) -> Option<Choice> {
        let geometry = self.board.geometry();
        let plane_and_cell =
            |first: usize| ((index - first) / self.cells(), Cell::new(((index - first) % self.cells()) as u16));
        if index >= self.len() {
            return None;
        }
        if index >= self.first_pass() {
            return Some(if index == self.first_pass() { Choice::Pass } else { Choice::Swap });
        }
        if index >= self.first_payment() {
            return Some(Choice::Pay { at: plane_and_cell(self.first_payment()).1 });
        }
        if index >= self.first_region() {
            let (plane, cell) = plane_and_cell(self.first_region());
            return Some(Choice::Region { cell, border: plane.checked_sub(1).map(|border| border as u8) });
        }
        if index < self.first_travel() {
            let (plane, at) = plane_and_cell(0);
            return Some(Choice::Place { at, rings: plane as u8 + 1 });
        }
        let is_line = index >= self.first_line();
        let (plane, from) = plane_and_cell(if is_line { self.first_line() } else { self.first_travel() });
        let (direction, steps) = (plane / self.longest(), plane % self.longest());
        let direction = if is_line {
            geometry.forward(geometry.axes().nth(direction)?)
        } else {
            geometry.directions().nth(direction)?
        };
        let to = geometry.ray(from, direction).nth(steps)?;
        Some(if is_line { Choice::Line { first: from, last: to } } else { Choice::Travel { from, to } })
    }

    /// Returns the number of the image of a choice under a symmetry of the board; `None` if no choice has the number.
    pub fn image(self, index: usize, symmetry: Symmetry) -> Option<usize> {
        let image = |cell| symmetry.cell(cell);
        let choice = match self.choice(index)? {
            Choice::Place { at, rings } => Choice::Place { at: image(at), rings },
            Choice::Travel { from, to } => Choice::Travel { from: image(from), to: image(to) },
            Choice::Line { first, last } => {
                let (first, last) = (image(first), image(last));
                Choice::Line { first: first.min(last), last: first.max(last) }
            }
            Choice::Region { cell, border } => Choice::Region { cell: image(cell), border },
            Choice::Pay { at } => Choice::Pay { at: image(at) },
            choice @ (Choice::Pass | Choice::Swap) => choice,
        };
        self.index(choice)
    }

    /// Returns the numbers of travels for many lookups.
    pub(crate) fn travel_numbers(self) -> TravelNumbers {
        let table = match self.board {
            BoardKind::Square8 => Some(&*SQUARE8_TRAVELS),
            BoardKind::Hex8 => Some(&*HEX8_TRAVELS),
            _ => None,
        };
        TravelNumbers { space: self, table }
    }

    /// Returns `Some` if both cells are on the board.
    fn on_board(self, a: Cell, b: Cell) -> Option<()> {
        (a.index().max(b.index()) < self.cells()).then_some(())
    }
}

/// The numbers of the travels between the cells of a board of at most 64 cells; 0 if two cells are not on one line.
type TravelTable = [[u16; 64]; 64];

static SQUARE8_TRAVELS: LazyLock<TravelTable> = LazyLock::new(|| travel_table(BoardKind::Square8));
static HEX8_TRAVELS: LazyLock<TravelTable> = LazyLock::new(|| travel_table(BoardKind::Hex8));

fn travel_table(board: BoardKind) -> TravelTable {
    let space = ActionSpace::new(board);
    let mut table = [[0; 64]; 64];
    for from in board.iter_cells() {
        for to in board.iter_cells() {
            let number = space.index(Choice::Travel { from, to });
            table[from.index()][to.index()] = number.map_or(0, |number| number as u16);
        }
    }
    table
}

/// The numbers of the travels on a board: a table on boards of at most 64 cells, a computation on larger ones.
#[derive(Copy, Clone)]
pub(crate) struct TravelNumbers {
    space: ActionSpace,
    table: Option<&'static TravelTable>,
}

impl TravelNumbers {
    /// Returns the number of the travel from one cell to another on the same line.
    #[inline]
    pub(crate) fn number(self, from: Cell, to: Cell) -> usize {
        match self.table {
            Some(table) => table[from.index() & 63][to.index() & 63].into(),
            None => self.space.index(Choice::Travel { from, to }).unwrap_or(0),
        }
    }
}
