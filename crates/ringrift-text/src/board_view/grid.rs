//! The board as rows of text, with coordinates around it.

use std::ops::Range;

use ringrift::{BoardKind, Cell, CellContent, Coord, Player, Position, Shape, Stack};

use super::letter;
use super::styled::{Row, TextStyle};

/// Width of the cells.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Wide enough for every symbol on the board.
    Normal,
    /// Three columns; cap heights are omitted.
    Compact,
}

/// Mark before a changed cell.
const CHANGED: &str = ">";

/// Mark before a chosen cell.
const CHOSEN: &str = "*";

/// Mark before a cell that can be chosen.
const POSSIBLE: &str = "+";

/// Marks before and after the cell under the cursor.
const CURSOR: (&str, &str) = ("[", "]");

/// A board in rows of text.
pub struct Grid {
    /// Rows from top to bottom.
    pub rows: Vec<Row>,
    /// Bounding rectangle of all changed cells.
    pub changes: Option<Area>,
    pub cursor: Option<Area>,
}

/// Cells to mark on a board.
#[derive(Copy, Clone, Default)]
pub struct Highlights<'a> {
    /// An earlier position; cells that differ from it are marked.
    pub before: Option<&'a Position>,
    pub cursor: Option<Cell>,
    pub chosen: &'a [Cell],
    /// Cells that can be chosen next.
    pub possible: &'a [Cell],
}

/// A rectangle of rows and columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    pub rows: Range<usize>,
    pub columns: Range<usize>,
}

impl Grid {
    /// Lays out a position and marks the cells that differ from `before`.
    pub fn new(position: &Position, before: Option<&Position>, scale: Scale) -> Grid {
        Grid::highlighted(position, Highlights { before, ..Highlights::default() }, scale)
    }

    /// Lays out a position with marked cells.
    pub fn highlighted(position: &Position, highlights: Highlights<'_>, scale: Scale) -> Grid {
        let layout = Layout::new(position, highlights, scale);
        let ys = layout.rows_from_top();
        let cursor = highlights.cursor.map(|cell| layout.area(&ys, cell));
        let changes =
            layout.board.iter_cells().filter(|&cell| layout.has_changed(cell)).map(|cell| layout.area(&ys, cell));
        let changes = changes.reduce(|all, one| all.union(&one));
        Grid { rows: ys.into_iter().map(|y| layout.row(y)).collect(), changes, cursor }
    }

    /// Returns the width of the widest row.
    pub fn width(&self) -> usize {
        self.rows.iter().map(|row| row.width).max().unwrap_or(0)
    }
}

impl Area {
    /// Returns the bounding rectangle of both.
    fn union(&self, other: &Area) -> Area {
        let hull = |a: &Range<usize>, b: &Range<usize>| a.start.min(b.start)..a.end.max(b.end);
        Area { rows: hull(&self.rows, &other.rows), columns: hull(&self.columns, &other.columns) }
    }
}

/// Screen positions of the cells.
struct Layout<'a> {
    position: &'a Position,
    highlights: Highlights<'a>,
    board: BoardKind,
    scale: Scale,
    /// Columns from a cell to its right neighbour.
    pitch: i32,
    /// The column of the leftmost cell.
    margin: i32,
}

impl<'a> Layout<'a> {
    fn new(position: &'a Position, highlights: Highlights<'a>, scale: Scale) -> Layout<'a> {
        let board = position.rules().board;
        let pitch = match scale {
            Scale::Normal => fitting_pitch(position),
            Scale::Compact => 3,
        };
        let margin = if board.is_hexagonal() { pitch / 2 + 7 } else { 4 };
        Layout { position, highlights, board, scale, pitch, margin }
    }

    fn has_changed(&self, cell: Cell) -> bool {
        self.highlights.before.is_some_and(|before| before.content(cell) != self.position.content(cell))
    }

    /// Returns the screen area of a cell. `ys` has the `y` of each row, from top to bottom.
    fn area(&self, ys: &[i8], cell: Cell) -> Area {
        let at = self.board.coord(cell);
        let row = ys.iter().position(|&y| y == at.y).unwrap_or(0);
        let column = self.column(at) as usize;
        Area { rows: row..row + 1, columns: column.saturating_sub(1)..column + self.pitch as usize - 1 }
    }

    /// Returns the `y` of each row, with one more row above and below for column names.
    fn rows_from_top(&self) -> Vec<i8> {
        match self.board.shape() {
            Shape::Square { side } => (-1..=side as i8).rev().collect(),
            Shape::Hexagon { radius } => (-1 - radius as i8..=radius as i8 + 1).collect(),
        }
    }

    /// Returns the screen column of a cell's symbol. On hexagonal boards each row is shifted by half a cell against the row
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
            row.put(0, &name, TextStyle::DIM);
        }
        for at in self.coords(y) {
            match self.board.cell(at) {
                Some(cell) => self.put_cell(&mut row, at, cell),
                None => self.put_column_name(&mut row, at),
            }
        }
        if let Some((name, column)) = self.row_name(y) {
            row.put(column, name.trim_start(), TextStyle::DIM);
        }
        row
    }

    /// Returns the coordinates of a row, including those outside the board where column names are written.
    fn coords(&self, y: i8) -> impl Iterator<Item = Coord> {
        let xs = match self.board.shape() {
            Shape::Square { side } => 0..=side as i8 - 1,
            Shape::Hexagon { radius } => -(radius as i8)..=radius as i8,
        };
        xs.map(move |x| Coord { x, y })
    }

    /// Returns the name of a row and the column of its right label, or `None` outside the board.
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
        let content = self.position.content(cell);
        let (text, style) = symbol(content, self.scale);
        let (mark, style) = self.mark(cell, content, style);
        let column = self.column(at) as usize;
        if !mark.is_empty() && row.width < column {
            row.put(column - 1, mark, style);
        }
        row.put(column, &text, style);
        if self.highlights.cursor == Some(cell) && text.chars().count() < self.pitch as usize {
            row.put(0, CURSOR.1, style);
        }
    }

    /// Returns the mark before a cell and its style. With a cursor, only the cursor and chosen cells are reversed.
    fn mark(&self, cell: Cell, content: CellContent, style: TextStyle) -> (&'static str, TextStyle) {
        let Highlights { cursor, chosen, possible, .. } = self.highlights;
        let has_changed = self.has_changed(cell);
        if cursor == Some(cell) {
            (CURSOR.0, style.reversed(true))
        } else if chosen.contains(&cell) {
            (CHOSEN, style.bold().reversed(true))
        } else if possible.contains(&cell) {
            (POSSIBLE, if style == TextStyle::PLAIN { TextStyle::BOLD } else { style })
        } else if has_changed {
            (CHANGED, style.reversed(cursor.is_none()))
        } else if let CellContent::Collapsed(_) = content {
            // The shading of a collapsed cell begins in the column of the marks, left of its letter.
            ("▒", style)
        } else {
            ("", style)
        }
    }

    /// Writes the name of a column at its end: its letter, or its `x` with a stroke in the direction of the column.
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
        row.put(column, &name, TextStyle::DIM);
    }
}

/// Returns the smallest pitch at which every symbol on the board fits.
fn fitting_pitch(position: &Position) -> i32 {
    let board = position.rules().board;
    let width = |cell| symbol(position.content(cell), Scale::Normal).0.chars().count();
    let widest = board.iter_cells().map(width).max().unwrap_or(0);
    if board.longest_line() <= 9 { 6 } else { 5 }.max(widest as i32 + 1)
}

/// Returns the symbol and style of a cell, without the mark in the column before it.
fn symbol(content: CellContent, scale: Scale) -> (String, TextStyle) {
    match content {
        CellContent::Empty => ("·".to_owned(), TextStyle::PLAIN),
        CellContent::Marker(player) => (letter(player).to_lowercase().to_string(), TextStyle::of(player)),
        CellContent::Collapsed(player) => (format!("{}▒", letter(player)), TextStyle::of(player)),
        CellContent::Stack(stack) => {
            let player = stack.top().unwrap_or(Player::One);
            (stack_symbol(stack, player, scale), TextStyle::of(player).bold())
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
        Position::parse(text).expect("the position is valid")
    }

    fn drawing(grid: &Grid) -> String {
        grid.rows.iter().map(Row::plain).collect::<Vec<String>>().join("\n")
    }

    fn grid_of(text: &str) -> String {
        drawing(&Grid::new(&position(text), None, Scale::Normal))
    }

    /// Returns the line and column of a text in a drawing.
    fn find(drawing: &str, text: &str) -> (usize, usize) {
        let mut rows = drawing.lines().enumerate();
        let found = rows.find_map(|(line, row)| Some((line, row.split_once(text)?.0.chars().count())));
        found.unwrap_or_else(|| panic!("no {text} in\n{drawing}"))
    }

    #[test]
    fn square_rows_grow_upwards_and_columns_to_the_right() {
        let drawing = grid_of("G square8 2p; S a1=1,h1=11,a8=122,h8=1111");
        let (bottom, left) = find(&drawing, "A1");
        let (top, right) = find(&drawing, "A4");
        assert_eq!((find(&drawing, "A2"), find(&drawing, "B3/2")), ((bottom, right), (top, left)));
        assert_eq!((bottom - top, right - left), (7, 42));
    }

    #[test]
    fn hexagonal_neighbours_are_adjacent_on_screen() {
        for board in ["hex8 2p canon rings=18 line_length=3", "hexagonal 2p"] {
            for scale in [Scale::Normal, Scale::Compact] {
                let position = position(&format!("G {board}; S 0.0=1,1.0=11,-1.1=111,0.1=1111"));
                let drawing = drawing(&Grid::new(&position, None, scale));
                let (line, column) = find(&drawing, "A1");
                let (east_line, east) = find(&drawing, "A2");
                let (west_line, south_west) = find(&drawing, "A3");
                let (south_line, south_east) = find(&drawing, "A4");
                assert_eq!((east_line, west_line, south_line), (line, line + 1, line + 1));
                assert!(south_west < column && column < south_east && south_east < east, "{drawing}");
            }
        }
    }

    #[test]
    fn boards_fit_common_terminal_widths() {
        for (board, normal, compact) in [("square8 2p", 60, 32), ("square19 2p", 105, 64), ("hexagonal 2p", 120, 78)] {
            let position = position(&format!("G {board}; H 9,9"));
            for (scale, width) in [(Scale::Normal, normal), (Scale::Compact, compact)] {
                let grid = Grid::new(&position, None, scale);
                assert!(grid.width() <= width, "{}:\n{}", grid.width(), drawing(&grid));
            }
        }
    }

    #[test]
    fn every_piece_has_a_symbol_without_colours() {
        let drawing = grid_of("G square19 3p; S a1=123,b2=1233; M3 c1; C2 d1; H 0,0,5; T 3");
        for text in ["C3/1", "C4/2", "c ", "▒B▒"] {
            find(&drawing, text);
        }
    }

    #[test]
    fn the_cursor_chosen_and_possible_cells_are_marked() {
        let position = position("G square8 2p; S a1=11,c1=111111111111,h8=2; C1 e1; P movement");
        let cell = |name| BoardKind::Square8.parse_cell(name).expect("the cell is on the board");
        let (chosen, possible) = ([cell("c1")], [cell("a1"), cell("d1"), cell("e1")]);
        // The mark of d1 is omitted in the compact scale, because the stack on c1 fills the column of the mark.
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
    fn changed_cells_are_marked_and_their_area_is_reported() {
        let before = position("G square8 2p; S a1=11,h8=2; M1 b1; P movement");
        let mut after = before.clone();
        after.play(after.read_action("M a1-d1").expect("the action is readable")).expect("the action is legal");
        for scale in [Scale::Normal, Scale::Compact] {
            let grid = Grid::new(&after, Some(&before), scale);
            let drawing = drawing(&grid);
            let (row, first) = find(&drawing, ">a");
            let (_, last) = find(&drawing, ">A2");
            let area = grid.changes.expect("the grid has changed cells");
            assert_eq!((area.rows, area.columns.start), (row..row + 1, first), "{drawing}");
            assert!(area.columns.contains(&(last + 1)) && find(&drawing, ">A▒").0 == row, "{drawing}");
        }
    }
}
