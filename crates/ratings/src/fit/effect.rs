//! Estimated effects of seats and ties.

use crate::estimate::Estimate;

/// Effect of a seat. The effects of all seats of contests of one size sum to zero.
///
/// With two seats, the advantage of the first over the second is the difference of both: twice the first effect.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SeatEffect {
    /// Number of seats of the contests, 2 to 4.
    pub seats: u8,
    /// Index of the seat, from 0.
    pub seat: u8,
    /// Elo that the seat adds to the rating of the player there.
    pub elo: Estimate,
}

/// Prevalence of ties of one size.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct TieEffect {
    /// Number of players who share a place, 2 to 4.
    pub size: u8,
    /// Probability that equal players tie, divided by the probability that a given one of them comes first alone.
    pub prevalence: Estimate,
}

impl TieEffect {
    /// Returns the share of ties between two equal players, from 0 to 1. Meaningful only for size 2.
    pub fn share_of_two(&self) -> Estimate {
        self.prevalence.map(|odds| if odds.is_finite() { odds / (2.0 + odds) } else { 1.0 })
    }
}
