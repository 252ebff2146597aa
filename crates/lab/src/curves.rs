//! `cargo lab curves`: the losses of training runs as a picture.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use cli_support::files::{Sink, read_text};
use cli_support::{Failure, Outcome};
use ringrift_draw::{Curve, CurvePlot, CurvePoint, Options, curve_plot};
use serde::Deserialize;

/// Draw the losses of training runs over their time as SVG
#[derive(Args)]
pub(crate) struct CurvesArgs {
    /// Cards of training runs, at most four; each becomes a curve
    #[arg(required = true, num_args = 1..=4, value_name = "CARD")]
    cards: Vec<PathBuf>,
    /// Loss that is drawn
    #[arg(long, value_enum, default_value_t = Loss::Policy)]
    loss: Loss,
    /// File for the picture; standard output unless given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A loss that training reports.
#[derive(Copy, Clone, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Loss {
    /// Divergence of the policy from that of the search, in nats
    Policy,
    /// Cross-entropy of the value with the result of the game, in nats
    Value,
    /// Cross-entropy of the owner of a cell at the end, in nats
    Ownership,
}

impl Loss {
    /// Returns the name of the loss in a card.
    fn key(self) -> &'static str {
        match self {
            Loss::Policy => "policy_divergence",
            Loss::Value => "value",
            Loss::Ownership => "ownership",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Loss::Policy => "Loss of the policy",
            Loss::Value => "Loss of the value",
            Loss::Ownership => "Loss of the ownership",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Loss::Policy => "divergence from the policy of the search, nats",
            Loss::Value => "cross-entropy with the result, nats",
            Loss::Ownership => "cross-entropy with the owner of a cell at the end, nats",
        }
    }
}

/// What this command reads from the card of a training run.
#[derive(Deserialize)]
struct Card {
    settings: Settings,
    progress: Vec<Progress>,
}

#[derive(Deserialize)]
struct Settings {
    board: String,
}

#[derive(Deserialize)]
struct Progress {
    seconds: f64,
    games: u64,
    losses: std::collections::BTreeMap<String, f64>,
}

/// The largest card that is read.
const MAX_BYTES: usize = 16 << 20;

/// Draws the curves.
pub(crate) fn run(args: &CurvesArgs, out: &mut impl Write) -> Outcome {
    let mut curves = Vec::with_capacity(args.cards.len());
    for path in &args.cards {
        let text = read_text(path, MAX_BYTES)?;
        let wrong = |problem: &dyn std::fmt::Display| {
            Failure::bad_input(format!("{}: not the card of a training run: {problem}", path.display()))
        };
        let card: Card = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
        let curve = curve(&card, args.loss);
        if curve.points.is_empty() {
            return Err(wrong(&format!("it has no loss {}", args.loss.key())));
        }
        curves.push(curve);
    }
    let plot = CurvePlot {
        title: args.loss.title().to_owned(),
        values: args.loss.meaning().to_owned(),
        axis: "seconds of self-play".to_owned(),
        curves,
    };
    let svg = curve_plot(&plot, &Options::default()).map_err(Failure::bad_input)?;
    let mut sink = Sink::replacing(args.output.as_deref(), out)?;
    sink.write_all(svg.as_bytes())?;
    sink.finish()
}

/// Returns the points of a loss that are finite and not negative, as all losses of a run that works are.
fn curve(card: &Card, loss: Loss) -> Curve {
    let point = |progress: &Progress| {
        let value = *progress.losses.get(loss.key())?;
        let is_usable = value.is_finite() && value >= 0.0 && progress.seconds.is_finite() && progress.seconds >= 0.0;
        let name = format!("{value:.3} after {:.0} s, {} games", progress.seconds, progress.games);
        is_usable.then_some(CurvePoint { at: progress.seconds, value, name })
    };
    Curve { name: card.settings.board.clone(), points: card.progress.iter().filter_map(point).collect() }
}
