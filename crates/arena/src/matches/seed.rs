//! Seeds of a run. Their derivation is part of the log format, because verification derives them again.

use game::derived_seed;

/// Seed of the player on a seat of a game.
pub(crate) fn player_seed(seed: u64, game: &str, seat: usize) -> u64 {
    derived_seed(seed, &["player", game, &seat.to_string()])
}

/// Seed of a game of the run.
pub(crate) fn game_seed(seed: u64, game: &str) -> u64 {
    derived_seed(seed, &["game", game])
}

/// Seed of the move played for an agent that failed after `ply` moves.
pub(crate) fn fallback_seed(game_seed: u64, ply: usize) -> u64 {
    derived_seed(game_seed, &["fallback", &ply.to_string()])
}
