//! Strength settings of a bot that searches with a network.

use ringrift::Ruleset;

use crate::level::Level;
use crate::search::Settings;
use crate::weights::Family;

/// How a bot with a network chooses.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct NeuralSettings {
    /// Simulations of each search. With 0 the bot follows the policy of the network.
    pub simulations: u32,
    /// Number of choices that get simulations.
    pub considered: u32,
    /// The choice is drawn from the policy that the search has improved, with its logarithms divided by this temperature. With 0 the bot
    /// plays the best choice.
    pub temperature: f32,
    /// Choices whose probability is below this fraction of the highest one are not drawn.
    pub least_probable: f32,
    /// Scale of the Gumbel noise at the root. A little noise varies equally good choices.
    pub noise: f32,
    /// Searches for wins within a turn.
    pub solver: SolverBudget,
}

/// Effort of the searches that enumerate whole turns.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SolverBudget {
    /// Positions of the search for a win at each new leaf that starts a turn.
    pub leaf_nodes: u64,
    /// Positions of each other search for a win within one turn.
    pub win_nodes: u64,
    /// Positions of the search for a forced win in two turns, of each check whether an opponent can win after a choice, and of the search
    /// for a safe turn.
    pub plan_nodes: u64,
    /// Maximum number of choices that are rejected because an opponent could win after them.
    pub refutation_tries: u32,
}

impl SolverBudget {
    /// No searches.
    pub const NONE: SolverBudget = SolverBudget { leaf_nodes: 0, win_nodes: 0, plan_nodes: 0, refutation_tries: 0 };

    /// The searches of the highest levels.
    pub const FULL: SolverBudget =
        SolverBudget { leaf_nodes: 400, win_nodes: 80_000, plan_nodes: 300_000, refutation_tries: 24 };

    /// Only wins of the player's own turn.
    pub const WINS: SolverBudget = SolverBudget { win_nodes: 80_000, ..SolverBudget::NONE };
}

/// Scale of the noise of bots that play as well as they can.
const NOISE: f32 = 0.1;

/// Cells of the largest board on which the levels have all their simulations.
const SMALL_BOARD: u16 = 100;

/// Simulations from which on the turn searches have their full budget.
const FULL_SOLVER: u64 = 100;

impl NeuralSettings {
    /// Returns the settings of the bot that plays as well as it can with a number of simulations.
    ///
    /// The turn searches grow with the simulations, so that they never take most of the time.
    pub fn simulations(simulations: u32) -> NeuralSettings {
        let part = |nodes: u64| nodes * u64::from(simulations).min(FULL_SOLVER) / FULL_SOLVER;
        let full = SolverBudget::FULL;
        NeuralSettings {
            simulations,
            considered: considered(simulations),
            temperature: 0.0,
            least_probable: 1.0,
            noise: NOISE,
            solver: SolverBudget { win_nodes: part(full.win_nodes), plan_nodes: part(full.plan_nodes), ..full },
        }
    }

    /// Returns the settings of a level in a game. This is the only place to tune levels with a network.
    ///
    /// The lower levels draw from the policy of the network with a temperature: they play what looks natural, but do not look ahead. From
    /// level 4 on the levels see every win within the turn, from level 6 on also those of the opponents. On large boards an evaluation takes
    /// about six times as long, and the levels have half the simulations. Searches in canon on square8 take the least time, so level 10 has
    /// twice the simulations there.
    pub(crate) fn level(level: Level, rules: &Ruleset) -> NeuralSettings {
        let (wins, full) = (SolverBudget::WINS, SolverBudget::FULL);
        let (simulations, temperature, least_probable, solver) = match level.number() {
            1 => (0, 4.0, 0.0005, SolverBudget::NONE),
            2 => (0, 2.4, 0.003, SolverBudget::NONE),
            3 => (0, 1.4, 0.01, SolverBudget::NONE),
            4 => (0, 1.1, 0.02, wins),
            5 => (0, 0.3, 0.1, wins),
            6 => (4, 0.0, 1.0, full),
            7 => (13, 0.0, 1.0, full),
            8 => (45, 0.0, 1.0, full),
            9 => (150, 0.0, 1.0, full),
            _ => (500, 0.0, 1.0, full),
        };
        let is_large = rules.board.cells() > SMALL_BOARD;
        let is_fast = !is_large && Family::of(rules) == Family::CANON && level == Level::HIGHEST;
        let simulations = match simulations {
            all if is_large => u32::div_ceil(all, 2),
            all if is_fast => 2 * all,
            all => all,
        };
        NeuralSettings { temperature, least_probable, solver, ..NeuralSettings::simulations(simulations) }
    }

    /// Returns the settings with at most this many simulations.
    pub(crate) fn limited(self, simulations: Option<u64>) -> NeuralSettings {
        let most = simulations.map_or(u32::MAX, |most| u32::try_from(most).unwrap_or(u32::MAX));
        if most >= self.simulations {
            return self;
        }
        let NeuralSettings { considered, .. } = NeuralSettings::simulations(most);
        NeuralSettings { simulations: most, considered: considered.min(self.considered), ..self }
    }

    /// Returns the settings of the turn searches.
    pub(super) fn turn_settings(&self, family: Family, seed: u64) -> Settings {
        let weights = family.weights().clone();
        Settings { weights, eval_noise: 0.0, seed, win_nodes: self.solver.win_nodes, win_check_visits: 0 }
    }
}

/// Returns how many choices get simulations. With few simulations, more choices would only get one visit each.
const fn considered(simulations: u32) -> u32 {
    match simulations {
        0..32 => 8,
        _ => 16,
    }
}
