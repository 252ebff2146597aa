//! `cargo lab calibrate`: whether chances of 70 % come true seven times of ten.

mod page;
mod parts;
mod sampling;

use std::io::Write;

use clap::Args;
use cli_support::NODES_PER_GAME_POSITION;
use cli_support::{Failure, Outcome};

use self::page::MeasuredPart;
use self::parts::{PARTS, Part};
use self::sampling::Sampling;
use crate::measure::{Logs, MeasureArgs, play};

/// Where the document goes.
const DOCUMENT: &str = "docs/calibration.md";

/// Where the logs are.
const LOGS: &str = "target/calibrate";

/// Compare the chances that the analysis gives with how games end, and write a document about it (docs/calibration.md).
///
/// A level plays itself; some positions of every game are analysed, and the chance that was given to whoever was to move is
/// compared with his result. All games are kept in logs; the same command again goes on where it was stopped. The positions are
/// analysed again each time.
#[derive(Args, Debug)]
pub(crate) struct CalibrateArgs {
    #[command(flatten)]
    measure: MeasureArgs,
    /// How many games are played in each part, whatever the table says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: Option<u32>,
    /// How many positions of each game are analysed
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    positions: u32,
    /// How many positions each analysis looks at; the default is what `ringside analyse` does for the positions of a game
    #[arg(long, value_name = "N", default_value_t = NODES_PER_GAME_POSITION, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    nodes: u64,
}

/// Runs the command.
pub(crate) fn run(args: &CalibrateArgs, out: &mut impl Write) -> Outcome {
    let logs = args.measure.logs(LOGS);
    let chosen = args.measure.chosen(PARTS, |part| part.name)?;
    if !args.measure.no_play {
        logs.make()?;
        chosen.iter().try_for_each(|part| play_part(part, args, &logs, out))?;
    }
    let sampling = Sampling { positions: args.positions as usize, nodes: args.nodes };
    let measured = measured(&logs, sampling)?;
    if measured.is_empty() {
        return Err(Failure::BadInput("no game has been played; without --no-play they are".to_owned()));
    }
    args.measure.write(&page::document(&measured, sampling), DOCUMENT, out)
}

fn play_part(part: &Part, args: &CalibrateArgs, logs: &Logs, out: &mut impl Write) -> Outcome {
    if args.measure.fresh {
        logs.put_aside(part.name)?;
    }
    let series = part.series(args.games.unwrap_or_else(|| args.measure.scaled(part.games)));
    play(&logs.path(part.name), &[series], args.measure.jobs(), |_, games| {
        if args.measure.is_silent() { Ok(()) } else { Ok(writeln!(out, "{}: {} games.", part.name, games.len())?) }
    })
}

/// All parts that have games, with their positions analysed.
fn measured(logs: &Logs, sampling: Sampling) -> Result<Vec<MeasuredPart>, Failure> {
    let read =
        |part: &'static Part| logs.read(part.name)?.map(|log| MeasuredPart::new(part, log, sampling)).transpose();
    PARTS.iter().filter_map(|part| read(part).transpose()).collect()
}
