//! `cargo lab ladder`: measures how much stronger each level is than the one below.

mod page;
mod pairing;
mod parts;
mod speed;
mod targets;
mod timing;

use std::io::Write;

use arena::log::GameLine;
use clap::Args;
use cli_support::{Failure, Outcome};

use self::page::MeasuredPart;
use self::pairing::Pairing;
use self::parts::{Levels, PARTS, Part};
use self::targets::{Target, TargetResult};
use crate::measure::{Logs, MeasureArgs, Series, play};

/// Default document.
const DOCUMENT: &str = "docs/ladder.md";

/// Default folder of the logs.
const LOGS: &str = "target/ladder";

/// Play every level against the one below, and write a document about the results (docs/ladder.md).
///
/// Each part has its own rules or board: live, standard, compact, canon (by the rulebook), live-3p and live-4p (three
/// and four players), hex8, square19 and asg (the Agent Strategy Game on alternating maps). In live-double and
/// standard-double, searches with a network play against searches with half the simulations. In the parts that end with
/// -classic, the top level plays against classic:10, the top level of the search without a network, and in those that end with
/// -time a search with a network that takes at most as long. Two players play pairs of games from the same
/// random opening, once from each seat. With more players, one player of the higher level plays against players of the
/// level below, once from every seat. All games are written to logs, which `ringside log verify` checks. The same
/// command resumes an interrupted run.
///
/// The exit code is 1 if a target is missed: in live and standard each level must score 65 to 80 % against the one below over
/// 100 pairs, with the lower 95 % bound above 50 %, and the top level 90 % against level 4; twice the simulations must score
/// above 50 %; the top level must score 60 to 90 % against classic:10, depending on the part; and 95 % of the decisions of the top level
/// must take at most 1 s, or 3 s on large boards.
#[derive(Args, Debug)]
pub(crate) struct LadderArgs {
    #[command(flatten)]
    measure: MeasureArgs,
    /// Number of pairs of games; with more than two players, number of openings [default: set by the part]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pairs: Option<u32>,
    /// Play only these levels, as in 1-3 or 2,4,6
    #[arg(long, value_name = "LEVELS")]
    levels: Option<Levels>,
    /// Seconds for measuring the speed of the search on each board; 0 skips it
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = speed::parse_seconds)]
    speed_seconds: f64,
}

pub(crate) fn run(args: &LadderArgs, out: &mut impl Write) -> Outcome {
    let logs = args.measure.logs(LOGS);
    let chosen = args.measure.chosen(PARTS, |part| part.name)?;
    args.measure.load_networks()?;
    if !args.measure.no_play {
        logs.create()?;
        chosen.iter().try_for_each(|part| play_part(part, args, &logs, out))?;
        speed::measure(&logs, args.speed_seconds)?;
    }
    let measured = measured(&logs)?;
    if measured.is_empty() {
        return Err(Failure::BadInput("there are no games; run without --no-play".to_owned()));
    }
    let targets: Vec<Target> = measured.iter().flat_map(MeasuredPart::targets).collect();
    let document = page::document(&measured, &targets, speed::stored(&logs)?.as_ref());
    args.measure.write(&document, DOCUMENT, out)?;
    print_unmet(&targets, args, out)
}

/// Reads all parts that have games.
fn measured(logs: &Logs) -> Result<Vec<MeasuredPart>, Failure> {
    let read = |part: &'static Part| Ok(logs.read(part.name)?.map(|log| MeasuredPart::new(part, log)));
    PARTS.iter().filter_map(|part| read(part).transpose()).collect()
}

fn play_part(part: &Part, args: &LadderArgs, logs: &Logs, out: &mut impl Write) -> Outcome {
    let pairs = args.pairs.unwrap_or_else(|| args.measure.scaled(part.pairs));
    let series = part.series(args.levels.as_ref(), pairs);
    if args.measure.fresh && !series.is_empty() {
        logs.rename_old(part.name)?;
    }
    play(&logs.path(part.name), &series, args.measure.jobs(), |series, games| {
        if args.measure.is_silent() { Ok(()) } else { print_pairing(part, series, games, out) }
    })
}

fn print_pairing(part: &Part, series: &Series, games: &[GameLine], out: &mut impl Write) -> Outcome {
    let games: Vec<&GameLine> = games.iter().collect();
    match Pairing::of(&series.players[0], &series.players[1], &games) {
        None => Ok(()),
        Some(pairing) => Ok(writeln!(out, "{}: {}", part.name, pairing.sentence())?),
    }
}

/// Prints the targets that are not met. Fails if a target is missed.
fn print_unmet(targets: &[Target], args: &LadderArgs, out: &mut impl Write) -> Outcome {
    if !args.measure.is_silent() {
        for target in targets.iter().filter(|target| target.result != TargetResult::Met) {
            writeln!(out, "{}: {}, {} instead of {}.", target.result, target.title(), target.found, target.wanted)?;
        }
    }
    let is_missed = targets.iter().any(|target| target.result == TargetResult::Missed);
    if is_missed { Err(Failure::CheckFailed) } else { Ok(()) }
}
