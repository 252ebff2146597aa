//! Plots with curves: their area, axes and line styles.

pub(crate) mod chances;
pub(crate) mod curves;

use ringrift::Player;

use crate::svg::{Num, fitted};

/// Width of the plot with its labels, in pixels.
const WIDTH: f64 = 720.0;
/// Edges of the area with the curves, in pixels.
const LEFT: f64 = 48.0;
const RIGHT: f64 = WIDTH - 26.0;
const TOP: f64 = 66.0;
const BOTTOM: f64 = 320.0;
/// Height of a row of the legend, in pixels.
const ROW: f64 = 24.0;
/// Dash pattern of each curve; every curve has the colour of a seat.
const DASHES: [&str; 4] = ["", "9 4", "2 4", "12 4 2 4"];

fn text(x: f64, y: f64, class: &str, size: u32, text: &str) -> String {
    format!("<text class=\"{class}\" font-size=\"{size}\" x=\"{}\" y=\"{}\">{text}</text>", Num(x), Num(y))
}

/// Draws the title and, below it, the meaning of the vertical axis, escaped.
fn heading(title: &str, values: &str) -> String {
    text(0.0, 18.0, "b", 18, &fitted(title, 18.0, WIDTH)) + &text(0.0, 40.0, "m", 13, &fitted(values, 13.0, WIDTH))
}

/// Draws a horizontal line with its value.
fn level(y: f64, value: &str) -> String {
    let line = format!("M{LEFT} {}H{RIGHT}", Num(y));
    format!("<path class=\"e\" style=\"stroke-width:1\" d=\"{line}\"/>")
        + &text(LEFT - 8.0, y + 4.5, "m end", 13, value)
}

/// Draws a tick of the horizontal axis with its value.
fn tick(x: f64, value: &str) -> String {
    format!("<path class=\"e\" style=\"stroke-width:1\" d=\"M{} {BOTTOM}v5\"/>", Num(x))
        + &text(x, BOTTOM + 20.0, "m mid", 13, value)
}

/// Draws the name of the horizontal axis.
fn axis_name(name: &str) -> String {
    text((LEFT + RIGHT) / 2.0, BOTTOM + 40.0, "m mid", 13, name)
}

fn dashes(player: Player) -> String {
    let dashes = DASHES[player.index()];
    if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") }
}

/// Draws a line in a player's colour and dash pattern.
fn line(player: Player, path: &str, title: &str) -> String {
    format!(
        "<path class=\"v{player}\" style=\"stroke-width:2.5;stroke-opacity:1;stroke-linejoin:round\"{} d=\"{path}\">\
         <title>{title}</title></path>",
        dashes(player)
    )
}

fn disc(player: Player, id: &str, x: f64, y: f64) -> String {
    format!("<circle class=\"f{player} {id}-z\" cx=\"{}\" cy=\"{}\" r=\"4.5\"/>", Num(x), Num(y))
}
