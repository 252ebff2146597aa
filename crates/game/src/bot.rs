//! The trait of built-in players.

use crate::cancellation::Cancellation;
use crate::game::Game;
use crate::progress::Progress;

/// A built-in player. It always chooses a legal move and needs no information except the game.
pub trait Bot<G: Game>: Send {
    /// Chooses a move for the seat to move. The game must not be over.
    ///
    /// A bot that searches checks `cancellation` regularly and returns its best move so far once it is cancelled. It may report
    /// the completed fraction of its work in `progress`.
    fn choose(&mut self, game: &G, cancellation: &Cancellation, progress: &Progress) -> G::Move;
}
