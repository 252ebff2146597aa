//! Draws a position for the terminal: the board, its stacks ring by ring, the players, and what is asked.
//!
//! The text always carries colours; the output stream takes them out where they do not belong. Nothing depends on colour
//! alone: players have letters, `A` to `D`, and what stands on a cell has its shape.

use std::fmt::Write;

use owo_colors::{OwoColorize, Style, XtermColors};
use ringrift::{BoardKind, Cell, Coord, Player, Position, Shape, Space, Stack};

use crate::action_text::stack_on;
use crate::situation::{headline, ranking};

/// Where lists are wrapped.
const LINE_WIDTH: usize = 100;

/// Draws everything about a position.
pub(crate) fn draw(position: &Position) -> String {
    let mut text = format!("{}\n\n{}\n", position.rules().dimmed(), grid(position));
    text += &legend(position);
    text.push('\n');
    text += &stack_lists(position);
    text += &player_table(position);
    text.push('\n');
    text += &format!("{}\n", headline(position).bold());
    if let Some(outcome) = position.outcome() {
        text += &format!("Ranks: {}.\n", ranking(position, &outcome));
    }
    text
}

/// The letter of a player on the board.
fn letter(player: Player) -> char {
    ['A', 'B', 'C', 'D'][player.index()]
}

/// Blue, orange, green and purple from the Okabe-Ito palette, which colour-blind people can tell apart.
fn colour(player: Player) -> Style {
    const COLOURS: [u8; 4] = [33, 208, 36, 175];
    Style::new().color(XtermColors::from(COLOURS[player.index()]))
}

/// A line of text that is filled from left to right.
#[derive(Default)]
struct Row {
    text: String,
    width: usize,
}

impl Row {
    /// Writes at a column, or right after what is there already.
    fn put(&mut self, column: usize, text: &str, style: Style) {
        while self.width < column {
            self.text.push(' ');
            self.width += 1;
        }
        let _ = write!(self.text, "{}", text.style(style));
        self.width += text.chars().count();
    }
}

/// The board with its coordinates.
fn grid(position: &Position) -> String {
    let layout = Layout::of(position);
    let mut text = String::new();
    for y in layout.rows_from_top() {
        let _ = writeln!(text, "{}", layout.row(position, y).text);
    }
    text
}

/// Where the cells of a board go on the screen.
struct Layout {
    board: BoardKind,
    /// Columns from a cell to its right neighbour.
    pitch: i32,
    /// The column of the cell that is furthest left.
    margin: i32,
}

impl Layout {
    fn of(position: &Position) -> Layout {
        let board = position.rules().board;
        let roomy = board.longest_line() <= 9;
        let widest = board.iter_cells().map(|cell| symbol(position.space(cell)).0.chars().count()).max().unwrap_or(0);
        let pitch = if roomy { 6 } else { 5 }.max(widest as i32 + 1);
        Layout { board, pitch, margin: if board.is_hexagonal() { pitch / 2 + 7 } else { 4 } }
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

    fn row(&self, position: &Position, y: i8) -> Row {
        let mut row = Row::default();
        if let Some((name, _)) = self.row_name(y) {
            row.put(0, &name, Style::new().dimmed());
        }
        for at in self.coords(y) {
            match self.board.cell(at) {
                Some(cell) => self.put_cell(&mut row, at, position.space(cell)),
                None => self.put_column_name(&mut row, at),
            }
        }
        if let Some((name, column)) = self.row_name(y) {
            row.put(column, name.trim_start(), Style::new().dimmed());
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

    fn put_cell(&self, row: &mut Row, at: Coord, space: Space) {
        let (text, style) = symbol(space);
        // The shading of a collapsed cell begins left of its letter.
        let shift = i32::from(matches!(space, Space::Collapsed(_)));
        row.put((self.column(at) - shift) as usize, &text, style);
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
        row.put(column, &name, Style::new().dimmed());
    }
}

/// How the content of a cell looks.
fn symbol(space: Space) -> (String, Style) {
    match space {
        Space::Empty => ("·".to_owned(), Style::new()),
        Space::Marker(player) => (letter(player).to_lowercase().to_string(), colour(player)),
        Space::Collapsed(player) => (format!("▒{}▒", letter(player)), colour(player)),
        Space::Stack(stack) => {
            let player = stack.top().unwrap_or(Player::One);
            (stack_symbol(stack, player), colour(player).bold())
        }
    }
}

fn stack_symbol(stack: Stack, player: Player) -> String {
    if stack.cap() == stack.height() {
        format!("{}{}", letter(player), stack.height())
    } else {
        format!("{}{}/{}", letter(player), stack.height(), stack.cap())
    }
}

fn legend(position: &Position) -> String {
    let mut text =
        "·  empty    a  marker of A    ▒A▒  collapsed, territory of A    A3  stack of 3 rings of A\n".to_owned();
    text += "A3/2  stack of 3 rings controlled by A, the upper 2 of them A's (its cap)\n";
    if position.rules().board.is_hexagonal() {
        text += "A cell is x.y: x is written where its column begins and ends, and runs like \\; y is the row\n";
    }
    text
}

/// The stacks of each player with all their rings, bottom to top.
fn stack_lists(position: &Position) -> String {
    let players = Player::seats(position.rules().players);
    let lists: String = players.map(|player| stack_list(position, player)).collect();
    if lists.is_empty() { lists } else { format!("Stacks, rings from bottom to top:\n{lists}\n") }
}

fn stack_list(position: &Position, player: Player) -> String {
    let board = position.rules().board;
    let mut text = String::new();
    let mut row = Row::default();
    row.put(0, &letter(player).to_string(), colour(player).bold());
    for (cell, stack) in controlled_stacks(position, player) {
        let name = board.cell_name(cell).to_string();
        if row.width + name.len() + stack.height() as usize + 3 > LINE_WIDTH {
            let _ = writeln!(text, "{}", std::mem::take(&mut row).text);
        }
        row.put((row.width + 2).max(3), &name, Style::new());
        row.put(row.width + 1, "", Style::new());
        stack.rings().for_each(|ring| row.put(0, &letter(ring).to_string(), colour(ring)));
    }
    if row.width > 1 { format!("{text}{}\n", row.text) } else { text }
}

fn controlled_stacks(position: &Position, player: Player) -> impl Iterator<Item = (Cell, Stack)> {
    let cells = position.rules().board.iter_cells();
    cells
        .filter_map(|cell| stack_on(position, cell).map(|stack| (cell, stack)))
        .filter(move |(_, stack)| stack.top() == Some(player))
}

/// What each player has, and how much of what he needs to win.
fn player_table(position: &Position) -> String {
    let mut text = format!("{}\n", "              in hand  on board  eliminated  territory".dimmed());
    for player in Player::seats(position.rules().players) {
        let _ = writeln!(text, "{}", player_line(position, player));
    }
    text
}

fn player_line(position: &Position, player: Player) -> String {
    let rules = position.rules();
    let name = format!("{}  player {player}", letter(player));
    let credits = format!("{}/{}", position.credits(player), rules.elimination_threshold);
    let territory = format!("{}/{}", position.territory(player), rules.territory_threshold);
    let to_move = position.outcome().is_none() && position.to_move() == player;
    format!(
        "{}  {:>8}  {:>8}  {credits:>10}  {territory:>9}{}",
        name.style(colour(player).bold()),
        position.hand(player),
        position.rings_on_board(player),
        if to_move { "  to move" } else { "" }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line and the column at which a text stands in a drawing without colours.
    fn place(drawing: &str, text: &str) -> (usize, usize) {
        let plain = anstream::adapter::strip_str(drawing).to_string();
        let found =
            plain.lines().enumerate().find_map(|(line, row)| Some((line, row.split_once(text)?.0.chars().count())));
        found.unwrap_or_else(|| panic!("no {text} in\n{plain}"))
    }

    fn grid_of(text: &str) -> String {
        grid(&Position::parse(text).expect("a valid position"))
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
            let drawing = grid_of(&format!("G {board}; S 0.0=1,1.0=11,-1.1=111,0.1=1111"));
            let (line, column) = place(&drawing, "A1");
            let (east_line, east) = place(&drawing, "A2");
            let (west_line, south_west) = place(&drawing, "A3");
            let (south_line, south_east) = place(&drawing, "A4");
            assert_eq!((east_line, west_line, south_line), (line, line + 1, line + 1));
            assert!(south_west < column && column < south_east && south_east < east, "{drawing}");
        }
    }

    #[test]
    fn boards_fit_the_screen() {
        for (board, width) in [("square8 2p", 60), ("square19 4p", 105), ("hexagonal 4p", 120)] {
            let position = Position::parse(&format!("G {board}; H 9,9,9,9"))
                .or_else(|_| Position::parse(&format!("G {board}; H 9,9")));
            let plain = anstream::adapter::strip_str(&grid(&position.expect("a valid position"))).to_string();
            assert!(plain.lines().all(|row| row.chars().count() <= width), "{plain}");
        }
    }

    #[test]
    fn everything_on_a_cell_can_be_read_without_colours() {
        let drawing = grid_of("G square19 3p; S a1=123,b2=1233; M3 c1; C2 d1; H 0,0,5; T 3");
        for text in ["C3/1", "C4/2", "c ", "▒B▒"] {
            place(&drawing, text);
        }
    }
}
