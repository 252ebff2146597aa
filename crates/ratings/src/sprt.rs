//! A sequential test of one player against another that ends as soon as enough is known.
//!
//! The generalised sequential probability ratio test on the mean score. For cells with scores `a`, shares `p` (after an
//! empty cell got a thousandth of a result) and the total `n`, the most likely shares with the mean score `s` are `p /
//! (1 + x (a − s))`, where `x` solves `Σ p (a − s) / (1 + x (a − s)) = 0`. The logarithm of the likelihood ratio is
//!
//! ```text
//! llr = n Σ p ln( (1 + x0 (a − s0)) / (1 + x1 (a − s1)) )
//! ```
//!
//! where `s0` and `s1` are the mean scores at the two hypotheses: `s = 1 / (1 + 10^(−elo/400))`. So the hypotheses are
//! in logistic Elo; normalised Elo, which divides by the deviation of a game, is not used. The test ends at the bounds
//! `ln(β / (1 − α))` below and `ln((1 − β) / α)` above. Pairs of games with seats swapped are counted by their sum, in
//! five cells, because the two games of a pair depend on each other; games that are not paired have three cells.

use std::fmt;

use crate::estimate::{Estimate, deviations};

/// What an empty cell counts, so that no result is taken to be impossible.
const EMPTY_CELL: f64 = 1e-3;

/// The largest hypothesis on each side, in Elo.
pub const LARGEST_HYPOTHESIS: f64 = 1_000.0;

/// The result of a game for the player under test.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Score {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

/// What a test found.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The difference is the lower one, or less.
    AcceptH0,
    /// The difference is the upper one, or more.
    AcceptH1,
    /// Not enough is known.
    GoOn,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::AcceptH0 => "accept H0",
            Decision::AcceptH1 => "accept H1",
            Decision::GoOn => "go on",
        })
    }
}

/// Why there is no such test.
#[derive(Copy, Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The hypotheses are not in order.
    #[error("the hypotheses {elo0} and {elo1} must rise and lie within {LARGEST_HYPOTHESIS} of zero")]
    Hypotheses {
        /// The lower one.
        elo0: f64,
        /// The upper one.
        elo1: f64,
    },
    /// An error rate that is none.
    #[error("the error rates {alpha} and {beta} must lie between 0 and 0.5")]
    Rates {
        /// Of accepting the upper hypothesis wrongly.
        alpha: f64,
        /// Of accepting the lower hypothesis wrongly.
        beta: f64,
    },
}

/// The two hypotheses and how often each may be accepted wrongly.
///
/// # Examples
///
/// ```
/// use ratings::{Decision, Hypotheses, PairSprt, Score};
///
/// let mut test = PairSprt::new(Hypotheses::new(0.0, 50.0, 0.05, 0.05)?);
/// while test.decision() == Decision::GoOn {
///     test.note_pair(Score::Win, Score::Draw);
/// }
/// assert_eq!(test.decision(), Decision::AcceptH1);
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
    /// Tests the difference `elo0` against the larger `elo1`; `alpha` and `beta` are the rates of accepting the upper
    /// and the lower one wrongly.
    ///
    /// # Errors
    ///
    /// If the hypotheses do not rise, or the rates are not between zero and a half.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Hypotheses, SprtError> {
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(-LARGEST_HYPOTHESIS <= elo0 && elo0 < elo1 && elo1 <= LARGEST_HYPOTHESIS) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        if !(is_rate(alpha) && is_rate(beta)) {
            return Err(SprtError::Rates { alpha, beta });
        }
        Ok(Hypotheses { elo0, elo1, alpha, beta })
    }

    /// The ratio at or below which the lower hypothesis is accepted.
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The ratio at or above which the upper hypothesis is accepted.
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }
}

/// A test on pairs of games with seats swapped (five cells, "pentanomial").
pub type PairSprt = Sprt<5>;

/// A test on games that are not paired (three cells, "trinomial").
pub type GameSprt = Sprt<3>;

/// A sequential test: hypotheses and counts of results from the worst to the best.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt<const CELLS: usize> {
    hypotheses: Hypotheses,
    /// How many results fell into each cell: for pairs 0, ½, 1, 1½ and 2 points, for games 0, ½ and 1.
    pub counts: [u64; CELLS],
}

impl Sprt<5> {
    /// Counts a pair of games.
    pub fn note_pair(&mut self, one: Score, other: Score) {
        self.counts[one as usize + other as usize] += 1;
    }
}

impl Sprt<3> {
    /// Counts a game.
    pub fn note_game(&mut self, score: Score) {
        self.counts[score as usize] += 1;
    }
}

impl<const CELLS: usize> Sprt<CELLS> {
    /// A test before the first result.
    pub fn new(hypotheses: Hypotheses) -> Sprt<CELLS> {
        Sprt { hypotheses, counts: [0; CELLS] }
    }

    /// What is tested.
    pub fn hypotheses(&self) -> &Hypotheses {
        &self.hypotheses
    }

    /// The logarithm of the likelihood ratio of the hypotheses; zero before the first result.
    pub fn llr(&self) -> f64 {
        if self.counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let (total, shares) = self.shares();
        let (s0, s1) = (score_of(self.hypotheses.elo0), score_of(self.hypotheses.elo1));
        let (x0, x1) = (tilt(&shares, s0), tilt(&shares, s1));
        let term = |(cell, share): (usize, &f64)| {
            let a = cell_score::<CELLS>(cell);
            share * ((1.0 + x0 * (a - s0)) / (1.0 + x1 * (a - s1))).ln()
        };
        total * shares.iter().enumerate().map(term).sum::<f64>()
    }

    /// What is known by now.
    pub fn decision(&self) -> Decision {
        match self.llr() {
            llr if llr >= self.hypotheses.upper_bound() => Decision::AcceptH1,
            llr if llr <= self.hypotheses.lower_bound() => Decision::AcceptH0,
            _ => Decision::GoOn,
        }
    }

    /// The mean score of a game, from zero to one, with its normal interval; none before the first result.
    ///
    /// A test that was stopped because of its results overstates the difference a little.
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

    /// The difference in logistic Elo with its interval: the mean score, turned into Elo.
    pub fn elo(&self) -> Option<Estimate> {
        self.score().map(|score| score.map(elo_of))
    }

    /// The total and the shares of the cells, of which none is empty.
    fn shares(&self) -> (f64, [f64; CELLS]) {
        let counts = self.counts.map(|count| if count == 0 { EMPTY_CELL } else { count as f64 });
        let total: f64 = counts.iter().sum();
        (total, counts.map(|count| count / total))
    }
}

/// The share of points of a cell.
fn cell_score<const CELLS: usize>(cell: usize) -> f64 {
    cell as f64 / (CELLS - 1) as f64
}

/// The mean score at a difference in logistic Elo.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in logistic Elo at a mean score.
pub fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The root of `Σ p (a − s) / (1 + x (a − s))`, by Newton's steps, or halves where these leave the bracket.
fn tilt<const CELLS: usize>(shares: &[f64; CELLS], score: f64) -> f64 {
    const MOST_STEPS: usize = 100;
    // The sum falls from one end to the other, where a denominator gets zero.
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    let mut x = 0.0;
    for _ in 0..MOST_STEPS {
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
        Hypotheses::new(0.0, 5.0, 0.05, 0.05).expect("sensible")
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(Hypotheses::new(5.0, 0.0, 0.05, 0.05).is_err());
        assert!(Hypotheses::new(f64::NAN, 0.0, 0.05, 0.05).is_err());
        assert!(Hypotheses::new(0.0, 5.0, 0.0, 0.05).is_err());
        assert!(Hypotheses::new(0.0, 5.0, 0.05, f64::INFINITY).is_err());
    }

    #[test]
    fn the_most_likely_shares_have_the_score() {
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
    fn the_ratio_is_near_that_of_a_normal_mean() {
        let test = PairSprt { counts: [100, 800, 2000, 900, 130], ..PairSprt::new(hypotheses()) };
        let (total, shares) = test.shares();
        let mean: f64 = shares.iter().enumerate().map(|(cell, share)| share * cell_score::<5>(cell)).sum();
        let variance: f64 =
            shares.iter().enumerate().map(|(cell, share)| share * (cell_score::<5>(cell) - mean).powi(2)).sum();
        let (s0, s1) = (score_of(0.0), score_of(5.0));
        let normal = total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!((test.llr() - normal).abs() < 0.02, "{} and {normal}", test.llr());
    }

    #[test]
    fn extremes_are_finite() {
        for counts in [[0; 5], [1, 0, 0, 0, 0], [0, 0, 0, 0, 1_000_000_000], [0, 0, 1, 0, 0], [u64::MAX / 8; 5]] {
            let test = PairSprt { counts, ..PairSprt::new(hypotheses()) };
            assert!(test.llr().is_finite(), "{counts:?}");
            assert_eq!(test.score().is_none(), counts == [0; 5]);
        }
        let lost = GameSprt { counts: [3, 0, 0], ..GameSprt::new(hypotheses()) };
        assert_eq!(lost.elo().map(|elo| elo.low), Some(f64::NEG_INFINITY));
    }

    #[test]
    fn swapping_sides_turns_the_ratio_round() {
        let around = Hypotheses::new(-5.0, 5.0, 0.05, 0.05).expect("sensible");
        let test = PairSprt { counts: [1, 20, 40, 30, 2], ..PairSprt::new(around) };
        let swapped = PairSprt { counts: [2, 30, 40, 20, 1], ..test };
        assert!((test.llr() + swapped.llr()).abs() < 1e-9);
    }
}
