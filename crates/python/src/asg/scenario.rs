//! Scenarios: maps with settings.

use std::collections::BTreeMap;
use std::sync::Arc;

use asg::generate::{MapPlan, MapSymmetry};
use asg::grid::GridPlan;
use asg::{Node, Position, Scenario, Settings, library, picture};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use python_macros::guarded;

use crate::asg::side;
use crate::compute::{catch, without_lock};
use crate::convert::{Whole, to_json, to_python};
use crate::error::{OrProblem, Problem};

/// A map with its settings and start state.
#[pyclass(name = "Scenario", module = "ringside.asg", frozen)]
pub(crate) struct PyScenario(pub(crate) Arc<Scenario>);

impl PyScenario {
    fn new(scenario: Scenario) -> PyScenario {
        PyScenario(Arc::new(scenario))
    }

    fn node(&self, id: &str) -> Result<Node, Problem> {
        self.0.node(id).ok_or_else(|| Problem::new(format!("the map has no node '{}'", ringrift::excerpt(id))))
    }
}

#[guarded]
#[pymethods]
impl PyScenario {
    /// Reads a scenario from a JSON text, or from a dictionary with the same keys.
    #[new]
    fn py_new(scenario: &Bound<'_, PyAny>) -> PyResult<PyScenario> {
        let scenario = match scenario.extract::<String>() {
            Ok(text) => without_lock(scenario.py(), || Scenario::parse(&text))?,
            Err(_) => {
                let value = to_json(scenario)?;
                catch(|| Scenario::from_json(&value))?
            }
        };
        Ok(PyScenario::new(scenario.or_problem()?))
    }

    /// Returns the ids of the built-in scenarios.
    #[staticmethod]
    fn library_ids() -> Vec<&'static str> {
        library::ALL.iter().map(|scenario| scenario.id).collect()
    }

    /// Returns a built-in scenario.
    #[staticmethod]
    fn library(id: &str) -> PyResult<PyScenario> {
        let unknown =
            || Problem::new(format!("no built-in scenario has the id '{}'; see library_ids()", ringrift::excerpt(id)));
        Ok(PyScenario::new(library::get(id).ok_or_else(unknown)?.scenario()))
    }

    /// Generates a symmetric map. `symmetry` is `mirror` or `rotation`.
    #[staticmethod]
    #[pyo3(signature = (nodes, resources, seed=Whole(0), symmetry="mirror"))]
    fn generate(
        py: Python<'_>,
        nodes: Whole<usize>,
        resources: Whole<usize>,
        seed: Whole<u64>,
        symmetry: &str,
    ) -> PyResult<PyScenario> {
        let known = MapSymmetry::ALL.into_iter().find(|known| known.name() == symmetry);
        let unknown = || Problem::new(format!("unknown symmetry '{symmetry}'; expected mirror or rotation"));
        let symmetry = known.ok_or_else(unknown)?;
        let plan = MapPlan { nodes: nodes.0, symmetry, resources: resources.0, seed: seed.0 };
        Ok(PyScenario::new(without_lock(py, || plan.scenario())?.or_problem()?))
    }

    /// Generates a rectangular map with troops on every node.
    #[staticmethod]
    #[pyo3(signature = (columns, rows, troops=Whole(1), resources=Whole(0), seed=Whole(0)))]
    fn grid(
        columns: Whole<usize>,
        rows: Whole<usize>,
        troops: Whole<u64>,
        resources: Whole<usize>,
        seed: Whole<u64>,
    ) -> PyResult<PyScenario> {
        let plan =
            GridPlan { columns: columns.0, rows: rows.0, troops: troops.0, resources: resources.0, seed: seed.0 };
        Ok(PyScenario::new(catch(|| plan.scenario())?.or_problem()?))
    }

    #[getter]
    fn id(&self) -> &str {
        &self.0.file().id
    }

    #[getter]
    fn name(&self) -> &str {
        &self.0.file().name
    }

    /// The numeric settings of the rules, under the keys of scenario files.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.0.settings())
    }

    /// Returns the scenario with some settings replaced.
    #[pyo3(signature = (*, turn_cap_plies=None, action_budget=None, base_income=None, reinforce_cost_per_strength=None, combat_variance_fraction=None))]
    fn with_settings(
        &self,
        turn_cap_plies: Option<Whole<u64>>,
        action_budget: Option<Whole<u64>>,
        base_income: Option<Whole<u64>>,
        reinforce_cost_per_strength: Option<Whole<u64>>,
        combat_variance_fraction: Option<f64>,
    ) -> PyResult<PyScenario> {
        let own = self.0.settings();
        let or = |given: Option<Whole<u64>>, own| given.map_or(own, |given| given.0);
        let settings = Settings {
            turn_cap_plies: or(turn_cap_plies, own.turn_cap_plies),
            action_budget: or(action_budget, own.action_budget),
            base_income: or(base_income, own.base_income),
            reinforce_cost_per_strength: or(reinforce_cost_per_strength, own.reinforce_cost_per_strength),
            combat_variance_fraction: combat_variance_fraction.unwrap_or(own.combat_variance_fraction),
        };
        Ok(PyScenario::new(self.0.with_settings(settings).or_problem()?))
    }

    /// The ids of all nodes, in scenario order.
    #[getter]
    fn nodes(&self) -> Vec<String> {
        self.0.nodes().map(|node| self.0.id_of(node).to_owned()).collect()
    }

    /// Returns the ids of the neighbours of a node.
    fn neighbours(&self, node: &str) -> PyResult<Vec<String>> {
        let neighbours = self.0.neighbours(self.node(node)?);
        Ok(neighbours.iter().map(|&node| self.0.id_of(node).to_owned()).collect())
    }

    /// The supply that each node yields to its owner.
    #[getter]
    fn yields(&self) -> BTreeMap<String, u64> {
        self.0.nodes().map(|node| (self.0.id_of(node).to_owned(), self.0.supply_yield(node))).collect()
    }

    /// Returns the headquarters of a player, `P1` or `P2`.
    fn hq(&self, player: &str) -> PyResult<String> {
        Ok(self.0.id_of(self.0.hq(side(player)?)).to_owned())
    }

    /// Returns a hash of the whole scenario as eight hexadecimal digits.
    fn fingerprint(&self) -> String {
        self.0.fingerprint()
    }

    /// Returns the scenario as the dictionary of its file.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        Ok(to_python(py, self.0.file())?.cast_into()?)
    }

    /// Returns the scenario as the JSON text of its file.
    fn to_json(&self) -> PyResult<String> {
        Ok(serde_json::to_string(self.0.file()).or_problem()?)
    }

    fn _repr_svg_(&self) -> String {
        picture(&self.0, &Position::start(&self.0), &[])
    }

    fn __eq__(&self, other: &PyScenario) -> bool {
        self.0.file() == other.0.file()
    }

    pub(crate) fn __hash__(&self) -> u64 {
        // The fingerprint has eight hexadecimal digits.
        u64::from_str_radix(&self.0.fingerprint(), 16).unwrap_or_default()
    }

    fn __repr__(&self) -> String {
        format!("<Scenario {}, {} nodes>", self.0.file().id, self.0.len())
    }

    fn __getnewargs__(&self) -> PyResult<(String,)> {
        Ok((self.to_json()?,))
    }
}
