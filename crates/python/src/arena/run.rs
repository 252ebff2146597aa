//! A run with its log, whose games are played elsewhere.

use std::path::PathBuf;
use std::sync::Mutex;

use arena::{Appended, RemoteRun, RemoteRunError, Standing};
use jiff::Timestamp;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use python_macros::guarded;

use super::plan::{PROGRAM, PyPlan};
use crate::compute::{lock, without_lock};
use crate::error::{OrProblem, Problem};
use crate::ratings::PySprt;

/// A run with its open log. It hands out the games that are missing in the log, and appends their lines.
///
/// Any number of games can be played at the same time, also in other processes: :meth:`Plan.play` plays them. The lines of the
/// games are appended in the order in which the games were handed out, so the log is the one of `ringside tournament --jobs 1`,
/// except for measured times.
#[pyclass(name = "Run", module = "ringside.arena", frozen)]
pub(crate) struct PyRun(Mutex<Option<RemoteRun>>);

#[guarded]
#[pymethods]
impl PyRun {
    /// Opens or creates the log and locks it against other writers. An existing log is continued.
    #[new]
    fn new(py: Python<'_>, plan: &PyPlan, log: PathBuf) -> PyResult<PyRun> {
        let now = format!("{:.3}", Timestamp::now());
        let opened = without_lock(py, || RemoteRun::open(&log, &plan.plan, PROGRAM, &now))?;
        Ok(PyRun(Mutex::new(Some(opened.or_problem()?))))
    }

    /// Returns the id of the next game to play. Returns `None` if the run is complete, or if the following games depend on games
    /// that have not been appended.
    fn next_game(&self) -> PyResult<Option<String>> {
        self.with(|run| run.next_game().map(|spec| spec.id()))
    }

    /// Appends the lines of the next game and returns `game`. Returns `not needed` and appends nothing if a sequential test was over,
    /// and `cost cap` if the lines end with the cost cap of the run.
    fn append(&self, py: Python<'_>, lines: &[u8]) -> PyResult<&'static str> {
        // The run is locked without the interpreter lock: another thread may wait for the run and hold that one.
        match without_lock(py, || self.locked(|run| run.append(lines)))?? {
            Ok(Appended::Game(_)) => Ok("game"),
            Ok(Appended::NotNeeded) => Ok("not needed"),
            Ok(Appended::CostCap) => Ok("cost cap"),
            Err(RemoteRunError::Log(error)) => Err(PyOSError::new_err(error.to_string())),
            Err(error) => Err(Problem::new(error).into()),
        }
    }

    /// Closes the log, so that other programs can write to it.
    fn close(&self) {
        *lock(&self.0) = None;
    }

    /// Start of the run, as ISO 8601.
    #[getter]
    fn created(&self) -> PyResult<String> {
        self.with(|run| run.session().header.created.clone())
    }

    /// Cost of the run so far, in millionths of the currency.
    #[getter]
    fn spent(&self) -> PyResult<u64> {
        self.with(|run| run.session().budget.spent_micros())
    }

    /// Whether the log has all games of the run.
    #[getter]
    fn is_complete(&self) -> PyResult<bool> {
        self.with(|run| run.is_complete())
    }

    /// Number of games that were appended since the log was opened.
    #[getter]
    fn appended(&self) -> PyResult<u64> {
        self.with(|run| run.appended())
    }

    /// Name, points, games and forfeited games of each entrant, including the games that were in the log.
    #[getter]
    fn standings(&self) -> PyResult<Vec<(String, f64, u64, u64)>> {
        let row = |standing: &Standing| (standing.name.clone(), standing.points, standing.games, standing.forfeits);
        self.with(|run| run.standings().iter().map(row).collect())
    }

    /// The sequential test that ends the run; `None` if there is none.
    #[getter]
    fn sprt(&self) -> PyResult<Option<PySprt>> {
        self.with(|run| run.test().map(|test| PySprt::of_pairs(*test.sprt())))
    }

    /// Remarks about the log that was opened.
    #[getter]
    fn remarks(&self) -> PyResult<Vec<String>> {
        self.with(|run| {
            let other = run.session().other_settings();
            let other =
                other.map(|other| format!("the log has a run with other settings ({other}); this run is appended"));
            run.session().log.remarks.iter().cloned().chain(other).collect()
        })
    }
}

impl PyRun {
    fn with<T>(&self, work: impl FnOnce(&mut RemoteRun) -> T) -> PyResult<T> {
        Ok(self.locked(work)?)
    }

    fn locked<T>(&self, work: impl FnOnce(&mut RemoteRun) -> T) -> Result<T, Problem> {
        let mut run = lock(&self.0);
        Ok(work(run.as_mut().ok_or_else(|| Problem::new("the log of the run is closed"))?))
    }
}
