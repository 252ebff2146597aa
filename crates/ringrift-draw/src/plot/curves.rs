//! Plots of measured values over a quantity.

use ringrift::Player;

use crate::error::DrawError;
use crate::options::Options;
use crate::plot::{BOTTOM, LEFT, RIGHT, ROW, TOP, WIDTH, axis_name, disc, heading, level, line, text, tick};
use crate::svg::{Document, Num, escaped, fitted, shifted};

/// Values over a quantity, both at least 0.
#[derive(Clone, PartialEq, Debug)]
pub struct CurvePlot {
    /// The line above the curves.
    pub title: String,
    /// The meaning and unit of the values.
    pub values: String,
    /// The meaning and unit of the horizontal axis.
    pub axis: String,
    /// The curves; only the first four are drawn, because there are four line styles.
    pub curves: Vec<Curve>,
}

/// A named curve.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    pub name: String,
    /// Points in the order in which they are connected.
    pub points: Vec<CurvePoint>,
}

/// A measured value.
#[derive(Clone, PartialEq, Debug)]
pub struct CurvePoint {
    /// Position on the horizontal axis.
    pub at: f64,
    pub value: f64,
    /// Tooltip of the point.
    pub name: String,
}

/// Draws the curves as SVG with the theme of the options. Each curve has its own dash pattern, and each point a tooltip.
///
/// # Errors
/// Returns an error if the id prefix is invalid.
///
/// ```
/// use ringrift_draw::{Curve, CurvePlot, CurvePoint, Options, curve_plot};
/// let point = |at, value| CurvePoint { at, value, name: format!("{at} cells") };
/// let curve = Curve { name: "copying".to_owned(), points: vec![point(61.0, 10.0), point(469.0, 55.0)] };
/// let text = |text: &str| text.to_owned();
/// let plot = CurvePlot { title: text("Cost"), values: text("ns"), axis: text("cells"), curves: vec![curve] };
/// assert!(curve_plot(&plot, &Options::default())?.starts_with("<svg "));
/// # Ok::<(), ringrift_draw::DrawError>(())
/// ```
pub fn curve_plot(plot: &CurvePlot, options: &Options) -> Result<String, DrawError> {
    options.check()?;
    let area = Area::of(plot);
    let legend = legend(plot);
    let body =
        [heading(&plot.title, &plot.values), area.grid(&plot.axis), area.curves(plot, &options.prefix), legend.0];
    let document = Document {
        title: escaped(&plot.title),
        description: description(plot),
        // No pieces are drawn.
        players: 0,
        width: WIDTH,
        height: legend.1,
        body: body.concat(),
    };
    Ok(document.svg(options))
}

/// Returns the curves with the seats whose line styles they have.
fn styled(plot: &CurvePlot) -> impl Iterator<Item = (Player, &Curve)> {
    Player::ALL.into_iter().zip(&plot.curves)
}

/// The scales of both axes.
struct Area {
    /// Round numbers from 0 to at least the largest position.
    positions: Vec<f64>,
    /// Round numbers from 0 to at least the largest value.
    values: Vec<f64>,
}

impl Area {
    fn of(plot: &CurvePlot) -> Area {
        let points = || styled(plot).flat_map(|(_, curve)| &curve.points);
        Area {
            positions: round_numbers(points().map(|point| point.at).fold(0.0, f64::max)),
            values: round_numbers(points().map(|point| point.value).fold(0.0, f64::max)),
        }
    }

    fn x(&self, position: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * share(position, &self.positions)
    }

    fn y(&self, value: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * share(value, &self.values)
    }

    fn grid(&self, axis: &str) -> String {
        let levels = self.values.iter().map(|&value| level(self.y(value), &value.to_string()));
        let ticks = self.positions.iter().map(|&position| tick(self.x(position), &position.to_string()));
        levels.chain(ticks).collect::<String>() + &axis_name(&fitted(axis, 13.0, WIDTH))
    }

    fn curves(&self, plot: &CurvePlot, id: &str) -> String {
        let curve = |(player, curve): (Player, &Curve)| {
            let place = |point: &CurvePoint| format!("{} {}", Num(self.x(point.at)), Num(self.y(point.value)));
            let places: Vec<String> = curve.points.iter().map(place).collect();
            let discs = curve.points.iter().map(|point| {
                let disc = disc(player, id, self.x(point.at), self.y(point.value));
                format!("<g><title>{}</title>{disc}</g>", escaped(&point.name))
            });
            let path = if places.is_empty() { String::new() } else { format!("M{}", places.join("L")) };
            line(player, &path, &escaped(&curve.name)) + &discs.collect::<String>()
        };
        styled(plot).map(curve).collect()
    }
}

/// Returns the place of a value on a scale, 0.0 to 1.0.
fn share(value: f64, scale: &[f64]) -> f64 {
    let share = value / scale.last().copied().unwrap_or(1.0);
    if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
}

/// Returns three to seven round numbers from 0 to at least the largest value.
fn round_numbers(most: f64) -> Vec<f64> {
    let most = if most.is_finite() && most > 0.0 { most } else { 1.0 };
    let power = 10_f64.powf((most / 5.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| step * 5.0 >= most);
    let step = step.unwrap_or(most);
    (0..=(most / step).ceil() as u32).map(|number| f64::from(number) * step).collect()
}

/// Draws the legend in two columns. Also returns its lower edge.
fn legend(plot: &CurvePlot) -> (String, f64) {
    let entry_width = WIDTH / 2.0;
    let entry = |(player, curve): (Player, &Curve)| {
        let name = fitted(&curve.name, 14.0, entry_width - 70.0);
        let svg = line(player, "M0 -5H44", &name) + &text(54.0, 0.0, "", 14, &name);
        shifted(entry_width * (player.index() % 2) as f64, BOTTOM + 70.0 + ROW * (player.index() / 2) as f64, &svg)
    };
    let rows = styled(plot).count().div_ceil(2);
    (styled(plot).map(entry).collect(), BOTTOM + 54.0 + ROW * rows as f64)
}

/// Describes the first and the last point of each curve, escaped.
fn description(plot: &CurvePlot) -> String {
    let ends = |(_, curve): (Player, &Curve)| {
        let (first, last) = (curve.points.first()?, curve.points.last()?);
        Some(format!("{}: from {} to {}", escaped(&curve.name), escaped(&first.name), escaped(&last.name)))
    };
    let sentences: Vec<String> = styled(plot).filter_map(ends).collect();
    format!("{}. {}.", escaped(&plot.values), sentences.join(". "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_round_and_reach_the_largest_value() {
        assert_eq!(round_numbers(469.0), [0.0, 100.0, 200.0, 300.0, 400.0, 500.0]);
        assert_eq!(round_numbers(7.0), [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(round_numbers(f64::NAN), round_numbers(1.0));
        for most in [1e-300, 0.3, 17.0, 1e300, f64::INFINITY] {
            let scale = round_numbers(most);
            assert!((3..=7).contains(&scale.len()), "{most}: {scale:?}");
        }
    }
}
