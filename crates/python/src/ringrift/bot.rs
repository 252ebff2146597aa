//! Built-in players of RingRift.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};

use ai::{Level, LevelBot, Limits};
use game::{Bot, Progress, RingRift};
use pyo3::prelude::*;
use python_macros::guarded;

use crate::compute::{interruptible, lock};
use crate::convert::{Whole, by_seat, seconds};
use crate::error::Problem;
use crate::ringrift::position::require_running;
use crate::ringrift::{PyAction, PyPosition};

/// A built-in player by name: `random`, `greedy`, `level:1` to `level:10`, `neural:N`, `classic:1` to `classic:10`, or `nodes:N`.
#[pyclass(name = "Bot", module = "ringside", frozen)]
pub(crate) struct PyBot {
    name: String,
    seed: u64,
    bot: Mutex<Box<dyn Bot<RingRift>>>,
}

#[guarded]
#[pymethods]
impl PyBot {
    /// Creates the player; the seed determines its random choices.
    #[new]
    #[pyo3(signature = (name, seed=Whole(0)))]
    fn new(name: String, seed: Whole<u64>) -> PyResult<PyBot> {
        let factory = ai::rosters().ringrift.find(&name).map_err(Problem::new)?;
        Ok(PyBot { bot: Mutex::new(factory(seed.0)), name, seed: seed.0 })
    }

    /// Returns the forms of the known names.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        ai::rosters().ringrift.usages()
    }

    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// Chooses an action for the player to move. Other Python threads run meanwhile, and Ctrl-C interrupts it.
    fn choose(&self, py: Python<'_>, position: &PyPosition) -> PyResult<PyAction> {
        require_running(&position.0)?;
        let game = RingRift::new((*position.0).clone());
        let action = interruptible(py, |cancellation| lock(&self.bot).choose(&game, cancellation, &Progress::new()))?;
        Ok(PyAction { position: position.0.clone(), action })
    }

    fn __repr__(&self) -> String {
        format!("Bot('{}', seed={})", self.name, self.seed)
    }
}

/// A player of a level that searches, with limits and a summary of its search.
#[pyclass(name = "SearchBot", module = "ringside", frozen)]
pub(crate) struct PySearchBot {
    bot: Mutex<LevelBot>,
    /// The number of players in the last position.
    players: AtomicU8,
}

#[guarded]
#[pymethods]
impl PySearchBot {
    /// Creates a player of a level, 1 to 10. The limits can only reduce the effort of the level.
    #[new]
    #[pyo3(signature = (level, seed=Whole(0), *, nodes=None, time=None, threads=Whole(1)))]
    fn new(
        level: Whole<u8>,
        seed: Whole<u64>,
        nodes: Option<Whole<u64>>,
        time: Option<f64>,
        threads: Whole<usize>,
    ) -> PyResult<PySearchBot> {
        let level = Level::new(level.0).ok_or_else(|| Problem::new(ai::ParseLevelError))?;
        let limits = limits(nodes, time, threads)?;
        let bot = Mutex::new(LevelBot::new(level, seed.0).with_limits(limits));
        Ok(PySearchBot { bot, players: AtomicU8::default() })
    }

    /// Chooses an action for the player to move. Other Python threads run meanwhile, and Ctrl-C interrupts it.
    fn choose(&self, py: Python<'_>, position: &PyPosition) -> PyResult<PyAction> {
        require_running(&position.0)?;
        let board = &position.0;
        let action = interruptible(py, |token| {
            let mut bot = lock(&self.bot);
            self.players.store(board.rules().players, Ordering::Relaxed);
            bot.choose(board, &|| token.is_cancelled())
        })?;
        let action = action.ok_or_else(|| Problem::new("the game is over"))?;
        Ok(PyAction { position: position.0.clone(), action })
    }

    /// The last search; `None` if no action was chosen or the choice needed no search.
    #[getter]
    fn summary(&self) -> Option<PySearchSummary> {
        let bot = lock(&self.bot);
        let summary = bot.summary()?;
        Some(PySearchSummary {
            nodes: summary.nodes,
            chances: by_seat(&summary.chances, self.players.load(Ordering::Relaxed)),
            is_proved: summary.is_proved,
        })
    }
}

/// The last search of a bot.
#[pyclass(name = "SearchSummary", module = "ringside", frozen, get_all)]
pub(crate) struct PySearchSummary {
    /// The number of evaluated positions.
    nodes: u64,
    /// The winning chance of each player.
    chances: Vec<f64>,
    /// Whether the winner under best play is proved.
    is_proved: bool,
}

/// The largest number of positions of a search: its tree takes about 70 bytes for each.
const MOST_NODES: u64 = 20_000_000;

/// The largest number of threads of a search.
const MOST_THREADS: usize = 256;

/// Reads the limits of a search.
pub(crate) fn limits(nodes: Option<Whole<u64>>, time: Option<f64>, threads: Whole<usize>) -> Result<Limits, Problem> {
    let nodes = nodes.map(|nodes| nodes.0);
    if nodes.is_some_and(|nodes| !(1..=MOST_NODES).contains(&nodes)) {
        return Err(Problem::new(format!("nodes must be a number from 1 to {MOST_NODES}")));
    }
    let threads = NonZeroUsize::new(threads.0).filter(|threads| threads.get() <= MOST_THREADS);
    let threads = threads.ok_or_else(|| Problem::new(format!("threads must be a number from 1 to {MOST_THREADS}")))?;
    Ok(Limits { nodes, simulations: None, time: seconds(time)?, threads })
}
