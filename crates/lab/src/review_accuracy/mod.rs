//! `cargo lab review-accuracy`: the accuracy that reviews give to weak and strong players.

mod figures;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use cli_support::{Failure, Outcome};
use ringrift::BoardKind;

use self::figures::{FirstGames, MeasuredPart, Target};
use crate::measure::{Logs, MeasureArgs, RingRiftVariant, Series, Variant, play};

/// Default document.
const DOCUMENT: &str = "docs/review-accuracy.md";

/// Default folder of the logs.
const LOGS: &str = "target/review-accuracy";

/// Default folder of the ladder's logs.
const LADDER: &str = "docs/ladder";

/// Review games of weak and strong players, and write the accuracies to a document (docs/review-accuracy.md).
///
/// Random players must score below 40 %, and level 10 above 90 %; otherwise the command fails. Games of random players are played and
/// written to logs; the same command resumes an interrupted run. Games of level 10 against level 9 are taken from the logs of
/// `cargo lab ladder`. All games are reviewed again each time, as on the page.
#[derive(Args, Debug)]
pub(crate) struct ReviewAccuracyArgs {
    #[command(flatten)]
    measure: MeasureArgs,
    /// Number of games of each pair of players
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// Folder with the ladder's logs, plain or compressed
    #[arg(long, value_name = "FOLDER", default_value = LADDER)]
    ladder: PathBuf,
}

/// Rules under measurement.
#[derive(Debug)]
struct Part {
    /// Name of the part, of its log, and of the ladder's log with the same rules.
    name: &'static str,
    /// Title in the document.
    title: &'static str,
    edition: &'static str,
}

/// All parts, in the order of the document.
const PARTS: &[Part] = &[
    Part { name: "standard", title: "The default edition for people", edition: "standard" },
    Part { name: "live", title: "The live edition", edition: "live" },
];

/// Players of each series that is played, by seat. Random players meet each other and a player who wins: a review must not praise the loser
/// of a game that is soon decided.
const PAIRS: &[[&str; 2]] = &[["random", "random"], ["random", "level:3"]];

/// Players of the games that are taken from the ladder.
const STRONG: [&str; 2] = ["level:10", "level:9"];

/// Accuracies to reach.
const TARGETS: &[Target] = &[Target::below("random", 40.0), Target::above("level:10", 90.0)];

/// Number of random actions at the start of the games of random players.
const OPENING_PLIES: u32 = 4;

impl Part {
    fn series(&self, games: u32) -> Vec<Series> {
        let variant = RingRiftVariant {
            board: BoardKind::Square8,
            players: 2,
            edition: self.edition,
            set: &[],
            random_plies: OPENING_PLIES,
        };
        let series = |players: &[&str; 2]| Series {
            name: format!("review-accuracy {}: {}", self.name, players.join(" and ")),
            variant: Variant::RingRift(variant),
            players: players.iter().map(|player| (*player).to_owned()).collect(),
            conditions: games.div_ceil(2),
        };
        PAIRS.iter().map(series).collect()
    }
}

pub(crate) fn run(args: &ReviewAccuracyArgs, out: &mut impl Write) -> Outcome {
    let logs = args.measure.logs(LOGS);
    let chosen = args.measure.chosen(PARTS, |part| part.name)?;
    args.measure.load_networks()?;
    if !args.measure.no_play {
        logs.create()?;
        chosen.iter().try_for_each(|part| play_part(part, args, &logs, out))?;
    }
    let measured = measured(&logs, args)?;
    if measured.is_empty() {
        return Err(Failure::BadInput("there are no games; run without --no-play".to_owned()));
    }
    if !args.measure.is_silent() {
        measured.iter().try_for_each(|part| part.print(out))?;
    }
    args.measure.write(&figures::document(&measured), DOCUMENT, out)?;
    let missed: Vec<String> = measured.iter().flat_map(|part| part.missed(TARGETS)).collect();
    missed.iter().for_each(|missed| anstream::eprintln!("{missed}"));
    if missed.is_empty() { Ok(()) } else { Err(Failure::CheckFailed) }
}

fn play_part(part: &Part, args: &ReviewAccuracyArgs, logs: &Logs, out: &mut impl Write) -> Outcome {
    if args.measure.fresh {
        logs.rename_old(part.name)?;
    }
    let series = part.series(args.measure.scaled(args.games));
    play(&logs.path(part.name), &series, args.measure.jobs(), |series, games| {
        if args.measure.is_silent() { Ok(()) } else { Ok(writeln!(out, "{}: {} games.", series.name, games.len())?) }
    })
}

/// Reads all parts that have games, and reviews the games.
fn measured(logs: &Logs, args: &ReviewAccuracyArgs) -> Result<Vec<MeasuredPart>, Failure> {
    let ladder = Logs::new(args.ladder.clone());
    let number = args.measure.scaled(args.games) as usize;
    let measured = |part: &'static Part| {
        let Some(played) = logs.read(part.name)? else { return Ok(None) };
        let missing = || {
            let path = args.ladder.display();
            Failure::BadInput(format!(
                "{path} has no log {}.jsonl of the ladder; choose its folder with --ladder",
                part.name
            ))
        };
        let recorded = ladder.read(part.name)?.ok_or_else(missing)?;
        MeasuredPart::new(part, &[(&played, None), (&recorded, Some(FirstGames { players: STRONG, number }))]).map(Some)
    };
    PARTS.iter().filter_map(|part| measured(part).transpose()).collect()
}
