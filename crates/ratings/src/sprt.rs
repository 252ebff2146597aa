//! Sequential probability ratio test (SPRT) of one player against another.
//!
//! This is the generalised test on the mean score. Results are counted in cells with scores `a`, shares `p` (an empty
//! cell counts as a thousandth of a result) and the total `n`. The most likely shares with mean score `s` are `p / (1 +
//! x (a − s))`, where `x` solves `Σ p (a − s) / (1 + x (a − s)) = 0`. The log-likelihood ratio is
//!
//! ```text
//! llr = n Σ p ln( (1 + x0 (a − s0)) / (1 + x1 (a − s1)) )
//! ```
//!
//! where `s0` and `s1` are the mean scores under the two hypotheses: `s = 1 / (1 + 10^(−elo/400))`. The hypotheses are in
//! logistic Elo, not in normalised Elo, which divides by the standard deviation of a game. The test ends at the bounds
//! `ln(β / (1 − α))` below and `ln((1 − β) / α)` above. Pairs of games with swapped seats are counted by their sum in
//! five cells, because the games of a pair depend on each other; single games are counted in three cells.

use std::fmt;

use crate::estimate::{Estimate, deviations};

/// Count used for an empty cell, so that no result has probability zero.
const EMPTY_CELL: f64 = 1e-3;

/// Largest absolute value of a hypothesis, in Elo.
pub const MAX_HYPOTHESIS_ELO: f64 = 1_000.0;

/// Result of a game for the tested player.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Score {
    /// 0 points.
    Loss,
    /// Half a point.
    Draw,
    /// 1 point.
    Win,
}

/// State of a test.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// The difference is `elo0` or less.
    AcceptH0,
    /// The difference is `elo1` or more.
    AcceptH1,
    /// More games are needed.
    Continue,
}

impl fmt::Display for SprtDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SprtDecision::AcceptH0 => "accept H0",
            SprtDecision::AcceptH1 => "accept H1",
            SprtDecision::Continue => "continue",
        })
    }
}

/// Error for invalid parameters of a test.
#[derive(Copy, Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The hypotheses are out of range, or the first is not below the second.
    #[error("the hypothesis {elo0} must be below {elo1}, and both within {MAX_HYPOTHESIS_ELO} Elo of zero")]
    Hypotheses {
        /// Lower hypothesis in Elo.
        elo0: f64,
        /// Upper hypothesis in Elo.
        elo1: f64,
    },
    /// An error rate is not between 0 and 0.5.
    #[error("the error rates {alpha} and {beta} must lie between 0 and 0.5")]
    Rates {
        /// Probability of wrongly accepting the upper hypothesis.
        alpha: f64,
        /// Probability of wrongly accepting the lower hypothesis.
        beta: f64,
    },
}

/// The two hypotheses of a test and their error rates.
///
/// # Examples
///
/// ```
/// use ratings::{Hypotheses, PairSprt, Score, SprtDecision};
///
/// let mut test = PairSprt::new(Hypotheses::new(0.0, 50.0, 0.05, 0.05)?);
/// while test.decision() == SprtDecision::Continue {
///     test.add_pair(Score::Win, Score::Draw);
/// }
/// assert_eq!(test.decision(), SprtDecision::AcceptH1);
/// # Ok::<(), ratings::SprtError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Hypotheses {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

impl Hypotheses {
    /// Creates the hypotheses of a difference of `elo0` and of the larger `elo1`. `alpha` is the probability of wrongly
    /// accepting `elo1`, `beta` that of wrongly accepting `elo0`.
    ///
    /// # Errors
    ///
    /// Fails if `elo0` is not below `elo1`, a hypothesis exceeds [`MAX_HYPOTHESIS_ELO`], or a rate is not between 0 and
    /// 0.5 (both excluded).
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Hypotheses, SprtError> {
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(-MAX_HYPOTHESIS_ELO <= elo0 && elo0 < elo1 && elo1 <= MAX_HYPOTHESIS_ELO) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        if !(is_rate(alpha) && is_rate(beta)) {
            return Err(SprtError::Rates { alpha, beta });
        }
        Ok(Hypotheses { elo0, elo1, alpha, beta })
    }

    /// Returns the log-likelihood ratio at or below which the lower hypothesis is accepted; negative.
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// Returns the log-likelihood ratio at or above which the upper hypothesis is accepted; positive.
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }
}

/// Test on pairs of games with swapped seats (five cells, pentanomial).
pub type PairSprt = Sprt<5>;

/// Test on single games (three cells, trinomial).
pub type GameSprt = Sprt<3>;

/// A sequential test: hypotheses and counts of results.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt<const CELLS: usize> {
    hypotheses: Hypotheses,
    /// Number of results by points, worst first: 0, ½, 1, 1½ and 2 for pairs; 0, ½ and 1 for games.
    pub counts: [u64; CELLS],
}

impl Sprt<5> {
    /// Adds the results of a pair of games.
    pub fn add_pair(&mut self, one: Score, other: Score) {
        self.counts[one as usize + other as usize] += 1;
    }
}

impl Sprt<3> {
    /// Adds the result of a game.
    pub fn add_game(&mut self, score: Score) {
        self.counts[score as usize] += 1;
    }
}

impl<const CELLS: usize> Sprt<CELLS> {
    /// Creates a test without results.
    pub fn new(hypotheses: Hypotheses) -> Sprt<CELLS> {
        Sprt { hypotheses, counts: [0; CELLS] }
    }

    /// Returns the hypotheses of the test.
    pub fn hypotheses(&self) -> &Hypotheses {
        &self.hypotheses
    }

    /// Returns the log-likelihood ratio of the hypotheses; zero before the first result.
    pub fn llr(&self) -> f64 {
        if self.counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let (total, shares) = self.shares();
        let (s0, s1) = (score_from_elo(self.hypotheses.elo0), score_from_elo(self.hypotheses.elo1));
        let (x0, x1) = (tilt(&shares, s0), tilt(&shares, s1));
        let term = |(cell, share): (usize, &f64)| {
            let a = cell_score::<CELLS>(cell);
            share * ((1.0 + x0 * (a - s0)) / (1.0 + x1 * (a - s1))).ln()
        };
        total * shares.iter().enumerate().map(term).sum::<f64>()
    }

    /// Returns the decision after the results so far.
    pub fn decision(&self) -> SprtDecision {
        match self.llr() {
            llr if llr >= self.hypotheses.upper_bound() => SprtDecision::AcceptH1,
            llr if llr <= self.hypotheses.lower_bound() => SprtDecision::AcceptH0,
            _ => SprtDecision::Continue,
        }
    }

    /// Returns the mean score per game, from 0 to 1, with its normal interval; `None` before the first result.
    ///
    /// The estimate is slightly too extreme for a test that was stopped by its decision.
    pub fn score(&self) -> Option<Estimate> {
        let count = self.counts.iter().sum::<u64>();
        if count == 0 {
            return None;
        }
        let scores = || (0..CELLS).map(cell_score::<CELLS>);
        let points: f64 = scores().zip(&self.counts).map(|(a, &count)| a * count as f64).sum();
        let (total, shares) = self.shares();
        let mean: f64 = scores().zip(&shares).map(|(a, share)| a * share).sum();
        let variance: f64 = scores().zip(&shares).map(|(a, share)| share * (a - mean).powi(2)).sum();
        let (value, half) = (points / count as f64, deviations() * (variance / total).sqrt());
        Some(Estimate { value, low: (value - half).max(0.0), high: (value + half).min(1.0) })
    }

    /// Returns the difference in logistic Elo, converted from the mean score; `None` before the first result.
    pub fn elo(&self) -> Option<Estimate> {
        self.score().map(|score| score.map(elo_from_score))
    }

    /// Returns the total and the share of each cell; empty cells count as [`EMPTY_CELL`].
    fn shares(&self) -> (f64, [f64; CELLS]) {
        let counts = self.counts.map(|count| if count == 0 { EMPTY_CELL } else { count as f64 });
        let total: f64 = counts.iter().sum();
        (total, counts.map(|count| count / total))
    }
}

/// Returns the score of a cell, from 0 to 1.
fn cell_score<const CELLS: usize>(cell: usize) -> f64 {
    cell as f64 / (CELLS - 1) as f64
}

/// Returns the expected score, from 0 to 1, at a difference in logistic Elo.
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Returns the difference in logistic Elo at a mean score from 0 to 1; infinite at both ends.
pub fn elo_from_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Returns the root `x` of `Σ p (a − s) / (1 + x (a − s))`, by Newton steps; a step that would leave
/// the bracket is replaced by bisection.
fn tilt<const CELLS: usize>(shares: &[f64; CELLS], score: f64) -> f64 {
    const MAX_STEPS: usize = 100;
    // The sum decreases between the two poles, at which a denominator is zero.
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    let mut x = 0.0;
    for _ in 0..MAX_STEPS {
        let (mut value, mut fall) = (0.0, 0.0);
        for (cell, share) in shares.iter().enumerate() {
            let away = cell_score::<CELLS>(cell) - score;
            let part = away / (1.0 + x * away);
            value += share * part;
            fall += share * part * part;
        }
        *(if value > 0.0 { &mut low } else { &mut high }) = x;
        let newton = x + value / fall;
        let next = if low < newton && newton < high { newton } else { f64::midpoint(low, high) };
        if (next - x).abs() < 1e-12 {
            return next;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hypotheses() -> Hypotheses {
        Hypotheses::new(0.0, 5.0, 0.05, 0.05).expect("the hypotheses are valid")
    }

    #[test]
    fn invalid_hypotheses_are_rejected() {
        assert!(Hypotheses::new(5.0, 0.0, 0.05, 0.05).is_err());
        assert!(Hypotheses::new(f64::NAN, 0.0, 0.05, 0.05).is_err());
        assert!(Hypotheses::new(0.0, 5.0, 0.0, 0.05).is_err());
        assert!(Hypotheses::new(0.0, 5.0, 0.05, f64::INFINITY).is_err());
    }

    #[test]
    fn tilted_shares_have_the_required_score() {
        let shares = [0.05, 0.2, 0.5, 0.2, 0.05];
        for score in [0.3, 0.5, 0.51, 0.7] {
            let x = tilt(&shares, score);
            let moved: Vec<f64> =
                (0..5).map(|cell| shares[cell] / (1.0 + x * (cell_score::<5>(cell) - score))).collect();
            let mean: f64 = moved.iter().enumerate().map(|(cell, share)| share * cell_score::<5>(cell)).sum();
            assert!((mean - score).abs() < 1e-9, "{mean} at {score}");
            assert!((moved.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn ratio_is_close_to_that_of_a_normal_mean() {
        let test = PairSprt { counts: [100, 800, 2000, 900, 130], ..PairSprt::new(hypotheses()) };
        let (total, shares) = test.shares();
        let mean: f64 = shares.iter().enumerate().map(|(cell, share)| share * cell_score::<5>(cell)).sum();
        let variance: f64 =
            shares.iter().enumerate().map(|(cell, share)| share * (cell_score::<5>(cell) - mean).powi(2)).sum();
        let (s0, s1) = (score_from_elo(0.0), score_from_elo(5.0));
        let normal = total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!((test.llr() - normal).abs() < 0.02, "{} and {normal}", test.llr());
    }

    #[test]
    fn ratio_of_extreme_counts_is_finite() {
        for counts in [[0; 5], [1, 0, 0, 0, 0], [0, 0, 0, 0, 1_000_000_000], [0, 0, 1, 0, 0], [u64::MAX / 8; 5]] {
            let test = PairSprt { counts, ..PairSprt::new(hypotheses()) };
            assert!(test.llr().is_finite(), "{counts:?}");
            assert_eq!(test.score().is_none(), counts == [0; 5]);
        }
        let lost = GameSprt { counts: [3, 0, 0], ..GameSprt::new(hypotheses()) };
        assert_eq!(lost.elo().map(|elo| elo.low), Some(f64::NEG_INFINITY));
    }

    #[test]
    fn swapping_the_players_negates_the_ratio() {
        let around = Hypotheses::new(-5.0, 5.0, 0.05, 0.05).expect("the hypotheses are valid");
        let test = PairSprt { counts: [1, 20, 40, 30, 2], ..PairSprt::new(around) };
        let swapped = PairSprt { counts: [2, 30, 40, 20, 1], ..test };
        assert!((test.llr() + swapped.llr()).abs() < 1e-9);
    }
}
