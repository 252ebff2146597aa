//! Running games with a log and live progress.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread::available_parallelism;

use arena::log::{GameLine, Manifest};
use arena::settings::{Problem, Tournament};
use arena::{AnyPlan, FaultClass, Interrupted, Plan, Run, RunError, Session, Venue, with_plan};
use clap::Args;
use game::{Cancellation, Rosters};
use jiff::Timestamp;
use ringrift_text::counted;

use super::progress::Progress;
use super::standings;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::plain::plain;

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

/// How many cores there are.
pub(crate) fn cores() -> usize {
    available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Opens a log for a run that begins now, unless the log says when it did. Being interrupted stops this run from now on.
pub(crate) fn open_session(path: &Path, manifest: &Manifest) -> Result<Session, Failure> {
    let program = concat!("ringside ", env!("CARGO_PKG_VERSION"));
    let session = Session::open(path, manifest, program, &format!("{:.3}", Timestamp::now()))?;
    session.log.remarks.iter().for_each(|remark| anstream::eprintln!("note: {remark}"));
    stop_when_asked(&session.cancellation);
    Ok(session)
}

/// Plays what is missing of a run, with live progress.
pub(crate) fn play_missing(plan: &AnyPlan, session: &Session, jobs: usize) -> Result<Vec<GameLine>, RunError> {
    with_plan!(plan, plan => play_plan(plan, session, jobs))
}

fn play_plan<V: Venue>(plan: &Plan<V>, session: &Session, jobs: usize) -> Result<Vec<GameLine>, RunError> {
    let progress = Progress::new(&plan.manifest);
    let run = Run {
        venue: &plan.venue,
        header: &session.header,
        entrants: &plan.entrants,
        jobs,
        cancellation: &session.cancellation,
        budget: &session.budget,
        watcher: &progress,
    };
    let played = run.play_all(&session.writer, &session.log);
    progress.finish();
    played
}

/// Cancellation of the current run.
static CURRENT_RUN: Mutex<Option<Cancellation>> = Mutex::new(None);

/// Whether somebody wants everything to stop.
static IS_STOPPING: AtomicBool = AtomicBool::new(false);

/// Lets a run end in good order when somebody interrupts it, and at once when he does so again. A command that plays several
/// runs one after the other registers each of them.
fn stop_when_asked(cancellation: &Cancellation) {
    *current_run() = Some(cancellation.clone());
    if is_stopping() {
        cancellation.cancel();
    }
    listen();
}

/// Whether somebody has interrupted the program, which is noticed from the first time this is asked.
pub(crate) fn is_stopping() -> bool {
    listen();
    IS_STOPPING.load(Ordering::Relaxed)
}

fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(listen_from_now_on);
}

fn listen_from_now_on() {
    // Where this cannot be done, being interrupted ends the process at once, which loses only the games under way.
    let _ = ctrlc::set_handler(|| {
        if IS_STOPPING.swap(true, Ordering::Relaxed) {
            arena::agent::kill_all();
            std::process::exit(130);
        }
        anstream::eprintln!("\nstopping when the replies under way have come; once more stops at once");
        if let Some(cancellation) = &*current_run() {
            cancellation.cancel();
        }
    });
}

fn current_run() -> MutexGuard<'static, Option<Cancellation>> {
    CURRENT_RUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A run whose log is open.
pub(super) struct Opened {
    pub(super) path: PathBuf,
    pub(super) session: Session,
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

/// Looks up everything that settings name, files from a folder.
pub(super) fn looked_up(settings: &Tournament, folder: &Path) -> Result<AnyPlan, Vec<Problem>> {
    looked_up_in(&ai::rosters(), settings, folder)
}

fn looked_up_in(rosters: &Rosters, settings: &Tournament, folder: &Path) -> Result<AnyPlan, Vec<Problem>> {
    AnyPlan::new(settings, rosters, &|name| {
        files::read_text(&folder.join(name), asg::limits::MAX_SCENARIO_BYTES).map_err(|failure| match failure {
            Failure::BadInput(problem) => problem,
            other => format!("{other:?}"),
        })
    })
}

/// The run that settings describe.
pub(crate) fn plan(settings: &Tournament, folder: &Path) -> Result<AnyPlan, Failure> {
    plan_with(&ai::rosters(), settings, folder)
}

/// The same with players that are not always there.
pub(crate) fn plan_with(rosters: &Rosters, settings: &Tournament, folder: &Path) -> Result<AnyPlan, Failure> {
    looked_up_in(rosters, settings, folder).map_err(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        Failure::BadInput(lines.join("\n  "))
    })
}

/// A name as part of the name of a file.
fn file_name(name: &str) -> String {
    let plain = name.chars().map(|char| if char.is_ascii_alphanumeric() || char == '-' { char } else { '_' });
    let name: String = plain.take(40).collect();
    if name.is_empty() { "run".to_owned() } else { name }
}
