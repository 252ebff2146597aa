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

/// The seed of whoever has a seat in a game.
pub(crate) fn player_seed(seed: u64, game: &str, seat: usize) -> u64 {
    derived_seed(seed, &["player", game, &seat.to_string()])
}

/// The seed of a game of a run.
pub(crate) fn game_seed(seed: u64, game: &str) -> u64 {
    derived_seed(seed, &["game", game])
}

/// What picks the move that is made in an agent's place after so many moves, from the seed of the game.
pub(crate) fn fallback_seed(game_seed: u64, ply: usize) -> u64 {
    derived_seed(game_seed, &["fallback", &ply.to_string()])
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
