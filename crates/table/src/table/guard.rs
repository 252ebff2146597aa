//! Positions that the server does not evaluate, because people are playing them.

use super::game::AnyGame;
use super::state::Table;

/// Number of complete turns after which the positions of a game between people are guarded. Earlier positions are common
/// knowledge and occur in many games.
const FREE_TURNS: u64 = 3;

/// A position of a running game between people that must not be evaluated for anyone.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct GuardedPosition {
    /// The turn of the game in which the position occurred; the first turn is 1, also if the game starts in the middle.
    pub turn: u64,
    /// [`ringrift::Position::symmetric_hash`] of the position.
    pub hash: u64,
}

impl Table {
    /// Returns the current position if it is guarded: the game is RingRift, two or more guests are playing against each other,
    /// and it is the fourth turn or a later one.
    pub fn guarded_position(&self) -> Option<GuardedPosition> {
        if self.is_contest() { guarded(&self.game, self.start().turn()) } else { None }
    }

    /// Returns the last turn whose positions are no longer guarded. All positions since then are guarded, because a player who
    /// has an earlier one evaluated sees the best replies to the following actions: those of the current turn, and those of
    /// the last turn of each other player.
    pub fn last_open_turn(&self) -> u64 {
        self.turn_of_game().saturating_sub(self.seats.len() as u64)
    }

    /// Returns all positions that are guarded now. Replays the last round and the actions between it and the checkpoint before
    /// it, and computes the hash of each position of the round, so it belongs on a thread for blocking work.
    pub fn guarded_positions(&self) -> Vec<GuardedPosition> {
        if !self.is_contest() {
            return Vec::new();
        }
        let (first_turn, last_open) = (self.start().turn(), self.last_open_turn());
        let is_guarded = |turn: u64| turn_number(turn, first_turn) > last_open;
        let before = self.moves.len() - self.moves.iter().rev().take_while(|played| is_guarded(played.turn)).count();
        // The log was applied before, so all its actions are legal.
        let Ok(mut game) = self.game_after(before) else { return Vec::new() };
        let mut positions = Vec::from_iter(guarded(&game, first_turn));
        for played in self.moves.iter_from(before) {
            if game.replay(played.action()).is_err() {
                break;
            }
            positions.extend(guarded(&game, first_turn));
        }
        positions.dedup();
        positions
    }

    /// Returns the number of the current turn of this game; the first turn is 1.
    fn turn_of_game(&self) -> u64 {
        turn_number(self.game.turn(), self.start().turn())
    }
}

/// Converts the number of a turn that a position has to the number of the turn in this game.
fn turn_number(turn: u64, first_turn: u64) -> u64 {
    turn.saturating_sub(first_turn) + 1
}

fn guarded(game: &AnyGame, first_turn: u64) -> Option<GuardedPosition> {
    let AnyGame::RingRift(ringrift) = game else { return None };
    let turn = turn_number(game.turn(), first_turn);
    (turn > FREE_TURNS).then(|| GuardedPosition { turn, hash: ringrift.position().symmetric_hash() })
}
