//! Events: the effects of an action.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use python_macros::guarded;
use ringrift::{BoardKind, Cell, Event, Player, Stack};
use ringrift_text::event_text;

use crate::convert::{cell_name, cell_names};

/// One effect of an action, with the rule that causes it.
#[pyclass(name = "Event", module = "ringside", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct PyEvent {
    event: Event,
    board: BoardKind,
    text: Option<String>,
}

impl PyEvent {
    /// Returns the events of one action.
    pub(crate) fn list(events: &[Event], board: BoardKind) -> Vec<PyEvent> {
        let texts = event_text::describe_each(events, board);
        events
            .iter()
            .zip(texts)
            .map(|(&event, text)| PyEvent { event, board, text: text.map(|text| text.to_string()) })
            .collect()
    }
}

#[guarded]
#[pymethods]
impl PyEvent {
    /// The kind of the event, such as `placed`, `moved` or `collapsed`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.event.name()
    }

    /// The id of the rule that causes the event.
    #[getter]
    fn rule(&self) -> String {
        self.event.rule().to_string()
    }

    /// The event in plain English; `None` if the description of another event includes it.
    #[getter]
    fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The data of the event by name: cells as names, players as seats, rings as seats from bottom to top.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut fields = Fields { dict: PyDict::new(py), board: self.board };
        match self.event {
            Event::Placed { player, at, rings, onto_stack } => fields
                .player("player", player)?
                .cell("at", at)?
                .value("rings", rings)?
                .value("onto_stack", onto_stack)?,
            Event::MarkerLeft { player, at } => fields.player("player", player)?.cell("at", at)?,
            Event::MarkerFlipped { at, from, to } => fields.cell("at", at)?.player("from", from)?.player("to", to)?,
            Event::MarkerRemoved { at } => fields.cell("at", at)?,
            Event::MarkerSlid { from, to } => fields.cell("from", from)?.cell("to", to)?,
            Event::StepEmpty { player, step } => {
                fields.player("player", player)?.value("move_type", step.move_type())?
            }
            Event::RingCaptured { over, ring } => fields.cell("over", over)?.player("ring", ring)?,
            Event::Moved { from, over, to, rings } => {
                let over = over.map(|over| cell_name(over, self.board));
                fields.cell("from", from)?.value("over", over)?.cell("to", to)?.rings(rings)?
            }
            Event::Collapsed { at, owner, cause } => {
                fields.cell("at", at)?.player("owner", owner)?.value("cause", cause.name())?
            }
            Event::LineTaken { line, collapsed } => {
                let cells: Vec<Cell> = line.cells(self.board.geometry()).collect();
                fields.value("cells", cell_names(&cells, self.board))?.value("collapsed", collapsed)?
            }
            Event::RegionClaimed { region, cells, border } => {
                fields.cell("first", region.first)?.value("cells", cells)?.value("border", border)?
            }
            Event::Eliminated { at, rings, credit, cause } => {
                fields.cell("at", at)?.rings(rings)?.player("credit", credit)?.value("cause", cause.name())?
            }
            Event::Declined { player, phase } | Event::PhaseEntered { player, phase } => {
                fields.player("player", player)?.value("phase", phase.name())?
            }
            Event::Passed { player } => fields.player("player", player)?,
            Event::TurnStarted { player, turn } => fields.player("player", player)?.value("turn", turn)?,
            Event::HandConverted { player, rings } => fields.player("player", player)?.value("rings", rings)?,
            Event::Ended { winner, reason } => {
                fields.value("winner", winner.map(Player::seat))?.value("reason", reason.name())?
            }
            _ => &mut fields,
        };
        Ok(fields.dict)
    }

    fn __repr__(&self) -> String {
        match &self.text {
            Some(text) => format!("<Event {}: {text}>", self.kind()),
            None => format!("<Event {}>", self.kind()),
        }
    }
}

/// Builder of the data of an event.
struct Fields<'py> {
    dict: Bound<'py, PyDict>,
    board: BoardKind,
}

impl<'py> Fields<'py> {
    fn value(&mut self, name: &str, value: impl IntoPyObject<'py>) -> PyResult<&mut Self> {
        self.dict.set_item(name, value)?;
        Ok(self)
    }

    fn cell(&mut self, name: &str, cell: Cell) -> PyResult<&mut Self> {
        self.value(name, cell_name(cell, self.board))
    }

    fn player(&mut self, name: &str, player: Player) -> PyResult<&mut Self> {
        self.value(name, player.seat())
    }

    fn rings(&mut self, rings: Stack) -> PyResult<&mut Self> {
        // A list, because PyO3 converts vectors of bytes to `bytes`.
        let seats = PyList::new(self.dict.py(), rings.rings().map(Player::seat))?;
        self.value("rings", seats)
    }
}
