//! The table below a board: what each player has and needs, and whose turn it is.

use ringrift::{ByPlayer, Player, Position};

use crate::text::{Num, fitted};
use crate::words;

/// The narrowest table in which everything has room.
pub(crate) const NARROWEST: f64 = 480.0;

const ROW: f64 = 26.0;
const FONT: f64 = 14.0;
/// Where names begin.
const NAME_X: f64 = 106.0;
/// The distance between the columns of numbers.
const COLUMN: f64 = 76.0;
const HEADS: [&str; 4] = ["in hand", "on board", "eliminated", "territory"];

/// The height of the table of so many players.
pub(crate) fn height(players: u8) -> f64 {
    ROW * (f64::from(players) + 2.0)
}

/// The table, from the upper left corner.
pub(crate) fn table(position: &Position, names: &ByPlayer<String>, width: f64, id: &str) -> String {
    let heads = HEADS.iter().enumerate().map(|(i, head)| right_aligned(width, i, 12.0, "m end", head));
    let mut svg = heads.collect::<String>();
    for player in Player::seats(position.rules().players) {
        let y = ROW * f64::from(player.seat());
        let row = row(position, names, player, width, id);
        svg += &format!("<g transform=\"translate(0 {})\">{row}</g>", Num(y));
    }
    let status = fitted(&words::status(position, names), FONT, width);
    svg + &format!("<text font-size=\"{FONT}\" y=\"{}\">{status}</text>", Num(height(position.rules().players) - 8.0))
}

/// One player; the middle of the text is 13 below the top of the row.
fn row(position: &Position, names: &ByPlayer<String>, player: Player, width: f64, id: &str) -> String {
    let rules = position.rules();
    let room = width - NAME_X - COLUMN * HEADS.len() as f64;
    let name = fitted(&words::name(names, player), FONT, room);
    let is_ahead = position.outcome().map_or(position.to_move() == player, |outcome| outcome.ranks[player] == 1);
    let weight = if is_ahead { " class=\"b\"" } else { "" };
    let mut svg = place(position, player) + &swatches(player, id);
    svg += &format!("<text{weight} font-size=\"{FONT}\" x=\"{NAME_X}\" y=\"18\">{name}</text>");
    let values = [
        position.hand(player).to_string(),
        position.rings_on_board(player).to_string(),
        format!("{}/{}", position.credits(player), rules.elimination_threshold),
        format!("{}/{}", position.territory(player), rules.territory_threshold),
    ];
    svg + &values.iter().enumerate().map(|(i, value)| right_aligned(width, i, FONT, "end", value)).collect::<String>()
}

/// An arrowhead before the player to move; his place once the game is over.
fn place(position: &Position, player: Player) -> String {
    match position.outcome() {
        Some(outcome) => format!("<text font-size=\"{FONT}\" class=\"b\" y=\"18\">{}.</text>", outcome.ranks[player]),
        None if position.to_move() == player => "<path class=\"i\" d=\"M2 6L13 13L2 20z\"/>".to_owned(),
        None => String::new(),
    }
}

/// A ring, a marker and a piece of territory of a player.
pub(crate) fn swatches(player: Player, id: &str) -> String {
    format!(
        "<use href=\"#{id}-c{player}\" transform=\"translate(50 8) scale(.65 .85)\"/>\
         <use href=\"#{id}-m{player}\" transform=\"translate(66 13) scale(.45)\"/>\
         <g transform=\"translate(80 5) scale(.4)\"><path class=\"e\" fill=\"url(#{id}-t{player})\" d=\"M0 0H40V40H0z\"/></g>"
    )
}

/// A text in one of the columns of numbers.
fn right_aligned(width: f64, column: usize, size: f64, class: &str, text: &str) -> String {
    let x = width - COLUMN * (HEADS.len() - 1 - column) as f64;
    format!("<text class=\"{class}\" font-size=\"{}\" x=\"{}\" y=\"18\">{text}</text>", Num(size), Num(x))
}
