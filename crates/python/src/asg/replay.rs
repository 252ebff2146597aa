//! Replays of matches.

use std::sync::Arc;

use asg::Replay;
use asg::replay::Verified;
use pyo3::prelude::*;
use pyo3::types::PyList;
use python_macros::guarded;
use serde_json::{Value, json};

use crate::asg::{PyMatch, PyScenario};
use crate::compute::without_lock;
use crate::convert::{Whole, to_python};
use crate::error::OrProblem;

/// The record of a match: scenario, seed and orders.
#[pyclass(name = "Replay", module = "ringside.asg", frozen, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyReplay(pub(crate) Replay);

#[guarded]
#[pymethods]
impl PyReplay {
    /// Reads a replay in the compact or the reference format, without checking its claims.
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<PyReplay> {
        PyReplay::read(py, text)
    }

    /// Reads a replay in the compact or the reference format, without checking its claims.
    #[staticmethod]
    fn read(py: Python<'_>, text: &str) -> PyResult<PyReplay> {
        Ok(PyReplay(without_lock(py, || Replay::read(text))?.or_problem()?))
    }

    /// Reads a replay and compares its hashes, events and positions with the rules.
    #[staticmethod]
    fn verify(py: Python<'_>, text: &str) -> PyResult<PyVerified> {
        let Verified { replay, difference, checked } = without_lock(py, || Replay::verify(text))?.or_problem()?;
        let difference = difference.map(|difference| difference.to_string());
        let asg::replay::VerifiedCounts { plies, events, hashes } = checked;
        Ok(PyVerified { replay: PyReplay(replay), difference, plies, events, hashes })
    }

    #[getter]
    fn scenario(&self) -> PyScenario {
        PyScenario(self.0.scenario.clone())
    }

    #[getter]
    fn rules(&self) -> &'static str {
        self.0.rules.name()
    }

    #[getter]
    fn seed(&self) -> i64 {
        self.0.seed
    }

    /// The time of the match, usually ISO 8601 in UTC.
    #[getter]
    fn created_at(&self) -> &str {
        &self.0.created_at
    }

    /// The plies: `orders`, `controller` and `rationale` of each.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let turns: Vec<Value> = self
            .0
            .turns
            .iter()
            .map(|turn| {
                let orders: Vec<Value> = turn.orders.iter().map(|order| order.to_json(&self.0.scenario)).collect();
                json!({ "orders": orders, "controller": turn.controller, "rationale": turn.rationale })
            })
            .collect();
        Ok(to_python(py, &turns)?.cast_into()?)
    }

    /// The result under the keys of replays; `None` if the match has not ended.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = without_lock(py, || self.0.outcome())?;
        outcome.map(|outcome| to_python(py, &outcome)).transpose()
    }

    /// Returns the match after the first `plies` plies, or after all.
    #[pyo3(signature = (plies=None))]
    pub(crate) fn after(&self, py: Python<'_>, plies: Option<Whole<usize>>) -> PyResult<PyMatch> {
        let plies = plies.map_or(self.0.turns.len(), |plies| plies.0.min(self.0.turns.len()));
        let game = without_lock(py, || self.0.after(plies))?;
        Ok(PyMatch { game, turns: Arc::new(self.0.turns[..plies].to_vec()) })
    }

    /// Returns the replay in the compact format.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        without_lock(py, || self.0.to_json())
    }

    /// Returns the replay in the format of the reference implementation.
    fn to_reference_json(&self, py: Python<'_>) -> PyResult<String> {
        without_lock(py, || self.0.to_reference_json())
    }

    fn __len__(&self) -> usize {
        self.0.turns.len()
    }

    fn __repr__(&self) -> String {
        format!("<asg.Replay of {}, seed {}, {} plies>", self.0.scenario.file().id, self.0.seed, self.0.turns.len())
    }

    fn __getnewargs__(&self, py: Python<'_>) -> PyResult<(String,)> {
        Ok((self.to_json(py)?,))
    }
}

/// The result of verifying a replay.
#[pyclass(name = "Verified", module = "ringside.asg", frozen, get_all)]
pub(crate) struct PyVerified {
    replay: PyReplay,
    /// The first wrong claim; `None` if all claims are right.
    difference: Option<String>,
    /// The number of recomputed plies.
    plies: u64,
    /// The number of their events.
    events: u64,
    /// The number of compared hashes.
    hashes: u64,
}
