//! Records of random games.

use game::GameRng;
use ringrift::Position;
use ringrift_record::{Record, Recorder};

use crate::failure::Failure;

/// Returns the random game of a seed, at most `max_actions` long. `lab playthrough` plays the same game for the same seed.
pub fn random_game(start: &Position, seed: u64, max_actions: usize) -> Result<Record, Failure> {
    let mut rng = GameRng::seeded(seed);
    let mut game = Recorder::new(start.clone());
    game.tags_mut().seed = Some(seed.to_string());
    for player in ringrift::Player::seats(start.rules().players) {
        game.tags_mut().names[player] = Some("random".to_owned());
    }
    for _ in 0..max_actions {
        let Some(action) = rng.pick(&game.position().legal_actions()) else { break };
        game.play(action).map_err(Failure::bad_input)?;
    }
    Ok(game.finish())
}
