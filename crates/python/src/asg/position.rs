//! Public states of matches.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use asg::json::read_state;
use asg::{Observation, Order, Position, PositionHash, Rules, Scenario, Side, View, picture};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use python_macros::guarded;

use crate::asg::{PyScenario, rules, side};
use crate::convert::{to_json, to_python};
use crate::error::{OrProblem, Problem};

/// The public state of a match: everything except the seed and the random generator.
#[pyclass(name = "Position", module = "ringside.asg", frozen)]
pub(crate) struct PyPosition {
    pub(crate) scenario: Arc<Scenario>,
    pub(crate) rules: Rules,
    pub(crate) position: Position,
}

/// The arguments of `Position.from_dict`.
type Reduced<'py> = (PyScenario, Bound<'py, PyDict>, &'static str, Option<Bound<'py, PyAny>>);

#[guarded]
#[pymethods]
impl PyPosition {
    /// Reads a state in the form of reference replays, as `to_dict` returns it. `outcome` is the result of a finished match.
    #[staticmethod]
    #[pyo3(signature = (scenario, state, rules="v0", outcome=None))]
    fn from_dict(
        scenario: &PyScenario,
        state: &Bound<'_, PyAny>,
        rules: &str,
        outcome: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyPosition> {
        let outcome = outcome.map(to_json).transpose()?.map(serde_json::from_value).transpose().or_problem()?;
        let position = read_state(&to_json(state)?, &scenario.0, outcome).map_err(Problem::new)?;
        Ok(PyPosition { scenario: scenario.0.clone(), rules: self::rules(rules)?, position })
    }

    #[getter]
    fn scenario(&self) -> PyScenario {
        PyScenario(self.scenario.clone())
    }

    #[getter]
    fn rules(&self) -> &'static str {
        self.rules.name()
    }

    /// The number of plies played.
    #[getter]
    fn ply(&self) -> u64 {
        self.position.ply()
    }

    /// The player whose ply is next, `P1` or `P2`.
    #[getter]
    fn active(&self) -> &'static str {
        self.position.active().name()
    }

    /// The supply of each player, without the income of the next ply.
    #[getter]
    fn supplies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let supplies = PyDict::new(py);
        for side in Side::BOTH {
            supplies.set_item(side.name(), self.position.supply(side))?;
        }
        Ok(supplies)
    }

    /// Returns the supply that a player can spend in their next ply, including its income.
    fn spendable(&self, player: &str) -> PyResult<u64> {
        Ok(self.position.spendable(side(player)?, &self.scenario))
    }

    /// Returns the supply that a player receives at the start of their ply.
    fn income(&self, player: &str) -> PyResult<u64> {
        Ok(self.position.income(side(player)?, &self.scenario))
    }

    /// The owner of each node: `P1`, `P2` or `Neutral`.
    #[getter]
    fn owners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let owners = PyDict::new(py);
        for node in self.scenario.nodes() {
            owners.set_item(self.scenario.id_of(node), self.position.node_state(node).owner.name())?;
        }
        Ok(owners)
    }

    /// The troops on each node: those of P1, then those of P2.
    #[getter]
    fn forces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let forces = PyDict::new(py);
        for node in self.scenario.nodes() {
            let state = self.position.node_state(node);
            forces.set_item(self.scenario.id_of(node), (state.forces.p1, state.forces.p2))?;
        }
        Ok(forces)
    }

    /// The result under the keys of replays; `None` while the match runs.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.position.outcome().map(|outcome| to_python(py, &outcome)).transpose()
    }

    /// Returns the state in the form of reference replays.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        Ok(to_python(py, &asg::json::state(&self.scenario, &self.position))?.cast_into()?)
    }

    /// Returns what a player is told at the start of a ply, as the dictionary that agents receive.
    #[pyo3(signature = (player=None))]
    fn observation<'py>(&self, py: Python<'py>, player: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
        let player = player.map_or(Ok(self.position.active()), side)?;
        let view = View { scenario: &self.scenario, rules: self.rules, position: &self.position };
        Ok(to_python(py, &Observation::new(view, player))?.cast_into()?)
    }

    /// Returns the short hash of the position that replays contain.
    fn hash(&self) -> String {
        PositionHash::of(&self.position).to_string()
    }

    /// Draws the map as SVG; moves among `orders` are drawn as arrows.
    #[pyo3(signature = (orders=Vec::new()))]
    fn svg(&self, orders: Vec<Bound<'_, PyAny>>) -> PyResult<String> {
        let order = |order: &Bound<'_, PyAny>| Ok(Order::read(&to_json(order)?, &self.scenario));
        let orders: Vec<Order> = orders.iter().map(order).collect::<PyResult<_>>()?;
        Ok(picture(&self.scenario, &self.position, &orders))
    }

    fn _repr_svg_(&self) -> String {
        picture(&self.scenario, &self.position, &[])
    }

    fn __eq__(&self, other: &PyPosition) -> bool {
        self.position == other.position && self.rules == other.rules && self.scenario.file() == other.scenario.file()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.position.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Reduced<'py>)> {
        let rebuild = py.get_type::<PyPosition>().getattr("from_dict")?;
        Ok((rebuild, (self.scenario(), self.to_dict(py)?, self.rules(), self.outcome(py)?)))
    }

    fn __repr__(&self) -> String {
        let (id, ply) = (&self.scenario.file().id, self.position.ply());
        format!("<asg.Position of {id}, ply {ply}, {} to move>", self.position.active())
    }
}
