//! Checking a game of a log by playing it again.

use super::line::{GameLine, Manifest};
use crate::archive::Archive;
use crate::game::{Game, Ranks};
use crate::schedule::GameSpec;
use crate::venue::Venue;

/// Plays a game of a log again and checks everything that the log says about it and that follows from the rules: how it began,
/// that every move was possible, how many there were, who was to get which place, and why it ended.
///
/// # Errors
/// Says what does not hold.
pub fn verify_game<V: Venue>(game: &GameLine, manifest: &Manifest, venue: &V) -> Result<(), String> {
    let record = game.record.as_deref().ok_or("the log has no record of it")?;
    check_name(game, manifest)?;
    let recorded = V::Game::read_record(record)?;
    let mut state = venue.start(manifest.seed, game.condition);
    check(recorded.start.state() == state.state(), || "it does not begin as its condition says".to_owned())?;
    for (number, chosen) in recorded.moves.iter().enumerate() {
        state.play(chosen).map_err(|problem| format!("move {}: {problem}", number + 1))?;
    }
    let plies = recorded.moves.len() as u64;
    check(plies == game.plies, || format!("the log has {} moves, the record {plies}", game.plies))?;
    check_end(game, &state)
}

fn check_end<G: Archive>(game: &GameLine, last: &G) -> Result<(), String> {
    match (last.ending(), &game.forfeit) {
        (Some(ending), None) => check((ending.ranks, ending.reason) == (game.ranks, game.reason.as_str()), || {
            format!("the log says {} by {}, the rules {} by {}", game.ranks, game.reason, ending.ranks, ending.reason)
        }),
        (None, Some(forfeit)) => {
            let ranks = (forfeit.seat < last.seats()).then(|| Ranks::loser(last.seats(), forfeit.seat));
            check(ranks == Some(game.ranks) && game.reason == "forfeit", || {
                format!("seat {} failed, but the log says {} by {}", forfeit.seat + 1, game.ranks, game.reason)
            })
        }
        (Some(_), Some(_)) => Err("it ended by the rules, but the log says that somebody failed".to_owned()),
        (None, None) => Err("it is not over after the last move of the record".to_owned()),
    }
}

/// Checks that the name of a game tells its condition and its players.
fn check_name(game: &GameLine, manifest: &Manifest) -> Result<(), String> {
    let seats: Option<Vec<usize>> = game.seats.iter().map(|name| manifest.entrant(name)).collect();
    let spec = GameSpec { condition: game.condition, seats: seats.ok_or("somebody in it takes no part in the run")? };
    check(spec.id() == game.game, || format!("it is called {}, and is {}", game.game, spec.id()))
}

fn check(holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}
