//! Many games of the same rules, stepped together and written into arrays.

use std::sync::Arc;

use game::{GameRng, derived_seed};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use ringrift::{BoardKind, ByPlayer, MAX_PLAYERS, Position, PositionOf, Ruleset, RulesetError};

use crate::action_space::ActionSpace;
use crate::decision::{Decision, NotLegal};
use crate::observation::ObservationSpace;

/// Games of the same rules and board size. A game that ends starts again at once.
#[derive(Clone, Debug)]
pub struct Batch<const W: usize> {
    start: Box<PositionOf<W>>,
    games: Vec<Running<W>>,
    /// The number of steps after which a game is cut off; `None` for no limit.
    max_steps: Option<u32>,
    /// `None` if the games are stepped on the calling thread.
    pool: Option<Arc<ThreadPool>>,
}

#[derive(Clone, Debug)]
struct Running<const W: usize> {
    decision: Decision<W>,
    rng: GameRng,
    steps: u32,
}

/// Arrays with one row for each game, which a step fills. Rows follow each other without gaps; an empty slice is not filled.
#[derive(Debug, Default)]
pub struct Arrays<'a> {
    /// The numbers of the choices that were played.
    pub actions: &'a mut [i32],
    /// The legal choices of the new decision, [`AnyBatch::mask_words`] words for each game.
    pub masks: &'a mut [u64],
    /// The planes of the new decision, [`ObservationSpace::plane_bytes`] bytes for each game.
    pub planes: &'a mut [u8],
    /// The scalars of the new decision, [`ObservationSpace::scalars`] numbers for each game.
    pub scalars: &'a mut [f32],
    /// The rewards of the step by seat, [`MAX_PLAYERS`] numbers for each game: 0 unless a game ended. At the end of a game the number of
    /// players who finished behind, less those who finished ahead, divided by the number of opponents.
    pub rewards: &'a mut [f32],
    /// 1 if a game ended in the step; the new decision is then the first of the next game.
    pub terminated: &'a mut [u8],
    /// 1 if a game was cut off in the step.
    pub truncated: &'a mut [u8],
    /// The seat of the player to move in the new decision, counted from 0.
    pub to_move: &'a mut [u8],
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
        reason: NotLegal,
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
type Row<'a> = Arrays<'a>;

impl<const W: usize> Batch<W> {
    fn new(start: Box<PositionOf<W>>, settings: &BatchSettings, pool: Option<Arc<ThreadPool>>) -> Batch<W> {
        let seed = settings.seed;
        let games = (0..settings.games)
            .map(|game| Running {
                decision: Decision::new((*start).clone()),
                rng: GameRng::seeded(derived_seed(seed, &["batch", &game.to_string()])),
                steps: 0,
            })
            .collect();
        Batch { start, games, max_steps: settings.max_steps, pool }
    }

    /// Plays one choice in each game and fills the arrays. Without choices each game plays a random legal action.
    ///
    /// # Errors
    /// If a choice is not legal or an array has a wrong length; then no game changes.
    pub fn step(&mut self, choices: Option<&[i32]>, arrays: Arrays<'_>) -> Result<(), BatchError> {
        let rows = self.rows(arrays)?;
        if let Some(choices) = choices {
            check_length("choices", choices.len(), self.games.len())?;
        }
        match self.pool.clone() {
            Some(pool) => pool.install(|| self.step_in_parallel(choices, rows)),
            None => self.step_here(choices, rows),
        }
    }

    fn step_here(&mut self, choices: Option<&[i32]>, rows: Vec<Row<'_>>) -> Result<(), BatchError> {
        for (game, (running, &choice)) in self.games.iter().zip(choices.unwrap_or_default()).enumerate() {
            running.check(game, choice)?;
        }
        for (game, (running, mut row)) in self.games.iter_mut().zip(rows).enumerate() {
            running.step(choices.map(|choices| choices[game]), &self.start, self.max_steps, &mut row);
        }
        Ok(())
    }

    fn step_in_parallel(&mut self, choices: Option<&[i32]>, rows: Vec<Row<'_>>) -> Result<(), BatchError> {
        let checked = self.games.par_iter().zip(choices.unwrap_or_default()).enumerate().with_min_len(MIN_GAMES);
        let refused = checked.find_map_first(|(game, (running, &choice))| running.check(game, choice).err());
        if let Some(error) = refused {
            return Err(error);
        }
        let (start, max_steps) = (&self.start, self.max_steps);
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
    pub fn reset(&mut self, arrays: Arrays<'_>) -> Result<(), BatchError> {
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
    fn rows<'a>(&self, arrays: Arrays<'a>) -> Result<Vec<Row<'a>>, BatchError> {
        let board = self.start.rules().board;
        let (games, space) = (self.games.len(), ObservationSpace::new(board));
        let Arrays { actions, masks, planes, scalars, rewards, terminated, truncated, to_move } = arrays;
        let mut actions = split("actions", actions, games, 1)?;
        let mut masks = split("masks", masks, games, mask_words(board))?;
        let mut planes = split("planes", planes, games, space.plane_bytes())?;
        let mut scalars = split("scalars", scalars, games, space.scalars())?;
        let mut rewards = split("rewards", rewards, games, MAX_PLAYERS)?;
        let mut terminated = split("terminated", terminated, games, 1)?;
        let mut truncated = split("truncated", truncated, games, 1)?;
        let mut to_move = split("to_move", to_move, games, 1)?;
        let rows = (0..games).map(|_| Row {
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

impl<const W: usize> Running<W> {
    /// Checks whether a choice is legal.
    fn check(&self, game: usize, choice: i32) -> Result<(), BatchError> {
        let number = usize::try_from(choice).map_err(|_| NotLegal::Negative);
        match number.and_then(|choice| self.decision.action(choice)) {
            Ok(_) => Ok(()),
            Err(reason) => Err(BatchError::NotLegal { game, choice, reason }),
        }
    }

    /// Plays a choice that was checked, or a random one, and writes the row.
    fn step(&mut self, choice: Option<i32>, start: &PositionOf<W>, max_steps: Option<u32>, row: &mut Row<'_>) {
        let played = match choice.map(|choice| choice as usize) {
            Some(choice) => self.decision.play(choice).ok().map(|()| choice),
            None => self.decision.play_random(|count| self.rng.below(count)),
        };
        self.steps += 1;
        row.actions.fill(played.map_or(-1, |choice| choice as i32));
        let outcome = self.decision.position().outcome();
        let is_cut = outcome.is_none() && max_steps.is_some_and(|most| self.steps >= most);
        row.rewards.fill(0.0);
        if let Some(outcome) = &outcome {
            let rewards = rewards(outcome.ranks, self.decision.position().rules().players);
            row.rewards.iter_mut().zip(rewards).for_each(|(reward, value)| *reward = value);
        }
        row.terminated.fill(u8::from(outcome.is_some()));
        row.truncated.fill(u8::from(is_cut));
        if outcome.is_some() || is_cut {
            self.restart(start);
        }
        self.write(row);
    }

    fn restart(&mut self, start: &PositionOf<W>) {
        self.decision.reset(start);
        self.steps = 0;
    }

    /// Writes the decision.
    fn write(&self, row: &mut Row<'_>) {
        let position = self.decision.position();
        let space = ObservationSpace::new(position.rules().board);
        row.to_move.fill(position.to_move().index() as u8);
        if !row.masks.is_empty() {
            self.decision.write_mask(row.masks);
        }
        if !row.planes.is_empty() {
            space.write_planes(&self.decision, row.planes);
        }
        if !row.scalars.is_empty() {
            space.write_scalars(&self.decision, row.scalars);
        }
    }
}

/// Returns the reward of each seat at the end of a game.
fn rewards(ranks: ByPlayer<u8>, players: u8) -> [f32; MAX_PLAYERS] {
    let ranks = ranks.of(players);
    let mut rewards = [0.0; MAX_PLAYERS];
    for (reward, rank) in rewards.iter_mut().zip(ranks) {
        let behind = ranks.iter().filter(|&other| other > rank).count() as f32;
        let ahead = ranks.iter().filter(|&other| other < rank).count() as f32;
        *reward = (behind - ahead) / (ranks.len() - 1) as f32;
    }
    rewards
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

/// Returns the number of words of a mask.
fn mask_words(board: BoardKind) -> usize {
    ActionSpace::new(board).len().div_ceil(64)
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

/// Games on a board chosen at run time.
#[derive(Clone, Debug)]
pub enum AnyBatch {
    /// Boards of up to 64 cells.
    Small(Batch<1>),
    /// Boards of up to 384 cells.
    Medium(Batch<6>),
    /// Boards of up to 512 cells.
    Large(Batch<8>),
}

impl AnyBatch {
    /// Creates games that begin with the start position of rules.
    ///
    /// # Errors
    /// If the rules are not valid, or the threads cannot be started.
    pub fn new(rules: &Ruleset, settings: &BatchSettings) -> Result<AnyBatch, BatchStartError> {
        let pool = if settings.threads == 1 {
            None
        } else {
            Some(Arc::new(ThreadPoolBuilder::new().num_threads(settings.threads).build()?))
        };
        Ok(match Position::new(rules)? {
            Position::Small(start) => AnyBatch::Small(Batch::new(Box::new(start), settings, pool)),
            Position::Medium(start) => AnyBatch::Medium(Batch::new(start, settings, pool)),
            Position::Large(start) => AnyBatch::Large(Batch::new(start, settings, pool)),
        })
    }

    /// Returns the number of games.
    #[expect(clippy::len_without_is_empty, reason = "a batch without games has no use")]
    pub fn len(&self) -> usize {
        match self {
            AnyBatch::Small(batch) => batch.games.len(),
            AnyBatch::Medium(batch) => batch.games.len(),
            AnyBatch::Large(batch) => batch.games.len(),
        }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Ruleset {
        match self {
            AnyBatch::Small(batch) => batch.start.rules(),
            AnyBatch::Medium(batch) => batch.start.rules(),
            AnyBatch::Large(batch) => batch.start.rules(),
        }
    }

    /// Returns the number of words of the mask of one game.
    pub fn mask_words(&self) -> usize {
        mask_words(self.rules().board)
    }

    /// Plays one choice in each game, see [`Batch::step`].
    ///
    /// # Errors
    /// If a choice is not legal or an array has a wrong length; then no game changes.
    pub fn step(&mut self, choices: Option<&[i32]>, arrays: Arrays<'_>) -> Result<(), BatchError> {
        match self {
            AnyBatch::Small(batch) => batch.step(choices, arrays),
            AnyBatch::Medium(batch) => batch.step(choices, arrays),
            AnyBatch::Large(batch) => batch.step(choices, arrays),
        }
    }

    /// Starts all games again, see [`Batch::reset`].
    ///
    /// # Errors
    /// If an array has a wrong length; then no game changes.
    pub fn reset(&mut self, arrays: Arrays<'_>) -> Result<(), BatchError> {
        match self {
            AnyBatch::Small(batch) => batch.reset(arrays),
            AnyBatch::Medium(batch) => batch.reset(arrays),
            AnyBatch::Large(batch) => batch.reset(arrays),
        }
    }
}
