//! The generator of random numbers that is part of the game's format.

/// What a seed of 0 stands for, because the generator would never leave 0.
const INSTEAD_OF_ZERO: u32 = 0x6d2b_79f5;

/// Marsaglia's xorshift with 32 bits of state.
///
/// It is weak: its state can be read from its output, and small seeds begin alike. So it is never shown to players, and
/// the seeds of a series should be spread (see [`spread_seed`]).
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
    /// A generator with a seed, of which only the lowest 32 bits matter.
    pub const fn new(seed: i64) -> Prng {
        let state = seed as u32;
        Prng { state: if state == 0 { INSTEAD_OF_ZERO } else { state } }
    }

    /// The state, which is also the last output.
    pub const fn state(&self) -> u32 {
        self.state
    }

    /// The next 32 bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        let mut x = self.state;
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        self.state = x;
        x
    }

    /// An integer from `low` to `high`, both included, with one draw: the remainder, although that is not quite fair.
    ///
    /// # Panics
    /// If `high` is less than `low`.
    #[inline]
    pub fn int(&mut self, low: i64, high: i64) -> i64 {
        assert!(low <= high, "an integer from {low} to {high}");
        let count = (i128::from(high) - i128::from(low) + 1) as u64;
        low + (u64::from(self.next_u32()) % count) as i64
    }

    /// True or false, with one draw.
    #[inline]
    pub fn coin(&mut self) -> bool {
        self.next_u32() & 1 == 1
    }

    /// A number above 0 and up to 1, with one draw.
    #[inline]
    pub fn fraction(&mut self) -> f64 {
        f64::from(self.next_u32()) / f64::from(u32::MAX)
    }
}

/// The seed of one match of a series: consecutive seeds of this generator are correlated, hashed ones are not.
pub fn spread_seed(run: u64, index: u64) -> u32 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"asg seed");
    hasher.update(&run.to_le_bytes());
    hasher.update(&index.to_le_bytes());
    let bytes: [u8; 4] = hasher.finalize().as_bytes()[..4].try_into().expect("a hash has 32 bytes");
    u32::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_wrap_and_zero_is_replaced() {
        for (seed, state) in [(0, INSTEAD_OF_ZERO), (1 << 32, INSTEAD_OF_ZERO), (-1, u32::MAX), (7, 7)] {
            assert_eq!(Prng::new(seed).state(), state, "{seed}");
        }
    }

    #[test]
    fn an_integer_takes_one_draw_even_if_there_is_no_choice() {
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
    fn spread_seeds_differ() {
        let seeds: std::collections::BTreeSet<u32> = (0..1000).map(|index| spread_seed(1, index)).collect();
        assert_eq!(seeds.len(), 1000);
        assert_ne!(spread_seed(1, 0), spread_seed(2, 0));
    }
}
