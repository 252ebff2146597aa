//! Paired comparison of two players on the same cases.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statrs::distribution::{Binomial, DiscreteCDF};

use crate::summary::Mean;

/// Maximum number of differences for an exact permutation test over all sign changes.
const MAX_EXACT: usize = 16;

/// Comparison of two players case by case.
///
/// # Examples
///
/// ```
/// use ratings::PairedComparison;
///
/// let paired = PairedComparison::of(&[1.0, 2.0, 0.5, 1.5, 1.0, 2.5], 10_000, 1).expect("the differences are finite");
/// assert!(paired.mean.low > 0.0);
/// // Of the 64 combinations of signs, two give a mean as far from zero.
/// assert_eq!(paired.permutation_p, 2.0 / 64.0);
/// assert!((paired.sign_p - 2.0 / 64.0).abs() < 1e-12);
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct PairedComparison {
    /// Mean difference with its interval.
    pub mean: Mean,
    /// Number of differences above zero.
    pub above: u64,
    /// Number of differences below zero.
    pub below: u64,
    /// Two-sided p-value of the sign test, from 0 to 1. Differences of zero are ignored.
    pub sign_p: f64,
    /// Two-sided p-value of the permutation test over the signs of the differences, from 0 to 1.
    ///
    /// It is exact for up to sixteen differences; otherwise random sign changes are used.
    pub permutation_p: f64,
}

impl PairedComparison {
    /// Compares two players by the differences of their results, one per case. For more than sixteen differences, the
    /// permutation test uses `draws` random sign changes, drawn with `seed`. Returns `None` if there are no differences
    /// or one of them is not finite.
    pub fn of(differences: &[f64], draws: u32, seed: u64) -> Option<PairedComparison> {
        let mean = Mean::of(differences)?;
        let count = |is: fn(f64) -> bool| differences.iter().filter(|&&one| is(one)).count() as u64;
        let (above, below) = (count(|one| one > 0.0), count(|one| one < 0.0));
        let permutation_p = permutation_p(differences, draws, seed);
        Some(PairedComparison { mean, above, below, sign_p: sign_p(above, below), permutation_p })
    }
}

fn sign_p(above: u64, below: u64) -> f64 {
    let tail = |coin: Binomial| 2.0 * coin.cdf(above.min(below));
    Binomial::new(0.5, above + below).map_or(1.0, tail).min(1.0)
}

fn permutation_p(differences: &[f64], draws: u32, seed: u64) -> f64 {
    let seen = differences.iter().sum::<f64>().abs();
    // The order of summation changes the rounding, so nearly equal sums are treated as equal.
    let as_far = |sum: f64| sum.abs() >= seen * (1.0 - 1e-12);
    if differences.len() <= MAX_EXACT {
        let combinations = 1_u64 << differences.len();
        let hits = (0..combinations).filter(|signs| as_far(signed_sum(differences, |at| signs >> at & 1))).count();
        return hits as f64 / combinations as f64;
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut draw = || {
        let mut bits = 0;
        let sign = |at: usize| {
            bits = if at.is_multiple_of(64) { random.next_u64() } else { bits >> 1 };
            bits & 1
        };
        as_far(signed_sum(differences, sign))
    };
    // The observed signs count as one draw, so that the p-value is never zero.
    let hits = (0..draws).filter(|_| draw()).count();
    (hits + 1) as f64 / (f64::from(draws) + 1.0)
}

/// Returns the sum of the differences, each negated if its sign bit is 1.
fn signed_sum(differences: &[f64], mut sign: impl FnMut(usize) -> u64) -> f64 {
    differences.iter().enumerate().map(|(at, one)| if sign(at) == 1 { -one } else { *one }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_draws_approximate_the_exact_p_value() {
        // Twenty equal differences: only two in a million combinations of signs are as far from zero.
        let paired = PairedComparison::of(&[1.0; 20], 999, 5).expect("there are differences");
        assert!((paired.permutation_p - 0.001).abs() < 1e-12);
        let even: Vec<f64> = (0..40).map(|at| if at % 2 == 0 { 1.0 } else { -1.0 }).collect();
        let paired = PairedComparison::of(&even, 999, 5).expect("there are differences");
        assert_eq!(paired.permutation_p, 1.0);
        assert_eq!(paired.sign_p, 1.0);
    }

    #[test]
    fn differences_of_zero_have_p_value_one() {
        let paired = PairedComparison::of(&[0.0; 4], 10, 1).expect("there are differences");
        assert_eq!(paired.sign_p, 1.0);
        assert_eq!(paired.permutation_p, 1.0);
        assert_eq!(paired.above, 0);
    }

    #[test]
    fn empty_and_infinite_differences_are_rejected() {
        assert_eq!(PairedComparison::of(&[], 10, 1), None);
        assert_eq!(PairedComparison::of(&[f64::INFINITY], 10, 1), None);
    }

    #[test]
    fn same_seed_gives_the_same_result() {
        let differences: Vec<f64> = (0..30).map(|at| f64::from(at % 7) - 2.0).collect();
        assert_eq!(PairedComparison::of(&differences, 500, 9), PairedComparison::of(&differences, 500, 9));
    }
}
