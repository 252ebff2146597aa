//! Plots of the win probabilities over a game.

use ringrift::{ByPlayer, Player};

use crate::error::DrawError;
use crate::options::Options;
use crate::picture::description;
use crate::plot::{BOTTOM, LEFT, RIGHT, ROW, TOP, WIDTH, axis_name, disc, heading, level, line, text, tick};
use crate::svg::Document;
use crate::svg::{Num, escaped, fitted, shifted};

/// Largest number of ticks on the axis of turns.
const MAX_TICKS: u32 = 12;

/// The win probabilities of all players over a game, with marks.
#[derive(Clone, PartialEq, Debug)]
pub struct ChancePlot {
    /// The line above the curves; `Chances to win` if empty, truncated if too long.
    pub title: String,
    /// Number of players, 2 to 4.
    pub players: u8,
    /// One point for the start and one after each action.
    pub points: Vec<ChancePoint>,
    pub marks: Vec<ChanceMark>,
}

/// Win probabilities at one moment of a game.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct ChancePoint {
    pub turn: u32,
    /// Win probability of each player, 0.0 to 1.0.
    pub chances: ByPlayer<f64>,
}

/// A marked point of a plot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChanceMark {
    /// Index into the points of the plot.
    pub point: usize,
    pub player: Player,
    pub kind: ChanceMarkKind,
    /// Tooltip of the mark.
    pub text: String,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ChanceMarkKind {
    /// `??` at the player's curve.
    Blunder,
    /// `?` at the player's curve.
    Mistake,
    /// The player becomes the favourite: a vertical line with the seat number above it.
    TurningPoint,
}

/// Draws the curves as SVG, with the names and the theme of the options. Each curve has its own dash pattern and ends with the
/// seat number.
///
/// # Errors
/// Returns an error if the id prefix is invalid.
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
    options.check()?;
    let legend = legend(plot, options);
    let title = if plot.title.trim().is_empty() { "Chances to win" } else { plot.title.trim() };
    let body = [
        heading(title, "chance to win, in per cent"),
        grid(plot),
        turning_points(plot),
        curves(plot, options),
        mistakes(plot, &options.prefix),
        legend.0,
    ];
    let document = Document {
        title: escaped(title),
        description: plot_description(plot, options),
        // No pieces are drawn.
        players: 0,
        width: WIDTH,
        height: legend.1,
        body: body.concat(),
    };
    Ok(document.svg(options))
}

/// Returns the horizontal position of a point.
fn x(plot: &ChancePlot, point: usize) -> f64 {
    LEFT + (RIGHT - LEFT) * point as f64 / plot.points.len().saturating_sub(1).max(1) as f64
}

/// Returns the vertical position of a probability.
fn y(chance: f64) -> f64 {
    let chance = if chance.is_finite() { chance.clamp(0.0, 1.0) } else { 0.0 };
    BOTTOM - (BOTTOM - TOP) * chance
}

/// Draws horizontal lines with percentages, and the axis of turns.
fn grid(plot: &ChancePlot) -> String {
    let quarters = |quarter: u8| {
        let (chance, height) = (25 * quarter, y(f64::from(quarter) / 4.0));
        level(height, &chance.to_string())
    };
    let ticks = ticks(&plot.points).into_iter().map(|(point, turn)| tick(x(plot, point), &turn.to_string()));
    let below = axis_name("turn");
    (0..=4).map(quarters).chain(ticks).collect::<String>() + &below
}

/// Returns the ticks of the axis of turns as point and turn: multiples of 1, 2, 5, 10, 20, 50 and so on.
fn ticks(points: &[ChancePoint]) -> Vec<(usize, u32)> {
    let (first, last) = (points.first().map_or(1, |point| point.turn), points.last().map_or(1, |point| point.turn));
    let turns = last.saturating_sub(first) + 1;
    let powers = (0..9).flat_map(|power| [1, 2, 5].map(|factor| factor * 10_u32.pow(power)));
    let step = { powers }.find(|step| turns / step < MAX_TICKS).unwrap_or(u32::MAX);
    let mut ticks: Vec<(usize, u32)> = Vec::new();
    for (i, point) in points.iter().enumerate() {
        let is_new = ticks.last().is_none_or(|&(_, turn)| turn < point.turn);
        if is_new && (point.turn.is_multiple_of(step) || (i == 0 && step <= turns)) {
            ticks.push((i, point.turn));
        }
    }
    // Keeps the first two labels from overlapping.
    if ticks.len() > 2 && step > 1 && ticks[1].1 - ticks[0].1 < step / 2 {
        ticks.remove(1);
    }
    ticks
}

fn curves(plot: &ChancePlot, options: &Options) -> String {
    let ends = label_positions(plot);
    let curve = |player: Player| {
        let place =
            |(i, point): (usize, &ChancePoint)| format!("{} {}", Num(x(plot, i)), Num(y(point.chances[player])));
        let places: Vec<String> = plot.points.iter().enumerate().map(place).collect();
        let name = escaped(&description::name(&options.names, player));
        line(player, &format!("M{}", places.join("L")), &name)
            + &text(RIGHT + 8.0, ends[player] + 4.5, "b", 13, &player.to_string())
    };
    Player::seats(plot.players).map(curve).collect()
}

/// Returns the vertical positions of the seat numbers at the ends of the curves, moved apart so that they do not overlap.
fn label_positions(plot: &ChancePlot) -> ByPlayer<f64> {
    let mut ends = ByPlayer::default();
    let Some(last) = plot.points.last() else { return ends };
    let mut players: Vec<Player> = Player::seats(plot.players).collect();
    players.sort_by(|&a, &b| y(last.chances[a]).total_cmp(&y(last.chances[b])));
    let mut lowest = f64::INFINITY;
    // From the bottom upwards, so that no label leaves the picture.
    for player in players.into_iter().rev() {
        lowest = y(last.chances[player]).min(lowest - 15.0);
        ends[player] = lowest;
    }
    ends
}

/// Draws vertical lines with the seat number of the new favourite above them.
fn turning_points(plot: &ChancePlot) -> String {
    let points = plot.marks.iter().filter(|mark| mark.kind == ChanceMarkKind::TurningPoint);
    let draw = |mark: &ChanceMark| {
        let at = Num(x(plot, mark.point));
        let title = escaped(&mark.text);
        format!(
            "<g><title>{title}</title><path class=\"o\" style=\"stroke-width:1.5\" stroke-dasharray=\"1 5\" \
             d=\"M{at} {TOP}V{BOTTOM}\"/><path class=\"i\" d=\"M{at} {}l-5 -7h10z\"/>",
            Num(TOP)
        ) + &text(x(plot, mark.point), TOP - 11.0, "mid", 13, &mark.player.to_string())
            + "</g>"
    };
    points.map(draw).collect()
}

/// Draws discs on the curves with `?` or `??` above or below them, depending on the space.
fn mistakes(plot: &ChancePlot, id: &str) -> String {
    let draw = |mark: &ChanceMark| {
        let sign = sign(mark.kind)?;
        let (at, height) = (x(plot, mark.point), y(plot.points.get(mark.point)?.chances[mark.player]));
        let beside = if height > BOTTOM - 24.0 { height - 8.0 } else { height + 18.0 };
        let disc = disc(mark.player, id, at, height);
        let title = escaped(&mark.text);
        Some(format!("<g><title>{title}</title>{disc}{}</g>", text(at, beside, "b mid", 13, sign)))
    };
    plot.marks.iter().filter_map(draw).collect()
}

const fn sign(kind: ChanceMarkKind) -> Option<&'static str> {
    match kind {
        ChanceMarkKind::Blunder => Some("??"),
        ChanceMarkKind::Mistake => Some("?"),
        ChanceMarkKind::TurningPoint => None,
    }
}

/// Draws the legend of curves and signs. Also returns its lower edge.
fn legend(plot: &ChancePlot, options: &Options) -> (String, f64) {
    let entry_width = WIDTH / 2.0;
    let entry = |player: Player| {
        let name =
            fitted(&format!("{player}  {}", description::name(&options.names, player)), 14.0, entry_width - 70.0);
        let svg = line(player, "M0 -5H44", &name) + &text(54.0, 0.0, "", 14, &name);
        shifted(entry_width * (player.index() % 2) as f64, BOTTOM + 70.0 + ROW * (player.index() / 2) as f64, &svg)
    };
    let entries: String = Player::seats(plot.players).map(entry).collect();
    let mut bottom = BOTTOM + 70.0 + ROW * f64::from(plot.players.div_ceil(2));
    let has = |kind| plot.marks.iter().any(|mark| mark.kind == kind);
    let labels = [
        (ChanceMarkKind::Blunder, "?? blunder"),
        (ChanceMarkKind::Mistake, "? mistake"),
        (ChanceMarkKind::TurningPoint, "dotted line: the favourite changes, to the player above it"),
    ];
    let signs: Vec<&str> = labels.into_iter().filter(|&(kind, _)| has(kind)).map(|(_, text)| text).collect();
    let mut svg = entries;
    if !signs.is_empty() {
        svg += &text(0.0, bottom, "m", 13, &signs.join("; "));
        bottom += ROW;
    }
    (svg, bottom - ROW + 8.0)
}

/// Describes the probabilities at the start and at the end, and all marks, escaped.
fn plot_description(plot: &ChancePlot, options: &Options) -> String {
    let chances = |point: &ChancePoint| {
        let one = |player: Player| {
            let name = description::name(&options.names, player);
            format!("{} {:.0} %", escaped(&name), 100.0 * point.chances[player])
        };
        Player::seats(plot.players).map(one).collect::<Vec<String>>().join(", ")
    };
    let mut sentences = vec![format!("Chances to win over {} points", plot.points.len())];
    sentences.extend(plot.points.first().map(|point| format!("At the start: {}", chances(point))));
    sentences.extend(plot.points.last().map(|point| format!("At the end: {}", chances(point))));
    sentences.extend(plot.marks.iter().map(|mark| escaped(&mark.text)));
    sentences.join(". ") + "."
}
