//! Playing the missing games of series.

use std::path::Path;

use arena::log::Log;
use arena::{Interrupted, RunError};
use cli_support::runs::{open_session, plan, play_missing};
use cli_support::{Failure, Outcome};

use super::logs::check_same_settings;
use super::series::Series;

/// Plays the missing games of the series of a log, one series after the other, and calls `report` with all games of each.
pub(crate) fn play(
    path: &Path,
    series: &[Series],
    jobs: usize,
    mut report: impl FnMut(&Series, &[arena::log::GameLine]) -> Outcome,
) -> Outcome {
    for one in series {
        let plan = plan(&one.tournament(), Path::new(""))?;
        // Checked before the log is opened for writing, so that a rejected log stays unchanged.
        if path.exists() {
            let log = Log::read(&[path.to_owned()], arena::log::Records::Drop)?;
            check_same_settings(path, &log, plan.manifest())?;
        }
        let session = open_session(path, plan.manifest())?;
        let games = play_missing(&plan, &session, jobs).map_err(|error| stopped(path, error))?;
        report(one, &games)?;
    }
    Ok(())
}

/// Converts the error of an incomplete run into a failure.
pub(crate) fn stopped(path: &Path, error: RunError) -> Failure {
    match error {
        RunError::Log(error) => Failure::bad_input(error),
        RunError::Interrupted(Interrupted::Stopped | Interrupted::CostCap) => {
            let path = path.display();
            anstream::eprintln!("stopped: the finished games are in {path}; the same command resumes the run");
            Failure::Unfinished
        }
    }
}
