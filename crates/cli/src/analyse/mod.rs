//! `ringside analyse`: positions and recorded games, looked at by the computer (`docs/analysis.md`).

mod annotate;
mod crew;
mod effort;
mod games;
mod json;
mod plot;
mod position;
mod report;
pub(crate) mod words;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use cli_support::{Failure, Outcome};

use self::effort::{EffortArgs, Subject, cores};
use self::games::Wishes;
use self::position::Telling;
use crate::args::PositionArgs;

/// Analyse a position, or the games of files: chances to win, best lines, threats, blunders, turning points.
///
/// A position is given by its text or with --position; files of games with --record. Files hold any number of games as text
/// (docs/notation.md), as JSON or as JSON lines, plain or compressed with gzip. Games are looked at in parallel and told in
/// their order; one that cannot be read is named and left out, and the exit code is 1 then. Being interrupted ends the search
/// of a position, which tells what it has; of games those are told that are finished, and the exit code is 3.
/// docs/analysis.md says what the numbers mean.
#[derive(Args)]
pub(crate) struct AnalyseArgs {
    /// File with the text of a position; - is standard input
    #[arg(long = "position", value_name = "FILE", conflicts_with_all = ["text", "record"])]
    file: Option<PathBuf>,
    /// Files of games; - is standard input
    #[arg(long, short, value_name = "FILE", num_args = 1..)]
    #[arg(conflicts_with_all = ["text", "board", "players", "edition", "settings"])]
    record: Vec<PathBuf>,
    #[command(flatten)]
    effort: EffortArgs,
    /// How many best lines of a position are told
    #[arg(long, short, value_name = "N", default_value_t = 3, conflicts_with = "record")]
    lines: usize,
    /// Tell every legal action of a position rather than ten, every action of a game rather than the bad ones
    #[arg(long, short)]
    all: bool,
    /// Print JSON, one object on a line for the position or for each game (ringside-analysis/1)
    #[arg(long)]
    json: bool,
    /// Draw the chances over each game: to a file if the name ends in .svg and there is one game, else to files in a folder,
    /// which are named after the file and the number of the game
    #[arg(long, value_name = "FILE|FOLDER")]
    svg: Option<PathBuf>,
    /// Write the games with evaluations after every action, marks, comments and better lines: as text, or as JSON or JSON
    /// lines if the name ends in .json or .jsonl; - is standard output, which then gets no reports
    #[arg(long, value_name = "FILE")]
    annotate: Option<PathBuf>,
    /// How many games are looked at at the same time [default: so many that every core has a thread]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Print the JSON Schema of what --json prints
    #[arg(long, exclusive = true)]
    schema: bool,
    #[command(flatten)]
    position: PositionArgs,
}

/// Runs the command.
pub(crate) fn run(args: &AnalyseArgs, out: &mut impl Write) -> Outcome {
    if args.schema {
        return Ok(writeln!(out, "{:#}", json::schema())?);
    }
    let stop = stop_when_asked();
    let stopped = || stop.load(Ordering::Relaxed);
    if !args.record.is_empty() {
        return games::run(&wishes(args), &stopped, out);
    }
    if args.svg.is_some() || args.annotate.is_some() || args.jobs.is_some() {
        return Err(Failure::BadInput(
            "--svg, --annotate and --jobs are for games; name files with --record".to_owned(),
        ));
    }
    let position = match &args.file {
        Some(file) => args.position.position_in(file)?,
        None => args.position.position().map_err(|failure| with_hint(failure, args.position.text()))?,
    };
    let telling = Telling { lines: args.lines, all: args.all, json: args.json };
    position::run(&position, args.effort.limits(Subject::Position), &telling, &stopped, out)
}

fn wishes(args: &AnalyseArgs) -> Wishes<'_> {
    let limits = args.effort.limits(Subject::Game);
    let jobs = || cores().get().div_ceil(limits.threads.get());
    Wishes {
        files: &args.record,
        limits,
        jobs: args.jobs.map_or_else(jobs, NonZeroUsize::get),
        all: args.all,
        json: args.json,
        svg: args.svg.as_deref(),
        annotate: args.annotate.as_deref(),
    }
}

/// Says more if the text of a position is the name of a file.
fn with_hint(failure: Failure, text: Option<&str>) -> Failure {
    match (failure, text) {
        (Failure::BadInput(problem), Some(text)) if Path::new(text).is_file() => {
            Failure::BadInput(format!("{problem}; it is a file: --record reads games, --position a position"))
        }
        (failure, _) => failure,
    }
}

/// Lets the work end in good order when somebody interrupts it, and at once when he does so again.
fn stop_when_asked() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let handed = Arc::clone(&stop);
    // Where this cannot be done, being interrupted ends the process at once.
    let _ = ctrlc::set_handler(move || {
        if handed.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    stop
}
