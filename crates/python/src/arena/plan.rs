//! Settings of a tournament, resolved to games that can be played.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use arena::log::{Manifest, RunLine, SprtLine, planned_games};
use arena::schedule::{GameSpec, Schedule, all_games};
use arena::settings::{Located, read_toml};
use arena::{AnyRunPlan, Venue, gzip, play_game, with_plan};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use python_macros::guarded;

use crate::compute::interruptible;
use crate::convert::{Whole, to_python};
use crate::error::{OrProblem, Problem};

/// Name and version in the first line of a run. It is the one of the program `ringside`, whose version is the same.
pub(super) const PROGRAM: &str = concat!("ringside ", env!("CARGO_PKG_VERSION"));

/// A run of games: the settings of a tournament with its players, rules, openings and maps.
#[pyclass(name = "Plan", module = "ringside.arena", frozen)]
pub(crate) struct PyPlan {
    pub(super) plan: AnyRunPlan,
    source: Source,
}

/// Everything that a plan is made of, so that another process can make the same one.
#[derive(Clone)]
struct Source {
    settings: String,
    /// Texts of the files that the settings name, by name.
    files: BTreeMap<String, String>,
    rounds: Option<u32>,
    seed: Option<u64>,
    cost_cap: Option<f64>,
    sprt: Option<Parameters>,
}

/// Parameters of a sequential test: `elo0`, `elo1`, `alpha` and `beta`.
type Parameters = (f64, f64, f64, f64);

#[guarded]
#[pymethods]
impl PyPlan {
    /// Resolves the settings of a tournament, which are TOML as in a tournament file. Files that they name are taken from `files`,
    /// or read from `folder`. `rounds`, `seed` and `cost_cap` override the settings. `sprt` ends the run with a sequential test:
    /// `(elo0, elo1, alpha, beta)`.
    #[new]
    #[pyo3(signature = (settings, folder=PathBuf::from("."), *, files=None, rounds=None, seed=None, cost_cap=None, sprt=None))]
    fn new(
        settings: String,
        folder: PathBuf,
        files: Option<BTreeMap<String, String>>,
        rounds: Option<Whole<u32>>,
        seed: Option<Whole<u64>>,
        cost_cap: Option<f64>,
        sprt: Option<Parameters>,
    ) -> PyResult<PyPlan> {
        let (rounds, seed) = (rounds.map(|rounds| rounds.0), seed.map(|seed| seed.0));
        let source = Source { settings, files: files.unwrap_or_default(), rounds, seed, cost_cap, sprt };
        Ok(source.resolve(&folder)?)
    }

    /// Id of the run: a hash of everything that its games depend on.
    #[getter]
    fn run(&self) -> String {
        self.plan.manifest().run()
    }

    /// Name of the tournament.
    #[getter]
    fn name(&self) -> &str {
        &self.plan.manifest().name
    }

    /// Names of the entrants.
    #[getter]
    fn entrants(&self) -> Vec<&str> {
        self.plan.manifest().entrants.iter().map(|entrant| entrant.name.as_str()).collect()
    }

    /// The settings as the log stores them.
    #[getter]
    fn manifest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.plan.manifest())
    }

    /// Number of games; `None` if it depends on results.
    #[getter]
    fn game_count(&self) -> Option<u64> {
        planned_games(self.plan.manifest(), self.seats())
    }

    /// Returns the id of a game by its number in the schedule, counted from 0. An id such as `3:0-1` has the condition, and the
    /// numbers of the entrants by seat.
    fn game(&self, number: Whole<u64>) -> PyResult<String> {
        let schedule = self.schedule()?;
        let spec = schedule.get(number.0);
        let count = schedule.len();
        let problem = || Problem::new(format!("there is no game {}; the run has {count}, counted from 0", number.0));
        Ok(spec.ok_or_else(problem)?.id())
    }

    /// Plays a game and returns its lines of the log: the costs of replies, then the game. `created` is the start of the run, as
    /// ISO 8601. `spent` is the cost of the run so far, in millionths of the currency; if the cost cap is reached, the lines have the costs
    /// but not the game. Other Python threads run meanwhile, and Ctrl-C interrupts it.
    #[pyo3(signature = (game, created, spent=Whole(0)))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        game: &str,
        created: &str,
        spent: Whole<u64>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let spec = GameSpec::from_id(game);
        let spec = spec.ok_or_else(|| Problem::new("expected the id of a game, such as 3:0-1"))?;
        let header = RunLine::new(self.plan.manifest().clone(), PROGRAM, created);
        let lines = interruptible(py, |token| play_game(&self.plan, &header, &spec, spent.0, token))?;
        Ok(PyBytes::new(py, &lines.or_problem()?))
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let Source { settings, files, rounds, seed, cost_cap, sprt } = self.source.clone();
        let options = PyDict::new(py);
        options.set_item("files", files)?;
        options.set_item("rounds", rounds)?;
        options.set_item("seed", seed)?;
        options.set_item("cost_cap", cost_cap)?;
        options.set_item("sprt", sprt)?;
        Ok(((settings,), options))
    }

    fn __getstate__(&self) -> String {
        self.run()
    }

    /// Checks that a plan from another process is the same here.
    fn __setstate__(&self, state: &str) -> PyResult<()> {
        if state == self.run() {
            return Ok(());
        }
        let problem = "the settings describe other games here than in the process that sent them; \
            install the same version of ringside on all machines";
        Err(Problem::new(problem).into())
    }

    fn __repr__(&self) -> String {
        let Manifest { name, entrants, .. } = self.plan.manifest();
        format!("Plan('{name}', {} entrants, run {})", entrants.len(), self.run())
    }
}

impl PyPlan {
    fn seats(&self) -> usize {
        with_plan!(&self.plan, plan => plan.venue.seats())
    }

    fn schedule(&self) -> Result<Schedule, Problem> {
        let manifest = self.plan.manifest();
        if self.game_count().is_none() {
            return Err(Problem::new("the games of a Swiss tournament and of a sequential test depend on results"));
        }
        Ok(all_games(manifest.format, manifest.entrants.len(), self.seats(), manifest.rounds))
    }
}

impl Source {
    fn resolve(mut self, folder: &Path) -> Result<PyPlan, Problem> {
        let located = read_toml(&self.settings).or_problem()?;
        let mut plan = self.plan(&located, folder)?;
        if let Some((elo0, elo1, alpha, beta)) = self.sprt {
            plan.set_sprt(SprtLine { elo0, elo1, alpha, beta }).or_problem()?;
        }
        Ok(PyPlan { plan, source: self })
    }

    /// Resolves the settings; afterwards `files` has the texts of all files that they name.
    fn plan(&mut self, located: &Located, folder: &Path) -> Result<AnyRunPlan, Problem> {
        let mut settings = located.tournament.clone();
        settings.rounds = self.rounds.unwrap_or(settings.rounds);
        settings.seed = self.seed.unwrap_or(settings.seed);
        settings.cost_cap = self.cost_cap.or(settings.cost_cap);
        if settings.rounds == 0 {
            return Err(Problem::new("rounds must be at least 1"));
        }
        if settings.cost_cap.is_some_and(|cap| !cap.is_finite() || cap < 0.0) {
            return Err(Problem::new("cost_cap must be an amount of money"));
        }
        let files = RefCell::new(std::mem::take(&mut self.files));
        let read = |name: &str| {
            if let Some(text) = files.borrow().get(name) {
                return Ok(text.clone());
            }
            let text = read_text(&folder.join(name))?;
            files.borrow_mut().insert(name.to_owned(), text.clone());
            Ok(text)
        };
        let plan = AnyRunPlan::new(&settings, &ai::rosters(), &read);
        self.files = files.into_inner();
        plan.map_err(|problems| Problem::new(located.locate(problems)))
    }
}

/// Reads a map, plain or compressed with gzip.
fn read_text(path: &Path) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("{}: cannot be read: {error}", path.display());
    let most = asg::limits::MAX_SCENARIO_BYTES;
    let mut text = String::new();
    gzip::open(path).map_err(failed)?.take(most as u64 + 1).read_to_string(&mut text).map_err(failed)?;
    if text.len() > most { Err(format!("{}: longer than {most} bytes", path.display())) } else { Ok(text) }
}
