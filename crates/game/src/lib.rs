//! Common interface of RingRift and ASG: the traits [`Game`] and [`Bot`], adapters, simple bots, seeds,
//! cancellation and progress.
//!
//! For RingRift, [`RingRift`] implements [`Game`]; for ASG, `asg::Match` does. The crate is synchronous and performs no I/O;
//! external programs that play (agents), matches and logs are in the `arena` crate.

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
pub use seed::{GameRng, derived_seed};
