//! Built-in players of the Agent Strategy Game.

use std::sync::Mutex;

use asg::{SubmittedOrder, View};
use game::Cancellation;
use game::bots::BotKind;
use pyo3::prelude::*;
use pyo3::types::PyList;
use python_macros::guarded;
use serde_json::Value;

use crate::asg::PyMatch;
use crate::compute::{interruptible, lock};
use crate::convert::{Whole, to_python};
use crate::error::Problem;

/// A built-in player by name: `random`, `greedy`, `mix:SHARE`, `rush`, `search`, or `level:1` to `level:9`.
#[pyclass(name = "Bot", module = "ringside.asg", frozen)]
pub(crate) struct PyBot {
    name: String,
    seed: i64,
    bot: Mutex<Box<dyn asg::Bot + Send>>,
}

#[guarded]
#[pymethods]
impl PyBot {
    /// Creates the player; the seed determines its random choices.
    #[new]
    #[pyo3(signature = (name, seed=Whole(0)))]
    fn new(name: &str, seed: Whole<i64>) -> PyResult<PyBot> {
        let kind: BotKind = name.parse().map_err(|error: String| Problem::new(error))?;
        Ok(PyBot { name: kind.to_string(), seed: seed.0, bot: Mutex::new(kind.make(seed.0)) })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    #[getter]
    fn seed(&self) -> i64 {
        self.seed
    }

    /// Chooses the orders of the active player. It sees the public state only. Other Python threads run meanwhile, and Ctrl-C interrupts it.
    fn choose<'py>(&self, py: Python<'py>, game: &PyMatch) -> PyResult<Bound<'py, PyList>> {
        if game.game.outcome().is_some() {
            return Err(Problem { rule: Some("game_over".to_owned()), ..Problem::new("the match is over") }.into());
        }
        let game = &game.game;
        let view = View { scenario: game.scenario(), rules: game.rules(), position: game.position() };
        let choose = |cancellation: &Cancellation| lock(&self.bot).choose_until(&view, &|| cancellation.is_cancelled());
        let orders = interruptible(py, choose)?;
        let json = |order| SubmittedOrder::from(order).to_json(game.scenario());
        let orders: Vec<Value> = orders.into_iter().map(json).collect();
        Ok(to_python(py, &orders)?.cast_into()?)
    }

    fn __repr__(&self) -> String {
        format!("asg.Bot('{}', seed={})", self.name, self.seed)
    }
}
