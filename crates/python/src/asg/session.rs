//! Matches with their seed.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use asg::json::{Form, PlyJson};
use asg::{EventRecord, Match, Observer, Replay, SubmittedOrder, Turn, picture};
use game::Game;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyList};
use python_macros::guarded;
use serde_json::Value;

use crate::asg::{PyPosition, PyReplay, PyScenario, rules};
use crate::compute::catch;
use crate::convert::{Whole, to_json, to_python};
use crate::error::Problem;

/// The time in replays that have no other one.
pub(crate) const NO_TIME: &str = "1970-01-01T00:00:00.000Z";

/// A match with its seed and the plies played. Matches are immutable: playing a ply returns a new one.
#[pyclass(name = "Match", module = "ringside.asg", frozen)]
#[derive(Clone)]
pub(crate) struct PyMatch {
    pub(crate) game: Match,
    pub(crate) turns: Arc<Vec<Turn>>,
}

/// A played ply.
#[pyclass(name = "Ply", module = "ringside.asg", frozen, get_all)]
pub(crate) struct PyPly {
    /// The match after the ply.
    after: Py<PyMatch>,
    /// The events in order.
    events: Py<PyList>,
    /// The result of each order, those beyond the budget first.
    results: Py<PyList>,
    /// Counts of captures, fights and rejected orders, and changes of owners and supply.
    summary: Py<PyAny>,
}

impl PyMatch {
    fn require_running(&self) -> Result<(), Problem> {
        match self.game.outcome() {
            Some(_) => Err(Problem { rule: Some("game_over".to_owned()), ..Problem::new("the match is over") }),
            None => Ok(()),
        }
    }

    /// Reads the orders of a ply: dictionaries, or one JSON text with a list.
    fn orders(&self, orders: &Bound<'_, PyAny>) -> PyResult<Vec<SubmittedOrder>> {
        match to_json(orders)? {
            Value::Array(values) => Ok(SubmittedOrder::read_list(&values, self.game.scenario())),
            _ => Err(Problem::new("expected a list of orders").into()),
        }
    }

    pub(crate) fn after(&self, turn: Turn, observer: &mut impl Observer) -> PyResult<PyMatch> {
        let mut game = self.game.clone();
        catch(|| game.play(&turn.plain_orders(), observer))?;
        let mut turns = Vec::clone(&self.turns);
        turns.push(turn);
        Ok(PyMatch { game, turns: Arc::new(turns) })
    }

    fn to_replay(&self, created_at: &str) -> Replay {
        let mut replay = Replay::new(self.game.scenario().clone(), self.game.rules(), self.game.seed(), created_at);
        replay.turns = Vec::clone(&self.turns);
        replay
    }
}

#[guarded]
#[pymethods]
impl PyMatch {
    /// Starts a match. The seed determines all combat results.
    #[new]
    #[pyo3(signature = (scenario, seed=Whole(0), rules="v0"))]
    fn new(scenario: &PyScenario, seed: Whole<i64>, rules: &str) -> PyResult<PyMatch> {
        let game = Match::new(scenario.0.clone(), self::rules(rules)?, seed.0);
        Ok(PyMatch { game, turns: Arc::default() })
    }

    /// Returns the match of a replay after all its plies.
    #[staticmethod]
    fn from_replay(py: Python<'_>, replay: &PyReplay) -> PyResult<PyMatch> {
        replay.after(py, None)
    }

    #[getter]
    fn scenario(&self) -> PyScenario {
        PyScenario(self.game.scenario().clone())
    }

    #[getter]
    fn rules(&self) -> &'static str {
        self.game.rules().name()
    }

    #[getter]
    fn seed(&self) -> i64 {
        self.game.seed()
    }

    /// The state of the random generator, which determines the next combat results.
    #[getter]
    fn prng_state(&self) -> u32 {
        self.game.prng().state()
    }

    /// The public state.
    #[getter]
    fn position(&self) -> PyPosition {
        let position = self.game.position().clone();
        PyPosition { scenario: self.game.scenario().clone(), rules: self.game.rules(), position }
    }

    /// The result under the keys of replays; `None` while the match runs.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.game.outcome().map(|outcome| to_python(py, &outcome)).transpose()
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Returns single orders that are legal now: pass, and the least and the most of each purchase and move.
    fn legal_orders<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut plies = Vec::new();
        if self.game.outcome().is_none() {
            self.game.legal_moves(&mut plies);
        }
        let orders: Vec<Value> = plies.iter().flatten().map(|order| order.to_json(self.game.scenario())).collect();
        Ok(to_python(py, &orders)?.cast_into()?)
    }

    /// Raises `RingsideError` if an order would be rejected; `rule` is the code of the rejection.
    fn check(&self, orders: &Bound<'_, PyAny>) -> PyResult<()> {
        let orders = self.orders(orders)?;
        let rejected = catch(|| Game::check(&self.game, &orders))?;
        let problem = |rejection: game::Rejection| Problem {
            rule: Some(rejection.code),
            reason: rejection.message,
            cells: rejection.cells,
        };
        Ok(rejected.map_err(problem)?)
    }

    /// Plays a ply of the active player and returns the match after it. Rejected orders have no effect.
    #[pyo3(signature = (orders, controller=""))]
    fn play(&self, orders: &Bound<'_, PyAny>, controller: &str) -> PyResult<PyMatch> {
        self.require_running()?;
        self.after(Turn::new(controller, self.orders(orders)?), &mut ())
    }

    /// Plays a ply of the active player and returns the match after it with its events.
    #[pyo3(signature = (orders, controller="", *, reference=false))]
    fn play_with_events(
        &self,
        py: Python<'_>,
        orders: &Bound<'_, PyAny>,
        controller: &str,
        reference: bool,
    ) -> PyResult<PyPly> {
        self.require_running()?;
        let orders = self.orders(orders)?;
        let mut events: Vec<EventRecord> = Vec::new();
        let after = self.after(Turn::new(controller, orders.clone()), &mut events)?;
        let form = if reference { Form::Reference } else { Form::Full };
        let json = PlyJson { scenario: self.game.scenario(), orders: &orders, events: &events, form };
        let summary = json.summary(self.game.position(), after.game.position());
        Ok(PyPly {
            events: to_python(py, &json.events())?.cast_into()?.unbind(),
            results: to_python(py, &json.action_results())?.cast_into()?.unbind(),
            summary: to_python(py, &summary)?.unbind(),
            after: Py::new(py, after)?,
        })
    }

    /// Returns the replay of the plies played.
    #[pyo3(signature = (created_at=NO_TIME))]
    fn replay(&self, created_at: &str) -> PyReplay {
        PyReplay(self.to_replay(created_at))
    }

    /// Returns the match itself, because matches are immutable.
    fn clone(slf: Bound<'_, PyMatch>) -> Bound<'_, PyMatch> {
        slf
    }

    fn __copy__(slf: Bound<'_, PyMatch>) -> Bound<'_, PyMatch> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, PyMatch>, _memo: &Bound<'py, PyAny>) -> Bound<'py, PyMatch> {
        slf
    }

    fn _repr_svg_(&self) -> String {
        picture(self.game.scenario(), self.game.position(), &[])
    }

    /// Compares scenario, rules, seed, random generator and position, but not the orders that led there.
    fn __eq__(&self, other: &PyMatch) -> bool {
        let key = |game: &Match| (game.rules(), game.seed(), game.prng());
        key(&self.game) == key(&other.game)
            && self.game.position() == other.game.position()
            && self.game.scenario().file() == other.game.scenario().file()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game.seed(), self.game.prng(), self.game.position()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let (id, ply) = (&self.game.scenario().file().id, self.game.position().ply());
        format!("<asg.Match of {id}, seed {}, ply {ply}>", self.game.seed())
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyMatch>) -> PyResult<(Bound<'py, PyAny>, (PyReplay,))> {
        let rebuild = slf.py().import("ringside.asg")?.getattr("_match_from_replay")?;
        Ok((rebuild, (slf.get().replay(NO_TIME),)))
    }
}
