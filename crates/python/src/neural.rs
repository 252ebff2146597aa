//! Self-play and searches that a network guides (`docs/neural.md`).

use std::sync::Mutex;

use ::neural::{AnySearchBatch, AnySelfPlay, Budget, Evaluations, LeafArrays, MixedRules, RowArrays, SelfPlaySettings};
use ::ringrift::Reason;
use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray4};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use python_macros::guarded;

use crate::compute::{lock, without_lock};
use crate::convert::Whole;
use crate::error::{OrProblem, Problem};
use crate::learning::PyDecision;
use crate::ringrift::PyRuleset;

/// Number of simulations, and number of considered choices.
type Effort = (Whole<u32>, Whole<u32>);

fn budget(effort: Effort, noise: f32) -> Result<Budget, Problem> {
    if effort.1.0 == 0 {
        return Err(Problem::new("a search must consider at least one choice"));
    }
    if !(0.0..=10.0).contains(&noise) {
        return Err(Problem::new(format!("the noise must be a number from 0 to 10, not {noise}")));
    }
    Ok(Budget { simulations: effort.0.0, considered: effort.1.0, noise })
}

/// Many games that play against themselves, one leaf of the search for each game and step. `ringside.train` uses it.
#[pyclass(name = "SelfPlay", module = "ringside._native.neural", frozen)]
pub(crate) struct PySelfPlay(Mutex<AnySelfPlay>);

#[guarded]
#[pymethods]
impl PySelfPlay {
    /// Creates the games. `full` and `cheap` are pairs: simulations, and considered choices.
    #[new]
    #[pyo3(signature = (rules, games, *, seed, threads, full, cheap, full_share, random_openings))]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments in Python")]
    fn new(
        rules: Vec<(PyRef<'_, PyRuleset>, f32)>,
        games: Whole<u32>,
        seed: Whole<u64>,
        threads: Whole<u16>,
        full: Effort,
        cheap: Effort,
        full_share: f32,
        random_openings: f32,
    ) -> PyResult<PySelfPlay> {
        let settings = SelfPlaySettings {
            rules: rules.iter().map(|(rules, weight)| MixedRules { rules: rules.0, weight: *weight }).collect(),
            games: games.0 as usize,
            seed: seed.0,
            threads: threads.0.into(),
            full: budget(full, 1.0)?,
            cheap: budget(cheap, 1.0)?,
            full_share,
            random_openings,
        };
        Ok(PySelfPlay(Mutex::new(AnySelfPlay::new(settings).or_problem()?)))
    }

    /// Takes in the evaluations of the last leaves (`None` in the first step), plays on to the next leaf of each game, and fills the
    /// arrays with their observations. Returns how many numbers of legal choices the leaves have.
    #[pyo3(signature = (logits, values, planes, scalars))]
    fn step(
        &self,
        py: Python<'_>,
        logits: Option<PyReadonlyArray1<'_, f32>>,
        values: Option<PyReadonlyArray2<'_, f32>>,
        mut planes: PyReadwriteArray4<'_, u8>,
        mut scalars: PyReadwriteArray2<'_, f32>,
    ) -> PyResult<usize> {
        let evaluations = evaluations(logits.as_ref(), values.as_ref())?;
        let arrays = LeafArrays { planes: planes.as_slice_mut()?, scalars: scalars.as_slice_mut()? };
        Ok(without_lock(py, || lock(&self.0).step(evaluations, arrays))?.or_problem()?)
    }

    /// Writes the numbers of the legal choices of all leaves, each as row · number of choices + number, and 0 into the rest.
    fn write_numbers(&self, py: Python<'_>, mut numbers: PyReadwriteArray1<'_, i32>) -> PyResult<()> {
        let numbers = numbers.as_slice_mut()?;
        Ok(without_lock(py, || lock(&self.0).write_numbers(numbers))?.or_problem()?)
    }

    /// Number of training rows that wait to be taken.
    #[getter]
    fn waiting_rows(&self, py: Python<'_>) -> PyResult<usize> {
        without_lock(py, || lock(&self.0).waiting_rows())
    }

    /// Moves training rows into arrays, the oldest first, until the arrays are full. Returns their number.
    fn take_rows(&self, py: Python<'_>, mut arrays: HeldRows<'_>) -> PyResult<usize> {
        let arrays = arrays.slices()?;
        Ok(without_lock(py, || lock(&self.0).take_rows(arrays))?.or_problem()?)
    }

    /// Counts since the last call; lists have one entry for each ruleset.
    fn take_statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let taken = without_lock(py, || lock(&self.0).take_statistics())?;
        let reasons: Vec<_> = taken
            .reasons
            .iter()
            .map(|counts| Reason::ALL.iter().map(|reason| reason.name()).zip(*counts).collect::<Vec<_>>())
            .collect();
        let dict = PyDict::new(py);
        dict.set_item("evaluations", taken.evaluations)?;
        dict.set_item("searches", taken.searches)?;
        dict.set_item("full_searches", taken.full_searches)?;
        dict.set_item("thread_seconds", taken.time.as_secs_f64())?;
        dict.set_item("games", taken.games)?;
        dict.set_item("wins", taken.wins.iter().map(|wins| wins.to_vec()).collect::<Vec<_>>())?;
        dict.set_item("reasons", reasons)?;
        Ok(dict)
    }
}

fn evaluations<'a>(
    logits: Option<&'a PyReadonlyArray1<'_, f32>>,
    values: Option<&'a PyReadonlyArray2<'_, f32>>,
) -> PyResult<Option<Evaluations<'a>>> {
    match (logits, values) {
        (Some(logits), Some(values)) => {
            Ok(Some(Evaluations { logits: logits.as_slice()?, values: values.as_slice()? }))
        }
        (None, None) => Ok(None),
        _ => Err(Problem::new("give both logits and values, or neither").into()),
    }
}

/// NumPy arrays of training rows that are attributes of a Python object.
#[derive(FromPyObject)]
struct HeldRows<'py> {
    planes: PyReadwriteArray4<'py, u8>,
    scalars: PyReadwriteArray2<'py, f32>,
    numbers: PyReadwriteArray2<'py, i32>,
    policy: PyReadwriteArray2<'py, f32>,
    results: PyReadwriteArray2<'py, f32>,
    search_values: PyReadwriteArray2<'py, f32>,
    ownership: PyReadwriteArray2<'py, u8>,
    margins: PyReadwriteArray2<'py, f32>,
    rules: PyReadwriteArray1<'py, u8>,
}

impl HeldRows<'_> {
    fn slices(&mut self) -> PyResult<RowArrays<'_>> {
        Ok(RowArrays {
            planes: self.planes.as_slice_mut()?,
            scalars: self.scalars.as_slice_mut()?,
            numbers: self.numbers.as_slice_mut()?,
            policy: self.policy.as_slice_mut()?,
            results: self.results.as_slice_mut()?,
            search_values: self.search_values.as_slice_mut()?,
            ownership: self.ownership.as_slice_mut()?,
            margins: self.margins.as_slice_mut()?,
            rules: self.rules.as_slice_mut()?,
        })
    }
}

/// Searches of given decisions, one leaf for each search and step.
#[pyclass(name = "SearchBatch", module = "ringside._native.neural", frozen)]
pub(crate) struct PySearchBatch(Mutex<AnySearchBatch>);

#[guarded]
#[pymethods]
impl PySearchBatch {
    /// Starts to search decisions on one board. `effort` is a pair: simulations, and considered choices.
    #[new]
    #[pyo3(signature = (decisions, effort, *, noise = 0.0, seed = Whole(0)))]
    fn new(
        decisions: Vec<PyRef<'_, PyDecision>>,
        effort: Effort,
        noise: f32,
        seed: Whole<u64>,
    ) -> PyResult<PySearchBatch> {
        let decisions: Vec<_> = decisions.iter().map(|decision| &decision.0).collect();
        let batch = AnySearchBatch::new(&decisions, budget(effort, noise)?, seed.0).or_problem()?;
        Ok(PySearchBatch(Mutex::new(batch)))
    }

    /// Takes in the evaluations of the last leaves (`None` in the first step), and walks to the next leaf of each search that is not
    /// complete. Returns the number of leaves, and of their numbers; no leaves if all searches are complete.
    #[pyo3(signature = (logits, values))]
    fn step(
        &self,
        py: Python<'_>,
        logits: Option<PyReadonlyArray1<'_, f32>>,
        values: Option<PyReadonlyArray2<'_, f32>>,
    ) -> PyResult<(usize, usize)> {
        let evaluations = evaluations(logits.as_ref(), values.as_ref())?;
        Ok(without_lock(py, || lock(&self.0).step(evaluations))?.or_problem()?)
    }

    /// Writes the observations of the leaves, and the numbers of their legal choices as row · number of choices + number.
    /// Writes 0 into the rest of the arrays.
    fn write(
        &self,
        py: Python<'_>,
        mut planes: PyReadwriteArray4<'_, u8>,
        mut scalars: PyReadwriteArray2<'_, f32>,
        mut numbers: PyReadwriteArray1<'_, i32>,
    ) -> PyResult<()> {
        let (planes, scalars, numbers) = (planes.as_slice_mut()?, scalars.as_slice_mut()?, numbers.as_slice_mut()?);
        Ok(without_lock(py, || lock(&self.0).write(planes, scalars, numbers))?.or_problem()?)
    }

    /// For each decision the number of the best choice and the value for its player to move; `None` if the game is over.
    fn best(&self) -> Vec<Option<(u32, f32)>> {
        lock(&self.0).best()
    }
}
