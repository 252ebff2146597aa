//! Actions and the reasons why actions are illegal.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use pyo3::prelude::*;
use python_macros::guarded;
use ringrift::{Action, IllegalAction, Position};
use ringrift_text::action_kind::ActionKind;
use ringrift_text::action_text;
use ringrift_text::cell_selection::action_cells;

use crate::convert::cell_names;
use crate::error::Problem;
use crate::ringrift::PyPosition;

/// A legal action of a position.
#[pyclass(name = "Action", module = "ringside", frozen)]
#[derive(Clone)]
pub(crate) struct PyAction {
    /// The position in which the action is legal.
    pub(crate) position: Arc<Position>,
    pub(crate) action: Action,
}

/// An action argument: an action object or its text.
#[derive(FromPyObject)]
pub(crate) enum ActionArgument<'py> {
    Object(Bound<'py, PyAction>),
    Text(String),
}

impl ActionArgument<'_> {
    /// Returns the action that the argument denotes. It need not be legal if the argument is an object.
    pub(crate) fn resolve(&self, position: &Position) -> Result<Action, Problem> {
        match self {
            ActionArgument::Object(action) => {
                let PyAction { position: own, action } = action.get();
                let (here, there) = (position.rules().board, own.rules().board);
                if here == there {
                    Ok(*action)
                } else {
                    Err(Problem::new(format!("the action belongs to the board {there}, not to {here}")))
                }
            }
            ActionArgument::Text(text) => {
                position.read_action(text).map_err(|error| Problem::action(&error, position.rules().board))
            }
        }
    }
}

#[guarded]
#[pymethods]
impl PyAction {
    /// Reads an action of a position; see `Position.read_action`.
    #[new]
    fn new(position: &PyPosition, text: String) -> PyResult<PyAction> {
        position.read_action(ActionArgument::Text(text))
    }

    /// The position in which the action is legal.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.position.clone())
    }

    /// The text of the action, such as `M d4-d6`.
    #[getter]
    fn text(&self) -> String {
        self.position.action_text(self.action)
    }

    /// The kind of the action, such as `place_on_empty`, `move` or `capture`.
    #[getter]
    fn kind(&self) -> &'static str {
        ActionKind::of(&self.position, self.action).name()
    }

    /// The move type of the exchange format of records, such as `place_ring`.
    #[getter]
    fn move_type(&self) -> &'static str {
        self.position.move_type(self.action)
    }

    /// The cells that a player selects, in order; empty for lines and regions.
    #[getter]
    fn picks(&self) -> Vec<String> {
        cell_names(&action_cells(&self.position, self.action).picks, self.position.rules().board)
    }

    /// All cells of the action: the selected ones, then the captured stack or the cells of the line or region.
    #[getter]
    fn cells(&self) -> Vec<String> {
        let cells = action_cells(&self.position, self.action);
        cell_names(&[cells.picks, cells.others].concat(), self.position.rules().board)
    }

    /// The number of rings of a placement; `None` for other actions.
    #[getter]
    fn rings(&self) -> Option<u8> {
        if let Action::Place { rings, .. } = self.action { Some(rings) } else { None }
    }

    /// The effect of the action in plain English; `None` if the text of the action says it all.
    #[getter]
    fn details(&self) -> Option<String> {
        action_text::details(&self.position, self.action).map(|details| details.to_string())
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Action {}>", self.text())
    }

    fn __eq__(&self, other: &PyAction) -> bool {
        self.action == other.action && self.position.rules().board == other.position.rules().board
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.position.rules().board.name(), self.action).hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs__(&self) -> (PyPosition, String) {
        (self.position(), self.text())
    }
}

/// The reason why an action is illegal.
#[pyclass(name = "IllegalAction", module = "ringside", frozen, get_all)]
pub(crate) struct PyIllegalAction {
    /// The id of the rule that forbids it.
    rule: String,
    /// The reason as an English phrase.
    reason: String,
    /// The cells that the reason refers to.
    cells: Vec<String>,
}

impl PyIllegalAction {
    pub(crate) fn new(why: &IllegalAction, position: &Position) -> PyIllegalAction {
        let cells = cell_names(&why.cells, position.rules().board);
        PyIllegalAction { rule: why.rule.to_string(), reason: why.reason.to_string(), cells }
    }
}

#[guarded]
#[pymethods]
impl PyIllegalAction {
    fn __str__(&self) -> String {
        format!("{} ({})", self.reason, self.rule)
    }

    fn __repr__(&self) -> String {
        format!("<IllegalAction {self}>", self = self.__str__())
    }
}
