//! The table below a board: each player's rings and territory, and the status line.

use ringrift::{ByPlayer, Player, Position};

use crate::picture::description;
use crate::svg::{Num, fitted};

/// Minimum width of the table, in pixels.
pub(crate) const MIN_WIDTH: f64 = 480.0;

/// Height of a row, in pixels.
const ROW: f64 = 26.0;
/// Font size, in pixels.
const FONT: f64 = 14.0;
/// Left edge of the player names, in pixels.
const NAME_X: f64 = 106.0;
/// Width of a column of numbers, in pixels.
const COLUMN: f64 = 76.0;
const HEADS: [&str; 4] = ["in hand", "on board", "eliminated", "territory"];

/// Returns the height of the table in pixels.
pub(crate) fn height(players: u8) -> f64 {
    ROW * (f64::from(players) + 2.0)
}

/// Draws the table with the origin at the upper left corner.
pub(crate) fn table(position: &Position, names: &ByPlayer<String>, width: f64, id: &str) -> String {
    let heads = HEADS.iter().enumerate().map(|(i, head)| right_aligned(width, i, 12.0, "m end", head));
    let mut svg = heads.collect::<String>();
    for player in Player::seats(position.rules().players) {
        let y = ROW * f64::from(player.seat());
        let row = row(position, names, player, width, id);
        svg += &format!("<g transform=\"translate(0 {})\">{row}</g>", Num(y));
    }
    let status = fitted(&description::status(position, names), FONT, width);
    svg + &format!("<text font-size=\"{FONT}\" y=\"{}\">{status}</text>", Num(height(position.rules().players) - 8.0))
}

/// Draws the row of a player; the middle of its text is 13 pixels below the top.
fn row(position: &Position, names: &ByPlayer<String>, player: Player, width: f64, id: &str) -> String {
    let rules = position.rules();
    let name_width = width - NAME_X - COLUMN * HEADS.len() as f64;
    let name = fitted(&description::name(names, player), FONT, name_width);
    let is_highlighted = position.outcome().map_or(position.to_move() == player, |outcome| outcome.ranks[player] == 1);
    let weight = if is_highlighted { " class=\"b\"" } else { "" };
    let mut svg = turn_or_rank(position, player) + &swatches(player, id);
    svg += &format!("<text{weight} font-size=\"{FONT}\" x=\"{NAME_X}\" y=\"18\">{name}</text>");
    let values = [
        position.hand(player).to_string(),
        position.rings_on_board(player).to_string(),
        format!("{}/{}", position.credits(player), rules.elimination_threshold),
        format!("{}/{}", position.territory(player), rules.territory_threshold),
    ];
    svg + &values.iter().enumerate().map(|(i, value)| right_aligned(width, i, FONT, "end", value)).collect::<String>()
}

/// Draws an arrowhead before the player to move, or the rank of a player after the game.
fn turn_or_rank(position: &Position, player: Player) -> String {
    match position.outcome() {
        Some(outcome) => format!("<text font-size=\"{FONT}\" class=\"b\" y=\"18\">{}.</text>", outcome.ranks[player]),
        None if position.to_move() == player => "<path class=\"i\" d=\"M2 6L13 13L2 20z\"/>".to_owned(),
        None => String::new(),
    }
}

/// Draws a ring, a marker and a cell of territory of a player.
pub(crate) fn swatches(player: Player, id: &str) -> String {
    format!(
        "<use href=\"#{id}-c{player}\" transform=\"translate(36 13) scale(.5)\"/>\
         <use href=\"#{id}-m{player}\" transform=\"translate(66 13) scale(.45)\"/>\
         <g transform=\"translate(80 5) scale(.4)\"><path class=\"e\" fill=\"url(#{id}-t{player})\" d=\"M0 0H40V40H0z\"/></g>"
    )
}

/// Draws a text in a column of numbers.
fn right_aligned(width: f64, column: usize, size: f64, class: &str, text: &str) -> String {
    let x = width - COLUMN * (HEADS.len() - 1 - column) as f64;
    format!("<text class=\"{class}\" font-size=\"{}\" x=\"{}\" y=\"18\">{text}</text>", Num(size), Num(x))
}
