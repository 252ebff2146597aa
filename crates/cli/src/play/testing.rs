//! Helpers for the tests of `play`.

use ringrift::{Position, Setup};

use super::game::TerminalGame;
use super::participant::Participant;

/// Returns a game from a position, with these players.
pub(super) fn game(start: &str, seats: &[&str]) -> TerminalGame {
    let roster = ai::rosters().ringrift;
    let participants =
        seats.iter().map(|seat| Participant::read(seat, &roster).expect("the player is valid")).collect();
    TerminalGame::new(position(start), participants)
}

/// Parses a position; a text with only rules is the start of a game.
pub(super) fn position(text: &str) -> Position {
    if text.contains(';') {
        return Position::parse(text).expect("the position is valid");
    }
    Position::new(&Setup::parse(text).expect("the rules are valid").rules).expect("the rules have a start")
}

/// Plays actions given in notation.
pub(super) fn play_all(game: &mut TerminalGame, texts: &[&str]) {
    for text in texts {
        let action = game.position().read_action(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(action).expect("the action is legal");
    }
}
