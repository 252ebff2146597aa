//! Shared SVG definitions: a ring, a marker and a territory pattern for each player.
//!
//! Nothing depends on colour alone. Rings of player 1 are plain; rings of players 2, 3 and 4 have one, two and three stripes;
//! markers are a disc, a diamond, a triangle and a square; territory has diagonal lines, dots, horizontal lines and a lattice.

use ringrift::Player;

use crate::svg::Num;

/// Height of a ring in a stack, in board units.
pub(crate) const RING: f64 = 16.0;

/// Half the width of a stripe, as a fraction of the ring's width.
const STRIPE: f64 = 0.045;

/// Returns the definitions for the first `players` seats.
pub(crate) fn definitions(id: &str, players: u8) -> String {
    let each = Player::seats(players)
        .map(|player| [gradient(id, player), ring(id, player), marker(id, player), pattern(id, player)].concat());
    format!("<defs>{}</defs>", each.collect::<String>())
}

/// Returns the gradient of a ring with its stripes.
fn gradient(id: &str, player: Player) -> String {
    let stripes = player.index();
    let mut stops = stop(0.0, 's', player) + &stop(0.12, 'g', player);
    for stripe in 1..=stripes {
        let middle = stripe as f64 / (stripes + 1) as f64;
        let (left, right) = (middle - STRIPE, middle + STRIPE);
        let ink = |at: f64| format!("<stop class=\"j\" offset=\"{}\"/>", Num(at));
        stops += &[stop(left, 'g', player), ink(left), ink(right), stop(right, 'g', player)].concat();
    }
    stops += &(stop(0.88, 'g', player) + &stop(1.0, 's', player));
    format!("<linearGradient id=\"{id}-g{player}\">{stops}</linearGradient>")
}

fn stop(at: f64, class: char, player: Player) -> String {
    format!("<stop class=\"{class}{player}\" offset=\"{}\"/>", Num(at))
}

/// Returns the wide ring of a cap and the narrow ring below a cap, each with and without an outline. Tall stacks are
/// compressed so far that outlines would hide the colours.
fn ring(id: &str, player: Player) -> String {
    let outlined = format!("class=\"{id}-z\" height=\"14\" rx=\"6\"");
    let shape = |name: char, place: &str, form: &str| {
        format!("<rect id=\"{id}-{name}{player}\" {place} {form} fill=\"url(#{id}-g{player})\"/>")
    };
    let (wide, narrow) = ("x=\"-43\" width=\"46\"", "x=\"-38\" width=\"36\"");
    let flat = "height=\"18\"";
    [shape('c', wide, &outlined), shape('r', narrow, &outlined), shape('C', wide, flat), shape('R', narrow, flat)]
        .concat()
}

fn marker(id: &str, player: Player) -> String {
    let shape = match player {
        Player::One => "<circle r=\"18\"",
        Player::Two => "<path d=\"M0-23L23 0L0 23L-23 0z\"",
        Player::Three => "<path d=\"M0-22L22 16H-22z\"",
        Player::Four => "<path d=\"M-17-17H17V17H-17z\"",
    };
    format!("{shape} id=\"{id}-m{player}\" class=\"{id}-f{player} {id}-z\"/>")
}

fn pattern(id: &str, player: Player) -> String {
    let (turn, lines) = match player {
        Player::One => (" patternTransform=\"rotate(-45)\"", "stroke-width=\"7\" d=\"M0 10H20\""),
        Player::Two => ("", "stroke-width=\"9\" stroke-linecap=\"round\" d=\"M5 5h.01M15 15h.01\""),
        Player::Three => ("", "stroke-width=\"6\" d=\"M0 10H20\""),
        Player::Four => (" patternTransform=\"rotate(45)\"", "stroke-width=\"4\" d=\"M0 10H20M10 0V20\""),
    };
    format!(
        "<pattern id=\"{id}-t{player}\" width=\"20\" height=\"20\" patternUnits=\"userSpaceOnUse\"{turn}>\
         <path class=\"u{player}\" d=\"M0 0H20V20H0z\"/><path class=\"v{player}\" {lines}/></pattern>"
    )
}
