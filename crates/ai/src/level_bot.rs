//! RingRift bot of a level, which plays with the network of the board.

use ::neural::Network;
use game::{Bot, Cancellation, Progress, RingRift};
use ringrift::{Action, Position, Ruleset};

use crate::level::Level;
use crate::limits::Limits;
use crate::neural::{NeuralBot, NeuralSettings};
use crate::search::{IsCancelled, ProgressCallback};
use crate::search_bot::SearchSummary;

/// RingRift bot of a level. It reuses its search tree for later decisions of the same game.
///
/// ```
/// use ai::{Level, LevelBot};
/// use ringrift::Position;
/// // One more eliminated ring wins.
/// let position = Position::parse("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement")?;
/// let mut bot = LevelBot::new(Level::HIGHEST, 7);
/// let chosen = bot.choose(&position, &|| false).unwrap();
/// assert_eq!(position.action_text(chosen), "M d4-d5");
/// assert!(bot.summary().unwrap().is_proved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LevelBot {
    strength: Strength,
    seed: u64,
    limits: Limits,
    /// Plays by the rules of the last position.
    bot: Option<(Ruleset, NeuralBot)>,
}

/// How strong a bot is.
#[derive(Copy, Clone, Debug)]
enum Strength {
    Level(Level),
    Simulations(u32),
}

impl LevelBot {
    /// Creates a bot; `seed` determines its random choices.
    pub fn new(level: Level, seed: u64) -> LevelBot {
        LevelBot { strength: Strength::Level(level), seed, limits: Limits::NONE, bot: None }
    }

    /// Creates a bot that searches with a number of simulations.
    pub fn neural(simulations: u32, seed: u64) -> LevelBot {
        LevelBot { strength: Strength::Simulations(simulations), seed, limits: Limits::NONE, bot: None }
    }

    pub fn with_limits(self, limits: Limits) -> LevelBot {
        LevelBot { limits, bot: None, ..self }
    }

    /// Returns the search result behind the last choice; see [`NeuralBot::summary`].
    pub fn summary(&self) -> Option<&SearchSummary> {
        self.bot.as_ref()?.1.summary()
    }

    /// Chooses an action for the player to move, or returns `None` if the game is over. Once `is_cancelled` returns true, the best
    /// action found so far is chosen.
    ///
    /// # Panics
    /// In WebAssembly, if the network of the board was not provided.
    pub fn choose(&mut self, position: &Position, is_cancelled: IsCancelled<'_>) -> Option<Action> {
        self.choose_with_progress(position, is_cancelled, None)
    }

    /// Chooses as [`choose`](LevelBot::choose) does and reports the progress of the tree search, 0.0 to 1.0.
    pub fn choose_with_progress(
        &mut self,
        position: &Position,
        is_cancelled: IsCancelled<'_>,
        progress: Option<ProgressCallback<'_>>,
    ) -> Option<Action> {
        let rules = *position.rules();
        let bot = self.bot.take().filter(|(of, _)| *of == rules).unwrap_or_else(|| (rules, self.bot_for(&rules)));
        self.bot.insert(bot).1.choose(position, is_cancelled, progress)
    }

    fn bot_for(&self, rules: &Ruleset) -> NeuralBot {
        let network = Network::embedded(rules.board).expect("the network of the board is loaded");
        let settings = match self.strength {
            Strength::Level(level) => NeuralSettings::level(level, rules),
            Strength::Simulations(simulations) => NeuralSettings::simulations(simulations),
        };
        NeuralBot::new(network, settings, self.seed).with_limits(self.limits)
    }
}

impl Bot<RingRift> for LevelBot {
    fn choose(&mut self, game: &RingRift, cancellation: &Cancellation, progress: &Progress) -> Action {
        let chosen = self.choose_with_progress(
            game.position(),
            &|| cancellation.is_cancelled(),
            Some(&|fraction| progress.set(fraction)),
        );
        chosen.expect("the game is not over")
    }
}
