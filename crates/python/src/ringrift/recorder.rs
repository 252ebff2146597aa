//! Games in progress that keep their record.

use pyo3::prelude::*;
use python_macros::guarded;
use ringrift_record::{Conclusion, Recorder};

use crate::compute::catch;
use crate::convert::{Whole, player};
use crate::error::Problem;
use crate::ringrift::action::ActionArgument;
use crate::ringrift::picture::notebook_picture;
use crate::ringrift::record::set_tags;
use crate::ringrift::{PyEvent, PyPosition, PyRecord};

/// A game in progress: plays actions and keeps the record.
#[pyclass(name = "Recorder", module = "ringside")]
pub(crate) struct PyRecorder(Recorder);

#[guarded]
#[pymethods]
impl PyRecorder {
    /// Starts a game in a position. The other arguments are headers of the record.
    #[new]
    #[pyo3(signature = (start, *, names=Vec::new(), date=None, time_control=None, seed=None))]
    fn new(
        start: &PyPosition,
        names: Vec<Option<String>>,
        date: Option<String>,
        time_control: Option<String>,
        seed: Option<String>,
    ) -> PyResult<PyRecorder> {
        let mut recorder = Recorder::new((*start.0).clone());
        let players = start.0.rules().players;
        set_tags(recorder.tags_mut(), players, names, date, time_control, seed)?;
        Ok(PyRecorder(recorder))
    }

    /// Continues the game of a record from its last position.
    #[staticmethod]
    fn resume(record: &PyRecord) -> PyRecorder {
        PyRecorder(Recorder::resume(record.0.clone()))
    }

    /// The current position.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition::new(self.0.position().clone())
    }

    /// Plays an action and returns its events.
    fn play(&mut self, action: ActionArgument<'_>) -> PyResult<Vec<PyEvent>> {
        let position = self.0.position();
        let board = position.rules().board;
        let action = catch(|| action.resolve(position))??;
        let events =
            catch(|| position.clone().play_with_events(action))?.map_err(|why| Problem::illegal(&why, board))?;
        self.0.play(action).map_err(|why| Problem::illegal(&why, board))?;
        Ok(PyEvent::list(&events, board))
    }

    /// Takes back the last action and returns its text; `None` at the start.
    fn take_back(&mut self) -> Option<String> {
        let ply = self.0.take_back()?;
        Some(self.0.position().action_text(ply.action))
    }

    /// Returns the record so far. `resigned` or `timed_out` is the seat of the player who ended the game.
    #[pyo3(signature = (*, resigned=None, timed_out=None))]
    fn finish(&self, resigned: Option<Whole<u8>>, timed_out: Option<Whole<u8>>) -> PyResult<PyRecord> {
        let position = self.0.position();
        let players = position.rules().players;
        let recorder = self.0.clone();
        let conclusion = match (resigned, timed_out) {
            (None, None) => return Ok(PyRecord(recorder.finish())),
            _ if position.outcome().is_some() => return Err(Problem::new("the game is over").into()),
            (Some(seat), None) => Conclusion::resigned(player(seat.0, players)?, position),
            (None, Some(seat)) => Conclusion::timed_out(player(seat.0, players)?, position),
            (Some(_), Some(_)) => return Err(Problem::new("give either resigned or timed_out").into()),
        };
        Ok(PyRecord(recorder.finish_with(conclusion)))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(notebook_picture(self.0.position())?)
    }

    fn __repr__(&self) -> String {
        format!("<Recorder of {}>", self.0.position())
    }
}
