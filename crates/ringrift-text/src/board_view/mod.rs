//! Draws a position for the terminal: the board, its stacks ring by ring, the players, and the decision to make.
//!
//! Everything is laid out as rows of styled text. Their `Display` always emits colour codes; the output stream removes them
//! if it does not support colours. Nothing depends on colour alone: players have the letters `A` to `D`, and each kind of
//! piece has its own symbol.

mod grid;
mod styled;

use std::fmt::Write;

use ringrift::{ByPlayer, Cell, Player, Position, Stack};

use crate::action_text::stack_on;
use crate::situation::{headline, ranking};

pub use grid::{Area, Grid, Highlights, Scale};
pub use styled::{Row, Span, TextStyle, colour_code};

/// Column at which lists are wrapped.
const LINE_WIDTH: usize = 100;

/// Optional information about a position.
#[derive(Copy, Clone, Default)]
pub struct Context<'a> {
    /// An earlier position; cells that differ are marked.
    pub before: Option<(&'a Position, Since)>,
    /// Player names; `None` for a player shows the seat only. With names, texts call the players by their letters.
    pub names: Option<&'a ByPlayer<Option<String>>>,
}

/// The time of an earlier position with which a position is compared.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Since {
    /// Before the last action.
    LastAction,
    /// At the end of the last turn of the player to move.
    LastTurn,
}

impl Since {
    /// Explains the mark of cells that have changed.
    pub const fn legend(self) -> &'static str {
        match self {
            Since::LastAction => "changed by the last action",
            Since::LastTurn => "changed since your last turn",
        }
    }
}

/// Draws a position with colours.
pub fn draw(position: &Position) -> String {
    draw_with(position, Context::default())
}

/// Draws a position with colours and additional information.
pub fn draw_with(position: &Position, context: Context<'_>) -> String {
    let mut text = format!("{}\n\n", Row::of(&position.rules().title(), TextStyle::DIM));
    add_rows(&mut text, &Grid::new(position, context.before.map(|(before, _)| before), Scale::Normal).rows);
    text.push('\n');
    text += &legend(position, context.before.map(|(_, since)| since));
    text.push('\n');
    let stacks = stack_rows(position, LINE_WIDTH);
    if !stacks.is_empty() {
        text += &format!("{STACKS_TITLE}\n");
        add_rows(&mut text, &stacks);
        text.push('\n');
    }
    add_rows(&mut text, &player_rows(position, context.names));
    let named = |text: String| if context.names.is_some() { with_letters(&text) } else { text };
    text += &format!("\n{}\n", Row::of(&named(headline(position).to_string()), TextStyle::BOLD));
    if let Some(outcome) = position.outcome() {
        text += &format!("Ranks: {}.\n", named(ranking(position, &outcome)));
    }
    text
}

fn add_rows(text: &mut String, rows: &[Row]) {
    for row in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{row}");
    }
}

/// Draws the board, its stacks and the table of players without colours.
pub fn plain_picture(position: &Position) -> String {
    let mut text = String::new();
    let blank = [Row::default()];
    let grid = Grid::new(position, None, Scale::Normal);
    let (stacks, players) = (stack_rows(position, LINE_WIDTH), player_rows(position, None));
    for row in grid.rows.iter().chain(&blank).chain(&stacks).chain(&blank).chain(&players) {
        text += &row.plain();
        text.push('\n');
    }
    text + "\n" + &legend(position, None)
}

/// Returns the letter of a player on the board.
pub fn letter(player: Player) -> char {
    ['A', 'B', 'C', 'D'][player.index()]
}

/// Names players by their letters on the board: `player 1 moves` becomes `A moves`, and `(12 from bottom to top)` becomes
/// `(AB from bottom to top)`.
pub fn with_letters(text: &str) -> String {
    const RINGS: &str = " from bottom to top";
    let is_ring = |letter: char| ('1'..='4').contains(&letter);
    let mut parts: Vec<String> = text.split(RINGS).map(str::to_owned).collect();
    let before_last = parts.len() - 1;
    for part in &mut parts[..before_last] {
        let start = part.trim_end_matches(is_ring).len();
        let rings: String =
            part[start..].chars().map(|digit| ['A', 'B', 'C', 'D'][digit as usize - '1' as usize]).collect();
        part.replace_range(start.., &rings);
    }
    Player::seats(4).fold(parts.join(RINGS), |text, player| {
        let letter = letter(player).to_string();
        text.replace(&format!("player {player}"), &letter).replace(&format!("Player {player}"), &letter)
    })
}

fn legend(position: &Position, marked: Option<Since>) -> String {
    let mut text =
        "·  empty    a  marker of A    ▒A▒  collapsed, territory of A    A3  stack of 3 rings of A\n".to_owned();
    text += "A3/2  stack of 3 rings controlled by A, the upper 2 of them A's (its cap)\n";
    if position.rules().board.is_hexagonal() {
        text += "Cells are named x.y: x is the column, which runs along \\ and is named at both ends; y is the row\n";
    }
    if let Some(since) = marked {
        text += &format!(">  {}\n", since.legend());
    }
    text
}

/// Heading of the lists of stacks.
pub const STACKS_TITLE: &str = "Stacks, rings from bottom to top:";

/// Lists the stacks of each player with all their rings from bottom to top.
pub fn stack_rows(position: &Position, width: usize) -> Vec<Row> {
    Player::seats(position.rules().players).flat_map(|player| stack_list(position, player, width)).collect()
}

fn stack_list(position: &Position, player: Player, width: usize) -> Vec<Row> {
    let board = position.rules().board;
    let mut rows = Vec::new();
    let mut row = Row::of(&letter(player).to_string(), TextStyle::of(player).bold());
    for (cell, stack) in controlled_stacks(position, player) {
        let name = board.cell_name(cell).to_string();
        if row.width > 1 && row.width + name.len() + stack.height() as usize + 3 > width {
            rows.push(std::mem::take(&mut row));
        }
        row.put((row.width + 2).max(3), &name, TextStyle::PLAIN);
        row.put(row.width + 1, "", TextStyle::PLAIN);
        stack.rings().for_each(|ring| row.put(0, &letter(ring).to_string(), TextStyle::of(ring)));
    }
    if row.width > 1 {
        rows.push(row);
    }
    rows
}

fn controlled_stacks(position: &Position, player: Player) -> impl Iterator<Item = (Cell, Stack)> {
    let cells = position.rules().board.iter_cells();
    cells
        .filter_map(|cell| stack_on(position, cell).map(|stack| (cell, stack)))
        .filter(move |(_, stack)| stack.top() == Some(player))
}

/// Lists each player's rings, eliminated rings and territory, with the thresholds for winning.
pub fn player_rows(position: &Position, names: Option<&ByPlayer<Option<String>>>) -> Vec<Row> {
    let title = Row::of("              in hand  on board  eliminated  territory", TextStyle::DIM);
    let name = |player| names.and_then(|names| names[player].as_deref());
    let players = Player::seats(position.rules().players).map(|player| player_row(position, player, name(player)));
    std::iter::once(title).chain(players).collect()
}

fn player_row(position: &Position, player: Player, name: Option<&str>) -> Row {
    let rules = position.rules();
    let credits = format!("{}/{}", position.credits(player), rules.elimination_threshold);
    let territory = format!("{}/{}", position.territory(player), rules.territory_threshold);
    let (hand, on_board) = (position.hand(player), position.rings_on_board(player));
    let is_to_move = position.outcome().is_none() && position.to_move() == player;
    let mut row = Row::of(&format!("{}  player {player}", letter(player)), TextStyle::of(player).bold());
    row.put(0, &format!("  {hand:>8}  {on_board:>8}  {credits:>10}  {territory:>9}"), TextStyle::PLAIN);
    if is_to_move {
        row.put(row.width + 2, "to move", TextStyle::PLAIN);
    }
    if let Some(name) = name {
        row.put(row.width + 2, name, TextStyle::of(player));
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_named_by_letters() {
        let text = "Player 1's stack of 3 rings (124 from bottom to top) is on 12; player 2 moves (RR-CANON-R091)";
        assert_eq!(
            with_letters(text),
            "A's stack of 3 rings (ABD from bottom to top) is on 12; B moves (RR-CANON-R091)"
        );
        assert_eq!(with_letters("turn 1"), "turn 1");
    }
}
