//! The exception type of the package, `ringside.RingsideError`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use ringrift::{BoardKind, IllegalAction, PositionTextError, ReadActionError, ResolveActionError};

/// A problem with the input of a call. It becomes a `ringside.RingsideError` in Python.
#[derive(Debug)]
pub(crate) struct Problem {
    /// Id of the rule that the input breaks, such as `RR-CANON-R091`, or the code of a rejected order.
    pub(crate) rule: Option<String>,
    /// What is wrong, as an English phrase.
    pub(crate) reason: String,
    /// Names of the cells or nodes that the reason refers to.
    pub(crate) cells: Vec<String>,
}

impl Problem {
    pub(crate) fn new(reason: impl ToString) -> Problem {
        Problem { rule: None, reason: reason.to_string(), cells: Vec::new() }
    }

    /// Returns the problem of an illegal action on a board.
    pub(crate) fn illegal(why: &IllegalAction, board: BoardKind) -> Problem {
        let cells = why.cells.iter().map(|&cell| board.cell_name(cell).to_string()).collect();
        Problem { rule: Some(why.rule.to_string()), reason: why.reason.to_string(), cells }
    }

    /// Returns the problem of an action text.
    pub(crate) fn action(error: &ReadActionError, board: BoardKind) -> Problem {
        match error {
            ReadActionError::Resolve(ResolveActionError::Illegal { why, .. }) => Problem::illegal(why, board),
            error => Problem::new(error),
        }
    }
}

impl From<PositionTextError> for Problem {
    fn from(error: PositionTextError) -> Problem {
        Problem::new(error)
    }
}

impl From<Problem> for PyErr {
    fn from(problem: Problem) -> PyErr {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        Python::attach(|py| match CLASS.import(py, "ringside._errors", "RingsideError") {
            Ok(class) => PyErr::from_type(class.clone(), (problem.reason, problem.rule, problem.cells)),
            Err(error) => error,
        })
    }
}

/// Converts any error into a [`Problem`] without a rule.
pub(crate) trait OrProblem<T> {
    fn or_problem(self) -> Result<T, Problem>;
}

impl<T, E: ToString> OrProblem<T> for Result<T, E> {
    fn or_problem(self) -> Result<T, Problem> {
        self.map_err(|error| Problem::new(error.to_string()))
    }
}
