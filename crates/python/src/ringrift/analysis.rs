//! Analysis of positions.

use std::sync::{Arc, Mutex};

use ai::Analyst;
use pyo3::prelude::*;
use python_macros::guarded;
use ringrift::{Action, Position};

use crate::compute::{interruptible, lock};
use crate::convert::{Whole, by_seat};
use crate::error::Problem;
use crate::ringrift::bot::limits;
use crate::ringrift::position::require_running;
use crate::ringrift::{PyAction, PyPosition};

/// Analyses positions. It reuses its search for positions that follow each other in one game.
#[pyclass(name = "Analyst", module = "ringside", frozen)]
pub(crate) struct PyAnalyst(Mutex<Analyst>);

#[guarded]
#[pymethods]
impl PyAnalyst {
    /// Creates an analyst. Without a limit it evaluates as many positions as level 10.
    #[new]
    #[pyo3(signature = (*, nodes=None, time=None, threads=Whole(1)))]
    fn new(nodes: Option<Whole<u64>>, time: Option<f64>, threads: Whole<usize>) -> PyResult<PyAnalyst> {
        Ok(PyAnalyst(Mutex::new(Analyst::new(limits(nodes, time, threads)?))))
    }

    /// Analyses a position. Other Python threads run meanwhile, and Ctrl-C interrupts it.
    fn analyse(&self, py: Python<'_>, position: &PyPosition) -> PyResult<PyAnalysis> {
        require_running(&position.0)?;
        let board = &position.0;
        let analysis = interruptible(py, |token| lock(&self.0).analyse(board, &|| token.is_cancelled()))?;
        let analysis = analysis.ok_or_else(|| Problem::new("the game is over"))?;
        let players = board.rules().players;
        let scored = |scored: &ai::ScoredAction| PyScoredAction {
            action: PyAction { position: board.clone(), action: scored.action },
            chances: by_seat(&scored.chances, players),
            is_proved: scored.is_proved,
            nodes: scored.nodes,
            line: line(board, &scored.line),
        };
        Ok(PyAnalysis {
            to_move: analysis.to_move.seat(),
            chances: by_seat(&analysis.chances, players),
            actions: analysis.actions.iter().map(scored).collect(),
            nodes: analysis.nodes,
        })
    }
}

/// Returns the actions of a continuation, each with the position before it.
pub(crate) fn line(start: &Arc<Position>, actions: &[Action]) -> Vec<PyAction> {
    let mut line = Vec::with_capacity(actions.len());
    ai::review::each_legal(start, actions, |position, action| {
        line.push(PyAction { position: Arc::new(position.clone()), action });
    });
    line
}

/// The analysis of a position.
#[pyclass(name = "Analysis", module = "ringside", frozen, get_all)]
pub(crate) struct PyAnalysis {
    /// The seat of the player to move.
    to_move: u8,
    /// The winning chance of each player; the sum is 1.
    chances: Vec<f64>,
    /// All legal actions, the best first.
    actions: Vec<PyScoredAction>,
    /// The number of evaluated positions.
    nodes: u64,
}

#[guarded]
#[pymethods]
impl PyAnalysis {
    fn __repr__(&self) -> String {
        let best =
            self.actions.first().map_or("none".to_owned(), |best| best.action.position.action_text(best.action.action));
        let chances: Vec<String> = self.chances.iter().map(|chance| format!("{chance:.3}")).collect();
        format!("<Analysis chances=[{}] best={best} nodes={}>", chances.join(", "), self.nodes)
    }
}

/// A legal action with its evaluation.
#[pyclass(name = "ScoredAction", module = "ringside", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct PyScoredAction {
    action: PyAction,
    /// The winning chance of each player after the action.
    chances: Vec<f64>,
    /// Whether the winner under best play is proved; never with more than two players.
    is_proved: bool,
    /// The number of visits in the search tree.
    nodes: u64,
    /// The expected continuation, starting with the action.
    line: Vec<PyAction>,
}

#[guarded]
#[pymethods]
impl PyScoredAction {
    fn __repr__(&self) -> String {
        let chances: Vec<String> = self.chances.iter().map(|chance| format!("{chance:.3}")).collect();
        format!(
            "<ScoredAction {} chances=[{}]>",
            self.action.position.action_text(self.action.action),
            chances.join(", ")
        )
    }
}
