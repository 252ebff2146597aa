//! Random number generator. Replays depend on it, so it is part of their format.

/// State used for seed 0, because xorshift never leaves the state 0.
const ZERO_SEED_STATE: u32 = 0x6d2b_79f5;

/// Marsaglia's xorshift generator with 32 bits of state.
///
/// It is weak: each output reveals the whole state, and small seeds produce similar first outputs. Do not show its state
/// to players, and derive the seeds of a series with [`derive_seed`].
///
/// ```
/// let mut prng = asg::Prng::new(1);
/// assert_eq!(prng.next_u32(), 270_369);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Prng {
    state: u32,
}

impl Prng {
    /// Creates a generator. Only the lowest 32 bits of the seed are used.
    pub const fn new(seed: i64) -> Prng {
        let state = seed as u32;
        Prng { state: if state == 0 { ZERO_SEED_STATE } else { state } }
    }

    /// Returns the state, which equals the last output.
    pub const fn state(&self) -> u32 {
        self.state
    }

    /// Returns the next 32 bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        let mut x = self.state;
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        self.state = x;
        x
    }

    /// Draws an integer from `low` to `high`, both included, with one call of [`Prng::next_u32`].
    ///
    /// It takes a remainder, so the distribution is slightly biased; the replay format requires this method.
    ///
    /// # Panics
    /// Panics if `high` is less than `low`.
    #[inline]
    pub fn int(&mut self, low: i64, high: i64) -> i64 {
        assert!(low <= high, "empty range from {low} to {high}");
        let count = (i128::from(high) - i128::from(low) + 1) as u64;
        low + (u64::from(self.next_u32()) % count) as i64
    }

    /// Draws a boolean with one call of [`Prng::next_u32`].
    #[inline]
    pub fn coin(&mut self) -> bool {
        self.next_u32() & 1 == 1
    }

    /// Draws a number above 0 and up to 1 (included) with one call of [`Prng::next_u32`].
    #[inline]
    pub fn fraction(&mut self) -> f64 {
        f64::from(self.next_u32()) / f64::from(u32::MAX)
    }
}

/// Derives the seed of item `index` of a series by hashing, because consecutive seeds of [`Prng`] are correlated.
pub fn derive_seed(series: u64, index: u64) -> u32 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"asg seed");
    hasher.update(&series.to_le_bytes());
    hasher.update(&index.to_le_bytes());
    let bytes: [u8; 4] = hasher.finalize().as_bytes()[..4].try_into().expect("a BLAKE3 hash has 32 bytes");
    u32::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_wrap_and_zero_is_replaced() {
        for (seed, state) in [(0, ZERO_SEED_STATE), (1 << 32, ZERO_SEED_STATE), (-1, u32::MAX), (7, 7)] {
            assert_eq!(Prng::new(seed).state(), state, "{seed}");
        }
    }

    #[test]
    fn int_draws_once_even_from_a_range_of_one() {
        let (mut one, mut other) = (Prng::new(9), Prng::new(9));
        assert_eq!(one.int(5, 5), 5);
        other.next_u32();
        assert_eq!(one, other);
    }

    #[test]
    fn wide_ranges_do_not_overflow() {
        let mut prng = Prng::new(3);
        assert!(prng.int(i64::MIN / 2, i64::MAX / 2) < 0);
    }

    #[test]
    fn derived_seeds_differ() {
        let seeds: std::collections::BTreeSet<u32> = (0..1000).map(|index| derive_seed(1, index)).collect();
        assert_eq!(seeds.len(), 1000);
        assert_ne!(derive_seed(1, 0), derive_seed(2, 0));
    }
}
