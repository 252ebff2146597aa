//! Implementations of [`Game`](crate::Game) for both games.

mod asg;
mod ringrift;

pub use self::ringrift::RingRift;
