//! RingRift bot that searches with a network.

mod analysis;
mod analyst;
mod chances;
mod settings;
mod simulation;
mod thinking;
mod tree_store;

use ::neural::Network;
use game::{GameRng, derived_seed};
use ringrift::{Action, Position, PositionOf, PositionVisitor};
use web_time::Instant;

use crate::limits::Limits;
use crate::plans::TurnMemory;
use crate::search::{self, IsCancelled, ProgressCallback};
use crate::search_bot::SearchSummary;
use crate::weights::Family;
pub(crate) use analyst::NeuralAnalyst;
use chances::chances;
pub use settings::{NeuralSettings, SolverBudget};
use simulation::{Simulator, win_of};
use thinking::{Chosen, ChosenResult, Thinking};
use tree_store::TreeStore;

/// RingRift bot that searches with a network. It reuses its search tree for later decisions of the same game.
///
/// With a limit of nodes (simulations) and without a time limit, the same seed, game and number of threads give the same choice on every
/// machine.
pub struct NeuralBot {
    network: &'static Network,
    settings: NeuralSettings,
    seed: u64,
    limits: Limits,
    trees: TreeStore,
    /// Measured simulations in a second.
    speed: Option<f64>,
    memory: TurnMemory,
    summary: Option<SearchSummary>,
}

/// Part of a time limit that is used for simulations; the rest is for checking the choice.
const SIMULATION_TIME: f64 = 0.85;

impl NeuralBot {
    /// Creates a bot for the board of a network; `seed` determines its random choices.
    pub fn new(network: &'static Network, settings: NeuralSettings, seed: u64) -> NeuralBot {
        NeuralBot {
            network,
            settings,
            seed,
            limits: Limits::NONE,
            trees: TreeStore::default(),
            speed: None,
            memory: TurnMemory::default(),
            summary: None,
        }
    }

    /// Sets limits. The limit of nodes counts simulations and can only reduce those of the settings.
    pub fn with_limits(self, limits: Limits) -> NeuralBot {
        NeuralBot { limits, ..self }
    }

    /// Returns the search result behind the last choice. Returns `None` if the action was the only legal one, planned in an earlier
    /// decision, or part of a turn chosen to prevent an opponent's win.
    pub fn summary(&self) -> Option<&SearchSummary> {
        self.summary.as_ref()
    }

    /// Chooses an action for the player to move, or returns `None` if the game is over. Once `is_cancelled` returns true, the best action
    /// found so far is chosen. Reports the progress of the simulations, 0.0 to 1.0.
    ///
    /// # Panics
    /// If the position is not on the board of the network.
    pub fn choose(
        &mut self,
        position: &Position,
        is_cancelled: IsCancelled<'_>,
        progress: Option<ProgressCallback<'_>>,
    ) -> Option<Action> {
        assert_eq!(position.rules().board, self.network.board(), "the network is for another board");
        let start = Instant::now();
        let deadline = self.limits.time.map(|time| start + time);
        let is_cancelled = || is_cancelled() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let simulate_until = self.limits.time.map(|time| start + time.mul_f64(SIMULATION_TIME));
        position.visit(Choose { bot: self, is_cancelled: &is_cancelled, progress, simulate_until })
    }
}

struct Choose<'a> {
    bot: &'a mut NeuralBot,
    is_cancelled: IsCancelled<'a>,
    progress: Option<ProgressCallback<'a>>,
    simulate_until: Option<Instant>,
}

impl PositionVisitor for Choose<'_> {
    type Output = Option<Action>;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Option<Action> {
        let Choose { bot, is_cancelled, progress, simulate_until } = self;
        bot.summary = None;
        let actions = position.legal_actions();
        if actions.len() <= 1 {
            return actions.first().copied();
        }
        if let Some(planned) = bot.memory.planned(position.hash()) {
            return Some(planned);
        }
        let settings = bot.settings.limited(bot.limits.most_simulations());
        let turn_settings = settings.turn_settings(Family::of(position.rules()), bot.seed);
        let mut turn_tree = search::Tree::default();
        let mut turns = search::Search::new(position, &mut turn_tree, &turn_settings, is_cancelled);
        if let Some(line) = bot.memory.find_win(&mut turns, position, settings.solver.plan_nodes) {
            let chances = chances(&win_of(position.to_move(), position.rules().players), position.rules());
            let first = bot.memory.follow(position, &line);
            bot.summary = Some(SearchSummary { nodes: turns.nodes, chances, is_proved: true, line });
            return first;
        }
        let mut search = bot.trees.take(position);
        let mut simulator = Simulator::new(bot.network, settings, &bot.limits, is_cancelled, progress);
        let rng = GameRng::seeded(derived_seed(bot.seed, &["neural", &position.hash().to_string()]));
        let speed = &mut bot.speed;
        let mut thinking = Thinking { simulator: &mut simulator, turns: &mut turns, rng, simulate_until, speed };
        let chosen = thinking.choose(&mut search, position);
        let nodes = simulator.evaluated;
        bot.trees.put(search);
        match chosen? {
            Chosen::Turn(line) => bot.memory.follow(position, &line),
            Chosen::Action(action, ChosenResult { values, is_proven, line }) => {
                let chances = chances(&values, position.rules());
                let is_proved = is_proven && position.rules().players == 2;
                bot.summary = Some(SearchSummary { nodes, chances, is_proved, line });
                Some(action)
            }
        }
    }
}
