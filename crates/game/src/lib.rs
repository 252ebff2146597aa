//! Common interface of both games: the traits [`Game`] and [`Bot`], adapters, simple bots, seeds, cancellation and progress.
//!
//! RingRift is adapted by [`RingRift`]; `asg::Match` implements [`Game`] itself. Everything here is synchronous and free of
//! I/O: other programs that play (agents), matches and logs live in the `arena` crate.

mod adapters;
mod bot;
pub mod bots;
mod cancellation;
mod game;
mod progress;
mod ranks;
mod rejection;
mod roster;
mod seed;
pub mod testing;

pub use adapters::RingRift;
pub use bot::Bot;
pub use cancellation::Cancellation;
pub use game::{Ending, Game};
pub use progress::Progress;
pub use ranks::{MAX_SEATS, Ranks};
pub use rejection::Rejection;
pub use roster::{Factory, Roster, Rosters};
pub use seed::{Choices, derived_seed};
