//! Marks for the last action and for highlighted cells.

use std::collections::BTreeSet;

use ringrift::{Action, BoardKind, Cell, Line, Position, RegionId};

use crate::board::geometry::{Grid, Point};
use crate::svg::Num;

/// The effect of an action on the board, to be marked in a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Change {
    /// Rings were placed.
    Placed { at: Cell },
    /// A stack moved or captured.
    Moved {
        from: Cell,
        /// The captured stack.
        over: Option<Cell>,
        to: Cell,
    },
    /// A line was taken.
    Line {
        /// The cells that collapsed.
        collapsed: Vec<Cell>,
        /// The cells of the line that did not collapse.
        left: Vec<Cell>,
    },
    /// A region was claimed.
    Region {
        cells: Vec<Cell>,
        /// The border markers that collapsed with it.
        border: Vec<Cell>,
    },
    /// A cap was given up.
    Eliminated { at: Cell },
}

impl Change {
    /// Returns the effect of an action, given the position in which it is played.
    ///
    /// Returns `None` if the action is illegal or does not change the board.
    ///
    /// ```
    /// use ringrift::{BoardKind, Position, Ruleset};
    /// use ringrift_draw::Change;
    /// let position = Position::new(&Ruleset::canon(BoardKind::Square8, 2)?)?;
    /// let at = BoardKind::Square8.parse_cell("d4")?;
    /// assert_eq!(Change::of(&position, position.read_action("P d4*2")?), Some(Change::Placed { at }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(before: &Position, action: Action) -> Option<Change> {
        if !before.is_legal(action) {
            return None;
        }
        match action {
            Action::Place { at, .. } => Some(Change::Placed { at }),
            Action::Move { from, to } => Some(Change::Moved { from, over: None, to }),
            Action::Capture { from, over, to } => Some(Change::Moved { from, over: Some(over), to }),
            Action::TakeLine { line } => Some(line_change(before, line, 0, line.length)),
            Action::TakeSegment { line, offset } => Some(line_change(before, line, offset, before.rules().line_length)),
            Action::ClaimRegion { region } => region_change(before, region),
            Action::Eliminate { at } => Some(Change::Eliminated { at }),
            Action::Recover { from, to, .. } | Action::RecoverSegment { from, to, .. } => {
                Some(Change::Moved { from, over: None, to })
            }
            Action::SkipPlacement
            | Action::SwapSides
            | Action::SkipRecovery
            | Action::DeclineCapture
            | Action::StopTerritory => None,
        }
    }

    /// Returns all cells of the change.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        match self {
            Change::Placed { at } | Change::Eliminated { at } => vec![*at],
            Change::Moved { from, over, to } => [*from, *to].into_iter().chain(*over).collect(),
            Change::Line { collapsed: some, left: others } | Change::Region { cells: some, border: others } => {
                [&some[..], &others[..]].concat()
            }
        }
    }

    /// Describes the change, without a full stop.
    pub(crate) fn describe(&self, board: BoardKind) -> String {
        let name = |cell: Cell| board.cell_name(cell).to_string();
        let list = |cells: &[Cell]| cells.iter().map(|&cell| name(cell)).collect::<Vec<_>>().join(" ");
        match self {
            Change::Placed { at } => format!("placement on {}", name(*at)),
            Change::Moved { from, over: None, to } => format!("move from {} to {}", name(*from), name(*to)),
            Change::Moved { from, over: Some(over), to } => {
                format!("capture from {} over {} to {}", name(*from), name(*over), name(*to))
            }
            Change::Line { collapsed, .. } => format!("line {}", list(collapsed)),
            Change::Region { cells, .. } => format!("region {}", list(cells)),
            Change::Eliminated { at } => format!("elimination on {}", name(*at)),
        }
    }

    /// Draws the marks that lie below stacks and markers.
    pub(crate) fn below(&self, grid: Grid) -> String {
        match self {
            Change::Moved { from, to, .. } => shaft(grid.centre(*from), grid.centre(*to)),
            Change::Line { collapsed, .. } => bar(grid, collapsed),
            Change::Placed { .. } | Change::Region { .. } | Change::Eliminated { .. } => String::new(),
        }
    }

    /// Draws the marks that lie above stacks and markers.
    pub(crate) fn above(&self, grid: Grid) -> String {
        match self {
            Change::Placed { at } => outline(grid, &[*at], "o") + &sign(grid, *at, PLUS),
            Change::Eliminated { at } => outline(grid, &[*at], "o") + &sign(grid, *at, MINUS),
            Change::Moved { from, over, to } => {
                let dotted: Vec<Cell> = std::iter::once(*from).chain(*over).collect();
                let ends = outline(grid, &dotted, "o d") + &outline(grid, &[*to], "o");
                let jumped = over.map(|over| sign(grid, over, CROSS)).unwrap_or_default();
                ends + &head(grid.centre(*from), grid.centre(*to)) + &jumped
            }
            Change::Line { collapsed, left } => outline(grid, left, "o d") + &outline(grid, collapsed, "o"),
            Change::Region { cells, border } => outline(grid, border, "o d") + &outline(grid, cells, "o"),
        }
    }
}

/// Returns the change for a line of which `length` cells collapse after the first `offset` cells.
fn line_change(before: &Position, line: Line, offset: u8, length: u8) -> Change {
    let geometry = before.geometry();
    let others = geometry.ray(line.first, geometry.forward(line.axis));
    let cells: Vec<Cell> = std::iter::once(line.first).chain(others).take(usize::from(line.length)).collect();
    let taken = usize::from(offset)..usize::from(offset) + usize::from(length);
    let (collapsed, left) = cells.iter().enumerate().partition::<Vec<_>, _>(|(i, _)| taken.contains(i));
    let cells = |list: Vec<(usize, &Cell)>| list.into_iter().map(|(_, &cell)| cell).collect();
    Change::Line { collapsed: cells(collapsed), left: cells(left) }
}

fn region_change(before: &Position, id: RegionId) -> Option<Change> {
    let region = before.regions().into_iter().find(|region| region.id == id)?;
    Some(Change::Region { cells: region.cells, border: region.border })
}

/// Draws outlines inside the given cells.
pub(crate) fn highlights(cells: &[Cell], grid: Grid) -> String {
    if cells.is_empty() {
        return String::new();
    }
    let once: BTreeSet<Cell> = cells.iter().copied().collect();
    let path = grid.cells_path(once, 0.91);
    let ring = |class: &str| format!("<path class=\"{class}\" d=\"{path}\"/>");
    ring("x") + &ring("y")
}

fn outline(grid: Grid, cells: &[Cell], class: &str) -> String {
    let path = grid.border_path(cells);
    if path.is_empty() { path } else { format!("<path class=\"{class}\" d=\"{path}\"/>") }
}

/// Draws the shaft of an arrow.
fn shaft(from: Point, to: Point) -> String {
    let (start, end) = (from.towards(to, 24.0), to.towards(from, 58.0));
    format!("<path class=\"w\" d=\"M{} {}L{} {}\"/>", Num(start.x), Num(start.y), Num(end.x), Num(end.y))
}

/// Draws the head of an arrow at the near side of its target cell.
fn head(from: Point, to: Point) -> String {
    let (tip, base) = (to.towards(from, 43.0), to.towards(from, 68.0));
    let (dx, dy) = ((tip.y - base.y) * 0.6, (base.x - tip.x) * 0.6);
    let corners = [tip, Point { x: base.x + dx, y: base.y + dy }, Point { x: base.x - dx, y: base.y - dy }];
    let [a, b, c] = corners.map(|point| format!("{} {}", Num(point.x), Num(point.y)));
    format!("<path class=\"h\" d=\"M{a}L{b}L{c}z\"/>")
}

/// Draws a bar along the cells of a line.
fn bar(grid: Grid, cells: &[Cell]) -> String {
    let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else { return String::new() };
    let (a, b) = (grid.centre(first), grid.centre(last));
    format!("<path class=\"w\" d=\"M{} {}L{} {}\"/>", Num(a.x), Num(a.y), Num(b.x), Num(b.y))
}

const PLUS: &str = "M-6 0H6M0-6V6";
const MINUS: &str = "M-6 0H6";
const CROSS: &str = "M-5-5L5 5M-5 5L5-5";

/// Draws a small sign where it covers no rings or numbers: in the upper right corner of a square, at the top of a
/// hexagon.
fn sign(grid: Grid, at: Cell, shape: &str) -> String {
    let centre = grid.centre(at);
    let (x, y) = if grid.board.is_hexagonal() { (0.0, -57.0) } else { (44.0, -44.0) };
    let place = format!("{} {}", Num(centre.x + x), Num(centre.y + y));
    format!("<g transform=\"translate({place})\"><circle class=\"h\" r=\"12\"/><path class=\"l\" d=\"{shape}\"/></g>")
}
