//! Conversions between Python values and the types of the engine.

use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;
use ringrift::{BoardKind, ByPlayer, Cell, Player};
use serde::Serialize;
use serde_json::Value;

use crate::error::{OrProblem, Problem};

/// A whole number argument. Numbers outside of the type's range raise `RingsideError` instead of `OverflowError`.
#[derive(Copy, Clone)]
pub(crate) struct Whole<T>(pub(crate) T);

impl<'a, 'py, T: TryFrom<i128>> FromPyObject<'a, 'py> for Whole<T> {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Whole<T>> {
        let out_of_range = || {
            let bits = 8 * size_of::<T>() as u32;
            let (low, high) = match T::try_from(-1) {
                Ok(_) => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
                Err(_) => (0, (1_i128 << bits) - 1),
            };
            Problem::new(format!("expected a whole number from {low} to {high}"))
        };
        match value.extract::<i128>() {
            Ok(number) => Ok(Whole(T::try_from(number).map_err(|_| out_of_range())?)),
            Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Err(error),
            Err(_) => Err(out_of_range().into()),
        }
    }
}

/// Returns the player with a seat number, counted from 1.
pub(crate) fn player(seat: u8, players: u8) -> Result<Player, Problem> {
    Player::from_seat(seat)
        .filter(|_| seat <= players)
        .ok_or_else(|| Problem::new(format!("there is no seat {seat}; the seats are 1 to {players}")))
}

/// Returns the values of the players of a game, in the order of their seats.
pub(crate) fn by_seat<T: Copy>(values: &ByPlayer<T>, players: u8) -> Vec<T> {
    values.of(players).to_vec()
}

pub(crate) fn board(name: &str) -> Result<BoardKind, Problem> {
    name.parse().or_problem()
}

pub(crate) fn cell(name: &str, board: BoardKind) -> Result<Cell, Problem> {
    board.parse_cell(name).or_problem()
}

pub(crate) fn cell_name(cell: Cell, board: BoardKind) -> String {
    board.cell_name(cell).to_string()
}

pub(crate) fn cell_names(cells: &[Cell], board: BoardKind) -> Vec<String> {
    cells.iter().map(|&cell| cell_name(cell, board)).collect()
}

/// Returns a time limit in seconds.
pub(crate) fn seconds(time: Option<f64>) -> Result<Option<Duration>, Problem> {
    let wrong = |time: f64| Problem::new(format!("{time} is not a time limit; give a positive number of seconds"));
    time.map(|time| Duration::try_from_secs_f64(time).map_err(|_| wrong(time))).transpose()
}

/// Converts a value to Python objects by its JSON form.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    static LOADS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let text = serde_json::to_string(value).or_problem()?;
    LOADS.import(py, "json", "loads")?.call1((text,))
}

/// Converts a JSON text, or Python objects with a JSON form, to a JSON value.
pub(crate) fn to_json(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    Ok(serde_json::from_str(&json_text(value)?).map_err(|error| Problem::new(format!("not JSON: {error}")))?)
}

/// Returns the JSON text of Python objects; a text is returned as it is.
pub(crate) fn json_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    static DUMPS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    let dumped = DUMPS.import(value.py(), "json", "dumps")?.call1((value,));
    dumped.map_err(|error| Problem::new(format!("expected a value with a JSON form: {error}")))?.extract()
}
