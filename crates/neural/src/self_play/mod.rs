//! Self-play: many games at once, one leaf for each game and step, and training rows of finished games.

mod game;
mod rows;

use std::collections::VecDeque;
use std::time::Duration;

use ::game::derived_seed;
use learning::{ActionSpace, ObservationSpace};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use ringrift::{BoardKind, MAX_PLAYERS, MEDIUM_WORDS, Position, PositionOf, Reason, Ruleset, RulesetError};

use crate::evaluation::{BadEvaluation, Evaluations, LeafArrays, check_leaf, check_length};
use crate::root::Budget;
use crate::self_play::game::{Common, Game};
use crate::self_play::rows::FinishedRow;
pub use crate::self_play::rows::RowArrays;
pub(crate) use crate::self_play::rows::write_observation;
use crate::values::Values;

/// Rules that games are drawn from.
#[derive(Clone, PartialEq, Debug)]
pub struct MixedRules {
    /// The rules.
    pub rules: Ruleset,
    /// The share of the games with these rules, relative to the sum of all weights.
    pub weight: f32,
}

/// The games of self-play, and how they are played.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlaySettings {
    /// The rules, all on the same board.
    pub rules: Vec<MixedRules>,
    /// The number of games at once.
    pub games: usize,
    /// Determines all random choices.
    pub seed: u64,
    /// The number of threads; 0 for one for each core. The games do not depend on it.
    pub threads: usize,
    /// The effort of searches that become training rows.
    pub full: Budget,
    /// The effort of the other searches.
    pub cheap: Budget,
    /// The share of searches that become training rows.
    pub full_share: f32,
    /// The share of games that begin with two random actions.
    pub random_openings: f32,
}

/// The reason why self-play cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SelfPlayStartError {
    /// The rules are not valid.
    #[error(transparent)]
    Rules(#[from] RulesetError),
    /// No rules are given, or no games.
    #[error("self-play needs at least one game and one ruleset")]
    Empty,
    /// The rules are on different boards.
    #[error("all rules must be on the same board, but there are {0} and {1}")]
    Boards(BoardKind, BoardKind),
    /// More rules than rows can tell apart.
    #[error("at most 256 rulesets can be mixed")]
    TooManyRules,
    /// A weight or a share is not usable.
    #[error("{0} must be a number from 0 on, shares at most 1, and one weight must be above 0")]
    Share(&'static str),
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// A step that was refused. No game has changed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SelfPlayError {
    /// An evaluation or an array is not usable.
    #[error(transparent)]
    Evaluation(#[from] BadEvaluation),
    /// The first step has no leaves to evaluate.
    #[error("the first step takes no evaluations, and every other step needs them")]
    Order,
}

/// Counts of self-play since they were last taken.
#[derive(Clone, PartialEq, Debug)]
pub struct Statistics {
    /// Evaluated leaves.
    pub evaluations: u64,
    /// Decisions that were searched.
    pub searches: u64,
    /// Searches that became training rows.
    pub full_searches: u64,
    /// Computing time of all threads for rules and search.
    pub time: Duration,
    /// Finished games of each ruleset.
    pub games: Vec<u64>,
    /// Won games of each ruleset by seat.
    pub wins: Vec<[u64; MAX_PLAYERS]>,
    /// Ends of games of each ruleset in the order of [`Reason::ALL`].
    pub reasons: Vec<[u64; Reason::ALL.len()]>,
}

/// Games of self-play on boards with `W` words.
#[derive(Debug)]
pub struct SelfPlay<const W: usize> {
    common: Common<W>,
    games: Vec<Game<W>>,
    /// For each game, the end of its numbers in the arrays of the last step.
    ends: Vec<usize>,
    rows: VecDeque<FinishedRow>,
    pool: ThreadPool,
    has_leaves: bool,
}

/// The smallest number of games that is worth a task of its own.
const MIN_GAMES: usize = 8;

impl<const W: usize> SelfPlay<W> {
    fn new(starts: Vec<PositionOf<W>>, settings: SelfPlaySettings, pool: ThreadPool) -> SelfPlay<W> {
        let common = Common { starts, settings };
        let seed = |game: usize| derived_seed(common.settings.seed, &["self-play", &game.to_string()]);
        let games = (0..common.settings.games).map(|game| Game::new(&common, seed(game))).collect();
        SelfPlay { games, common, ends: Vec::new(), rows: VecDeque::new(), pool, has_leaves: false }
    }

    /// Returns the board.
    pub fn board(&self) -> BoardKind {
        self.common.starts[0].rules().board
    }

    /// Takes in the evaluations of the leaves of the last step, plays on to the next leaf of each game, and writes the observations of these
    /// leaves. Returns how many numbers they have, see [`write_numbers`](SelfPlay::write_numbers). The first step takes no evaluations.
    ///
    /// # Errors
    /// If an evaluation or an array is not usable; then no game has changed.
    pub fn step(
        &mut self,
        evaluations: Option<Evaluations<'_>>,
        arrays: LeafArrays<'_>,
    ) -> Result<usize, SelfPlayError> {
        let (games, space) = (self.games.len(), ObservationSpace::new(self.board()));
        let LeafArrays { planes, scalars } = arrays;
        check_length("planes", planes.len(), games * space.plane_bytes())?;
        check_length("scalars", scalars.len(), games * space.scalars())?;
        if evaluations.is_some() != self.has_leaves {
            return Err(SelfPlayError::Order);
        }
        let ends = std::mem::take(&mut self.ends);
        let checked = match evaluations {
            Some(evaluations) => self.check(&ends, evaluations),
            None => Ok(()),
        };
        if let Err(error) = checked {
            self.ends = ends;
            return Err(error.into());
        }
        let common = &self.common;
        let running = self.games.par_iter_mut().enumerate();
        let planes = planes.par_chunks_exact_mut(space.plane_bytes());
        let rows = running.zip(planes).zip(scalars.par_chunks_exact_mut(space.scalars()));
        self.pool.install(|| {
            rows.with_min_len(MIN_GAMES).for_each(|(((index, game), planes), scalars)| {
                let evaluation = evaluations.map(|all| of_leaf(&all, &ends, index));
                let evaluation = evaluation.as_ref().map(|(logits, values)| (*logits, values));
                game.step(common, evaluation, planes, scalars);
            });
        });
        self.has_leaves = true;
        self.collect(ends);
        Ok(self.ends.last().copied().unwrap_or(0))
    }

    fn check(&self, ends: &[usize], evaluations: Evaluations<'_>) -> Result<(), BadEvaluation> {
        check_length("logits", evaluations.logits.len(), ends.last().copied().unwrap_or(0))?;
        check_length("values", evaluations.values.len(), self.games.len() * MAX_PLAYERS)?;
        let wrong = || {
            (0..ends.len()).into_par_iter().with_min_len(MIN_GAMES).find_map_first(|index| {
                let (logits, values) = of_leaf(&evaluations, ends, index);
                check_leaf(index, logits, &values).err()
            })
        };
        self.pool.install(wrong).map_or(Ok(()), Err)
    }

    /// Collects finished rows, and the ends of the numbers of all leaves. Reuses the memory of the old ends.
    fn collect(&mut self, mut ends: Vec<usize>) {
        ends.clear();
        let mut end = 0;
        for game in &mut self.games {
            self.rows.extend(game.finished.drain(..));
            end += game.numbers().len();
            ends.push(end);
        }
        self.ends = ends;
    }

    /// Writes the numbers of the legal choices of all leaves, each as row · number of choices of the board + number, and 0 into the rest of
    /// the array.
    ///
    /// # Errors
    /// If the array is shorter than the last step said.
    pub fn write_numbers(&self, numbers: &mut [i32]) -> Result<(), BadEvaluation> {
        let wanted = self.ends.last().copied().unwrap_or(0);
        if numbers.len() < wanted {
            return Err(BadEvaluation::Length { array: "numbers", length: numbers.len(), wanted });
        }
        let choices = ActionSpace::new(self.board()).len();
        let mut rest = numbers;
        let mut rows = Vec::with_capacity(self.ends.len());
        let mut start = 0;
        for &end in &self.ends {
            let (row, after) = std::mem::take(&mut rest).split_at_mut(end - start);
            rows.push(row);
            (rest, start) = (after, end);
        }
        rest.fill(0);
        self.pool.install(|| {
            let games = rows.into_par_iter().zip(&self.games).enumerate().with_min_len(4 * MIN_GAMES);
            games.for_each(|(index, (row, game))| {
                for (place, &number) in row.iter_mut().zip(game.numbers()) {
                    *place = (index * choices) as i32 + number as i32;
                }
            });
        });
        Ok(())
    }

    /// Returns the number of training rows that wait to be taken.
    pub fn waiting_rows(&self) -> usize {
        self.rows.len()
    }

    /// Moves training rows into arrays, the oldest first, until the arrays are full. Returns their number.
    ///
    /// # Errors
    /// If the arrays do not have the same number of rows.
    pub fn take_rows(&mut self, mut arrays: RowArrays<'_>) -> Result<usize, BadEvaluation> {
        let (room, entries) = arrays.size(ObservationSpace::new(self.board()))?;
        let count = room.min(self.rows.len());
        for (index, row) in self.rows.drain(..count).enumerate() {
            arrays.write(index, entries, &row);
        }
        Ok(count)
    }

    /// Returns the counts since the last call.
    pub fn take_statistics(&mut self) -> Statistics {
        let mut sum = Statistics::new(self.common.starts.len());
        for game in &mut self.games {
            sum.take_from(&mut game.statistics);
        }
        sum
    }
}

/// Returns the evaluation of one leaf.
fn of_leaf<'a>(evaluations: &Evaluations<'a>, ends: &[usize], index: usize) -> (&'a [f32], Values) {
    let start = if index == 0 { 0 } else { ends[index - 1] };
    let mut values = [0.0; MAX_PLAYERS];
    values.copy_from_slice(&evaluations.values[index * MAX_PLAYERS..(index + 1) * MAX_PLAYERS]);
    (&evaluations.logits[start..ends[index]], values)
}

/// Self-play on a board chosen at run time.
#[derive(Debug)]
pub enum AnySelfPlay {
    /// Boards of up to 64 cells.
    Small(SelfPlay<1>),
    /// Boards of up to 384 cells.
    Medium(SelfPlay<MEDIUM_WORDS>),
    /// Boards of up to 512 cells.
    Large(SelfPlay<8>),
}

/// Evaluates an expression with the games of the actual board size.
macro_rules! each_size {
    ($self:expr, $games:ident => $body:expr) => {
        match $self {
            AnySelfPlay::Small($games) => $body,
            AnySelfPlay::Medium($games) => $body,
            AnySelfPlay::Large($games) => $body,
        }
    };
}

impl AnySelfPlay {
    /// Creates the games.
    ///
    /// # Errors
    /// If the settings cannot be used, or the threads cannot be started.
    pub fn new(settings: SelfPlaySettings) -> Result<AnySelfPlay, SelfPlayStartError> {
        let first = settings.rules.first().ok_or(SelfPlayStartError::Empty)?.rules.board;
        check_settings(&settings, first)?;
        let pool = ThreadPoolBuilder::new().num_threads(settings.threads).build()?;
        let mut starts = Vec::new();
        for mixed in &settings.rules {
            starts.push(Position::new(&mixed.rules)?);
        }
        let (mut small, mut medium, mut large) = (Vec::new(), Vec::new(), Vec::new());
        for start in starts {
            match start {
                Position::Small(start) => small.push(start),
                Position::Medium(start) => medium.push(*start),
                Position::Large(start) => large.push(*start),
            }
        }
        Ok(if !small.is_empty() {
            AnySelfPlay::Small(SelfPlay::new(small, settings, pool))
        } else if !medium.is_empty() {
            AnySelfPlay::Medium(SelfPlay::new(medium, settings, pool))
        } else {
            AnySelfPlay::Large(SelfPlay::new(large, settings, pool))
        })
    }

    /// Plays on to the next leaves, see [`SelfPlay::step`].
    ///
    /// # Errors
    /// If an evaluation or an array is not usable; then no game has changed.
    pub fn step(
        &mut self,
        evaluations: Option<Evaluations<'_>>,
        arrays: LeafArrays<'_>,
    ) -> Result<usize, SelfPlayError> {
        each_size!(self, games => games.step(evaluations, arrays))
    }

    /// Writes the numbers of all leaves, see [`SelfPlay::write_numbers`].
    ///
    /// # Errors
    /// If the array is too short.
    pub fn write_numbers(&self, numbers: &mut [i32]) -> Result<(), BadEvaluation> {
        each_size!(self, games => games.write_numbers(numbers))
    }

    /// Returns the number of training rows that wait to be taken.
    pub fn waiting_rows(&self) -> usize {
        each_size!(self, games => games.waiting_rows())
    }

    /// Moves training rows into arrays, see [`SelfPlay::take_rows`].
    ///
    /// # Errors
    /// If the arrays do not have the same number of rows.
    pub fn take_rows(&mut self, arrays: RowArrays<'_>) -> Result<usize, BadEvaluation> {
        each_size!(self, games => games.take_rows(arrays))
    }

    /// Returns the counts since the last call.
    pub fn take_statistics(&mut self) -> Statistics {
        each_size!(self, games => games.take_statistics())
    }
}

fn check_settings(settings: &SelfPlaySettings, board: BoardKind) -> Result<(), SelfPlayStartError> {
    if settings.games == 0 {
        return Err(SelfPlayStartError::Empty);
    }
    if settings.rules.len() > 256 {
        return Err(SelfPlayStartError::TooManyRules);
    }
    if let Some(other) = settings.rules.iter().find(|mixed| mixed.rules.board != board) {
        return Err(SelfPlayStartError::Boards(board, other.rules.board));
    }
    let is_weight = |mixed: &MixedRules| mixed.weight >= 0.0 && mixed.weight.is_finite();
    if !settings.rules.iter().all(is_weight) || settings.rules.iter().all(|mixed| mixed.weight == 0.0) {
        return Err(SelfPlayStartError::Share("the weight of a ruleset"));
    }
    for (name, share) in [("full_share", settings.full_share), ("random_openings", settings.random_openings)] {
        if !(0.0..=1.0).contains(&share) {
            return Err(SelfPlayStartError::Share(name));
        }
    }
    Ok(())
}
