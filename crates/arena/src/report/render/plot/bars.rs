//! Bar and dot plots: scores, latency, lengths, endings.

use super::super::markup::Markup;
use super::{LEFT, MOST_ROWS, ROW, WIDTH, bar, begin, end, line, name, num, text, ticks};
use crate::report::figures::Estimate;
use crate::report::table::short;
use crate::report::{Part, Validity};

/// Right end of the plot area.
const RIGHT: f64 = WIDTH - 26.0;

/// Draws scores with intervals: a disc for all games, a diamond for clean games.
pub(super) fn scores(page: &mut Markup, part: &Part, id: &str) {
    let standings = &part.results.standings[..part.results.standings.len().min(MOST_ROWS)];
    let height = ROW * standings.len() as f64 + 52.0;
    let description = "Scores in per cent with 95 % intervals, the best first. The table above has the numbers.";
    let is_cut = standings.len() < part.results.standings.len();
    begin(page, id, if is_cut { "Scores of the first thirty" } else { "Scores" }, description, height);
    let bottom = height - 46.0;
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        line(page, "g", (at(tick), 6.0), (at(tick), bottom));
        text(page, at(tick), bottom + 16.0, "m c", &format!("{:.0}", 100.0 * tick));
    }
    for (row, standing) in standings.iter().enumerate() {
        let y = 6.0 + ROW * (row as f64 + 0.5);
        name(page, y + 4.5, &standing.name);
        if let Some(score) = standing.results.all.score {
            whisker(page, "w", y - 4.0, score);
            page.empty("circle", &[("class", &"bar"), ("cx", &num(at(score.value))), ("cy", &num(y - 4.0)), ("r", &5)]);
        }
        if let Some(score) = standing.results.clean.score {
            whisker(page, "wc", y + 6.0, score);
            diamond(page, at(score.value), y + 6.0);
        }
    }
    let y = height - 10.0;
    page.empty("circle", &[("class", &"bar"), ("cx", &num(LEFT + 5.0)), ("cy", &num(y - 4.0)), ("r", &5)]);
    text(page, LEFT + 16.0, y, "m", "all games");
    diamond(page, LEFT + 125.0, y - 4.0);
    text(page, LEFT + 136.0, y, "m", "clean games");
    end(page);
}

/// Returns the x coordinate of a share.
fn at(share: f64) -> f64 {
    LEFT + (RIGHT - LEFT) * share
}

fn whisker(page: &mut Markup, class: &'static str, y: f64, score: Estimate) {
    line(page, class, (at(score.low), y), (at(score.high), y));
}

fn diamond(page: &mut Markup, x: f64, y: f64) {
    let (left, right, top, bottom) = (num(x - 5.0), num(x + 5.0), num(y - 5.0), num(y + 5.0));
    let (x, y) = (num(x), num(y));
    page.empty(
        "path",
        &[("class", &"hollow"), ("d", &format_args!("M{left} {y}L{x} {top}L{right} {y}L{x} {bottom}Z"))],
    );
}

/// Draws decision times from the median to the 99 % quantile on a logarithmic scale.
pub(super) fn latency(page: &mut Markup, part: &Part, id: &str) {
    let known: Vec<(&Validity, [f64; 4])> = part.validity.iter().filter_map(quantiles).take(MOST_ROWS).collect();
    if known.is_empty() {
        return;
    }
    let all = || known.iter().flat_map(|(_, times)| times).copied().filter(|time| *time > 0.0);
    let low = all().fold(f64::INFINITY, f64::min).log10().floor();
    let high = all().fold(f64::NEG_INFINITY, f64::max).log10().ceil().max(low + 1.0);
    let x = |time: f64| LEFT + (RIGHT - LEFT) * ((time.log10() - low) / (high - low)).clamp(0.0, 1.0);
    let height = ROW * known.len() as f64 + 52.0;
    let description =
        "Milliseconds for a decision: p50, p90, p95 and p99 of every entrant. The table above has the numbers.";
    begin(page, id, "Time for a decision, ms", description, height);
    let bottom = height - 46.0;
    let step = ((high - low) / 6.0).ceil().max(1.0);
    for number in 0..=((high - low) / step) as u32 {
        let exponent = low + step * f64::from(number);
        let time = 10_f64.powf(exponent);
        line(page, "g", (x(time), 6.0), (x(time), bottom));
        text(page, x(time), bottom + 16.0, "m c", &power(exponent));
    }
    for (row, (validity, times)) in known.iter().enumerate() {
        let y = 6.0 + ROW * (row as f64 + 0.5);
        name(page, y + 4.5, &validity.name);
        line(page, "w", (x(times[0]), y), (x(times[3]), y));
        page.empty("circle", &[("class", &"bar"), ("cx", &num(x(times[0]))), ("cy", &num(y)), ("r", &5)]);
        for &time in &times[1..] {
            line(page, "w", (x(time), y - 6.0), (x(time), y + 6.0));
        }
    }
    text(page, LEFT, height - 10.0, "m", "disc: p50; strokes: p90, p95, p99");
    end(page);
}

/// Formats a power of ten in milliseconds.
fn power(exponent: f64) -> String {
    match exponent {
        -3.0..=4.0 => 10_f64.powf(exponent).to_string(),
        _ => format!("1e{exponent}"),
    }
}

fn quantiles(validity: &Validity) -> Option<(&Validity, [f64; 4])> {
    let times = validity.latency;
    Some((validity, [times.p50?, times.p90?, times.p95?, times.p99?]))
}

/// Draws the histogram of game lengths.
pub(super) fn lengths(page: &mut Markup, part: &Part, id: &str) {
    let bins = &part.lengths.histogram;
    let (Some(first), Some(last)) = (bins.first(), bins.last()) else { return };
    let (left, top, bottom, height) = (44.0, 10.0, 190.0, 226.0);
    let description = format!("A histogram of {} games from {} to {} plies.", part.games, first.from, last.to - 1);
    begin(page, id, "Games by number of plies", &description, height);
    let scale = ticks(bins.iter().map(|bin| bin.count).max().unwrap_or(0) as f64);
    let most = scale[scale.len() - 1];
    let y = |count: f64| bottom - (bottom - top) * count / most;
    for &tick in scale.iter().filter(|tick| tick.fract() == 0.0) {
        line(page, "g", (left, y(tick)), (RIGHT, y(tick)));
        text(page, left - 6.0, y(tick) + 4.0, "m e", &short(tick));
    }
    let width = ((RIGHT - left) / bins.len() as f64).min(60.0);
    let every = bins.len().div_ceil(8);
    for (number, bin) in bins.iter().enumerate() {
        let (x, up) = (left + width * number as f64, y(bin.count as f64));
        let tooltip = format!("{} to {} plies: {} games", bin.from, bin.to - 1, bin.count);
        bar(page, "bar", [x + 1.0, up, width - 2.0, bottom - up], 1.0, &tooltip);
        if number.is_multiple_of(every) {
            text(page, x + 1.0, bottom + 16.0, "m", &bin.from.to_string());
        }
    }
    text(page, RIGHT, height - 4.0, "m e", "plies");
    end(page);
}

/// Draws the shares of the reasons for the end of games.
pub(super) fn endings(page: &mut Markup, part: &Part, id: &str) {
    let endings = &part.endings[..part.endings.len().min(MOST_ROWS)];
    let height = ROW * endings.len() as f64 + 12.0;
    let description = "Share of games by reason for their end. The table above has the numbers.";
    begin(page, id, "Why games ended", description, height);
    for (row, ending) in endings.iter().enumerate() {
        let y = 6.0 + ROW * row as f64;
        let share = ending.rate.share.map_or(0.0, |share| share.value);
        let width = (RIGHT - LEFT - 60.0) * share;
        name(page, y + 17.0, &ending.reason.replace('_', " "));
        let tooltip = format!("{}: {} games", ending.reason, ending.rate.count);
        bar(page, "bar", [LEFT, y + 4.0, width.max(1.0), ROW - 8.0], 1.0, &tooltip);
        text(page, LEFT + width + 6.0, y + 17.0, "m", &format!("{:.1} %", 100.0 * share));
    }
    end(page);
}
