//! Rulesets: an edition with options.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyTuple};
use python_macros::guarded;
use ringrift::{BoardKind, Edition, Overrides, Rule, Ruleset};

use crate::convert::{Whole, board};
use crate::error::{OrProblem, Problem};

/// The rules of a game: an edition, a board, the number of players, and options that differ from the edition.
#[pyclass(name = "Ruleset", module = "ringside", frozen, eq, hash)]
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyRuleset(pub(crate) Ruleset);

#[guarded]
#[pymethods]
impl PyRuleset {
    /// Names of the options, all of which are also attributes.
    #[staticmethod]
    fn option_names() -> Vec<&'static str> {
        Overrides::NAMES.to_vec()
    }

    /// Names of the editions.
    #[staticmethod]
    fn editions() -> Vec<&'static str> {
        Edition::ALL.iter().map(|edition| edition.name()).collect()
    }

    /// Names of the boards.
    #[staticmethod]
    fn boards() -> Vec<&'static str> {
        BoardKind::ALL.iter().map(|board| board.name()).collect()
    }

    /// Creates rules from an edition and options.
    #[new]
    #[pyo3(signature = (edition="standard", board="square8", players=Whole(2), **options))]
    fn new(edition: &str, board: &str, players: Whole<u8>, options: Option<&Bound<'_, PyDict>>) -> PyResult<PyRuleset> {
        let edition: Edition = edition.parse().or_problem()?;
        let rules = Ruleset::new(edition, self::board(board)?, players.0, &overrides(options)?).or_problem()?;
        Ok(PyRuleset(rules))
    }

    /// Creates rules like the constructor, but reads the board names as records of the edition write them.
    #[staticmethod]
    #[pyo3(signature = (edition, board, players, **options))]
    fn from_names(
        edition: &str,
        board: &str,
        players: Whole<u8>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyRuleset> {
        let edition: Edition = edition.parse().or_problem()?;
        let rules = Ruleset::from_names(edition, self::board(board)?, players.0, &overrides(options)?).or_problem()?;
        Ok(PyRuleset(rules))
    }

    /// Name of the edition that needs the fewest options to describe these rules.
    #[getter]
    fn edition(&self) -> &'static str {
        self.0.describe_for_people().0.name()
    }

    #[getter]
    fn board(&self) -> &'static str {
        self.0.board.name()
    }

    #[getter]
    fn players(&self) -> u8 {
        self.0.players
    }

    /// Names of all cells of the board, in cell order.
    #[getter]
    fn cells(&self) -> Vec<String> {
        let board = self.0.board;
        board.iter_cells().map(|cell| board.cell_name(cell).to_string()).collect()
    }

    /// The value of every option.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        option_dict(py, &Overrides::all_of(&self.0))
    }

    /// Returns the options that differ from the edition.
    fn overrides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        option_dict(py, &self.0.describe_for_people().1)
    }

    /// One line that describes the rules.
    #[getter]
    fn title(&self) -> String {
        self.0.title()
    }

    #[getter]
    fn rings(&self) -> u16 {
        self.0.rings_per_player
    }

    #[getter]
    fn line_length(&self) -> u8 {
        self.0.line_length
    }

    #[getter]
    fn elimination_threshold(&self) -> u16 {
        self.0.elimination_threshold
    }

    #[getter]
    fn territory_threshold(&self) -> u16 {
        self.0.territory_threshold
    }

    #[getter]
    fn placement_limit(&self) -> Option<u8> {
        self.0.placement_limit
    }

    #[getter]
    fn turn_cap(&self) -> Option<u32> {
        self.0.turn_cap
    }

    #[getter]
    fn last_standing_rounds(&self) -> u8 {
        self.0.last_standing_rounds
    }

    #[getter]
    fn recovery(&self) -> bool {
        self.0.recovery
    }

    #[getter]
    fn majority(&self) -> bool {
        self.0.majority
    }

    #[getter]
    fn swap(&self) -> bool {
        self.0.swap
    }

    #[getter]
    fn landing(&self) -> &'static str {
        self.0.landing.name()
    }

    #[getter]
    fn capture_distance(&self) -> &'static str {
        self.0.capture_distance.name()
    }

    #[getter]
    fn regions(&self) -> &'static str {
        self.0.regions.name()
    }

    #[getter]
    fn region_duty(&self) -> &'static str {
        self.0.region_duty.name()
    }

    #[getter]
    fn last_standing(&self) -> &'static str {
        self.0.last_standing.name()
    }

    #[getter]
    fn stalemate(&self) -> &'static str {
        self.0.stalemate.name()
    }

    #[getter]
    fn tiebreak(&self) -> &'static str {
        self.0.tiebreak.name()
    }

    #[getter]
    fn skip(&self) -> &'static str {
        self.0.skip.name()
    }

    #[getter]
    fn line_price(&self) -> &'static str {
        self.0.line_price.name()
    }

    #[getter]
    fn borders(&self) -> &'static str {
        self.0.borders.name()
    }

    #[getter]
    fn open_regions(&self) -> &'static str {
        self.0.open_regions.name()
    }

    #[getter]
    fn forced(&self) -> &'static str {
        self.0.forced.name()
    }

    fn __repr__(&self) -> String {
        let (edition, overrides) = self.0.describe_for_people();
        let options = overrides.texts().into_iter().map(|(name, text)| format!(", {name}={}", option_repr(&text)));
        let options: String = options.collect();
        format!("Ruleset('{edition}', '{}', {}{options})", self.0.board, self.0.players)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let (edition, overrides) = self.0.describe_for_people();
        let names = PyTuple::new(py, [edition.name(), self.0.board.name()])?;
        let options = option_dict(py, &overrides)?;
        options.set_item("players", self.0.players)?;
        Ok((names, options))
    }
}

/// Reads options from keyword arguments.
fn overrides(options: Option<&Bound<'_, PyDict>>) -> PyResult<Overrides> {
    let mut overrides = Overrides::default();
    for (name, value) in options.into_iter().flatten() {
        let text = match () {
            () if value.is_none() => "none".to_owned(),
            () if value.is_instance_of::<PyBool>() => if value.is_truthy()? { "on" } else { "off" }.to_owned(),
            () => value.str()?.to_str()?.to_owned(),
        };
        overrides.set(name.extract::<String>()?.as_str(), &text).or_problem()?;
    }
    Ok(overrides)
}

fn option_dict<'py>(py: Python<'py>, overrides: &Overrides) -> PyResult<Bound<'py, PyDict>> {
    let options = PyDict::new(py);
    for (name, text) in overrides.texts() {
        options.set_item(name, option_value(py, &text)?)?;
    }
    Ok(options)
}

/// Returns the Python value of an option: a number, a truth value, `None` or a name.
fn option_value<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    Ok(match text {
        "none" => py.None().into_bound(py),
        "on" => PyBool::new(py, true).to_owned().into_any(),
        "off" => PyBool::new(py, false).to_owned().into_any(),
        _ => match text.parse::<u32>() {
            Ok(number) => number.into_pyobject(py)?.into_any(),
            Err(_) => text.into_pyobject(py)?.into_any(),
        },
    })
}

fn option_repr(text: &str) -> String {
    match text {
        "none" => "None".to_owned(),
        "on" => "True".to_owned(),
        "off" => "False".to_owned(),
        _ if text.parse::<u32>().is_ok() => text.to_owned(),
        _ => format!("'{text}'"),
    }
}

/// Returns the topic of a rule as a short phrase.
#[guarded]
#[pyfunction]
pub(crate) fn rule_title(rule: &str) -> PyResult<&'static str> {
    let found = Rule::ALL.iter().find(|known| known.to_string() == rule);
    found
        .map(|rule| rule.title())
        .ok_or_else(|| Problem::new("unknown rule; expected an id such as RR-CANON-R091").into())
}
