//! Running games with a log and live progress.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;

use arena::log::{CostLine, FORMAT, Log, LogWriter, Manifest, RunLine};
use arena::settings::{Problem, Tournament};
use arena::{AnyPlan, Control, Interrupted, Plan, Rosters, Run, RunError, Venue, manifest_difference, with_plan};
use clap::Args;
use jiff::Timestamp;

use super::progress::Progress;
use super::standings;
use crate::failure::{Failure, Outcome};
use crate::files;

/// How games are run.
#[derive(Args, Clone, Debug)]
pub(super) struct RunArgs {
    /// The seed of everything that is left to luck
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The log, which is made or gone on with [default: NAME-RUN.jsonl in this folder]
    #[arg(long, short, value_name = "FILE")]
    log: Option<PathBuf>,
    /// How many games are played at the same time [default: one for each core]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

impl RunArgs {
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// Plays what is missing of a run, and tells how it ended.
    pub(super) fn play(&self, settings: &Tournament, out: &mut impl Write) -> Outcome {
        let plan = plan(settings)?;
        let mut opened = self.open(plan.manifest())?;
        let played = with_plan!(&plan, plan => self.play_plan(plan, &mut opened));
        opened.tell(played, out)
    }

    fn play_plan<V: Venue>(&self, plan: &Plan<V>, opened: &mut Opened) -> Result<Vec<arena::log::GameLine>, RunError> {
        let progress = Progress::new(&plan.manifest);
        let run = Run {
            venue: &plan.venue,
            header: &opened.header,
            entrants: &plan.entrants,
            jobs: self.jobs(),
            control: &opened.control,
            watcher: &progress,
        };
        let played = run.play_all(&opened.writer, &opened.log);
        progress.finish();
        played
    }

    /// How many games are played at the same time.
    pub(super) fn jobs(&self) -> usize {
        let cores = || available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or_else(cores, NonZeroUsize::get)
    }

    /// Opens the log of a run and writes into it what the run is, unless that is there.
    pub(super) fn open(&self, manifest: &Manifest) -> Result<Opened, Failure> {
        let run = manifest.run();
        let path =
            self.log.clone().unwrap_or_else(|| PathBuf::from(format!("{}-{run}.jsonl", file_name(&manifest.name))));
        let (mut writer, log) = LogWriter::open(&path).map_err(Failure::bad_input)?;
        let known = log.run(&run);
        if let (None, [other]) = (known, &log.runs[..])
            && other.manifest.name == manifest.name
        {
            let difference = manifest_difference(&other.manifest, manifest).unwrap_or_default();
            anstream::eprintln!(
                "note: {} has a run with other settings ({difference}); this one is added to it",
                path.display()
            );
        }
        let created = known.map_or_else(|| format!("{:.3}", Timestamp::now()), |known| known.created.clone());
        let header = RunLine {
            line: "run".to_owned(),
            format: FORMAT.to_owned(),
            run: run.clone(),
            created,
            program: format!("ringside {}", env!("CARGO_PKG_VERSION")),
            manifest: manifest.clone(),
        };
        if known.is_none_or(|known| known.manifest != header.manifest) {
            writer.append(&header).map_err(Failure::bad_input)?;
        }
        let spent = log.spent_micros(&run);
        let writer = Arc::new(Mutex::new(writer));
        let control = control(manifest, &run, spent, &writer);
        log.remarks.iter().for_each(|remark| anstream::eprintln!("note: {remark}"));
        Ok(Opened { path, header, log, writer, control })
    }
}

/// The reins of a run: it stops when somebody asks for it, or when it has cost enough.
fn control(manifest: &Manifest, run: &str, spent: u64, writer: &Arc<Mutex<LogWriter>>) -> Arc<Control> {
    let cap = manifest.cost_cap.map(|cap| (cap * 1e6).round() as u64);
    let (writer, run) = (Arc::clone(writer), run.to_owned());
    let control = Control::new().with_cap(cap, spent).with_bookkeeper(move |expense| {
        let line = CostLine {
            line: "cost".to_owned(),
            run: run.clone(),
            game: expense.match_id.to_owned(),
            seat: expense.seat,
            usage: expense.usage,
            total_micros: expense.total_micros,
        };
        // Games that cannot be written end the run by themselves.
        if let Ok(mut writer) = writer.lock() {
            let _ = writer.append(&line);
        }
    });
    let control = Arc::new(control);
    let asked = Arc::clone(&control);
    // Without this, being interrupted ends the process at once, which loses only the games under way.
    let _ = ctrlc::set_handler(move || {
        if asked.check() == Err(Interrupted::Stopped) {
            std::process::exit(130);
        }
        anstream::eprintln!("\nstopping when the replies under way have come; once more stops at once");
        asked.stop();
    });
    control
}

/// A log that is being written.
pub(super) struct Opened {
    pub(super) path: PathBuf,
    pub(super) header: RunLine,
    pub(super) log: Log,
    pub(super) writer: Arc<Mutex<LogWriter>>,
    pub(super) control: Arc<Control>,
}

impl Opened {
    /// Tells how a run ended.
    fn tell(&self, played: Result<Vec<arena::log::GameLine>, RunError>, out: &mut impl Write) -> Outcome {
        let path = self.path.display();
        match played {
            Ok(games) => {
                write!(out, "{}", standings::table(&self.header.manifest, &games))?;
                let spent = self.control.spent_micros();
                if spent > 0 {
                    writeln!(out, "The run has cost {:.4}.", spent as f64 / 1e6)?;
                }
                Ok(writeln!(out, "All games are in {path}. Next: ringside ratings {path}, or ringside report {path}")?)
            }
            Err(error) => self.tell_failure(error),
        }
    }

    /// Tells why a run came to no end.
    pub(super) fn tell_failure(&self, error: RunError) -> Outcome {
        match error {
            RunError::Interrupted(reason) => {
                let path = self.path.display();
                anstream::eprintln!("{reason}: what was played is in {path}; the same command goes on with it");
                Err(Failure::Reported)
            }
            RunError::Log(error) => Err(Failure::bad_input(error)),
        }
    }
}

/// Looks up everything that settings name.
pub(super) fn looked_up(settings: &Tournament) -> Result<AnyPlan, Vec<Problem>> {
    AnyPlan::new(settings, &Rosters::standard(), &|name| {
        files::read_text(Path::new(name), asg::limits::MAX_SCENARIO_BYTES).map_err(|failure| match failure {
            Failure::BadInput(problem) => problem,
            other => format!("{other:?}"),
        })
    })
}

/// The run that settings describe.
pub(super) fn plan(settings: &Tournament) -> Result<AnyPlan, Failure> {
    looked_up(settings).map_err(|problems| {
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
