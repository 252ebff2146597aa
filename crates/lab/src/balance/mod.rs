//! `cargo lab balance`: measures seats, lengths and endings of each edition.

mod advice;
mod facts;
mod figures;
mod line;
mod page;
mod parts;

use std::io::Write;

use clap::Args;
use cli_support::{Failure, Outcome};

use self::page::MeasuredPart;
use self::parts::{Part, STRENGTHS, Strength};
use crate::measure::{Logs, MeasureArgs, Series, play};

/// Default document.
const DOCUMENT: &str = "docs/balance.md";

/// Default folder of the logs.
const LOGS: &str = "target/balance";

/// Let players play against themselves with several rule sets, and write a document about seats, lengths and endings
/// (docs/balance.md).
///
/// The parts with two players on square8 are standard, canon, compact and live, compact-no_main and live-no_main (without claiming the
/// main region), and live-swap and live-no_main-swap (with the pie rule). The other parts are live-hex8, live-3p and live-4p.
/// In each part a random player, a middle level and the top level play against themselves. All games are written to logs, which
/// `ringside log verify` checks. The same command resumes an interrupted run.
#[derive(Args, Debug)]
pub(crate) struct BalanceArgs {
    #[command(flatten)]
    measure: MeasureArgs,
    /// Number of games of each player in each part [default: set by the part]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: Option<u32>,
    /// Play only this player: random, middle or top; can be repeated
    #[arg(long = "strength", value_name = "NAME")]
    strengths: Vec<String>,
}

pub(crate) fn run(args: &BalanceArgs, out: &mut impl Write) -> Outcome {
    let logs = args.measure.logs(LOGS);
    let chosen = args.measure.chosen(parts::PARTS, |part| part.name)?;
    args.measure.load_networks()?;
    let strengths = strengths(&args.strengths)?;
    if !args.measure.no_play {
        logs.create()?;
        // The fast players first, in all parts, so that an interrupted run has results for every part.
        for (number, strength) in strengths.iter().enumerate() {
            let is_fresh = args.measure.fresh && number == 0;
            chosen.iter().try_for_each(|part| play_part(part, strength, is_fresh, args, &logs, out))?;
        }
    }
    let measured = measured(&logs)?;
    if measured.is_empty() {
        return Err(Failure::BadInput("there are no games; run without --no-play".to_owned()));
    }
    args.measure.write(&page::document(&measured), DOCUMENT, out)
}

/// Returns the players chosen by name.
fn strengths(names: &[String]) -> Result<Vec<&'static Strength>, Failure> {
    if let Some(unknown) = names.iter().find(|&name| STRENGTHS.iter().all(|one| one.name != name)) {
        let unknown = ringrift::excerpt(unknown);
        return Err(Failure::BadInput(format!("there is no strength {unknown}; there are random, middle and top")));
    }
    let is_chosen = |one: &&Strength| names.is_empty() || names.iter().any(|name| name == one.name);
    Ok(STRENGTHS.iter().filter(is_chosen).collect())
}

fn play_part(
    part: &Part,
    strength: &Strength,
    is_fresh: bool,
    args: &BalanceArgs,
    logs: &Logs,
    out: &mut impl Write,
) -> Outcome {
    if is_fresh {
        logs.rename_old(part.name)?;
    }
    let games = args.games.unwrap_or_else(|| args.measure.scaled(strength.games / part.divisor));
    let series = part.series(strength, games);
    play(&logs.path(part.name), &[series], args.measure.jobs(), |series: &Series, games| {
        if args.measure.is_silent() {
            return Ok(());
        }
        Ok(writeln!(out, "{}: {} played {} games against itself.", part.name, series.players[0], games.len())?)
    })
}

/// Reads all parts that have games, and replays the games.
fn measured(logs: &Logs) -> Result<Vec<MeasuredPart>, Failure> {
    let read = |part: &'static Part| logs.read(part.name)?.map(|log| MeasuredPart::new(part, log)).transpose();
    parts::PARTS.iter().filter_map(|part| read(part).transpose()).collect()
}
