//! `ringside asg draw`: an image of a map.

use std::io::Write;
use std::path::PathBuf;

use asg::limits::MAX_REPLAY_BYTES;
use asg::{Position, Scenario, picture};
use clap::Args;
use cli_support::files::Sink;
use cli_support::{Failure, Outcome};
use serde_json::Value;

use super::args::{parse_scenario, scenario_text};
use super::show::read_replay;
use crate::args::PlyArg;
use crate::png;

/// Draw a scenario or a ply of a replay, as SVG or PNG.
///
/// The image is a PNG if the name of the output file ends with .png, otherwise an SVG. With --ply it shows the position of a
/// replay before a ply, with the moves of that ply as arrows.
#[derive(Args, Debug)]
pub(crate) struct DrawArgs {
    /// Built-in scenario, scenario file, or with --ply a replay file; - is standard input
    #[arg(value_name = "NAME|FILE")]
    source: String,
    /// Draw the position before this ply of a replay, counted from 0; last is the end of the match
    #[arg(long, value_name = "N|last")]
    ply: Option<PlyArg>,
    /// Output file; an existing one is replaced [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &DrawArgs, out: &mut impl Write) -> Outcome {
    let svg = match args.ply {
        None => {
            let scenario = read_scenario(&args.source)?;
            picture(&scenario, &Position::start(&scenario), &[])
        }
        Some(ply) => {
            let replay = read_replay(args.source.as_ref())?;
            let ply = ply.within(replay.turns.len())?;
            let orders = replay.turns.get(ply).map(asg::Turn::plain_orders).unwrap_or_default();
            picture(&replay.scenario, replay.after(ply).position(), &orders)
        }
    };
    let mut sink = Sink::replacing(args.output.as_deref(), out)?;
    if args.output.as_deref().is_some_and(|path| path.extension().is_some_and(|end| end == "png")) {
        sink.write_all(&png::unscaled(&svg)?)?;
    } else {
        write!(sink, "{svg}")?;
    }
    sink.finish()
}

/// Reads the scenario to draw. Rejects replays with a hint to `--ply`.
fn read_scenario(source: &str) -> Result<Scenario, Failure> {
    // Reads up to the size limit of replays, which is larger than that of scenarios: a replay is then recognised and not
    // rejected as too large.
    let text = scenario_text(source, MAX_REPLAY_BYTES)?;
    parse_scenario(source, &text).map_err(|failure| match serde_json::from_str::<Value>(&text) {
        Ok(value) if value.get("turns").is_some() => {
            Failure::BadInput(format!("{source} is a replay; choose a position with --ply"))
        }
        _ => failure,
    })
}
