//! Line plots: scores over time, and supply and territory of ASG matches over the plies.

use super::super::markup::Markup;
use super::{WIDTH, begin, end, line, num, short_name, text, ticks};
use crate::report::measure::AsgCurvePoint;
use crate::report::table::short;
use crate::report::{Part, Progress};

/// CSS classes of the line styles, one for each curve.
const STYLES: [&str; 8] = ["l s0", "l s1", "l s2", "l s3", "l s4", "l s5", "l s6", "l s7"];

const LEFT: f64 = 44.0;
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 190.0;

/// Named curve.
struct Curve<'a> {
    name: &'a str,
    points: Vec<(f64, f64)>,
}

/// Draws mean scores over the number of games.
pub(super) fn progress(page: &mut Markup, part: &Part, id: &str) {
    let curve = |progress: &'_ Progress| -> Vec<(f64, f64)> {
        progress.points.iter().map(|&(games, score)| (games as f64, 100.0 * score)).collect()
    };
    let best = part.progress.iter().take(STYLES.len());
    let curves: Vec<Curve<'_>> = best.map(|progress| Curve { name: &progress.name, points: curve(progress) }).collect();
    if curves.iter().all(|curve| curve.points.len() < 2) {
        return;
    }
    let title =
        if part.progress.len() > STYLES.len() { "Score over games, the first eight" } else { "Score over games" };
    let description = "Mean score of each entrant in per cent by number of games, in the order of conditions.";
    plot(page, id, (title, description, "games"), &curves, 100.0);
}

/// Draws the supply or territory of both sides by ply.
pub(super) fn curve(page: &mut Markup, part: &Part, id: &str, what: &str, of: fn(&AsgCurvePoint) -> [f64; 2]) {
    let Some(figures) = &part.asg else { return };
    let side = |side: usize| figures.curve.iter().map(|point| (point.ply as f64, of(point)[side])).collect();
    let curves = [Curve { name: "P1", points: side(0) }, Curve { name: "P2", points: side(1) }];
    let most = curves.iter().flat_map(|curve| &curve.points).map(|point| point.1).fold(0.0, f64::max);
    let description = "Means of both sides by ply, over the matches that reached the ply.";
    plot(page, id, (&format!("{what} over the plies"), description, "plies"), &curves, most);
}

fn plot(page: &mut Markup, id: &str, (title, description, below): (&str, &str, &str), curves: &[Curve<'_>], most: f64) {
    let height = BOTTOM + 40.0 + 20.0 * curves.len().div_ceil(2) as f64;
    begin(page, id, title, description, height);
    let longest = curves.iter().flat_map(|curve| &curve.points).map(|point| point.0).fold(1.0, f64::max);
    let scale = ticks(most);
    let top = scale[scale.len() - 1];
    let x = |value: f64| LEFT + (RIGHT - LEFT) * value / longest;
    let y = |value: f64| BOTTOM - (BOTTOM - TOP) * value / top;
    for &tick in &scale {
        line(page, "g", (LEFT, y(tick)), (RIGHT, y(tick)));
        text(page, LEFT - 6.0, y(tick) + 4.0, "m e", &short(tick));
    }
    for tick in ticks(longest).into_iter().filter(|&tick| tick <= longest && tick.fract() == 0.0) {
        text(page, x(tick), BOTTOM + 16.0, "m c", &short(tick));
    }
    text(page, RIGHT, BOTTOM + 30.0, "m e", below);
    for (number, curve) in curves.iter().enumerate() {
        let points: Vec<String> =
            curve.points.iter().map(|point| format!("{},{}", num(x(point.0)), num(y(point.1)))).collect();
        page.open("polyline", &[("class", &STYLES[number % STYLES.len()]), ("points", &points.join(" "))]);
        page.leaf("title", &[], curve.name);
        page.close();
        legend(page, number, curve.name);
    }
    end(page);
}

/// Draws the legend in two columns.
fn legend(page: &mut Markup, number: usize, name: &str) {
    let (x, y) = (LEFT + 205.0 * (number % 2) as f64, BOTTOM + 46.0 + 20.0 * (number / 2) as f64);
    line(page, STYLES[number % STYLES.len()], (x, y - 4.0), (x + 34.0, y - 4.0));
    text(page, x + 42.0, y, "", &short_name(name, 150.0));
}
