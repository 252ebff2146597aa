//! Seeds that have nothing to do with each other, made from one.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A seed for one purpose among many: a hash of the seed of a run and of what sets the purpose apart.
///
/// ```
/// use arena::derived_seed;
/// assert_ne!(derived_seed(1, &["game", "7"]), derived_seed(1, &["game", "8"]));
/// ```
pub fn derived_seed(seed: u64, purpose: &[&str]) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.to_le_bytes());
    for part in purpose {
        // The length keeps "a", "b" and "ab" apart.
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    let hash = hasher.finalize();
    hash.as_bytes()[..8].iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// A stream of choices that can be repeated: the same seed makes the same ones on every machine.
#[derive(Clone, Debug)]
pub struct Choices(ChaCha8Rng);

impl Choices {
    /// The stream of a seed.
    pub fn seeded(seed: u64) -> Choices {
        Choices(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `count`, which must not be 0: 32 random bits, scaled.
    #[inline]
    pub fn below(&mut self, count: usize) -> usize {
        ((u64::from(self.0.next_u32()) * count as u64) >> 32) as usize
    }

    /// One of some items.
    #[inline]
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())].clone()) }
    }
}
