//! Two things compared on the same cases.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statrs::distribution::{Binomial, DiscreteCDF};

use crate::summary::Mean;

/// Up to this many differences, all ways to turn their signs are tried; beyond, some are drawn.
const MOST_EXACT: usize = 16;

/// The comparison of two things case by case.
///
/// # Examples
///
/// ```
/// use ratings::Paired;
///
/// let paired = Paired::of(&[1.0, 2.0, 0.5, 1.5, 1.0, 2.5], 10_000, 1).expect("some differences");
/// assert!(paired.mean.low > 0.0);
/// // Of the 64 ways to turn the signs, two give a mean as far from zero.
/// assert_eq!(paired.permutation_p, 2.0 / 64.0);
/// assert!((paired.sign_p - 2.0 / 64.0).abs() < 1e-12);
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Paired {
    /// The mean difference.
    pub mean: Mean,
    /// How many differences are above zero.
    pub above: u64,
    /// How many differences are below zero.
    pub below: u64,
    /// How likely signs as uneven as these are, if both are alike (sign test, two-sided, without differences of zero).
    pub sign_p: f64,
    /// How likely a mean as far from zero is, if every difference could as well have the other sign (two-sided).
    ///
    /// All ways to turn the signs are tried for up to sixteen differences, `draws` of them otherwise.
    pub permutation_p: f64,
}

impl Paired {
    /// Compares by the differences, one for each case; none if there are none or something is not finite.
    pub fn of(differences: &[f64], draws: u32, seed: u64) -> Option<Paired> {
        let mean = Mean::of(differences)?;
        let count = |is: fn(f64) -> bool| differences.iter().filter(|&&one| is(one)).count() as u64;
        let (above, below) = (count(|one| one > 0.0), count(|one| one < 0.0));
        let permutation_p = permutation_p(differences, draws, seed);
        Some(Paired { mean, above, below, sign_p: sign_p(above, below), permutation_p })
    }
}

fn sign_p(above: u64, below: u64) -> f64 {
    let tail = |coin: Binomial| 2.0 * coin.cdf(above.min(below));
    Binomial::new(0.5, above + below).map_or(1.0, tail).min(1.0)
}

fn permutation_p(differences: &[f64], draws: u32, seed: u64) -> f64 {
    let seen = differences.iter().sum::<f64>().abs();
    // Sums in another order differ by rounding, and count as equal.
    let as_far = |sum: f64| sum.abs() >= seen * (1.0 - 1e-12);
    if differences.len() <= MOST_EXACT {
        let ways = 1_u64 << differences.len();
        return (0..ways).filter(|signs| as_far(turned(differences, |at| signs >> at & 1))).count() as f64
            / ways as f64;
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut draw = || {
        let mut bits = 0;
        let sign = |at: usize| {
            bits = if at.is_multiple_of(64) { random.next_u64() } else { bits >> 1 };
            bits & 1
        };
        as_far(turned(differences, sign))
    };
    // What was seen is one of the draws, so that nothing is impossible.
    let hits = (0..draws).filter(|_| draw()).count();
    (hits + 1) as f64 / (f64::from(draws) + 1.0)
}

fn turned(differences: &[f64], mut sign: impl FnMut(usize) -> u64) -> f64 {
    differences.iter().enumerate().map(|(at, one)| if sign(at) == 1 { -one } else { *one }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_come_near_the_exact_chance() {
        // Twenty equal differences: only all signs alike are as far, two in a million.
        let paired = Paired::of(&[1.0; 20], 999, 5).expect("some");
        assert!((paired.permutation_p - 0.001).abs() < 1e-12);
        let even: Vec<f64> = (0..40).map(|at| if at % 2 == 0 { 1.0 } else { -1.0 }).collect();
        let paired = Paired::of(&even, 999, 5).expect("some");
        assert_eq!((paired.permutation_p, paired.sign_p), (1.0, 1.0));
    }

    #[test]
    fn no_difference_is_no_evidence() {
        let paired = Paired::of(&[0.0; 4], 10, 1).expect("some");
        assert_eq!((paired.sign_p, paired.permutation_p, paired.above), (1.0, 1.0, 0));
        assert_eq!(Paired::of(&[], 10, 1), None);
        assert_eq!(Paired::of(&[f64::INFINITY], 10, 1), None);
    }

    #[test]
    fn the_same_seed_draws_the_same() {
        let differences: Vec<f64> = (0..30).map(|at| f64::from(at % 7) - 2.0).collect();
        assert_eq!(Paired::of(&differences, 500, 9), Paired::of(&differences, 500, 9));
    }
}
