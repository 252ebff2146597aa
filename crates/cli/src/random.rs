//! Random play that can be repeated: the same seed makes the same choices on every machine.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A stream of choices.
#[derive(Clone, Debug)]
pub(crate) struct Choices(ChaCha8Rng);

impl Choices {
    /// The stream of a seed.
    pub(crate) fn seeded(seed: u64) -> Choices {
        Choices(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `count`, which must not be 0: 32 random bits, scaled.
    #[inline]
    pub(crate) fn below(&mut self, count: usize) -> usize {
        ((u64::from(self.0.next_u32()) * count as u64) >> 32) as usize
    }

    /// One of some items.
    #[inline]
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }
}
