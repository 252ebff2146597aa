//! Work that shows the speed and the exactness of the engine: random games and perft.

use engine_workloads::{Loop, play_games};
use ringrift::Position;

/// Plays random games from a position and returns the number of actions.
pub(crate) fn random_games(start: &str, games: u32) -> Option<u64> {
    Some(play_games(&Position::parse(start).ok()?, Loop::Sampled, 1, games.into()))
}

/// Returns the number of sequences of `depth` actions.
pub(crate) fn perft(position: &str, depth: u32) -> Option<u64> {
    Some(Position::parse(position).ok()?.perft(depth))
}
