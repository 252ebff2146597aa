//! Reproducible random choices.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Derives an independent seed for one purpose: a hash of `seed` and the parts of the purpose.
///
/// ```
/// use game::derived_seed;
/// assert_ne!(derived_seed(1, &["game", "7"]), derived_seed(1, &["game", "8"]));
/// ```
pub fn derived_seed(seed: u64, purpose: &[&str]) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.to_le_bytes());
    for part in purpose {
        // The length prefix distinguishes ["a", "b"] from ["ab"].
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    let hash = hasher.finalize();
    hash.as_bytes()[..8].iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Random generator for choices, with the same output for the same seed on every machine.
#[derive(Clone, Debug)]
pub struct GameRng(ChaCha8Rng);

impl GameRng {
    /// Creates the generator of a seed.
    pub fn seeded(seed: u64) -> GameRng {
        GameRng(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a random number below `count`, computed by scaling 32 random bits. `count` must not be 0.
    #[inline]
    pub fn below(&mut self, count: usize) -> usize {
        ((u64::from(self.0.next_u32()) * count as u64) >> 32) as usize
    }

    /// Returns 32 random bits.
    #[inline]
    pub fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// Picks one of the items, or `None` if there are none.
    #[inline]
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())].clone()) }
    }
}
