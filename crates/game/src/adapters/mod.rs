//! Implementations of [`Game`](crate::Game) for RingRift and ASG.

mod asg;
mod ringrift;

pub use self::ringrift::RingRift;
