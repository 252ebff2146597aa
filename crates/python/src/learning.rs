//! Numbers of actions, observations and batches of games for programs that learn (`docs/encoding.md`).

use std::sync::{Arc, Mutex};

use ::learning::{
    ActionSpace, AnyBatch, AnyDecision, Arrays, BatchSettings, Choice, ENCODING_VERSION, NotLegal, ObservationSpace,
};
use ::ringrift::{BoardKind, Symmetry};
use numpy::{
    Element, PyArray1, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2,
    PyReadwriteArrayDyn,
};
use pyo3::prelude::*;
use python_macros::guarded;

use crate::compute::{lock, without_lock};
use crate::convert::{Whole, board, cell};
use crate::error::{OrProblem, Problem};
use crate::ringrift::{ActionArgument, PyAction, PyPosition, PyRuleset};

/// The numbers of all choices and the layout of observations on a board.
#[pyclass(name = "Encoding", module = "ringside", frozen, eq, hash)]
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyEncoding(BoardKind);

impl PyEncoding {
    fn actions(self) -> ActionSpace {
        ActionSpace::new(self.0)
    }

    fn observations(self) -> ObservationSpace {
        ObservationSpace::new(self.0)
    }
}

#[guarded]
#[pymethods]
impl PyEncoding {
    /// Version of the encoding; another version means other numbers.
    #[classattr]
    const VERSION: u32 = ENCODING_VERSION;

    /// Creates the encoding of a board.
    #[new]
    fn new(board: &str) -> PyResult<PyEncoding> {
        Ok(PyEncoding(self::board(board)?))
    }

    /// Name of the board.
    #[getter]
    fn board(&self) -> &'static str {
        self.0.name()
    }

    /// Number of choices.
    #[getter]
    fn num_actions(&self) -> usize {
        self.actions().len()
    }

    /// Number of 64-bit words of a mask.
    #[getter]
    fn mask_words(&self) -> usize {
        self.actions().len().div_ceil(64)
    }

    /// Shape of the planes of an observation: planes, rows, columns.
    #[getter]
    fn plane_shape(&self) -> (usize, usize, usize) {
        let space = self.observations();
        (space.planes(), space.side(), space.side())
    }

    /// Number of scalars of an observation.
    #[getter]
    fn num_scalars(&self) -> usize {
        self.observations().scalars()
    }

    /// Names of the planes.
    #[getter]
    fn plane_names(&self) -> Vec<String> {
        self.observations().plane_names()
    }

    /// Names of the scalars.
    #[getter]
    fn scalar_names(&self) -> Vec<String> {
        self.observations().scalar_names()
    }

    /// Row and column of a cell in the planes.
    fn place(&self, cell: &str) -> PyResult<(usize, usize)> {
        Ok(self.observations().place(self::cell(cell, self.0)?))
    }

    /// Place of each cell in a plane: row · number of columns + column, in cell order.
    fn places<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let space = self.observations();
        let place = |cell| {
            let (row, column) = space.place(cell);
            (row * space.side() + column) as i32
        };
        PyArray1::from_iter(py, self.0.iter_cells().map(place))
    }

    /// For each symmetry of the board, the number of the image of each choice; -1 for numbers without a choice. The first one is the
    /// identity.
    fn symmetries<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyArray1<i32>>> {
        let space = self.actions();
        let image = |index, symmetry| space.image(index, symmetry).map_or(-1, |image| image as i32);
        Symmetry::all(self.0)
            .map(|symmetry| PyArray1::from_iter(py, (0..space.len()).map(|index| image(index, symmetry))))
            .collect()
    }

    fn __repr__(&self) -> String {
        format!("Encoding('{}')", self.0.name())
    }

    fn __getnewargs__(&self) -> (&'static str,) {
        (self.0.name(),)
    }
}

/// The planes and scalars of an observation.
type Observation<'py> = (Bound<'py, PyArray3<u8>>, Bound<'py, PyArray1<f32>>);

/// A position, and the number of the slide of a recovery whose price is open.
type Reduced = (PyPosition, Option<usize>);

/// A decision in a game, whose legal choices have numbers.
#[pyclass(name = "Decision", module = "ringside", eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyDecision(pub(crate) AnyDecision);

#[guarded]
#[pymethods]
impl PyDecision {
    /// Creates the decision of a position.
    #[new]
    fn new(position: PyRef<'_, PyPosition>) -> PyDecision {
        PyDecision(AnyDecision::new(&position.0))
    }

    /// The position; after the slide of a recovery the position before it.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(Arc::new(self.0.position()))
    }

    /// The encoding of the board.
    #[getter]
    fn encoding(&self) -> PyEncoding {
        PyEncoding(self.0.board())
    }

    /// Whether the slide of a recovery was chosen and its price is the next choice.
    #[getter]
    fn slide_chosen(&self) -> bool {
        self.0.slide().is_some()
    }

    /// Numbers of the legal choices in ascending order; empty if the game is over.
    fn legal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_iter(py, self.0.legal().into_iter().map(|number| number as i32))
    }

    /// The action that a choice completes; `None` if the choice is a slide, whose price is the next choice.
    fn action(&self, number: Whole<usize>) -> PyResult<Option<PyAction>> {
        let action = self.0.action(number.0).map_err(|error| self.problem(&error))?;
        Ok(action.map(|action| PyAction { position: Arc::new(self.0.position()), action }))
    }

    /// Numbers of the one or two choices that make an action.
    fn numbers(&self, action: ActionArgument<'_>) -> PyResult<Vec<usize>> {
        let position = self.0.position();
        let action = action.resolve(&position)?;
        match position.why_illegal(action) {
            Some(why) => Err(Problem::illegal(&why, self.0.board()).into()),
            None => Ok(self.0.numbers(action)),
        }
    }

    /// Plays a choice. A choice that is not legal raises `RingsideError` and changes nothing.
    fn play(&mut self, number: Whole<usize>) -> PyResult<()> {
        Ok(self.0.play(number.0).map_err(|error| self.problem(&error))?)
    }

    /// Planes and scalars of the observation of the player to move.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Observation<'py>> {
        let (planes, scalars) = self.0.observation();
        let (count, rows, columns) = self.encoding().plane_shape();
        Ok((PyArray1::from_vec(py, planes).reshape([count, rows, columns])?, PyArray1::from_vec(py, scalars)))
    }

    fn __copy__(&self) -> PyDecision {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyDecision {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Reduced)> {
        let rebuild = py.import("ringside.vec_env")?.getattr("_decision")?;
        let slide = self.0.slide().map(|(from, to)| Choice::Travel { from, to });
        let number = slide.and_then(|slide| ActionSpace::new(self.0.board()).index(slide));
        Ok((rebuild, (self.position(), number)))
    }
}

impl PyDecision {
    fn problem(&self, error: &NotLegal) -> Problem {
        match error {
            NotLegal::Action(why) => Problem::illegal(why, self.0.board()),
            error => Problem::new(error),
        }
    }
}

/// The arrays of a batch of RingRift games.
type HeldBoards<'py> = Held<'py, u8, f32>;

/// Many games of the same rules that are stepped together. `ringside.VecEnv` owns the arrays and is easier to use.
#[pyclass(name = "Batch", module = "ringside._native.learning", frozen)]
pub(crate) struct PyBatch(Mutex<AnyBatch>);

#[guarded]
#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (rules, games, seed, max_steps, threads))]
    fn new(
        rules: PyRef<'_, PyRuleset>,
        games: Whole<u32>,
        seed: Whole<u64>,
        max_steps: Option<Whole<u32>>,
        threads: Whole<u16>,
    ) -> PyResult<PyBatch> {
        let settings = batch_settings(games, seed, max_steps, threads)?;
        Ok(PyBatch(Mutex::new(AnyBatch::new(&rules.0, &settings).or_problem()?)))
    }

    /// Plays one choice in each game, or a random one if `choices` is `None`, and fills the arrays; `None` arrays are not filled.
    #[pyo3(signature = (choices, arrays))]
    fn step(
        &self,
        py: Python<'_>,
        choices: Option<PyReadonlyArray1<'_, i32>>,
        mut arrays: HeldBoards<'_>,
    ) -> PyResult<()> {
        let choices = choices.as_ref().map(|choices| choices.as_slice()).transpose()?;
        let arrays = arrays.slices()?;
        Ok(without_lock(py, || lock(&self.0).step(choices, arrays))?.or_problem()?)
    }

    /// Starts all games again and fills the arrays.
    fn reset(&self, py: Python<'_>, mut arrays: HeldBoards<'_>) -> PyResult<()> {
        let arrays = arrays.slices()?;
        Ok(without_lock(py, || lock(&self.0).reset(arrays))?.or_problem()?)
    }
}

/// Returns the size of a batch, and how it plays.
pub(crate) fn batch_settings(
    games: Whole<u32>,
    seed: Whole<u64>,
    max_steps: Option<Whole<u32>>,
    threads: Whole<u16>,
) -> Result<BatchSettings, Problem> {
    if games.0 == 0 {
        return Err(Problem::new("a batch needs at least one game"));
    }
    Ok(BatchSettings {
        games: games.0 as usize,
        seed: seed.0,
        max_steps: max_steps.map(|steps| steps.0),
        threads: threads.0.into(),
    })
}

/// NumPy arrays that are attributes of a Python object. `P` and `S` are the numbers of planes and scalars.
#[derive(FromPyObject)]
pub(crate) struct Held<'py, P: Element, S: Element> {
    actions: PyReadwriteArray1<'py, i32>,
    masks: Option<PyReadwriteArray2<'py, u64>>,
    planes: Option<PyReadwriteArrayDyn<'py, P>>,
    scalars: Option<PyReadwriteArray2<'py, S>>,
    rewards: PyReadwriteArray2<'py, f32>,
    terminated: PyReadwriteArray1<'py, u8>,
    truncated: PyReadwriteArray1<'py, u8>,
    to_move: PyReadwriteArray1<'py, u8>,
}

impl<P: Element, S: Element> Held<'_, P, S> {
    pub(crate) fn slices(&mut self) -> PyResult<Arrays<'_, P, S>> {
        Ok(Arrays {
            actions: self.actions.as_slice_mut()?,
            masks: self.masks.as_mut().map(|array| array.as_slice_mut()).transpose()?.unwrap_or_default(),
            planes: self.planes.as_mut().map(|array| array.as_slice_mut()).transpose()?.unwrap_or_default(),
            scalars: self.scalars.as_mut().map(|array| array.as_slice_mut()).transpose()?.unwrap_or_default(),
            rewards: self.rewards.as_slice_mut()?,
            terminated: self.terminated.as_slice_mut()?,
            truncated: self.truncated.as_slice_mut()?,
            to_move: self.to_move.as_slice_mut()?,
        })
    }
}
