//! A run with its open log.

use std::path::Path;
use std::sync::{Arc, Mutex};

use game::Cancellation;

use super::plan::manifest_difference;
use crate::log::{CostLine, Log, LogError, LogWriter, Manifest, RunLine};
use crate::matches::{Budget, Expense};

/// A run and its log. The log is locked against other writers while this value exists.
pub struct OpenRun {
    /// First line of the run in the log.
    pub header: RunLine,
    /// Contents of the log when it was opened.
    pub log: Log,
    pub writer: Arc<Mutex<LogWriter>>,
    pub cancellation: Cancellation,
    /// Budget of the run. It includes earlier expenses from the log and appends each new one to the log.
    pub budget: Budget,
}

impl OpenRun {
    /// Opens or creates a log and appends the first line of the run if it is missing. The start time of the run is taken from
    /// the log; a new run starts at `now`.
    ///
    /// # Errors
    /// Fails if the log cannot be read or written.
    pub fn open(path: &Path, manifest: &Manifest, program: &str, now: &str) -> Result<OpenRun, LogError> {
        let (mut writer, log) = LogWriter::open(path)?;
        let known = log.run(&manifest.run());
        let created = known.map_or(now, |known| known.created.as_str());
        let header = RunLine::new(manifest.clone(), program, created);
        if known != Some(&header) {
            writer.append(&header)?;
        }
        let writer = Arc::new(Mutex::new(writer));
        let budget = budget(&header, log.spent_micros(&header.run), &writer);
        Ok(OpenRun { header, log, writer, cancellation: Cancellation::new(), budget })
    }

    /// If the log contains exactly one run, and it has the same name but other settings, describes the first difference: the
    /// caller may have intended to resume that run.
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
    let (writer, run) = (Arc::clone(writer), header.run.clone());
    Budget::unlimited().with_cap(header.manifest.cap_micros(), spent).on_expense(move |expense| {
        // An error is not lost: the next game cannot be written either and ends the run.
        if let Ok(mut writer) = writer.lock() {
            let _ = writer.append(&cost_line(&run, expense));
        }
    })
}

/// Returns the line of the log for an expense.
pub(super) fn cost_line(run: &str, expense: &Expense<'_>) -> CostLine {
    CostLine {
        line: "cost".to_owned(),
        run: run.to_owned(),
        game: expense.match_id.rsplit('/').next().unwrap_or_default().to_owned(),
        seat: expense.seat,
        usage: expense.usage,
        total_micros: expense.total_micros,
    }
}
