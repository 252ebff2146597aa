//! `ringside log`: checking, merging and taking apart logs.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use arena::AnyVenue;
use arena::log::{GameLine, Log, LogError, PieceLine, Records, RunLine, for_each_piece, verify_game};
use clap::{Args, Subcommand};
use rayon::prelude::*;
use ringrift_words::counted;

use crate::failure::{Failure, Outcome};
use crate::files::Sink;
use crate::plain::plain;

/// Check, merge and take apart the logs of matches and tournaments.
#[derive(Args)]
pub(crate) struct LogCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play every game again and check all that the log says about it
    Verify {
        /// The logs
        #[arg(required = true, value_name = "LOG")]
        logs: Vec<PathBuf>,
    },
    /// Write several logs into one; a game that is in several of them is written once
    Merge {
        /// The logs
        #[arg(required = true, value_name = "LOG")]
        logs: Vec<PathBuf>,
        /// The new log
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
    },
    /// Write the record of every game into a folder: .rrn for RingRift, .json for ASG
    Export {
        /// The logs
        #[arg(required = true, value_name = "LOG")]
        logs: Vec<PathBuf>,
        /// The folder, which is made if it does not exist
        #[arg(long, short, value_name = "FOLDER")]
        output: PathBuf,
    },
}

/// Runs the command.
pub(crate) fn run(args: &LogCommand, out: &mut impl Write) -> Outcome {
    match &args.command {
        Command::Verify { logs } => verify(logs, out),
        Command::Merge { logs, output } => merge(logs, output, out),
        Command::Export { logs, output } => export(logs, output, out),
    }
}

/// Reads logs and says what is odd about them.
pub(super) fn read(paths: &[PathBuf]) -> Result<Log, Failure> {
    let log = Log::read(paths, Records::Drop).map_err(Failure::bad_input)?;
    log.remarks.iter().for_each(|remark| anstream::eprintln!("note: {remark}"));
    Ok(log)
}

impl From<LogError> for Failure {
    fn from(error: LogError) -> Failure {
        Failure::bad_input(error)
    }
}

fn verify(paths: &[PathBuf], out: &mut impl Write) -> Outcome {
    let log = read(paths)?;
    let mut venues = HashMap::new();
    for run in &log.runs {
        let venue = AnyVenue::read(&run.manifest)
            .map_err(|problem| Failure::BadInput(format!("run {}: {}", run.run, plain(&problem))))?;
        venues.insert(run.run.as_str(), (run, venue));
    }
    let (mut games, mut wrong) = (0, 0);
    for_each_piece(paths, &log, |path, lines| {
        let found: Vec<Option<String>> =
            lines.par_iter().map(|line| line.game.as_ref().and_then(|game| problem(game, &venues))).collect();
        games += lines.iter().filter(|line| line.game.is_some()).count() as u64;
        for problem in found.into_iter().flatten() {
            wrong += 1;
            writeln!(out, "{}: {}", path.display(), plain(&problem))?;
        }
        Ok::<(), Failure>(())
    })?;
    let runs = counted(log.runs.len() as u64, "run");
    writeln!(out, "{runs}, {} played again: {wrong} wrong.", counted(games, "game"))?;
    if wrong == 0 { Ok(()) } else { Err(Failure::CheckFailed) }
}

/// What is wrong with a game.
fn problem(game: &GameLine, venues: &HashMap<&str, (&RunLine, AnyVenue)>) -> Option<String> {
    let (run, venue) = venues.get(game.run.as_str())?;
    let checked = match venue {
        AnyVenue::RingRift(venue) => verify_game(game, &run.manifest, venue),
        AnyVenue::Asg(venue) => verify_game(game, &run.manifest, venue),
    };
    checked.err().map(|problem| format!("game {} of run {}: {problem}", game.game, game.run))
}

fn merge(paths: &[PathBuf], output: &Path, out: &mut impl Write) -> Outcome {
    let log = read(paths)?;
    let mut sink = Sink::new(Some(output), out)?;
    // Of a run only what was planned last counts, and it has to stand before its games.
    for run in &log.runs {
        writeln!(sink, "{}", serde_json::to_string(run).map_err(Failure::bad_input)?)?;
    }
    for_each_piece(paths, &log, |_, lines| {
        for line in lines.iter().filter(|line| !is_run(line)) {
            sink.write_all(&line.text)?;
        }
        Ok::<(), Failure>(())
    })?;
    sink.finish()?;
    let games = counted(log.games.len() as u64, "game");
    Ok(writeln!(out, "{}: {}, {games}.", output.display(), counted(log.runs.len() as u64, "run"))?)
}

fn is_run(line: &PieceLine) -> bool {
    line.game.is_none() && serde_json::from_slice::<RunLine>(&line.text).is_ok()
}

fn export(paths: &[PathBuf], output: &Path, out: &mut impl Write) -> Outcome {
    let log = read(paths)?;
    let problem = |error: std::io::Error| Failure::BadInput(format!("cannot write {}: {error}", output.display()));
    std::fs::create_dir_all(output).map_err(problem)?;
    let mut written = 0_u64;
    for_each_piece(paths, &log, |_, lines| {
        for game in lines.iter().filter_map(|line| line.game.as_ref()) {
            let Some(record) = &game.record else { continue };
            let (text, ending) = match serde_json::from_str::<String>(record.get()) {
                Ok(text) => (text, "rrn"),
                Err(_) => (record.get().to_owned(), "json"),
            };
            let name = format!("{}-{}.{ending}", game.run, game.game.replace(':', "-"));
            std::fs::write(output.join(name), text).map_err(problem)?;
            written += 1;
        }
        Ok::<(), Failure>(())
    })?;
    Ok(writeln!(out, "{}: {}.", output.display(), counted(written, "record"))?)
}
