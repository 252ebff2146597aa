//! The cells of a board in rows of text, with their coordinates around them.

use std::ops::Range;

use ringrift::{BoardKind, Cell, CellContent, Coord, Player, Position, Shape, Stack};

use super::letter;
use super::styled::{Look, Row};

/// How much room the cells get.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Scale {
    /// As much as everything on them needs.
    Normal,
    /// Three columns; caps are left out.
    Compact,
}

/// What stands before a cell that has changed.
const CHANGED: &str = ">";

/// What stands before a cell that has been chosen.
const CHOSEN: &str = "*";

/// What stands before a cell that can be chosen.
const POSSIBLE: &str = "+";

/// What stands before and behind the cell with the cursor.
const CURSOR: (&str, &str) = ("[", "]");

/// A board in rows of text.
pub struct Grid {
    /// The rows, from the top.
    pub rows: Vec<Row>,
    /// The smallest rectangle around all cells that have changed.
    pub changes: Option<Area>,
    /// Where the cursor is.
    pub cursor: Option<Area>,
}

/// What is shown on a board besides the position.
#[derive(Copy, Clone, Default)]
pub struct Highlights<'a> {
    /// A position before; what has changed since is marked.
    pub before: Option<&'a Position>,
    /// The cell that is looked at.
    pub cursor: Option<Cell>,
    /// Cells that have been chosen.
    pub chosen: &'a [Cell],
    /// Cells that can be chosen.
    pub possible: &'a [Cell],
}

/// A rectangle of rows and columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// Which rows.
    pub rows: Range<usize>,
    /// Which columns.
    pub columns: Range<usize>,
}

impl Grid {
    /// Lays out a position; what has changed since another position is marked.
    pub fn new(position: &Position, before: Option<&Position>, scale: Scale) -> Grid {
        Grid::highlighted(position, Highlights { before, ..Highlights::default() }, scale)
    }

    /// Lays out a position of which some cells are marked.
    pub fn highlighted(position: &Position, highlights: Highlights<'_>, scale: Scale) -> Grid {
        let layout = Layout::new(position, highlights, scale);
        let names = layout.rows_from_top();
        let cursor = highlights.cursor.map(|cell| layout.area(&names, cell));
        let changes =
            layout.board.iter_cells().filter(|&cell| layout.has_changed(cell)).map(|cell| layout.area(&names, cell));
        let changes = changes.reduce(|all, one| all.and(&one));
        Grid { rows: names.into_iter().map(|y| layout.row(y)).collect(), changes, cursor }
    }

    /// The width of the widest row.
    pub fn width(&self) -> usize {
        self.rows.iter().map(|row| row.width).max().unwrap_or(0)
    }
}

impl Area {
    /// The smallest rectangle around both.
    fn and(&self, other: &Area) -> Area {
        let around = |a: &Range<usize>, b: &Range<usize>| a.start.min(b.start)..a.end.max(b.end);
        Area { rows: around(&self.rows, &other.rows), columns: around(&self.columns, &other.columns) }
    }
}

/// Where the cells of a board go on the screen.
struct Layout<'a> {
    position: &'a Position,
    highlights: Highlights<'a>,
    board: BoardKind,
    scale: Scale,
    /// Columns from a cell to its right neighbour.
    pitch: i32,
    /// The column of the cell that is furthest left.
    margin: i32,
}

impl<'a> Layout<'a> {
    fn new(position: &'a Position, highlights: Highlights<'a>, scale: Scale) -> Layout<'a> {
        let board = position.rules().board;
        let pitch = match scale {
            Scale::Normal => roomy_pitch(position),
            Scale::Compact => 3,
        };
        let margin = if board.is_hexagonal() { pitch / 2 + 7 } else { 4 };
        Layout { position, highlights, board, scale, pitch, margin }
    }

    fn has_changed(&self, cell: Cell) -> bool {
        self.highlights.before.is_some_and(|before| before.content(cell) != self.position.content(cell))
    }

    /// Where a cell is drawn.
    fn area(&self, rows: &[i8], cell: Cell) -> Area {
        let at = self.board.coord(cell);
        let row = rows.iter().position(|&y| y == at.y).unwrap_or(0);
        let column = self.column(at) as usize;
        Area { rows: row..row + 1, columns: column.saturating_sub(1)..column + self.pitch as usize - 1 }
    }

    /// The rows that hold cells, with one more above and below for the names of columns.
    fn rows_from_top(&self) -> Vec<i8> {
        match self.board.shape() {
            Shape::Square { side } => (-1..=side as i8).rev().collect(),
            Shape::Hexagon { radius } => (-1 - radius as i8..=radius as i8 + 1).collect(),
        }
    }

    /// The column on which the letter of a cell stands. On hexagons each row begins half a cell to the right of the one
    /// above it.
    fn column(&self, at: Coord) -> i32 {
        let (x, y) = (i32::from(at.x), i32::from(at.y));
        match self.board.shape() {
            Shape::Square { .. } => self.margin + self.pitch * x,
            Shape::Hexagon { radius } => self.margin + self.pitch * (2 * x + y + 2 * i32::from(radius)) / 2,
        }
    }

    fn row(&self, y: i8) -> Row {
        let mut row = Row::default();
        if let Some((name, _)) = self.row_name(y) {
            row.put(0, &name, Look::DIM);
        }
        for at in self.coords(y) {
            match self.board.cell(at) {
                Some(cell) => self.put_cell(&mut row, at, cell),
                None => self.put_column_name(&mut row, at),
            }
        }
        if let Some((name, column)) = self.row_name(y) {
            row.put(column, name.trim_start(), Look::DIM);
        }
        row
    }

    /// The coordinates of a row, with the places beside it where columns are named.
    fn coords(&self, y: i8) -> impl Iterator<Item = Coord> {
        let xs = match self.board.shape() {
            Shape::Square { side } => 0..=side as i8 - 1,
            Shape::Hexagon { radius } => -(radius as i8)..=radius as i8,
        };
        xs.map(move |x| Coord { x, y })
    }

    /// What a row is called, and where that stands on its right; none beyond the board.
    fn row_name(&self, y: i8) -> Option<(String, usize)> {
        match self.board.shape() {
            Shape::Square { side } if (0..side as i8).contains(&y) => {
                let column = self.column(Coord { x: side as i8 - 1, y }) + self.pitch;
                Some((format!("{:>2}", y + 1), column as usize))
            }
            Shape::Hexagon { radius } if y.unsigned_abs() <= radius => {
                let column = self.column(Coord { x: radius as i8, y: 0 }) + self.pitch / 2 + 5;
                Some((format!("{y:>3}"), column as usize))
            }
            _ => None,
        }
    }

    fn put_cell(&self, row: &mut Row, at: Coord, cell: Cell) {
        let space = self.position.content(cell);
        let (text, look) = symbol(space, self.scale);
        let (lead, look) = self.mark(cell, space, look);
        let column = self.column(at) as usize;
        if !lead.is_empty() && row.width < column {
            row.put(column - 1, lead, look);
        }
        row.put(column, &text, look);
        if self.highlights.cursor == Some(cell) && text.chars().count() < self.pitch as usize {
            row.put(0, CURSOR.1, look);
        }
    }

    /// What stands before a cell, and how it looks. Where there is a cursor, only that and what is chosen are reversed.
    fn mark(&self, cell: Cell, space: CellContent, look: Look) -> (&'static str, Look) {
        let Highlights { cursor, chosen, possible, .. } = self.highlights;
        let has_changed = self.has_changed(cell);
        if cursor == Some(cell) {
            (CURSOR.0, look.reversed(true))
        } else if chosen.contains(&cell) {
            (CHOSEN, look.bold().reversed(true))
        } else if possible.contains(&cell) {
            (POSSIBLE, if look == Look::PLAIN { Look::BOLD } else { look })
        } else if has_changed {
            (CHANGED, look.reversed(cursor.is_none()))
        } else if let CellContent::Collapsed(_) = space {
            // The shading of a collapsed cell begins left of its letter, where the marks stand, too.
            ("▒", look)
        } else {
            ("", look)
        }
    }

    /// Names a column where it begins or ends: its letter, or its `x` with a stroke in the direction it runs.
    fn put_column_name(&self, row: &mut Row, at: Coord) {
        let is_above = self.board.contains(Coord { y: at.y + 1, ..at });
        let is_below = self.board.contains(Coord { y: at.y - 1, ..at });
        if !is_above && !is_below {
            return;
        }
        let column = self.column(at) as usize;
        let (column, name) = match self.board.shape() {
            Shape::Square { .. } => (column, char::from(b'a' + at.x as u8).to_string()),
            Shape::Hexagon { .. } if is_above => {
                let name = format!("{}\\", at.x);
                (column + 1 - name.len(), name)
            }
            Shape::Hexagon { .. } => (column, format!("\\{}", at.x)),
        };
        row.put(column, &name, Look::DIM);
    }
}

/// Columns from a cell to its right neighbour so that everything on the board fits.
fn roomy_pitch(position: &Position) -> i32 {
    let board = position.rules().board;
    let width = |cell| symbol(position.content(cell), Scale::Normal).0.chars().count();
    let widest = board.iter_cells().map(width).max().unwrap_or(0);
    if board.longest_line() <= 9 { 6 } else { 5 }.max(widest as i32 + 1)
}

/// How the content of a cell looks, from its letter on.
fn symbol(space: CellContent, scale: Scale) -> (String, Look) {
    match space {
        CellContent::Empty => ("·".to_owned(), Look::PLAIN),
        CellContent::Marker(player) => (letter(player).to_lowercase().to_string(), Look::of(player)),
        CellContent::Collapsed(player) => (format!("{}▒", letter(player)), Look::of(player)),
        CellContent::Stack(stack) => {
            let player = stack.top().unwrap_or(Player::One);
            (stack_symbol(stack, player, scale), Look::of(player).bold())
        }
    }
}

fn stack_symbol(stack: Stack, player: Player, scale: Scale) -> String {
    let (letter, height, cap) = (letter(player), stack.height(), stack.cap());
    if cap == height || scale == Scale::Compact {
        format!("{letter}{height}")
    } else {
        format!("{letter}{height}/{cap}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        Position::parse(text).expect("a valid position")
    }

    /// A drawing without colours.
    fn drawing(grid: &Grid) -> String {
        grid.rows.iter().map(Row::plain).collect::<Vec<String>>().join("\n")
    }

    fn grid_of(text: &str) -> String {
        drawing(&Grid::new(&position(text), None, Scale::Normal))
    }

    /// The line and the column at which a text stands in a drawing.
    fn place(drawing: &str, text: &str) -> (usize, usize) {
        let mut rows = drawing.lines().enumerate();
        let found = rows.find_map(|(line, row)| Some((line, row.split_once(text)?.0.chars().count())));
        found.unwrap_or_else(|| panic!("no {text} in\n{drawing}"))
    }

    #[test]
    fn rows_of_squares_grow_upwards_and_columns_to_the_right() {
        let drawing = grid_of("G square8 2p; S a1=1,h1=11,a8=122,h8=1111");
        let (bottom, left) = place(&drawing, "A1");
        let (top, right) = place(&drawing, "A4");
        assert_eq!((place(&drawing, "A2"), place(&drawing, "B3/2")), ((bottom, right), (top, left)));
        assert_eq!((bottom - top, right - left), (7, 42));
    }

    #[test]
    fn hexagons_have_their_neighbours_around_them() {
        for board in ["hex8 2p canon rings=18 line_length=3", "hexagonal 2p"] {
            for scale in [Scale::Normal, Scale::Compact] {
                let position = position(&format!("G {board}; S 0.0=1,1.0=11,-1.1=111,0.1=1111"));
                let drawing = drawing(&Grid::new(&position, None, scale));
                let (line, column) = place(&drawing, "A1");
                let (east_line, east) = place(&drawing, "A2");
                let (west_line, south_west) = place(&drawing, "A3");
                let (south_line, south_east) = place(&drawing, "A4");
                assert_eq!((east_line, west_line, south_line), (line, line + 1, line + 1));
                assert!(south_west < column && column < south_east && south_east < east, "{drawing}");
            }
        }
    }

    #[test]
    fn boards_fit_the_screen() {
        for (board, normal, compact) in [("square8 2p", 60, 32), ("square19 2p", 105, 64), ("hexagonal 2p", 120, 78)] {
            let position = position(&format!("G {board}; H 9,9"));
            for (scale, width) in [(Scale::Normal, normal), (Scale::Compact, compact)] {
                let grid = Grid::new(&position, None, scale);
                assert!(grid.width() <= width, "{}:\n{}", grid.width(), drawing(&grid));
            }
        }
    }

    #[test]
    fn everything_on_a_cell_can_be_read_without_colours() {
        let drawing = grid_of("G square19 3p; S a1=123,b2=1233; M3 c1; C2 d1; H 0,0,5; T 3");
        for text in ["C3/1", "C4/2", "c ", "▒B▒"] {
            place(&drawing, text);
        }
    }

    #[test]
    fn the_cursor_and_what_can_be_chosen_are_marked() {
        let position = position("G square8 2p; S a1=11,c1=111111111111,h8=2; C1 e1; P movement");
        let cell = |name| BoardKind::Square8.parse_cell(name).expect("a cell");
        let (chosen, possible) = ([cell("c1")], [cell("a1"), cell("d1"), cell("e1")]);
        // Where a stack fills its room, the mark of the next cell is left out.
        let highlights = Highlights { cursor: Some(cell("a1")), chosen: &chosen, possible: &possible, before: None };
        for (scale, row) in [
            (Scale::Normal, " 1 [A2]   ·    *A12  +·    +A▒    ·     ·     ·     1"),
            (Scale::Compact, " 1 [A2]· *A12· +A▒ ·  ·  ·  1"),
        ] {
            let grid = Grid::highlighted(&position, highlights, scale);
            assert_eq!(grid.cursor.as_ref().map(|area| area.rows.clone()), Some(8..9));
            assert_eq!(grid.rows[8].plain(), row);
        }
    }

    #[test]
    fn changes_are_marked_and_found() {
        let before = position("G square8 2p; S a1=11,h8=2; M1 b1; P movement");
        let mut after = before.clone();
        after.play(after.read_action("M a1-d1").expect("an action")).expect("a legal action");
        for scale in [Scale::Normal, Scale::Compact] {
            let grid = Grid::new(&after, Some(&before), scale);
            let drawing = drawing(&grid);
            let (row, first) = place(&drawing, ">a");
            let (_, last) = place(&drawing, ">A2");
            let area = grid.changes.expect("something has changed");
            assert_eq!((area.rows, area.columns.start), (row..row + 1, first), "{drawing}");
            assert!(area.columns.contains(&(last + 1)) && place(&drawing, ">A▒").0 == row, "{drawing}");
        }
    }
}
