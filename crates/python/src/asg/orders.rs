//! Numbers of orders, observations and batches of matches for programs that learn (`docs/encoding.md`).

use std::sync::{Arc, Mutex};

use ::asg::{Order, SubmittedOrder, Turn};
use learning::asg::{BatchStart, NotLegal, OrderDecision, OrderSpace, plane_names, scalar_names};
use learning::{Batch, ENCODING_VERSION};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use python_macros::guarded;
use serde_json::Value;

use crate::asg::{PyMatch, PyScenario, rules};
use crate::compute::{catch, lock, without_lock};
use crate::convert::{Whole, to_json, to_python};
use crate::error::{OrProblem, Problem};
use crate::learning::{Held, batch_settings};

/// The numbers of all choices and the layout of observations in a scenario.
#[pyclass(name = "Encoding", module = "ringside.asg", frozen)]
#[derive(Clone)]
pub(crate) struct PyEncoding(pub(crate) Arc<OrderSpace>);

#[guarded]
#[pymethods]
impl PyEncoding {
    /// Version of the encoding; another version means other numbers.
    #[classattr]
    const VERSION: u32 = ENCODING_VERSION;

    /// Creates the encoding of a scenario.
    #[new]
    fn new(scenario: &PyScenario) -> PyEncoding {
        PyEncoding(Arc::new(OrderSpace::new(scenario.0.clone())))
    }

    #[getter]
    fn scenario(&self) -> PyScenario {
        PyScenario(self.0.scenario().clone())
    }

    /// Number of choices.
    #[getter]
    fn num_actions(&self) -> usize {
        self.0.len()
    }

    /// Number of 64-bit words of a mask.
    #[getter]
    fn mask_words(&self) -> usize {
        self.0.len().div_ceil(64)
    }

    /// Shape of the planes of an observation: planes, nodes.
    #[getter]
    fn plane_shape(&self) -> (usize, usize) {
        (plane_names().len(), self.0.scenario().len())
    }

    /// Number of scalars of an observation.
    #[getter]
    fn num_scalars(&self) -> usize {
        scalar_names().len()
    }

    /// Names of the planes.
    #[getter]
    fn plane_names(&self) -> Vec<String> {
        plane_names()
    }

    /// Names of the scalars.
    #[getter]
    fn scalar_names(&self) -> Vec<String> {
        scalar_names()
    }

    /// The edges in both directions, in the order of their numbers: one row with the indices of two nodes for each.
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let edges = self.0.edges();
        let nodes = edges.iter().flat_map(|&(from, to)| [from, to]).map(|node| node.index() as i32);
        PyArray1::from_iter(py, nodes).reshape([edges.len(), 2])
    }

    /// Numbers of the choices that make an order, whether or not it is legal now.
    fn numbers(&self, order: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        let order = Order::read(&to_json(order)?, self.0.scenario());
        let no_numbers = || {
            let reason = match order {
                Order::Pass => "passing has no effect and no number; choice 0 ends the orders",
                _ => "no choice makes this order",
            };
            Problem::new(reason)
        };
        Ok(self.0.numbers(order).ok_or_else(no_numbers)?)
    }

    fn __eq__(&self, other: &PyEncoding) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        self.scenario().__hash__()
    }

    fn __getnewargs__(&self) -> (PyScenario,) {
        (self.scenario(),)
    }

    fn __repr__(&self) -> String {
        format!("<asg.Encoding of {}, {} choices>", self.0.scenario().file().id, self.0.len())
    }
}

/// The planes and scalars of an observation.
type Observation<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<f64>>);

/// A match at the start of a ply, and the choices of the ply so far.
type Reduced = (PyMatch, Vec<usize>);

/// A match in which the orders of a ply are chosen one after another, by number.
#[pyclass(name = "Decision", module = "ringside.asg")]
#[derive(Clone)]
pub(crate) struct PyOrderDecision {
    decision: OrderDecision,
    /// The match at the start of the ply.
    game: PyMatch,
    /// The orders of the ply so far.
    orders: Vec<Order>,
    /// The choices of the ply so far.
    numbers: Vec<usize>,
}

#[guarded]
#[pymethods]
impl PyOrderDecision {
    /// Creates the decision of a match. `encoding` is that of its scenario, and is made if it is not given.
    #[new]
    #[pyo3(signature = (game, encoding=None))]
    fn new(game: &PyMatch, encoding: Option<&PyEncoding>) -> PyResult<PyOrderDecision> {
        let scenario = game.game.scenario();
        let space = match encoding {
            Some(encoding) if encoding.0.scenario() != scenario => {
                return Err(Problem::new("the encoding belongs to another scenario").into());
            }
            Some(encoding) => encoding.0.clone(),
            None => Arc::new(OrderSpace::new(scenario.clone())),
        };
        let decision = catch(|| OrderDecision::new(space, &game.game))?;
        Ok(PyOrderDecision { decision, game: game.clone(), orders: Vec::new(), numbers: Vec::new() })
    }

    /// The match at the start of the ply, or at its end.
    #[getter]
    fn r#match(&self) -> PyMatch {
        self.game.clone()
    }

    /// The orders of the ply so far.
    #[getter]
    fn orders<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let scenario = self.game.game.scenario();
        let orders: Vec<Value> = self.orders.iter().filter_map(|order| order.to_json(scenario)).collect();
        to_python(py, &orders)
    }

    /// The encoding of the scenario.
    #[getter]
    fn encoding(&self) -> PyEncoding {
        PyEncoding(self.decision.space().clone())
    }

    /// The player who chooses, `P1` or `P2`.
    #[getter]
    fn active(&self) -> &'static str {
        self.decision.game().position().active().name()
    }

    /// Whether the match is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.decision.game().outcome().is_some()
    }

    /// Whether the next choice is a digit of the amount of an order.
    #[getter]
    fn amount_open(&self) -> bool {
        self.decision.is_amount_open()
    }

    /// Numbers of the legal choices in ascending order; empty if the match is over.
    fn legal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_iter(py, self.decision.legal().into_iter().map(|number| number as i32))
    }

    /// The order that a choice completes; `None` if it ends the orders of the ply, or if digits of the amount follow.
    fn order<'py>(&self, py: Python<'py>, number: Whole<usize>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let order = self.decision.order(number.0).map_err(|error| problem(&error))?;
        let json = order.and_then(|order| order.to_json(self.game.game.scenario()));
        json.map(|json| to_python(py, &json)).transpose()
    }

    /// Plays a choice. A choice that is not legal raises `RingsideError` and changes nothing.
    fn play(&mut self, number: Whole<usize>) -> PyResult<()> {
        let order = self.decision.order(number.0).map_err(|error| problem(&error))?;
        let ply = self.decision.game().position().ply();
        catch(|| self.decision.play(number.0))?.map_err(|error| problem(&error))?;
        self.orders.extend(order);
        self.numbers.push(number.0);
        if self.decision.game().position().ply() != ply {
            self.numbers.clear();
            let orders = self.orders.drain(..).map(SubmittedOrder::from).collect();
            self.game = self.game.after(Turn::new("", orders), &mut ())?;
        }
        Ok(())
    }

    /// Planes and scalars of the observation of the player to move.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Observation<'py>> {
        let (planes, scalars) = self.decision.observation();
        let (count, nodes) = self.encoding().plane_shape();
        Ok((PyArray1::from_vec(py, planes).reshape([count, nodes])?, PyArray1::from_vec(py, scalars)))
    }

    fn __copy__(&self) -> PyOrderDecision {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyOrderDecision {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Reduced)> {
        let rebuild = py.import("ringside.asg")?.getattr("_decision_after")?;
        Ok((rebuild, (self.r#match(), self.numbers.clone())))
    }

    fn __eq__(&self, other: &PyOrderDecision) -> bool {
        self.decision == other.decision
    }
}

fn problem(error: &NotLegal) -> Problem {
    let rule = match error {
        NotLegal::Order(rejection) => Some(rejection.code().to_owned()),
        NotLegal::Over => Some("game_over".to_owned()),
        _ => None,
    };
    Problem { rule, ..Problem::new(error) }
}

/// Many matches of the same scenario that are stepped together. `ringside.asg.VecEnv` owns the arrays and is easier to use.
#[pyclass(name = "Batch", module = "ringside._native.asg", frozen)]
pub(crate) struct PyOrderBatch(Mutex<Batch<OrderDecision>>);

/// The arrays of a batch of matches.
type HeldMaps<'py> = Held<'py, f64, f64>;

#[guarded]
#[pymethods]
impl PyOrderBatch {
    #[new]
    #[pyo3(signature = (encoding, rules, games, seed, max_steps, threads))]
    fn new(
        encoding: &PyEncoding,
        rules: &str,
        games: Whole<u32>,
        seed: Whole<u64>,
        max_steps: Option<Whole<u32>>,
        threads: Whole<u16>,
    ) -> PyResult<PyOrderBatch> {
        let settings = batch_settings(games, seed, max_steps, threads)?;
        let start = BatchStart { space: encoding.0.clone(), rules: self::rules(rules)? };
        Ok(PyOrderBatch(Mutex::new(Batch::new(start, &settings).or_problem()?)))
    }

    /// Plays one choice in each match, or a random one if `choices` is `None`, and fills the arrays; `None` arrays are not filled.
    #[pyo3(signature = (choices, arrays))]
    fn step(
        &self,
        py: Python<'_>,
        choices: Option<PyReadonlyArray1<'_, i32>>,
        mut arrays: HeldMaps<'_>,
    ) -> PyResult<()> {
        let choices = choices.as_ref().map(|choices| choices.as_slice()).transpose()?;
        let arrays = arrays.slices()?;
        Ok(without_lock(py, || lock(&self.0).step(choices, arrays))?.or_problem()?)
    }

    /// Starts all matches again and fills the arrays.
    fn reset(&self, py: Python<'_>, mut arrays: HeldMaps<'_>) -> PyResult<()> {
        let arrays = arrays.slices()?;
        Ok(without_lock(py, || lock(&self.0).reset(arrays))?.or_problem()?)
    }
}
