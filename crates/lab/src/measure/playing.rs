//! Playing what is missing of some series.

use std::path::Path;

use arena::log::Log;
use arena::{Interrupted, RunError};
use cli_support::runs::{open_session, plan, play_missing};
use cli_support::{Failure, Outcome};

use super::logs::check_same;
use super::series::Series;

/// Plays what is missing of series whose log this is, one after the other, and tells whoever asks what the log has then.
pub(crate) fn play(
    path: &Path,
    series: &[Series],
    jobs: usize,
    mut tell: impl FnMut(&Series, &[arena::log::GameLine]) -> Outcome,
) -> Outcome {
    for one in series {
        let plan = plan(&one.tournament(), Path::new(""))?;
        // Whatever is refused leaves the log as it was.
        if path.exists() {
            let log = Log::read(&[path.to_owned()], arena::log::Records::Drop)?;
            check_same(path, &log, plan.manifest())?;
        }
        let session = open_session(path, plan.manifest())?;
        let games = play_missing(&plan, &session, jobs).map_err(|error| stopped(path, error))?;
        tell(one, &games)?;
    }
    Ok(())
}

/// What is to be said when games came to no end.
pub(crate) fn stopped(path: &Path, error: RunError) -> Failure {
    match error {
        RunError::Log(error) => Failure::bad_input(error),
        RunError::Interrupted(Interrupted::Stopped | Interrupted::CostCap) => {
            let path = path.display();
            anstream::eprintln!("stopped: what was played is in {path}; the same command goes on with it");
            Failure::Unfinished
        }
    }
}
