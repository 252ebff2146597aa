//! A run with its log, ready to be played or gone on with.

use std::path::Path;
use std::sync::{Arc, Mutex};

use game::Cancellation;

use crate::budget::Budget;
use crate::log::{CostLine, Log, LogError, LogWriter, Manifest, RunLine};
use crate::plan::manifest_difference;

/// A run and the log it is written to. Nobody else can write to it meanwhile.
pub struct Session {
    /// The run, as it stands in the log.
    pub header: RunLine,
    /// What was in the log before.
    pub log: Log,
    /// The log.
    pub writer: Arc<Mutex<LogWriter>>,
    /// Cancels the run.
    pub cancellation: Cancellation,
    /// Budget of the run, including what the log says was spent before. Each expense is written to the log at once.
    pub budget: Budget,
}

impl Session {
    /// Opens a log, which is made if it does not exist, and writes into it what the run is, unless that is there. The run began
    /// when the log says it did, or now.
    ///
    /// # Errors
    /// If the log cannot be read or written.
    pub fn open(path: &Path, manifest: &Manifest, program: &str, now: &str) -> Result<Session, LogError> {
        let (mut writer, log) = LogWriter::open(path)?;
        let known = log.run(&manifest.run());
        let created = known.map_or(now, |known| known.created.as_str());
        let header = RunLine::new(manifest.clone(), program, created);
        if known != Some(&header) {
            writer.append(&header)?;
        }
        let writer = Arc::new(Mutex::new(writer));
        let budget = budget(&header, log.spent_micros(&header.run), &writer);
        Ok(Session { header, log, writer, cancellation: Cancellation::new(), budget })
    }

    /// Where the settings of the only other run in the log differ first, if it has the same name: somebody may have meant to go
    /// on with it.
    pub fn other_settings(&self) -> Option<String> {
        match &self.log.runs[..] {
            [other] if other.run != self.header.run && other.manifest.name == self.header.manifest.name => {
                manifest_difference(&other.manifest, &self.header.manifest)
            }
            _ => None,
        }
    }
}

fn budget(header: &RunLine, spent: u64, writer: &Arc<Mutex<LogWriter>>) -> Budget {
    let cap = header.manifest.cost_cap.map(|cap| (cap * 1e6).round() as u64);
    let (writer, run) = (Arc::clone(writer), header.run.clone());
    Budget::unlimited().with_cap(cap, spent).on_expense(move |expense| {
        let line = CostLine {
            line: "cost".to_owned(),
            run: run.clone(),
            game: expense.match_id.rsplit('/').next().unwrap_or_default().to_owned(),
            seat: expense.seat,
            usage: expense.usage,
            total_micros: expense.total_micros,
        };
        // A log that cannot be written any more ends the run with its next game.
        if let Ok(mut writer) = writer.lock() {
            let _ = writer.append(&line);
        }
    })
}
