//! The games and the decision of a sequential test.

use std::ops::Range;

use ratings::{PairSprt, Score, SprtDecision, SprtError};

use crate::log::{GameLine, SprtLine};
use crate::matches::schedule::Schedule;

/// Number of pairs played before the test decides whether to continue. Pairs after the deciding one are played
/// but not counted. The number does not depend on the machine, so every machine plays the same games.
const PAIRS_PER_BATCH: u32 = 16;

/// Sequential probability ratio test of whether the first of two entrants is stronger. Its games come in pairs with the same
/// condition (the opening, or the map with its random numbers) and swapped seats.
#[derive(Clone, Debug)]
pub struct PairTest {
    sprt: PairSprt,
    /// Number of pairs played, including those after the deciding one.
    played: u32,
    max_pairs: u32,
}

impl PairTest {
    /// Creates a test without games that ends after `max_pairs` pairs at the latest.
    ///
    /// # Errors
    /// Fails if the parameters contradict each other.
    pub fn new(parameters: SprtLine, max_pairs: u32) -> Result<PairTest, SprtError> {
        let SprtLine { elo0, elo1, alpha, beta } = parameters;
        let hypotheses = ratings::Hypotheses::new(elo0, elo1, alpha, beta)?;
        Ok(PairTest { sprt: PairSprt::new(hypotheses), played: 0, max_pairs })
    }

    /// Returns the results of the counted pairs.
    pub fn sprt(&self) -> &PairSprt {
        &self.sprt
    }

    /// Returns the number of counted pairs.
    pub fn pairs(&self) -> u64 {
        self.sprt.counts.iter().sum()
    }

    /// Reports whether no further games are needed. A batch of pairs is always completed.
    pub fn is_over(&self) -> bool {
        let is_decided = self.sprt.decision() != SprtDecision::Continue;
        self.played >= self.max_pairs || (is_decided && self.played.is_multiple_of(PAIRS_PER_BATCH))
    }

    /// Returns the next batch of games, or `None` if the test is over.
    pub fn next_batch(&self) -> Option<Schedule> {
        let last = self.played.saturating_add(PAIRS_PER_BATCH).min(self.max_pairs);
        (!self.is_over()).then(|| pairs(self.played..last))
    }

    /// Returns the games of the longest possible test.
    pub(super) fn all_pairs(&self) -> Schedule {
        pairs(0..self.max_pairs)
    }

    /// Adds the two games of the next pair; `name` is the name of the first entrant. A pair after the decision is not counted.
    pub fn record_pair(&mut self, pair: [&GameLine; 2], name: &str) {
        let score = |game: &GameLine| {
            let seat = usize::from(game.seats.first().is_none_or(|first| first != name));
            match game.ranks.winner() {
                None => Score::Draw,
                Some(winner) if winner == seat => Score::Win,
                Some(_) => Score::Loss,
            }
        };
        if self.sprt.decision() == SprtDecision::Continue {
            self.sprt.add_pair(score(pair[0]), score(pair[1]));
        }
        self.played += 1;
    }
}

fn pairs(conditions: Range<u32>) -> Schedule {
    Schedule::of_groups(vec![vec![0, 1]], conditions)
}
