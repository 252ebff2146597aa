//! Running games with a log, and the summary at the end.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use arena::log::{GameLine, Manifest};
use arena::settings::Tournament;
use arena::{FaultClass, Interrupted, OpenRun, RunError};
use clap::Args;
use cli_support::plain::plain;
use cli_support::runs::{cores, open_session, plan, play_missing};
use cli_support::{Failure, Outcome};
use ringrift_text::counted;

use super::standings;

/// Seed, log and number of jobs of a run.
#[derive(Args, Clone, Debug)]
pub(super) struct RunArgs {
    /// Seed of all random choices [default: 1, or the seed in the tournament file]
    #[arg(long)]
    seed: Option<u64>,
    /// Log file; an existing one is continued [default: NAME-RUN.jsonl in the current folder, where NAME is match, sprt or the
    /// name of the tournament, and RUN is the id of the run]
    #[arg(long, short, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Number of games played at the same time [default: number of cores]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

impl RunArgs {
    /// Returns the seed, if given.
    pub(super) fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Plays the missing games of a run and prints the result. File names are relative to `folder`.
    pub(super) fn play(&self, settings: &Tournament, folder: &Path, out: &mut impl Write) -> Outcome {
        let plan = plan(settings, folder)?;
        let opened = self.open(plan.manifest())?;
        let played = play_missing(&plan, &opened.session, self.jobs());
        opened.print_result(played, out)
    }

    /// Returns the number of games played at the same time.
    pub(super) fn jobs(&self) -> usize {
        self.jobs.map_or_else(cores, NonZeroUsize::get)
    }

    /// Opens the log of a run.
    pub(super) fn open(&self, manifest: &Manifest) -> Result<Opened, Failure> {
        let default = || PathBuf::from(format!("{}-{}.jsonl", file_name(&manifest.name), manifest.run()));
        let path = self.log.clone().unwrap_or_else(default);
        let session = open_session(&path, manifest)?;
        if let Some(difference) = session.other_settings() {
            let path = path.display();
            anstream::eprintln!(
                "note: {path} has a run with other settings ({}); this run is appended",
                plain(&difference)
            );
        }
        Ok(Opened { path, session })
    }
}

/// Run with an open log.
pub(super) struct Opened {
    pub(super) path: PathBuf,
    pub(super) session: OpenRun,
}

impl Opened {
    /// Prints the result of a run.
    fn print_result(&self, played: Result<Vec<GameLine>, RunError>, out: &mut impl Write) -> Outcome {
        let games = match played {
            Ok(games) => games,
            Err(error) => return self.report_failure(error),
        };
        write!(out, "{}", standings::table(&games))?;
        print_forfeits(&games, out)?;
        let (path, spent) = (self.path.display(), self.session.budget.spent_micros());
        if spent > 0 {
            writeln!(out, "The run cost {:.4}.", spent as f64 / 1e6)?;
        }
        Ok(writeln!(out, "All games are in {path}. Next: ringside ratings {path}, or ringside report {path}")?)
    }

    /// Reports why a run did not finish.
    pub(super) fn report_failure(&self, error: RunError) -> Outcome {
        let path = self.path.display();
        let spent = self.session.budget.spent_micros() as f64 / 1e6;
        match error {
            RunError::Interrupted(Interrupted::Stopped) => {
                anstream::eprintln!("stopped: the finished games are in {path}; the same command resumes the run");
            }
            RunError::Interrupted(Interrupted::CostCap) => anstream::eprintln!(
                "stopped at the cost cap: {spent:.4} was spent; the finished games are in {path}, and a higher cap resumes the run"
            ),
            RunError::Log(error) => return Err(Failure::bad_input(error)),
        }
        Err(Failure::Unfinished)
    }
}

/// Prints the forfeits by player and kind of failure, so that a broken agent is not mistaken for a weak one.
pub(super) fn print_forfeits(games: &[GameLine], out: &mut impl Write) -> Outcome {
    let mut failures: BTreeMap<(&str, FaultClass), (u64, &str)> = BTreeMap::new();
    for (game, forfeit) in games.iter().filter_map(|game| game.forfeit.as_ref().map(|forfeit| (game, forfeit))) {
        let name = game.seats.get(forfeit.seat).map_or("", String::as_str);
        failures.entry((name, forfeit.fault.class)).or_insert((0, &forfeit.fault.message)).0 += 1;
    }
    for ((name, class), (count, message)) in failures {
        let games = counted(count, "game");
        writeln!(out, "{} forfeited {games}, {class}: {}", plain(name), plain(message))?;
    }
    Ok(())
}

/// Converts a name to a part of a file name.
fn file_name(name: &str) -> String {
    let plain = name.chars().map(|char| if char.is_ascii_alphanumeric() || char == '-' { char } else { '_' });
    let name: String = plain.take(40).collect();
    if name.is_empty() { "run".to_owned() } else { name }
}
