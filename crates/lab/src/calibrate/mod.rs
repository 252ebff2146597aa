//! `cargo lab calibrate`: compares predicted chances with results.

mod page;
mod parts;
mod sampling;

use std::io::Write;

use clap::Args;
use cli_support::{Failure, Outcome};
use cli_support::{NODES_PER_GAME_POSITION, SIMULATIONS_PER_GAME_POSITION};

use self::page::MeasuredPart;
use self::parts::{PARTS, Part};
use self::sampling::Sampling;
use crate::measure::{Logs, MeasureArgs, play};

/// Default document.
const DOCUMENT: &str = "docs/calibration.md";

/// Default folder of the logs.
const LOGS: &str = "target/calibrate";

/// Compare the chances predicted by the analysis with the results of games, and write a document (docs/calibration.md).
///
/// A level plays against itself. Some positions of every game are analysed, and the chance of the player to move is
/// compared with the result. All games are written to logs. The same command resumes an interrupted run. The positions are
/// analysed again each time.
#[derive(Args, Debug)]
pub(crate) struct CalibrateArgs {
    #[command(flatten)]
    measure: MeasureArgs,
    /// Number of games in each part [default: set by the part]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: Option<u32>,
    /// Number of analysed positions of each game
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    positions: u32,
    /// Number of nodes of each analysis; the default equals that of `ringside analyse` for games
    #[arg(long, value_name = "N", default_value_t = NODES_PER_GAME_POSITION, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    nodes: u64,
    /// Number of simulations of each analysis on boards with a network; the default equals that of `ringside analyse` for games
    #[arg(long, value_name = "N", default_value_t = SIMULATIONS_PER_GAME_POSITION, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    simulations: u64,
}

pub(crate) fn run(args: &CalibrateArgs, out: &mut impl Write) -> Outcome {
    let logs = args.measure.logs(LOGS);
    let chosen = args.measure.chosen(PARTS, |part| part.name)?;
    args.measure.load_networks()?;
    if !args.measure.no_play {
        logs.create()?;
        chosen.iter().try_for_each(|part| play_part(part, args, &logs, out))?;
    }
    let sampling = Sampling { positions: args.positions as usize, nodes: args.nodes, simulations: args.simulations };
    let measured = measured(&logs, sampling)?;
    if measured.is_empty() {
        return Err(Failure::BadInput("there are no games; run without --no-play".to_owned()));
    }
    args.measure.write(&page::document(&measured, sampling), DOCUMENT, out)
}

fn play_part(part: &Part, args: &CalibrateArgs, logs: &Logs, out: &mut impl Write) -> Outcome {
    if args.measure.fresh {
        logs.rename_old(part.name)?;
    }
    let series = part.series(args.games.unwrap_or_else(|| args.measure.scaled(part.games)));
    play(&logs.path(part.name), &[series], args.measure.jobs(), |_, games| {
        if args.measure.is_silent() { Ok(()) } else { Ok(writeln!(out, "{}: {} games.", part.name, games.len())?) }
    })
}

/// Reads all parts that have games, and analyses their positions.
fn measured(logs: &Logs, sampling: Sampling) -> Result<Vec<MeasuredPart>, Failure> {
    let read =
        |part: &'static Part| logs.read(part.name)?.map(|log| MeasuredPart::new(part, log, sampling)).transpose();
    PARTS.iter().filter_map(|part| read(part).transpose()).collect()
}
