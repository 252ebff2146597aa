//! Many games of the same kind, stepped together and written into arrays.

mod ringrift;

use std::sync::Arc;

use ::ringrift::{MAX_PLAYERS, RulesetError};
use game::{GameRng, derived_seed};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

pub use self::ringrift::AnyBatch;

/// A game that a [`Batch`] plays: choices have numbers, and decisions are written as arrays.
pub trait BatchGame: Clone + Send + Sync {
    /// What all games of a batch have in common, their start included.
    type Start: Send + Sync;
    /// The numbers of planes.
    type Plane: Copy + Send;
    /// The numbers of scalars.
    type Scalar: Copy + Send;

    /// Creates a game at its start. `chance` determines the chance of the game, but not random choices.
    fn start(start: &Self::Start, chance: &mut GameRng) -> Self;

    /// Replaces the game by one at its start.
    fn restart(&mut self, start: &Self::Start, chance: &mut GameRng) {
        *self = Self::start(start, chance);
    }

    /// Returns the lengths of the rows of a game.
    fn row_lengths(start: &Self::Start) -> RowLengths;

    /// Checks whether a choice is legal.
    ///
    /// # Errors
    /// If it is not legal; the text says why.
    fn check(&self, choice: usize) -> Result<(), String>;

    /// Plays a choice; a choice that is not legal has no effect and returns `false`.
    fn play(&mut self, choice: usize) -> bool;

    /// Plays a random legal choice and returns its number; `None` if the game is over.
    fn play_random(&mut self, rng: &mut GameRng) -> Option<usize>;

    /// Returns the reward of each seat at the end of the game; `None` while it runs.
    fn rewards(&self) -> Option<[f32; MAX_PLAYERS]>;

    /// Returns the seat of the player to move, counted from 0.
    fn to_move(&self) -> u8;

    /// Sets the bits of the legal choices in a mask, and clears the others.
    fn write_mask(&self, mask: &mut [u64]);

    /// Writes the planes of the observation of the player to move.
    fn write_planes(&self, planes: &mut [Self::Plane]);

    /// Writes the scalars of the observation of the player to move.
    fn write_scalars(&self, scalars: &mut [Self::Scalar]);
}

/// The lengths of the rows of one game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RowLengths {
    /// Words of the mask.
    pub mask_words: usize,
    /// Numbers of all planes.
    pub planes: usize,
    /// Number of scalars.
    pub scalars: usize,
    /// Number of rewards, at most [`MAX_PLAYERS`].
    pub rewards: usize,
}

/// Games with the same start. A game that ends starts again at once.
#[derive(Clone, Debug)]
pub struct Batch<G: BatchGame> {
    start: Arc<G::Start>,
    games: Vec<Running<G>>,
    /// The number of steps after which a game is cut off; `None` for no limit.
    max_steps: Option<u32>,
    /// `None` if the games are stepped on the calling thread.
    pool: Option<Arc<ThreadPool>>,
}

#[derive(Clone, Debug)]
struct Running<G> {
    game: G,
    /// Draws the random choices.
    rng: GameRng,
    /// Draws the chance of the games, which does not depend on the choices of earlier games.
    chance: GameRng,
    steps: u32,
}

/// Arrays with one row for each game, which a step fills. Rows follow each other without gaps; an empty slice is not filled.
#[derive(Debug)]
pub struct Arrays<'a, P = u8, S = f32> {
    /// The numbers of the choices that were played.
    pub actions: &'a mut [i32],
    /// The legal choices of the new decision, [`RowLengths::mask_words`] words for each game.
    pub masks: &'a mut [u64],
    /// The planes of the new decision, [`RowLengths::planes`] numbers for each game.
    pub planes: &'a mut [P],
    /// The scalars of the new decision, [`RowLengths::scalars`] numbers for each game.
    pub scalars: &'a mut [S],
    /// The rewards of the step by seat, [`RowLengths::rewards`] numbers for each game: 0 unless a game ended. At the end of a game the
    /// number of players who finished behind, less those who finished ahead, divided by the number of opponents.
    pub rewards: &'a mut [f32],
    /// 1 if a game ended in the step; the new decision is then the first of the next game.
    pub terminated: &'a mut [u8],
    /// 1 if a game was cut off in the step.
    pub truncated: &'a mut [u8],
    /// The seat of the player to move in the new decision, counted from 0.
    pub to_move: &'a mut [u8],
}

/// No arrays.
impl<P, S> Default for Arrays<'_, P, S> {
    fn default() -> Self {
        Arrays {
            actions: &mut [],
            masks: &mut [],
            planes: &mut [],
            scalars: &mut [],
            rewards: &mut [],
            terminated: &mut [],
            truncated: &mut [],
            to_move: &mut [],
        }
    }
}

/// A step that was refused. No game has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BatchError {
    /// A choice is not legal.
    #[error("game {game}: choice {choice} is not legal: {reason}")]
    NotLegal {
        /// The number of the game in the batch.
        game: usize,
        /// The number of the choice.
        choice: i32,
        /// The reason.
        reason: String,
    },
    /// An array has a wrong length.
    #[error("the array `{array}` has {length} elements, but {wanted} are needed")]
    Length {
        /// The name of the array.
        array: &'static str,
        /// Its length.
        length: usize,
        /// The length that is needed.
        wanted: usize,
    },
}

/// The part of the arrays that belongs to one game.
type RowOf<'a, G> = Arrays<'a, <G as BatchGame>::Plane, <G as BatchGame>::Scalar>;

impl<G: BatchGame> Batch<G> {
    /// Creates games at their start.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn new(start: G::Start, settings: &BatchSettings) -> Result<Batch<G>, BatchStartError> {
        let pool = if settings.threads == 1 {
            None
        } else {
            Some(Arc::new(ThreadPoolBuilder::new().num_threads(settings.threads).build()?))
        };
        let games = (0..settings.games)
            .map(|game| {
                let rng = |purpose| GameRng::seeded(derived_seed(settings.seed, &[purpose, &game.to_string()]));
                let mut chance = rng("batch chance");
                Running { game: G::start(&start, &mut chance), rng: rng("batch"), chance, steps: 0 }
            })
            .collect();
        Ok(Batch { start: Arc::new(start), games, max_steps: settings.max_steps, pool })
    }

    /// Returns the number of games.
    #[expect(clippy::len_without_is_empty, reason = "a batch without games has no use")]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns what all games have in common.
    pub fn start(&self) -> &G::Start {
        &self.start
    }

    /// Plays one choice in each game and fills the arrays. Without choices each game plays a random legal choice.
    ///
    /// # Errors
    /// If a choice is not legal or an array has a wrong length; then no game changes.
    pub fn step(&mut self, choices: Option<&[i32]>, arrays: RowOf<'_, G>) -> Result<(), BatchError> {
        let rows = self.rows(arrays)?;
        if let Some(choices) = choices {
            check_length("choices", choices.len(), self.games.len())?;
        }
        match self.pool.clone() {
            Some(pool) => pool.install(|| self.step_in_parallel(choices, rows)),
            None => self.step_here(choices, rows),
        }
    }

    fn step_here(&mut self, choices: Option<&[i32]>, rows: Vec<RowOf<'_, G>>) -> Result<(), BatchError> {
        for (game, (running, &choice)) in self.games.iter().zip(choices.unwrap_or_default()).enumerate() {
            running.check(game, choice)?;
        }
        for (game, (running, mut row)) in self.games.iter_mut().zip(rows).enumerate() {
            running.step(choices.map(|choices| choices[game]), &self.start, self.max_steps, &mut row);
        }
        Ok(())
    }

    fn step_in_parallel(&mut self, choices: Option<&[i32]>, rows: Vec<RowOf<'_, G>>) -> Result<(), BatchError> {
        let checked = self.games.par_iter().zip(choices.unwrap_or_default()).enumerate().with_min_len(MIN_GAMES);
        let refused = checked.find_map_first(|(game, (running, &choice))| running.check(game, choice).err());
        if let Some(error) = refused {
            return Err(error);
        }
        let (start, max_steps) = (&*self.start, self.max_steps);
        self.games.par_iter_mut().zip(rows).enumerate().with_min_len(MIN_GAMES).for_each(
            |(game, (running, mut row))| {
                running.step(choices.map(|choices| choices[game]), start, max_steps, &mut row);
            },
        );
        Ok(())
    }

    /// Starts all games again and fills the arrays.
    ///
    /// # Errors
    /// If an array has a wrong length; then no game changes.
    pub fn reset(&mut self, arrays: RowOf<'_, G>) -> Result<(), BatchError> {
        let rows = self.rows(arrays)?;
        for (running, mut row) in self.games.iter_mut().zip(rows) {
            running.restart(&self.start);
            row.actions.fill(-1);
            row.rewards.fill(0.0);
            row.terminated.fill(0);
            row.truncated.fill(0);
            running.write(&mut row);
        }
        Ok(())
    }

    /// Splits the arrays into rows.
    fn rows<'a>(&self, arrays: RowOf<'a, G>) -> Result<Vec<RowOf<'a, G>>, BatchError> {
        let (games, lengths) = (self.games.len(), G::row_lengths(&self.start));
        let Arrays { actions, masks, planes, scalars, rewards, terminated, truncated, to_move } = arrays;
        let mut actions = split("actions", actions, games, 1)?;
        let mut masks = split("masks", masks, games, lengths.mask_words)?;
        let mut planes = split("planes", planes, games, lengths.planes)?;
        let mut scalars = split("scalars", scalars, games, lengths.scalars)?;
        let mut rewards = split("rewards", rewards, games, lengths.rewards)?;
        let mut terminated = split("terminated", terminated, games, 1)?;
        let mut truncated = split("truncated", truncated, games, 1)?;
        let mut to_move = split("to_move", to_move, games, 1)?;
        let rows = (0..games).map(|_| Arrays {
            actions: actions.next().unwrap_or_default(),
            masks: masks.next().unwrap_or_default(),
            planes: planes.next().unwrap_or_default(),
            scalars: scalars.next().unwrap_or_default(),
            rewards: rewards.next().unwrap_or_default(),
            terminated: terminated.next().unwrap_or_default(),
            truncated: truncated.next().unwrap_or_default(),
            to_move: to_move.next().unwrap_or_default(),
        });
        Ok(rows.collect())
    }
}

/// The smallest number of games that is worth a task of its own.
const MIN_GAMES: usize = 64;

impl<G: BatchGame> Running<G> {
    /// Checks whether a choice is legal.
    fn check(&self, game: usize, choice: i32) -> Result<(), BatchError> {
        let number = usize::try_from(choice).map_err(|_| "the numbers of choices begin with 0".to_owned());
        let checked = number.and_then(|number| self.game.check(number));
        checked.map_err(|reason| BatchError::NotLegal { game, choice, reason })
    }

    /// Plays a choice that was checked, or a random one, and writes the row.
    fn step(&mut self, choice: Option<i32>, start: &G::Start, max_steps: Option<u32>, row: &mut RowOf<'_, G>) {
        let played = match choice.map(|choice| choice as usize) {
            Some(choice) => self.game.play(choice).then_some(choice),
            None => self.game.play_random(&mut self.rng),
        };
        self.steps += 1;
        row.actions.fill(played.map_or(-1, |choice| choice as i32));
        let rewards = self.game.rewards();
        let is_cut = rewards.is_none() && max_steps.is_some_and(|most| self.steps >= most);
        row.rewards.fill(0.0);
        if let Some(rewards) = rewards {
            row.rewards.iter_mut().zip(rewards).for_each(|(reward, value)| *reward = value);
        }
        row.terminated.fill(u8::from(rewards.is_some()));
        row.truncated.fill(u8::from(is_cut));
        if rewards.is_some() || is_cut {
            self.restart(start);
        }
        self.write(row);
    }

    fn restart(&mut self, start: &G::Start) {
        self.game.restart(start, &mut self.chance);
        self.steps = 0;
    }

    /// Writes the decision.
    fn write(&self, row: &mut RowOf<'_, G>) {
        row.to_move.fill(self.game.to_move());
        if !row.masks.is_empty() {
            self.game.write_mask(row.masks);
        }
        if !row.planes.is_empty() {
            self.game.write_planes(row.planes);
        }
        if !row.scalars.is_empty() {
            self.game.write_scalars(row.scalars);
        }
    }
}

fn check_length(array: &'static str, length: usize, wanted: usize) -> Result<(), BatchError> {
    if length == wanted { Ok(()) } else { Err(BatchError::Length { array, length, wanted }) }
}

/// Splits an array into one slice for each game; an empty array into none.
fn split<'a, T>(
    array: &'static str,
    values: &'a mut [T],
    games: usize,
    each: usize,
) -> Result<std::slice::ChunksExactMut<'a, T>, BatchError> {
    if !values.is_empty() {
        check_length(array, values.len(), games * each)?;
    }
    Ok(values.chunks_exact_mut(each))
}

/// The size of a batch, and how it plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchSettings {
    /// The number of games.
    pub games: usize,
    /// Determines the random actions of all games.
    pub seed: u64,
    /// The number of steps after which a game is cut off; `None` for no limit.
    pub max_steps: Option<u32>,
    /// The number of threads; 0 for one for each core. The results do not depend on it.
    pub threads: usize,
}

impl Default for BatchSettings {
    fn default() -> BatchSettings {
        BatchSettings { games: 1, seed: 0, max_steps: None, threads: 1 }
    }
}

/// The reason why a batch cannot be created.
#[derive(Debug, thiserror::Error)]
pub enum BatchStartError {
    /// The rules are not valid.
    #[error(transparent)]
    Rules(#[from] RulesetError),
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
