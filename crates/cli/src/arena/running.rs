//! Running games with a log and live progress.

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

/// How games are run.
#[derive(Args, Clone, Debug)]
pub(super) struct RunArgs {
    /// The seed of everything that is left to luck [default: 1, or what the file says]
    #[arg(long)]
    seed: Option<u64>,
    /// The log, which is made or gone on with [default: NAME-RUN.jsonl in this folder]
    #[arg(long, short, value_name = "FILE")]
    log: Option<PathBuf>,
    /// How many games are played at the same time [default: one for each core]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

impl RunArgs {
    /// The seed, if one is given.
    pub(super) fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Plays what is missing of a run, and tells how it ended. Files are looked for from a folder.
    pub(super) fn play(&self, settings: &Tournament, folder: &Path, out: &mut impl Write) -> Outcome {
        let plan = plan(settings, folder)?;
        let opened = self.open(plan.manifest())?;
        let played = play_missing(&plan, &opened.session, self.jobs());
        opened.tell(played, out)
    }

    /// How many games are played at the same time.
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
                "note: {path} has a run with other settings ({}); this one is added to it",
                plain(&difference)
            );
        }
        Ok(Opened { path, session })
    }
}

/// A run whose log is open.
pub(super) struct Opened {
    pub(super) path: PathBuf,
    pub(super) session: OpenRun,
}

impl Opened {
    /// Tells how a run ended.
    fn tell(&self, played: Result<Vec<GameLine>, RunError>, out: &mut impl Write) -> Outcome {
        let games = match played {
            Ok(games) => games,
            Err(error) => return self.tell_failure(error),
        };
        write!(out, "{}", standings::table(&games))?;
        tell_forfeits(&games, out)?;
        let (path, spent) = (self.path.display(), self.session.budget.spent_micros());
        if spent > 0 {
            writeln!(out, "The run has cost {:.4}.", spent as f64 / 1e6)?;
        }
        Ok(writeln!(out, "All games are in {path}. Next: ringside ratings {path}, or ringside report {path}")?)
    }

    /// Tells why a run came to no end.
    pub(super) fn tell_failure(&self, error: RunError) -> Outcome {
        let path = self.path.display();
        let spent = self.session.budget.spent_micros() as f64 / 1e6;
        match error {
            RunError::Interrupted(Interrupted::Stopped) => {
                anstream::eprintln!("stopped: what was played is in {path}; the same command goes on with it");
            }
            RunError::Interrupted(Interrupted::CostCap) => anstream::eprintln!(
                "stopped at the cost cap: {spent:.4} was spent; finished games are in {path}, and a higher cap goes on with it"
            ),
            RunError::Log(error) => return Err(Failure::bad_input(error)),
        }
        Err(Failure::Unfinished)
    }
}

/// Tells who lost games by failing, and how. A player that never worked looks like one that lost otherwise.
pub(super) fn tell_forfeits(games: &[GameLine], out: &mut impl Write) -> Outcome {
    let mut failures: BTreeMap<(&str, FaultClass), (u64, &str)> = BTreeMap::new();
    for (game, forfeit) in games.iter().filter_map(|game| game.forfeit.as_ref().map(|forfeit| (game, forfeit))) {
        let name = game.seats.get(forfeit.seat).map_or("", String::as_str);
        failures.entry((name, forfeit.fault.class)).or_insert((0, &forfeit.fault.message)).0 += 1;
    }
    for ((name, class), (count, message)) in failures {
        let games = counted(count, "game");
        writeln!(out, "{} lost {games} by failing, {class}: {}", plain(name), plain(message))?;
    }
    Ok(())
}

/// A name as part of the name of a file.
fn file_name(name: &str) -> String {
    let plain = name.chars().map(|char| if char.is_ascii_alphanumeric() || char == '-' { char } else { '_' });
    let name: String = plain.take(40).collect();
    if name.is_empty() { "run".to_owned() } else { name }
}
