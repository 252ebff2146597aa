//! Playing the games of a plan with a log, live progress and a clean stop on Ctrl-C.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread::available_parallelism;

use arena::log::{GameLine, Manifest};
use arena::settings::{Problem, Tournament};
use arena::{AnyRunPlan, OpenRun, Run, RunError, RunPlan, Venue, with_plan};
use game::{Cancellation, Rosters};
use jiff::Timestamp;

use crate::failure::Failure;
use crate::files;
use crate::progress::Progress;

/// Returns the number of processor cores, at least 1.
pub fn cores() -> usize {
    available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Resolves the players, rules, maps and files that the settings name. File names are relative to `folder`.
pub fn resolve(settings: &Tournament, folder: &Path) -> Result<AnyRunPlan, Vec<Problem>> {
    resolve_with(&ai::rosters(), settings, folder)
}

fn resolve_with(rosters: &Rosters, settings: &Tournament, folder: &Path) -> Result<AnyRunPlan, Vec<Problem>> {
    AnyRunPlan::new(settings, rosters, &|name| {
        files::read_text(&folder.join(name), asg::limits::MAX_SCENARIO_BYTES).map_err(|failure| match failure {
            Failure::BadInput(problem) => problem,
            other => format!("{other:?}"),
        })
    })
}

/// Returns the plan of the run that the settings describe. File names are relative to `folder`.
pub fn plan(settings: &Tournament, folder: &Path) -> Result<AnyRunPlan, Failure> {
    plan_with(&ai::rosters(), settings, folder)
}

/// Works like [`plan`], with the built-in players of `rosters`.
pub fn plan_with(rosters: &Rosters, settings: &Tournament, folder: &Path) -> Result<AnyRunPlan, Failure> {
    resolve_with(rosters, settings, folder).map_err(|problems| {
        let lines: Vec<String> = problems.iter().map(|problem| as_typed(problem, settings)).collect();
        Failure::BadInput(lines.join("\n  "))
    })
}

/// Names the argument that a problem of the settings concerns: the settings of a file are resolved before.
fn as_typed(problem: &Problem, settings: &Tournament) -> String {
    let Problem { path, message } = problem;
    let (list, index) = path.split_once('[').map_or((path.as_str(), None), |(list, rest)| {
        (list, rest.split_once(']').and_then(|(index, _)| index.parse::<usize>().ok()))
    });
    let argument = match (list, index) {
        ("entrants", Some(index)) => settings.entrants.get(index).and_then(|entrant| entrant.player.clone()),
        ("asg.scenarios", Some(index)) => {
            let name = settings.asg.as_ref().and_then(|asg| asg.scenarios.get(index));
            name.map(|name| format!("--scenario {name}"))
        }
        ("ringrift.openings", Some(index)) => Some(format!("--openings, position {}", index + 1)),
        ("asg.rules", _) => Some("--asg-rules".to_owned()),
        ("rounds", _) => Some("--rounds".to_owned()),
        _ => None,
    };
    argument.map_or_else(|| message.clone(), |argument| format!("{argument}: {message}"))
}

/// Opens or creates the log of a run and prints the remarks about it. From now on Ctrl-C stops this run.
pub fn open_session(path: &Path, manifest: &Manifest) -> Result<OpenRun, Failure> {
    let program = concat!("ringside ", env!("CARGO_PKG_VERSION"));
    let session = OpenRun::open(path, manifest, program, &format!("{:.3}", Timestamp::now()))?;
    session.log.remarks.iter().for_each(|remark| anstream::eprintln!("note: {remark}"));
    stop_on_interrupt(&session.cancellation);
    Ok(session)
}

/// Plays the games that are missing in the log, with live progress, and returns all games of the run.
pub fn play_missing(plan: &AnyRunPlan, session: &OpenRun, jobs: usize) -> Result<Vec<GameLine>, RunError> {
    with_plan!(plan, plan => play_plan(plan, session, jobs))
}

fn play_plan<V: Venue>(plan: &RunPlan<V>, session: &OpenRun, jobs: usize) -> Result<Vec<GameLine>, RunError> {
    let progress = Progress::new(&plan.manifest);
    let run = Run {
        venue: &plan.venue,
        header: &session.header,
        entrants: &plan.entrants,
        jobs,
        cancellation: &session.cancellation,
        budget: &session.budget,
        observer: &progress,
    };
    let played = run.play_all(&session.writer, &session.log);
    progress.finish();
    played
}

/// Cancellation of the current run.
static CURRENT_RUN: Mutex<Option<Cancellation>> = Mutex::new(None);

static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Stops the run at the first Ctrl-C, after the pending replies. A command that plays several runs calls this for each.
fn stop_on_interrupt(cancellation: &Cancellation) {
    *current_run() = Some(cancellation.clone());
    if is_interrupted() {
        cancellation.cancel();
    }
}

/// Reports whether Ctrl-C was pressed. The first call installs the handler.
pub fn is_interrupted() -> bool {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(install_handler);
    IS_INTERRUPTED.load(Ordering::Relaxed)
}

fn install_handler() {
    // Without a handler Ctrl-C ends the process at once, which loses only the unfinished games.
    let _ = ctrlc::set_handler(|| {
        if IS_INTERRUPTED.swap(true, Ordering::Relaxed) {
            arena::agent::kill_all();
            std::process::exit(130);
        }
        anstream::eprintln!("\nstopping after the pending replies; press Ctrl-C again to stop at once");
        if let Some(cancellation) = &*current_run() {
            cancellation.cancel();
        }
    });
}

fn current_run() -> MutexGuard<'static, Option<Cancellation>> {
    CURRENT_RUN.lock().unwrap_or_else(PoisonError::into_inner)
}
