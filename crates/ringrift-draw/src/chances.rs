//! The chances of the players over a game, as curves.

use ringrift::{ByPlayer, Player};

use crate::document::Document;
use crate::error::DrawError;
use crate::panel::shifted;
use crate::picture::{Options, is_id};
use crate::text::{Num, escaped, fitted};
use crate::words;

/// The whole width.
const WIDTH: f64 = 720.0;
/// Where curves begin and end.
const LEFT: f64 = 48.0;
const RIGHT: f64 = WIDTH - 26.0;
const TOP: f64 = 66.0;
const BOTTOM: f64 = 320.0;
/// The height of a row of the legend.
const ROW: f64 = 24.0;
/// The most numbers along the turns.
const MOST_TICKS: u32 = 12;
/// How the lines of the seats are broken.
const DASHES: [&str; 4] = ["", "9 4", "2 4", "12 4 2 4"];

/// The chances of all players to win over a game, and what is to be pointed out in it.
#[derive(Clone, PartialEq, Debug)]
pub struct ChancePlot {
    /// The line above the curves; none if empty. Whatever does not fit is cut.
    pub title: String,
    /// How many play.
    pub players: u8,
    /// How the game stood at its start and after every action.
    pub points: Vec<ChancePoint>,
    /// What is pointed out.
    pub marks: Vec<ChanceMark>,
}

/// How a game stood.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct ChancePoint {
    /// The turn.
    pub turn: u32,
    /// The chance of every player to win, from 0 to 1.
    pub chances: ByPlayer<f64>,
}

/// Something to be pointed out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChanceMark {
    /// At which point.
    pub point: usize,
    /// Whose it is.
    pub player: Player,
    /// What it is.
    pub kind: ChanceMarkKind,
    /// What is told when it is pointed at.
    pub words: String,
}

/// What is pointed out.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ChanceMarkKind {
    /// `??` at the curve of the player.
    Blunder,
    /// `?` at the curve of the player.
    Mistake,
    /// The player becomes the favourite: a line from top to bottom with his seat above it.
    TurningPoint,
}

/// Draws the curves as SVG, with the names and the theme of the options. Lines differ in how they are broken, and end with the
/// number of the seat.
///
/// # Errors
/// If the prefix is unfit.
///
/// ```
/// use ringrift::ByPlayer;
/// use ringrift_draw::{ChancePlot, ChancePoint, Options, chance_plot};
/// let point = |turn, first| ChancePoint { turn, chances: ByPlayer([first, 1.0 - first, 0.0, 0.0]) };
/// let points = vec![point(1, 0.5), point(2, 0.7), point(3, 0.2)];
/// let plot = ChancePlot { title: "A game".to_owned(), players: 2, points, marks: Vec::new() };
/// assert!(chance_plot(&plot, &Options::default())?.starts_with("<svg "));
/// # Ok::<(), ringrift_draw::DrawError>(())
/// ```
pub fn chance_plot(plot: &ChancePlot, options: &Options) -> Result<String, DrawError> {
    if !is_id(&options.prefix) {
        return Err(DrawError::Prefix);
    }
    let legend = legend(plot, options);
    let title = if plot.title.trim().is_empty() { "Chances to win" } else { plot.title.trim() };
    let body = [
        heading(title),
        grid(plot),
        turning_points(plot),
        curves(plot, options),
        faults(plot, &options.prefix),
        legend.0,
    ];
    let document = Document {
        title: escaped(title),
        description: description(plot, options),
        // No piece is drawn.
        players: 0,
        width: WIDTH,
        height: legend.1,
        body: body.concat(),
    };
    Ok(document.svg(options))
}

/// Where a point stands from left to right.
fn x(plot: &ChancePlot, point: usize) -> f64 {
    LEFT + (RIGHT - LEFT) * point as f64 / plot.points.len().saturating_sub(1).max(1) as f64
}

/// Where a chance stands from top to bottom.
fn y(chance: f64) -> f64 {
    let chance = if chance.is_finite() { chance.clamp(0.0, 1.0) } else { 0.0 };
    BOTTOM - (BOTTOM - TOP) * chance
}

fn text(x: f64, y: f64, class: &str, size: u32, text: &str) -> String {
    format!("<text class=\"{class}\" font-size=\"{size}\" x=\"{}\" y=\"{}\">{text}</text>", Num(x), Num(y))
}

fn heading(title: &str) -> String {
    text(0.0, 18.0, "b", 18, &fitted(title, 18.0, WIDTH)) + &text(0.0, 40.0, "m", 13, "chance to win, in per cent")
}

/// Level lines with their per cents, and the numbers of turns below.
fn grid(plot: &ChancePlot) -> String {
    let level = |quarter: u8| {
        let (chance, height) = (25 * quarter, y(f64::from(quarter) / 4.0));
        let line = format!("M{LEFT} {}H{RIGHT}", Num(height));
        format!("<path class=\"e\" style=\"stroke-width:1\" d=\"{line}\"/>")
            + &text(LEFT - 8.0, height + 4.5, "m end", 13, &chance.to_string())
    };
    let ticks = ticks(&plot.points).into_iter().map(|(point, turn)| {
        let at = x(plot, point);
        format!("<path class=\"e\" style=\"stroke-width:1\" d=\"M{} {BOTTOM}v5\"/>", Num(at))
            + &text(at, BOTTOM + 20.0, "m mid", 13, &turn.to_string())
    });
    let below = text((LEFT + RIGHT) / 2.0, BOTTOM + 40.0, "m mid", 13, "turn");
    (0..=4).map(level).chain(ticks).collect::<String>() + &below
}

/// Where turns with round numbers begin.
fn ticks(points: &[ChancePoint]) -> Vec<(usize, u32)> {
    let (first, last) = (points.first().map_or(1, |point| point.turn), points.last().map_or(1, |point| point.turn));
    let turns = last.saturating_sub(first) + 1;
    let powers = (0..9).flat_map(|power| [1, 2, 5].map(|factor| factor * 10_u32.pow(power)));
    let step = { powers }.find(|step| turns / step < MOST_TICKS).unwrap_or(u32::MAX);
    let mut ticks: Vec<(usize, u32)> = Vec::new();
    for (i, point) in points.iter().enumerate() {
        let is_new = ticks.last().is_none_or(|&(_, turn)| turn < point.turn);
        if is_new && (point.turn.is_multiple_of(step) || (i == 0 && step <= turns)) {
            ticks.push((i, point.turn));
        }
    }
    // The first one makes room for the next.
    if ticks.len() > 2 && step > 1 && ticks[1].1 - ticks[0].1 < step / 2 {
        ticks.remove(1);
    }
    ticks
}

fn dashes(player: Player) -> String {
    let dashes = DASHES[player.index()];
    if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") }
}

/// A line in the manner of a player.
fn line(player: Player, path: &str, words: &str) -> String {
    format!(
        "<path class=\"v{player}\" style=\"stroke-width:2.5;stroke-opacity:1;stroke-linejoin:round\"{} d=\"{path}\">\
         <title>{words}</title></path>",
        dashes(player)
    )
}

fn curves(plot: &ChancePlot, options: &Options) -> String {
    let ends = ends(plot);
    let curve = |player: Player| {
        let place =
            |(i, point): (usize, &ChancePoint)| format!("{} {}", Num(x(plot, i)), Num(y(point.chances[player])));
        let places: Vec<String> = plot.points.iter().enumerate().map(place).collect();
        let words = escaped(&words::name(&options.names, player));
        line(player, &format!("M{}", places.join("L")), &words)
            + &text(RIGHT + 8.0, ends[player] + 4.5, "b", 13, &player.to_string())
    };
    Player::seats(plot.players).map(curve).collect()
}

/// Where the numbers at the ends of the curves stand: beside them, but apart from each other.
fn ends(plot: &ChancePlot) -> ByPlayer<f64> {
    let mut ends = ByPlayer::default();
    let Some(last) = plot.points.last() else { return ends };
    let mut players: Vec<Player> = Player::seats(plot.players).collect();
    players.sort_by(|&a, &b| y(last.chances[a]).total_cmp(&y(last.chances[b])));
    let mut lowest = f64::INFINITY;
    // From the bottom, so that nothing leaves the picture.
    for player in players.into_iter().rev() {
        lowest = y(last.chances[player]).min(lowest - 15.0);
        ends[player] = lowest;
    }
    ends
}

/// Lines from top to bottom with the seat of the new favourite above them.
fn turning_points(plot: &ChancePlot) -> String {
    let points = plot.marks.iter().filter(|mark| mark.kind == ChanceMarkKind::TurningPoint);
    let draw = |mark: &ChanceMark| {
        let at = Num(x(plot, mark.point));
        let title = escaped(&mark.words);
        format!(
            "<g><title>{title}</title><path class=\"o\" style=\"stroke-width:1.5\" stroke-dasharray=\"1 5\" \
             d=\"M{at} {TOP}V{BOTTOM}\"/><path class=\"i\" d=\"M{at} {}l-5 -7h10z\"/>",
            Num(TOP)
        ) + &text(x(plot, mark.point), TOP - 11.0, "mid", 13, &mark.player.to_string())
            + "</g>"
    };
    points.map(draw).collect()
}

/// Discs on the curves with `?` or `??` beside them, above or below, where there is room.
fn faults(plot: &ChancePlot, id: &str) -> String {
    let draw = |mark: &ChanceMark| {
        let sign = sign(mark.kind)?;
        let (at, height) = (x(plot, mark.point), y(plot.points.get(mark.point)?.chances[mark.player]));
        let beside = if height > BOTTOM - 24.0 { height - 8.0 } else { height + 18.0 };
        let disc = disc(mark.player, id, at, height);
        let title = escaped(&mark.words);
        Some(format!("<g><title>{title}</title>{disc}{}</g>", text(at, beside, "b mid", 13, sign)))
    };
    plot.marks.iter().filter_map(draw).collect()
}

fn disc(player: Player, id: &str, x: f64, y: f64) -> String {
    format!("<circle class=\"f{player} {id}-z\" cx=\"{}\" cy=\"{}\" r=\"4.5\"/>", Num(x), Num(y))
}

const fn sign(kind: ChanceMarkKind) -> Option<&'static str> {
    match kind {
        ChanceMarkKind::Blunder => Some("??"),
        ChanceMarkKind::Mistake => Some("?"),
        ChanceMarkKind::TurningPoint => None,
    }
}

/// How the lines of the players look, and what the signs mean; and where all of it ends.
fn legend(plot: &ChancePlot, options: &Options) -> (String, f64) {
    let room = WIDTH / 2.0;
    let entry = |player: Player| {
        let name = fitted(&format!("{player}  {}", words::name(&options.names, player)), 14.0, room - 70.0);
        let svg = line(player, "M0 -5H44", &name) + &text(54.0, 0.0, "", 14, &name);
        shifted(room * (player.index() % 2) as f64, BOTTOM + 70.0 + ROW * (player.index() / 2) as f64, &svg)
    };
    let entries: String = Player::seats(plot.players).map(entry).collect();
    let mut bottom = BOTTOM + 70.0 + ROW * f64::from(plot.players.div_ceil(2));
    let has = |kind| plot.marks.iter().any(|mark| mark.kind == kind);
    let known = [
        (ChanceMarkKind::Blunder, "?? blunder"),
        (ChanceMarkKind::Mistake, "? mistake"),
        (ChanceMarkKind::TurningPoint, "dotted line: the favourite changes, to the player above it"),
    ];
    let signs: Vec<&str> = known.into_iter().filter(|&(kind, _)| has(kind)).map(|(_, words)| words).collect();
    let mut svg = entries;
    if !signs.is_empty() {
        svg += &text(0.0, bottom, "m", 13, &signs.join("; "));
        bottom += ROW;
    }
    (svg, bottom - ROW + 8.0)
}

/// The chances at the start and at the end, and everything that is pointed out, escaped.
fn description(plot: &ChancePlot, options: &Options) -> String {
    let chances = |point: &ChancePoint| {
        let one = |player: Player| {
            let name = words::name(&options.names, player);
            format!("{} {:.0} %", escaped(&name), 100.0 * point.chances[player])
        };
        Player::seats(plot.players).map(one).collect::<Vec<String>>().join(", ")
    };
    let mut sentences = vec![format!("Chances to win over {} points", plot.points.len())];
    sentences.extend(plot.points.first().map(|point| format!("At the start: {}", chances(point))));
    sentences.extend(plot.points.last().map(|point| format!("At the end: {}", chances(point))));
    sentences.extend(plot.marks.iter().map(|mark| escaped(&mark.words)));
    sentences.join(". ") + "."
}
