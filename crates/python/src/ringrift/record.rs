//! Game records.

use std::io::Cursor;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use python_macros::guarded;
use ringrift::{ActionStyle, Player, ResolveActionError};
use ringrift_record::{EmptySteps, Entries, GameResult, Layout, Record, RecordError, RecordProblem, Tags, TextOptions};

use crate::compute::without_lock;
use crate::convert::{Whole, by_seat, to_python};
use crate::error::{OrProblem, Problem};
use crate::ringrift::picture::notebook_picture;
use crate::ringrift::{PyAction, PyPosition, PyRuleset};

/// A game with its headers and annotations. All its actions are legal.
#[pyclass(name = "Record", module = "ringside", frozen, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyRecord(pub(crate) Record);

#[guarded]
#[pymethods]
impl PyRecord {
    /// Parses the text of a game and plays its actions.
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<PyRecord> {
        PyRecord::parse(py, text)
    }

    /// Parses the text of a game and plays its actions.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> PyResult<PyRecord> {
        let record = without_lock(py, || Record::parse(text))?;
        Ok(PyRecord(record.map_err(|error| problem_of(&error))?))
    }

    /// Reads the JSON form of a game and plays its actions.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<PyRecord> {
        let record = without_lock(py, || Record::from_json(text))?;
        Ok(PyRecord(record.map_err(|error| problem_of(&error))?))
    }

    /// Parses the text or JSON of one game and checks hashes, result and termination against the rules.
    #[staticmethod]
    fn verify(py: Python<'_>, text: &str) -> PyResult<PyVerified> {
        let verified = without_lock(py, || {
            let mut entries = Entries::new(Cursor::new(text)).or_problem()?;
            let (first, second) = (entries.next(), entries.next());
            let entry = match (first, second) {
                (Some(entry), None) => entry.or_problem()?,
                (None, _) => return Err(Problem::new("the text has no game")),
                (Some(_), Some(_)) => return Err(Problem::new("the text has several games; see read_records")),
            };
            entry.verify().map_err(|error| problem_of(&error))
        })??;
        let ringrift_record::Verified { record, hashes, remarks } = verified;
        Ok(PyVerified { record: PyRecord(record), hashes, remarks })
    }

    #[getter]
    fn rules(&self) -> PyRuleset {
        PyRuleset(*self.0.rules())
    }

    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition::new(self.0.start().clone())
    }

    /// The actions of the main line, each with the position before it.
    #[getter]
    fn actions(&self) -> Vec<PyAction> {
        let mut actions = Vec::with_capacity(self.0.main().plies.len());
        self.0.replay(|position, ply| {
            actions.push(PyAction { position: Arc::new(position.clone()), action: ply.action });
        });
        actions
    }

    /// The actions of the main line with their annotations.
    #[getter]
    fn plies(&self) -> Vec<PyPly> {
        let mut plies = Vec::with_capacity(self.0.main().plies.len());
        self.0.replay(|position, ply| {
            let players = position.rules().players;
            plies.push(PyPly {
                action: PyAction { position: Arc::new(position.clone()), action: ply.action },
                marks: ply.marks.to_string(),
                comments: ply.comments.clone(),
                evaluation: ply
                    .notes
                    .evaluation
                    .as_ref()
                    .map(|evaluation| evaluation.probabilities().take(usize::from(players)).collect()),
                hash: ply.notes.hash.map(|hash| hash.to_string()),
                variations: ply.variations.len(),
            });
        });
        plies
    }

    /// All positions of the main line: the start, then the position after each action.
    #[getter]
    fn positions(&self) -> Vec<PyPosition> {
        let mut positions = vec![self.start()];
        let mut position = self.0.start().clone();
        for action in self.0.actions() {
            position.play_unchecked(action);
            positions.push(PyPosition::new(position.clone()));
        }
        positions
    }

    /// Returns the position after a number of actions, or the last position if the game is shorter.
    fn position_after(&self, plies: Whole<usize>) -> PyPosition {
        PyPosition::new(self.0.position_after(plies.0))
    }

    #[getter]
    fn last_position(&self) -> PyPosition {
        PyPosition::new(self.0.last_position())
    }

    /// The result as text, such as `1-0` or `2/1/3`; `*` if it is open.
    #[getter]
    fn result(&self) -> String {
        self.0.conclusion.result.text(self.0.rules().players)
    }

    /// The rank of each player, 1 for the best; `None` if the result is open.
    #[getter]
    fn ranks(&self) -> Option<Vec<u32>> {
        match &self.0.conclusion.result {
            GameResult::Open => None,
            GameResult::Ranks(ranks) => {
                Some(by_seat(ranks, self.0.rules().players).into_iter().map(u32::from).collect())
            }
        }
    }

    /// Why the game ended, such as `ring_elimination` or `resignation`; `None` if the record does not say it.
    #[getter]
    fn termination(&self) -> Option<&'static str> {
        self.0.conclusion.termination.map(ringrift_record::Termination::name)
    }

    /// The names of the players by seat; `None` for a player without a name.
    #[getter]
    fn names(&self) -> Vec<Option<String>> {
        Player::seats(self.0.rules().players).map(|player| self.0.tags.names[player].clone()).collect()
    }

    /// All headers of the text form.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let headers = PyDict::new(py);
        for (name, value) in self.0.headers() {
            headers.set_item(name, value)?;
        }
        Ok(headers)
    }

    /// Returns the text form. `layout` is `rounds`, `turns` or `sequence`.
    #[pyo3(signature = (layout="rounds"))]
    fn text(&self, layout: &str) -> PyResult<String> {
        let unknown = || Problem::new(format!("unknown layout '{layout}'; expected rounds, turns or sequence"));
        let layout = Layout::from_name(layout).ok_or_else(unknown)?;
        Ok(self.0.text(&TextOptions { layout, style: ActionStyle::default() }))
    }

    /// Returns the JSON form.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// Returns the moves in the exchange format of the specification, including steps without a choice.
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.moves(EmptySteps::Insert))
    }

    /// Returns the record with the hash of the position after each turn.
    fn with_hashes(&self) -> PyRecord {
        let mut record = self.0.clone();
        record.note_hashes();
        PyRecord(record)
    }

    fn __len__(&self) -> usize {
        self.0.main().plies.len()
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(notebook_picture(&self.0.last_position())?)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Record of {}, {} actions, {}>", self.0.rules().title(), self.__len__(), self.result())
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.__str__(),)
    }
}

/// One action of a record with its annotations.
#[pyclass(name = "Ply", module = "ringside", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct PyPly {
    action: PyAction,
    /// Marks after the action, such as `!`.
    marks: String,
    comments: Vec<String>,
    /// The winning chance of each player, as the record states it.
    evaluation: Option<Vec<f64>>,
    /// The recorded hash of the position after the action.
    hash: Option<String>,
    /// The number of variations that begin before the action.
    variations: usize,
}

/// A record whose hashes, result and termination agree with the rules.
#[pyclass(name = "Verified", module = "ringside", frozen, get_all)]
pub(crate) struct PyVerified {
    record: PyRecord,
    /// The number of compared hashes.
    hashes: usize,
    /// Inconsistencies that do not concern the rules.
    remarks: Vec<String>,
}

/// Reads all games of a text: text records one after the other, a JSON value or list, or JSON lines.
#[guarded]
#[pyfunction]
pub(crate) fn read_records(py: Python<'_>, text: &str) -> PyResult<Vec<PyRecord>> {
    let records = without_lock(py, || {
        let entries = Entries::new(Cursor::new(text)).or_problem()?;
        let read = entries.map(|entry| entry.or_problem()?.read().map_err(|error| problem_of(&error)));
        read.collect::<Result<Vec<Record>, Problem>>()
    })??;
    Ok(records.into_iter().map(PyRecord).collect())
}

/// Sets the headers of a record.
pub(crate) fn set_tags(
    tags: &mut Tags,
    players: u8,
    names: Vec<Option<String>>,
    date: Option<String>,
    time_control: Option<String>,
    seed: Option<String>,
) -> Result<(), Problem> {
    if names.len() > usize::from(players) {
        return Err(Problem::new(format!("{} names for {players} players", names.len())));
    }
    for (tag, name) in tags.names.0.iter_mut().zip(names) {
        *tag = name;
    }
    (tags.date, tags.time_control, tags.seed) = (date, time_control, seed);
    tags.check().or_problem()
}

/// Returns the problem of a record, with the rule if an action is illegal.
fn problem_of(error: &RecordError) -> Problem {
    let rule = match &*error.problem {
        RecordProblem::Ply { source: ResolveActionError::Illegal { why, .. }, .. } => Some(why.rule.to_string()),
        _ => None,
    };
    Problem { rule, ..Problem::new(error) }
}
