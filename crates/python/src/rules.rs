//! The functions of the rules service.

use api::rules::{CellRef, MoveObject, Point, Problems, StateObject};
use pyo3::prelude::*;
use python_macros::guarded;
use serde::de::DeserializeOwned;

use crate::convert::{Whole, board, json_text, to_json, to_python};
use crate::error::{OrProblem, Problem};
use crate::ringrift::{ActionArgument, PyPosition};

impl From<Problems> for Problem {
    fn from(problems: Problems) -> Problem {
        Problem::new(problems)
    }
}

/// Answers a request of the rules service to evaluate a move.
#[guarded]
#[pyfunction]
pub(crate) fn evaluate_move<'py>(py: Python<'py>, request: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let body = json_text(request)?;
    to_python(py, &rules_messages::evaluate_move(body.as_bytes()).map_err(Problem::from)?)
}

/// Answers a request of the rules service for the legal moves of a position.
#[guarded]
#[pyfunction]
pub(crate) fn legal_moves<'py>(py: Python<'py>, request: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let body = json_text(request)?;
    to_python(py, &rules_messages::legal_moves(body.as_bytes()).map_err(Problem::from)?)
}

/// Returns the name of a cell that is given as a name, a key such as `3,3`, or an object with `x`, `y` and perhaps `z`.
#[guarded]
#[pyfunction]
pub(crate) fn cell_name(board_name: &str, cell: &Bound<'_, PyAny>) -> PyResult<String> {
    let kind = board(board_name)?;
    let cell: CellRef = if let Ok(text) = cell.extract::<String>() { CellRef::Text(text) } else { read(cell)? };
    Ok(kind.cell_name(rules_messages::cell_of(kind, &cell).or_problem()?).to_string())
}

/// Returns the coordinates of a cell: `x` and `y`, and `z` on hexagonal boards.
#[guarded]
#[pyfunction]
pub(crate) fn cell_point<'py>(py: Python<'py>, board_name: &str, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let kind = board(board_name)?;
    let cell = rules_messages::cell_of(kind, &CellRef::Text(name.to_owned())).or_problem()?;
    to_python(py, &Point::of(kind, cell))
}

/// Returns the notation of a move object.
#[guarded]
#[pyfunction]
pub(crate) fn move_text(board_name: &str, object: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(rules_messages::move_text(board(board_name)?, &read::<MoveObject>(object)?).map_err(Problem::from)?)
}

/// Returns the move object of an action: its type, player, cells and notation. `number` counts the moves of the game from 1.
#[guarded]
#[pyfunction]
pub(crate) fn move_object<'py>(
    py: Python<'py>,
    position: &PyPosition,
    action: ActionArgument<'py>,
    number: Whole<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let action = action.resolve(&position.0)?;
    to_python(py, &rules_messages::history_move(&position.0, action, number.0))
}

/// Converts a state object of the rules service to a position.
#[guarded]
#[pyfunction]
pub(crate) fn position_from_state(state: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
    let state: StateObject = read(state)?;
    Ok(PyPosition::new(rules_messages::position_of_state(&state).map_err(Problem::from)?))
}

/// Converts a position to a state object of the rules service.
#[guarded]
#[pyfunction]
pub(crate) fn state_from_position<'py>(py: Python<'py>, position: &PyPosition) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, &rules_messages::state_of_position(&position.0))
}

fn read<T: DeserializeOwned>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    Ok(serde_json::from_value(to_json(value)?).or_problem()?)
}
