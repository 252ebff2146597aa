//! SVG plots within the HTML page. Colours come from its style sheet; no information is conveyed by colour alone.

mod bars;
mod heat;
mod lines;

use super::escape::{fitted, plain};
use super::markup::Markup;
use crate::report::sections::Plot;

/// Width of all plots in SVG units; small enough to be legible on a phone.
const WIDTH: f64 = 460.0;

/// Height of a row.
const ROW: f64 = 26.0;

/// Left end of the plot area in plots with row names.
const LEFT: f64 = 130.0;

/// Maximum number of entrants in a plot.
const MOST_ROWS: usize = 30;

/// Draws a plot unless it is empty. `id` must be unique within the page.
pub(super) fn draw(page: &mut Markup, plot: &Plot<'_>, id: &str) {
    match *plot {
        Plot::Scores(part) => bars::scores(page, part, id),
        Plot::Latency(part) => bars::latency(page, part, id),
        Plot::Lengths(part) => bars::lengths(page, part, id),
        Plot::Endings(part) => bars::endings(page, part, id),
        Plot::Heat(part) => heat::heat(page, part, id),
        Plot::Progress(part) => lines::progress(page, part, id),
        Plot::Supply(part) => lines::curve(page, part, id, "Supply", |point| point.supply),
        Plot::Territory(part) => lines::curve(page, part, id, "Nodes owned", |point| point.nodes),
    }
}

/// Opens a plot with a visible title and a description for screen readers.
fn begin(page: &mut Markup, id: &str, title: &str, description: &str, height: f64) {
    page.open("figure", &[]);
    page.leaf("figcaption", &[], title);
    let (title_id, description_id) = (format!("{id}t"), format!("{id}d"));
    page.open(
        "svg",
        &[
            ("viewBox", &format_args!("0 0 {WIDTH} {}", num(height))),
            ("role", &"img"),
            ("aria-labelledby", &format_args!("{title_id} {description_id}")),
        ],
    );
    page.leaf("title", &[("id", &title_id)], title);
    page.leaf("desc", &[("id", &description_id)], description);
}

fn end(page: &mut Markup) {
    page.close();
    page.close();
}

/// Rounds a number to one decimal. Infinity and NaN become 0.
fn num(number: f64) -> f64 {
    let rounded = (number * 10.0).round() / 10.0;
    // Adding zero turns -0 into 0.
    if rounded.is_finite() { rounded + 0.0 } else { 0.0 }
}

fn text(page: &mut Markup, x: f64, y: f64, class: &'static str, text: &str) {
    page.leaf("text", &[("x", &num(x)), ("y", &num(y)), ("class", &class)], text);
}

fn line(page: &mut Markup, class: &'static str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    page.empty("line", &[("class", &class), ("x1", &num(x1)), ("y1", &num(y1)), ("x2", &num(x2)), ("y2", &num(y2))]);
}

/// Draws a rectangle with a tooltip.
fn bar(page: &mut Markup, class: &'static str, [x, y, width, height]: [f64; 4], opacity: f64, tooltip: &str) {
    page.open(
        "rect",
        &[
            ("class", &class),
            ("x", &num(x)),
            ("y", &num(y)),
            ("width", &num(width.max(0.0))),
            ("height", &num(height.max(0.0))),
            ("fill-opacity", &((opacity * 100.0).round() / 100.0)),
        ],
    );
    page.leaf("title", &[], tooltip);
    page.close();
}

/// Draws the name of a row on the left of the plot.
fn name(page: &mut Markup, y: f64, name: &str) {
    let class = "e";
    page.open("text", &[("x", &num(LEFT - 8.0)), ("y", &num(y)), ("class", &class)]);
    page.leaf("tspan", &[], short_name(name, LEFT - 12.0));
    page.leaf("title", &[], name);
    page.close();
}

/// Truncates a name to the available width.
fn short_name(name: &str, room: f64) -> String {
    let name = plain(name);
    let fits = |columns: &usize| estimated_width(&fitted(&name, *columns)) <= room;
    fitted(&name, (4..=24).rev().find(fits).unwrap_or(3))
}

/// Returns an upper estimate of the width of a text in SVG units.
fn estimated_width(text: &str) -> f64 {
    let em = |letter: char| match letter {
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 1.0,
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | ' ' | '.' | ',' | ':' | ';' | '|' | '!' | '\'' => 0.43,
        'A'..='Z' => 0.77,
        letter if letter.is_ascii() => 0.65,
        _ => 1.05,
    };
    // The font size is set in the style sheet.
    13.0 * text.chars().map(em).sum::<f64>()
}

/// Returns at most six round numbers from zero to at least the largest value.
fn ticks(most: f64) -> Vec<f64> {
    let most = if most.is_finite() && most > 0.0 { most } else { 1.0 };
    let power = 10_f64.powf((most / 5.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].iter().map(|factor| factor * power).find(|step| step * 5.0 >= most);
    let step = step.unwrap_or(most);
    let count = (most / step).ceil().clamp(1.0, 10.0) as u32;
    (0..=count).map(|number| f64::from(number) * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fill_the_available_width() {
        assert_eq!(short_name("random", 118.0), "random");
        // Nine letters with a width of 13 units.
        assert_eq!(short_name("mmmmmmmmmmmmmmm", 118.0), "mmmmmm…mm");
        assert!(estimated_width(&short_name(&"東".repeat(99), 118.0)) <= 118.0);
    }

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(10.0), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(7.0), [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(ticks(0.0), ticks(1.0));
        for most in [1e-300, 0.3, 1.0, 17.0, 1e9, 1e300, f64::NAN, f64::INFINITY] {
            let ticks = ticks(most);
            assert!((2..=7).contains(&ticks.len()), "{most}: {ticks:?}");
            assert!(!most.is_finite() || ticks[ticks.len() - 1] >= most * 0.999, "{most}: {ticks:?}");
        }
    }
}
