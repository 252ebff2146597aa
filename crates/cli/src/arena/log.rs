//! `ringside log`: verifies, merges and exports logs.

use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};

use arena::AnyVenue;
use arena::log::{BatchLine, GameLine, Log, Records, RunLine, Verified, for_each_batch, is_planned, planned_games};
use arena::settings::Format;
use clap::{Args, Subcommand};
use cli_support::files::{Sink, cannot_be_written};
use cli_support::plain::plain;
use cli_support::{Failure, Outcome};
use game::Rosters;
use rayon::prelude::*;
use ringrift_text::counted;

/// Verify, merge and export the logs of matches and tournaments.
#[derive(Args)]
pub(crate) struct LogCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Replay every game and check the log against it.
    ///
    /// The exit code is 0 if all games in the log are right, even if games of a run are missing; 1 if a game is wrong; and 2
    /// if a log cannot be read. The command that started a run plays its missing games.
    Verify {
        /// Game logs (ringside-log/1) of matches and tournaments
        #[arg(required = true, value_name = "LOG")]
        logs: Vec<PathBuf>,
        /// Do not check that built-in bots choose the same actions again
        #[arg(long)]
        no_choices: bool,
    },
    /// Merge several logs into one; duplicate games are written once
    Merge {
        /// Game logs (ringside-log/1) of matches and tournaments
        #[arg(required = true, value_name = "LOG")]
        logs: Vec<PathBuf>,
        /// New log, or one of the merged logs
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
    },
    /// Write the record of every game to a folder: .rrn for RingRift, .json for ASG
    Export {
        /// Game logs (ringside-log/1) of matches and tournaments
        #[arg(required = true, value_name = "LOG")]
        logs: Vec<PathBuf>,
        /// Folder, created if it does not exist
        #[arg(long, short, value_name = "FOLDER")]
        output: PathBuf,
    },
}

pub(crate) fn run(args: &LogCommand, out: &mut impl Write) -> Outcome {
    match &args.command {
        Command::Verify { logs, no_choices } => verify(logs, *no_choices, out),
        Command::Merge { logs, output } => merge(logs, output, out),
        Command::Export { logs, output } => export(logs, output, out),
    }
}

/// Reads logs and prints the remarks about them.
pub(super) fn read(paths: &[PathBuf]) -> Result<Log, Failure> {
    let log = Log::read(paths, Records::Drop).map_err(Failure::bad_input)?;
    log.remarks.iter().for_each(|remark| anstream::eprintln!("note: {remark}"));
    Ok(log)
}

fn verify(paths: &[PathBuf], no_choices: bool, out: &mut impl Write) -> Outcome {
    let log = read(paths)?;
    let rosters = (!no_choices).then(ai::rosters);
    let mut runs = HashMap::new();
    for run in &log.runs {
        runs.insert(run.run.as_str(), VerifiedRun::new(run)?);
    }
    let (mut games, mut wrong) = (0_u64, 0_u64);
    for_each_batch(paths, &log, |path, lines| {
        let found: Vec<(&GameLine, Result<Verified, String>)> = lines
            .par_iter()
            .filter_map(|line| line.game.as_ref())
            .filter_map(|game| Some((game, runs.get(game.run.as_str())?.check(game, rosters.as_ref()))))
            .collect();
        for (game, checked) in found {
            games += 1;
            if let Err(problem) = &checked {
                wrong += 1;
                let problem = format!("game {} of run {}: {problem}", game.game, game.run);
                writeln!(out, "{}: {}", path.display(), plain(&problem))?;
            }
            if let Some(run) = runs.get_mut(game.run.as_str()) {
                run.add(game, &checked);
            }
        }
        Ok::<(), Failure>(())
    })?;
    for run in log.runs.iter().filter_map(|run| runs.get(run.run.as_str())) {
        run.print(rosters.as_ref(), out)?;
    }
    let runs = counted(log.runs.len() as u64, "run");
    writeln!(out, "{runs}, {} replayed: {wrong} wrong.", counted(games, "game"))?;
    if wrong == 0 { Ok(()) } else { Err(Failure::CheckFailed) }
}

/// Run with the results of its verification.
struct VerifiedRun<'a> {
    line: &'a RunLine,
    venue: AnyVenue,
    /// Number of games that are right.
    right: u64,
    /// Number of games that are wrong.
    wrong: u64,
    /// Number of games, right or wrong, that the run has planned.
    planned: u64,
    choices: u64,
    conditions: BTreeSet<u32>,
}

impl VerifiedRun<'_> {
    fn new(line: &RunLine) -> Result<VerifiedRun<'_>, Failure> {
        let venue = AnyVenue::read(&line.manifest)
            .map_err(|problem| Failure::BadInput(format!("run {}: {}", line.run, plain(&problem))))?;
        Ok(VerifiedRun { line, venue, right: 0, wrong: 0, planned: 0, choices: 0, conditions: BTreeSet::new() })
    }

    fn check(&self, game: &GameLine, rosters: Option<&Rosters>) -> Result<Verified, String> {
        self.venue.verify(game, &self.line.manifest, rosters)
    }

    /// Counts a game.
    fn add(&mut self, game: &GameLine, checked: &Result<Verified, String>) {
        self.planned += u64::from(is_planned(game, &self.line.manifest, self.venue.seats()));
        match checked {
            Err(_) => self.wrong += 1,
            Ok(verified) => {
                self.right += 1;
                self.choices += verified.choices;
                self.conditions.insert(game.condition);
            }
        }
    }

    fn print(&self, rosters: Option<&Rosters>, out: &mut impl Write) -> Outcome {
        let RunLine { run, manifest, .. } = self.line;
        let choices = rosters.map(|_| format!(", {} checked", counted(self.choices, "bot choice"))).unwrap_or_default();
        writeln!(out, "run {run} ({}): {}{choices}.", plain(&manifest.name), self.progress())?;
        if self.missing() > 0 {
            writeln!(out, "run {run}: to play the missing games, repeat the command that started the run.")?;
        }
        for other in rosters.map(|rosters| self.venue.other_versions(manifest, rosters)).unwrap_or_default() {
            writeln!(out, "run {run}: {}; its choices were not checked.", plain(&other))?;
        }
        Ok(())
    }

    /// Returns the number of planned games that the log does not have; 0 if the plan depends on results.
    fn missing(&self) -> u64 {
        let planned = planned_games(&self.line.manifest, self.venue.seats());
        planned.map_or(0, |planned| planned.saturating_sub(self.planned))
    }

    /// Describes how many games are right, wrong and missing.
    fn progress(&self) -> String {
        let counts = [(self.wrong, "wrong"), (self.missing(), "missing")].into_iter().filter(|(count, _)| *count > 0);
        let counts: String = counts.map(|(count, what)| format!(", {count} {what}")).collect();
        format!("{}{counts}", self.right_games())
    }

    fn right_games(&self) -> String {
        let manifest = &self.line.manifest;
        match planned_games(manifest, self.venue.seats()) {
            Some(planned) => format!("{} of {} right", self.right, counted(planned, "game")),
            None if manifest.format == Format::Swiss => {
                let per_round = manifest.conditions_per_round.max(1);
                let rounds: BTreeSet<u32> = self.conditions.iter().map(|condition| condition / per_round).collect();
                let planned = counted(u64::from(manifest.rounds), "round");
                format!("{} right in {} of {planned}", counted(self.right, "game"), rounds.len())
            }
            None => format!("{} right", counted(self.right, "game")),
        }
    }
}

fn merge(paths: &[PathBuf], output: &Path, out: &mut impl Write) -> Outcome {
    let log = read(paths)?;
    let mut sink = Sink::converting(Some(output), paths, out)?;
    // Only the last manifest of a run counts, and it must precede the games.
    for run in &log.runs {
        writeln!(sink, "{}", serde_json::to_string(run).map_err(Failure::bad_input)?)?;
    }
    for_each_batch(paths, &log, |_, lines| {
        for line in lines.iter().filter(|line| !is_run(line)) {
            sink.write_all(&line.text)?;
        }
        Ok::<(), Failure>(())
    })?;
    sink.finish()?;
    let games = counted(log.games.len() as u64, "game");
    Ok(writeln!(out, "{}: {}, {games}.", output.display(), counted(log.runs.len() as u64, "run"))?)
}

fn is_run(line: &BatchLine) -> bool {
    line.game.is_none() && serde_json::from_slice::<RunLine>(&line.text).is_ok_and(|run| run.line == "run")
}

fn export(paths: &[PathBuf], output: &Path, out: &mut impl Write) -> Outcome {
    let log = read(paths)?;
    let problem = |error: std::io::Error| cannot_be_written(output, &error);
    std::fs::create_dir_all(output).map_err(problem)?;
    let mut written = 0_u64;
    for_each_batch(paths, &log, |_, lines| {
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
