//! Shared SVG definitions: the surface of the board, and for each player the parts of a ring, a marker and a territory pattern.
//!
//! Nothing depends on colour alone. Rings of player 1 are plain; rings of players 2, 3 and 4 have one, two and three stripes;
//! markers are a disc, a diamond, a triangle and a square; territory has diagonal lines, dots, horizontal lines and a lattice.
//! The page draws the same pieces (`web/board/pieces.js`).

use ringrift::Player;

use crate::svg::Num;

/// Half the width of the defined ring, in board units. Other rings are scaled.
pub(crate) const HALF_RING: f64 = 28.0;

/// Half the height of the face of a ring, as a fraction of half its width.
pub(crate) const TILT: f64 = 0.34;

/// Half the width of a stripe, as a fraction of the ring's width.
const STRIPE: f64 = 0.05;

/// Returns the definitions for the first `players` seats.
pub(crate) fn definitions(id: &str, players: u8) -> String {
    let each = Player::seats(players).map(|player| {
        let gradients = gradient(id, player, Part::Side) + &gradient(id, player, Part::Face);
        [gradients, face(id, player), ring(id, player), marker(id, player), pattern(id, player)].concat()
    });
    format!("<defs>{}{}{}</defs>", surface(id), shadow(id), each.collect::<String>())
}

/// Part of a ring.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Part {
    Side,
    Face,
}

/// Returns the surface of the board.
fn surface(id: &str) -> String {
    let stops = [(0.0, 1), (0.45, 2), (1.0, 3)].map(|(at, n)| format!("<stop class=\"wood{n}\" offset=\"{at}\"/>"));
    format!("<linearGradient id=\"{id}-b\" x1=\"0\" y1=\".2\" x2=\"1\" y2=\".8\">{}</linearGradient>", stops.concat())
}

/// Returns the shadow of a ring whose foot is at the origin.
fn shadow(id: &str) -> String {
    let (rx, ry) = (HALF_RING + 3.0, HALF_RING * TILT + 2.0);
    format!("<ellipse id=\"{id}-s\" class=\"{id}-shadow\" cx=\"3\" cy=\"4\" rx=\"{}\" ry=\"{}\"/>", Num(rx), Num(ry))
}

/// Returns the gradient of the side or the face of a ring, with its stripes.
fn gradient(id: &str, player: Player, part: Part) -> String {
    let (name, edge, middle) = match part {
        Part::Side => ('g', 's', 'g'),
        Part::Face => ('h', 't', 'h'),
    };
    let stripes = player.index();
    let mut stops = stop(0.0, edge, player) + &stop(0.14, middle, player);
    for stripe in 1..=stripes {
        let centre = stripe as f64 / (stripes + 1) as f64;
        let (left, right) = (centre - STRIPE, centre + STRIPE);
        let ink = |at: f64| format!("<stop class=\"j\" offset=\"{}\"/>", Num(at));
        stops += &[stop(left, middle, player), ink(left), ink(right), stop(right, middle, player)].concat();
    }
    stops += &(stop(0.86, middle, player) + &stop(1.0, edge, player));
    format!("<linearGradient id=\"{id}-{name}{player}\">{stops}</linearGradient>")
}

fn stop(at: f64, class: char, player: Player) -> String {
    format!("<stop class=\"{class}{player}\" offset=\"{}\"/>", Num(at))
}

/// Returns the face of the top ring of a stack, with its centre at the origin.
fn face(id: &str, player: Player) -> String {
    let ellipse = |class: &str, rx: f64, ry: f64, fill: &str| {
        format!("<ellipse class=\"{class}\" rx=\"{}\" ry=\"{}\"{fill}/>", Num(rx), Num(ry))
    };
    let (rx, ry) = (HALF_RING, HALF_RING * TILT);
    [
        format!("<g id=\"{id}-o{player}\">"),
        ellipse(&format!("{id}-z"), rx, ry, &format!(" fill=\"url(#{id}-h{player})\"")),
        ellipse(&format!("{id}-rim"), rx - 3.0, ry - 1.6, ""),
        ellipse(&format!("{id}-z {id}-a{player}"), rx * 0.46, ry * 0.46, ""),
        "</g>".to_owned(),
    ]
    .concat()
}

/// Returns a single ring with its centre at the origin.
fn ring(id: &str, player: Player) -> String {
    let side = side_path(HALF_RING, -6.0, 6.0);
    format!(
        "<g id=\"{id}-c{player}\"><path class=\"{id}-z\" fill=\"url(#{id}-g{player})\" d=\"{side}\"/>\
         <use href=\"#{id}-o{player}\" y=\"-6\"/></g>"
    )
}

/// Returns the path data of the side of a ring, from the centre of its face to the centre of its foot.
pub(crate) fn side_path(half: f64, top: f64, foot: f64) -> String {
    let (top, foot, width, rise) = (Num(top), Num(foot), Num(2.0 * half), Num(half * TILT));
    let half = Num(half);
    format!("M-{half} {top}V{foot}a{half} {rise} 0 0 0 {width} 0V{top}a{half} {rise} 0 0 0-{width} 0z")
}

fn marker(id: &str, player: Player) -> String {
    let shape = match player {
        Player::One => "M0-19A19 19 0 0 1 0 19A19 19 0 0 1 0-19z",
        Player::Two => "M0-24L24 0L0 24L-24 0z",
        Player::Three => "M0-22L22 16H-22z",
        Player::Four => "M-17-17H17V17H-17z",
    };
    let layer =
        |class: &str, x: u8, y: i8| format!("<path class=\"{class}\" transform=\"translate({x} {y})\" d=\"{shape}\"/>");
    let (shadow, side) = (layer(&format!("{id}-shadow"), 3, 8), layer(&format!("{id}-z {id}-a{player}"), 0, 4));
    let face = layer(&format!("{id}-z {id}-m{player}"), 0, -1);
    format!("<g id=\"{id}-m{player}\">{shadow}{side}{face}</g>")
}

fn pattern(id: &str, player: Player) -> String {
    let (turn, lines) = match player {
        Player::One => (" patternTransform=\"rotate(-45)\"", "stroke-width=\"5\" d=\"M0 10H20\""),
        Player::Two => ("", "stroke-width=\"8\" stroke-linecap=\"round\" d=\"M5 5h.01M15 15h.01\""),
        Player::Three => ("", "stroke-width=\"5\" d=\"M0 10H20\""),
        Player::Four => (" patternTransform=\"rotate(45)\"", "stroke-width=\"3.5\" d=\"M0 10H20M10 0V20\""),
    };
    format!(
        "<pattern id=\"{id}-t{player}\" width=\"20\" height=\"20\" patternUnits=\"userSpaceOnUse\"{turn}>\
         <path class=\"u{player}\" d=\"M0 0H20V20H0z\"/><path class=\"v{player}\" {lines}/></pattern>"
    )
}
