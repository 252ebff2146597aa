//! `cargo lab ladder`: whether each level is stronger than the one below, and by how much.

mod bars;
mod page;
mod pairing;
mod parts;
mod speed;
mod timing;

use std::io::Write;

use arena::log::GameLine;
use clap::Args;
use cli_support::{Failure, Outcome};

use self::bars::{Bar, Verdict};
use self::page::MeasuredPart;
use self::pairing::Pairing;
use self::parts::{Levels, PARTS, Part};
use crate::measure::{Logs, MeasureArgs, Series, play};

/// Where the document goes.
const DOCUMENT: &str = "docs/ladder.md";

/// Where the logs are.
const LOGS: &str = "target/ladder";

/// Let every level meet the one below, and write a document about it (docs/ladder.md).
///
/// Each part has its own rules or board: live, no_main and compact, canon (by the book), live-3p and live-4p (three and four
/// players), hex8, square19 and asg (the other game, its maps in turn). In live-half and no_main-half searches meet others whose
/// trees have half as many positions. Whoever meets plays pairs of games from the same random opening, once from each seat; at
/// larger tables one of the higher level sits with others of the level below, once on every seat. All games are kept in logs,
/// which `ringside log verify` checks. The same command again goes on where it was stopped, and plays nothing that is there.
///
/// The exit code is 1 if a bar is missed: in live and in no_main each level has to score 60 % against the one below over 100
/// pairs, with the lower 95 % bound above 50 %, and the top level 90 % against level 4; and of the decisions of the top level
/// 95 % may take at most 1 s, or 3 s on large boards.
#[derive(Args, Debug)]
pub(crate) struct LadderArgs {
    #[command(flatten)]
    measure: MeasureArgs,
    /// How many pairs of games those play who meet, whatever the part says; at larger tables, in how many openings
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pairs: Option<u32>,
    /// Only these levels take part, as in 1-3 or 2,4,6
    #[arg(long, value_name = "LEVELS")]
    levels: Option<Levels>,
    /// For how long the speed of the search is measured on each board, in seconds; 0 leaves it out
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = speed::parse_seconds)]
    speed_seconds: f64,
}

/// Runs the command.
pub(crate) fn run(args: &LadderArgs, out: &mut impl Write) -> Outcome {
    let logs = args.measure.logs(LOGS);
    let chosen = args.measure.chosen(PARTS, |part| part.name)?;
    if !args.measure.no_play {
        logs.make()?;
        chosen.iter().try_for_each(|part| play_part(part, args, &logs, out))?;
        speed::measure(&logs, args.speed_seconds)?;
    }
    let measured = measured(&logs)?;
    if measured.is_empty() {
        return Err(Failure::BadInput("no game has been played; without --no-play they are".to_owned()));
    }
    let bars: Vec<Bar> = measured.iter().flat_map(MeasuredPart::bars).collect();
    let document = page::document(&measured, &bars, speed::kept(&logs)?.as_ref());
    args.measure.write(&document, DOCUMENT, out)?;
    tell(&bars, args, out)
}

/// All parts that have games.
fn measured(logs: &Logs) -> Result<Vec<MeasuredPart>, Failure> {
    let read = |part: &'static Part| Ok(logs.read(part.name)?.map(|log| MeasuredPart::new(part, log)));
    PARTS.iter().filter_map(|part| read(part).transpose()).collect()
}

fn play_part(part: &Part, args: &LadderArgs, logs: &Logs, out: &mut impl Write) -> Outcome {
    let pairs = args.pairs.unwrap_or_else(|| args.measure.scaled(part.pairs));
    let series = part.series(args.levels.as_ref(), pairs);
    if args.measure.fresh && !series.is_empty() {
        logs.put_aside(part.name)?;
    }
    play(&logs.path(part.name), &series, args.measure.jobs(), |series, games| {
        if args.measure.is_silent() { Ok(()) } else { tell_series(part, series, games, out) }
    })
}

fn tell_series(part: &Part, series: &Series, games: &[GameLine], out: &mut impl Write) -> Outcome {
    let games: Vec<&GameLine> = games.iter().collect();
    match Pairing::of(&series.players[0], &series.players[1], &games) {
        None => Ok(()),
        Some(pairing) => Ok(writeln!(out, "{}: {}", part.name, pairing.sentence())?),
    }
}

/// Names the bars that are not met; those that are missed make the command fail.
fn tell(bars: &[Bar], args: &LadderArgs, out: &mut impl Write) -> Outcome {
    if !args.measure.is_silent() {
        for bar in bars.iter().filter(|bar| bar.verdict != Verdict::Met) {
            writeln!(out, "{}: {}, {} instead of {}.", bar.verdict, bar.title(), bar.found, bar.wanted)?;
        }
    }
    let is_missed = bars.iter().any(|bar| bar.verdict == Verdict::Missed);
    if is_missed { Err(Failure::CheckFailed) } else { Ok(()) }
}
