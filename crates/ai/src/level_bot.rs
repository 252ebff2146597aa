//! RingRift bot of a level: with a network where the program has one for the board, and without one otherwise.

use ::neural::Network;
use game::{Bot, Cancellation, Progress, RingRift};
use ringrift::{Action, BoardKind, Position};

use crate::level::Level;
use crate::limits::Limits;
use crate::neural::{NeuralBot, NeuralSettings};
use crate::search::{IsCancelled, ProgressCallback};
use crate::search_bot::{SearchBot, SearchSummary};

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
    settings: NeuralSettings,
    seed: u64,
    limits: Limits,
    /// Plays on boards with a network; created for the first position.
    neural: Option<NeuralBot>,
    /// Plays on the other boards.
    classic: SearchBot,
    /// Whether the last choice was that of the classic bot.
    is_classic: bool,
}

/// Reports whether bots with a network can play on a board.
///
/// # Errors
/// Explains what to choose instead on a board without a network.
pub fn require_network(board: BoardKind) -> Result<(), String> {
    match Network::embedded(board) {
        Some(_) => Ok(()),
        None => Err(format!("there is no network for the board {board} yet; choose classic:1-10 or nodes:NUMBER")),
    }
}

impl LevelBot {
    /// Creates a bot; `seed` determines its random choices.
    pub fn new(level: Level, seed: u64) -> LevelBot {
        LevelBot::with_settings(NeuralSettings::level(level), level, seed)
    }

    /// Creates a bot that searches with the network of the board and a number of simulations. On boards without a network it plays as the
    /// highest level of the search without one; see [`require_network`].
    pub fn neural(simulations: u32, seed: u64) -> LevelBot {
        LevelBot::with_settings(NeuralSettings::simulations(simulations), Level::HIGHEST, seed)
    }

    fn with_settings(settings: NeuralSettings, classic: Level, seed: u64) -> LevelBot {
        LevelBot {
            settings,
            seed,
            limits: Limits::NONE,
            neural: None,
            classic: SearchBot::new(classic, seed),
            is_classic: false,
        }
    }

    pub fn with_limits(self, limits: Limits) -> LevelBot {
        LevelBot { limits, neural: None, classic: self.classic.with_limits(limits), ..self }
    }

    /// Returns the search result behind the last choice; see [`SearchBot::summary`] and [`NeuralBot::summary`].
    pub fn summary(&self) -> Option<&SearchSummary> {
        if self.is_classic { self.classic.summary() } else { self.neural.as_ref()?.summary() }
    }

    /// Chooses an action for the player to move, or returns `None` if the game is over. Once `is_cancelled` returns true, the best
    /// action found so far is chosen.
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
        let board = position.rules().board;
        let network = Network::embedded(board);
        self.is_classic = network.is_none();
        let Some(network) = network else {
            return self.classic.choose_with_progress(position, is_cancelled, progress);
        };
        let bot = self.neural.take().filter(|bot| bot.board() == board);
        let (settings, seed, limits) = (self.settings, self.seed, self.limits);
        let bot = bot.unwrap_or_else(|| NeuralBot::new(network, settings, seed).with_limits(limits));
        self.neural.insert(bot).choose(position, is_cancelled, progress)
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
