//! Seeds of games for which the user gives none.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Returns a random seed of `bits` bits, 1 to 64. The standard library draws it from the operating system.
pub(crate) fn random_seed(bits: u32) -> u64 {
    RandomState::new().build_hasher().finish() >> (64 - bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_use_all_their_bits() {
        let (mut union, mut intersection) = (0, u64::MAX);
        for _ in 0..200 {
            let seed = random_seed(32);
            (union, intersection) = (union | seed, intersection & seed);
        }
        assert_eq!((union, intersection), (u64::from(u32::MAX), 0));
    }

    /// ASG: the noise of a fight is uniformly distributed. The first noise after small consecutive seeds is always the same.
    #[test]
    fn first_noise_after_random_seeds_is_uniform() {
        let first = |seed: u64| asg::Prng::new(seed as i64).int(-1, 1);
        assert!((1..=40).all(|seed| first(seed) == -1));
        let mut counts = [0; 3];
        for _ in 0..3_000 {
            counts[(first(random_seed(32)) + 1) as usize] += 1;
        }
        // Each count has mean 1,000 and standard deviation 26.
        assert!(counts.iter().all(|count| (800..1_200).contains(count)), "{counts:?}");
    }
}
