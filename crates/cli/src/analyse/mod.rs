//! `ringside analyse`: analysis of positions and recorded games (`docs/analysis.md`).

mod annotate;
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
use self::games::GamesRequest;
use self::position::ReportOptions;
use crate::args::PositionArgs;

/// Analyse a position or recorded games: chances to win, best lines, threats, blunders, turning points.
///
/// Give a position as text or with --position, files of games with --record. A file holds any number of games as text
/// (docs/notation.md), JSON or JSON lines, plain or compressed with gzip. Games are analysed in parallel and reported
/// in order. A game that cannot be read is reported and skipped, and the exit code is 1. Ctrl-C ends the search of a
/// position, and the results so far are printed. In an analysis of games, Ctrl-C skips the unfinished ones, and the
/// exit code is 3. docs/analysis.md explains the numbers.
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
    /// Number of best lines to print for a position
    #[arg(long, short, value_name = "N", default_value_t = 3, conflicts_with = "record")]
    lines: usize,
    /// Print every legal action of a position (default: ten), or every action of a game (default: the bad ones)
    #[arg(long, short)]
    all: bool,
    /// Print JSON (ringside-analysis/1): one line for the position, or one for each game
    #[arg(long)]
    json: bool,
    /// Draw the chances over each game: into this file if its name ends in .svg and there is one game, otherwise into files in
    /// this folder, named after the input file and the number of the game
    #[arg(long, value_name = "FILE|FOLDER")]
    svg: Option<PathBuf>,
    /// Write the games with evaluations, marks, comments and better lines to a new file or one of the input files: as JSON or JSON lines if the name ends in .json or
    /// .jsonl, otherwise as text; - is standard output, which then gets no reports
    #[arg(long, value_name = "FILE")]
    annotate: Option<PathBuf>,
    /// Number of games analysed at the same time [default: cores divided by --threads]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Print the JSON Schema of the output of --json
    #[arg(long, exclusive = true)]
    schema: bool,
    #[command(flatten)]
    position: PositionArgs,
}

pub(crate) fn run(args: &AnalyseArgs, out: &mut impl Write) -> Outcome {
    if args.schema {
        return Ok(writeln!(out, "{:#}", json::schema())?);
    }
    let stop = stop_on_interrupt();
    let stopped = || stop.load(Ordering::Relaxed);
    if !args.record.is_empty() {
        return games::run(&games_request(args), &stopped, out);
    }
    if args.svg.is_some() || args.annotate.is_some() || args.jobs.is_some() {
        return Err(Failure::BadInput(
            "--svg, --annotate and --jobs apply to games; give files with --record".to_owned(),
        ));
    }
    let position = match &args.file {
        Some(file) => args.position.position_in(file)?,
        None => args.position.position().map_err(|failure| with_hint(failure, args.position.text()))?,
    };
    let options = ReportOptions { lines: args.lines, all: args.all, json: args.json };
    position::run(&position, args.effort.limits(Subject::Position), &options, &stopped, out)
}

fn games_request(args: &AnalyseArgs) -> GamesRequest<'_> {
    let limits = args.effort.limits(Subject::Game);
    let jobs = || cores().get().div_ceil(limits.threads.get());
    GamesRequest {
        files: &args.record,
        limits,
        jobs: args.jobs.map_or_else(jobs, NonZeroUsize::get),
        all: args.all,
        json: args.json,
        svg: args.svg.as_deref(),
        annotate: args.annotate.as_deref(),
    }
}

/// Adds a hint if the position text is the name of a file.
fn with_hint(failure: Failure, text: Option<&str>) -> Failure {
    match (failure, text) {
        (Failure::BadInput(problem), Some(text)) if Path::new(text).is_file() => {
            Failure::BadInput(format!("{problem}; this is a file: --record reads games, --position a position"))
        }
        (failure, _) => failure,
    }
}

/// Installs a handler for Ctrl-C: the first sets the returned flag, the second ends the process.
fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // A failure is harmless: without a handler, Ctrl-C ends the process at once.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    stop
}
