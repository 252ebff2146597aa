//! The trait of all games.

use std::fmt;

use crate::ranks::Ranks;
use crate::rejection::Rejection;

/// A game with seats, moves and an ending, independent of its rules.
///
/// Seats are numbered from 0 and belong to the same player for the whole game, even if the players swap colours. Seats need
/// not alternate: one turn can consist of several moves by one seat.
pub trait Game: Clone + Send + Sync + 'static {
    /// One decision: an action in RingRift, all orders of one ply in ASG.
    type Move: Clone + PartialEq + fmt::Debug + Send + Sync;

    /// Returns the number of seats, 2 to [`MAX_SEATS`](crate::MAX_SEATS).
    fn seats(&self) -> usize;

    /// Returns the seat to move, or `None` if the game is over.
    fn to_move(&self) -> Option<usize>;

    /// Appends legal moves to `list`: in RingRift all of them; in ASG, where orders combine freely, passing and each single
    /// order with its smallest and its largest amount.
    fn legal_moves(&self, list: &mut Vec<Self::Move>);

    /// Checks that every part of a move is legal now.
    ///
    /// # Errors
    /// Returns the first reason against the move.
    fn check(&self, chosen: &Self::Move) -> Result<(), Rejection>;

    /// Plays a move. If the move has several parts, the illegal ones are skipped.
    ///
    /// # Errors
    /// Rejects the move if it cannot be played at all; the game is then unchanged.
    fn play(&mut self, chosen: &Self::Move) -> Result<(), Rejection>;

    /// Returns the result, or `None` while the game runs.
    fn ending(&self) -> Option<Ending>;

    /// Returns a text of all state that affects later moves and the result. Equal games have equal texts.
    fn state(&self) -> String;
}

/// Result of a game that ended by its rules.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    pub ranks: Ranks,
    /// Name of the reason in records, for example `territory_control`.
    pub reason: &'static str,
}
