//! Replays: the orders of a match and everything else that cannot be recomputed from them.
//!
//! A [`Replay`] holds the scenario, the seed and the orders; events and positions are recomputed when needed. There are
//! two file formats: the compact one ([`FORMAT`]), and that of the reference implementation (versions 0.1.0 and 1.0.0,
//! which store the position three times per ply). Both also contain claims that can be recomputed: compact files have a
//! hash of the position after each ply, reference files have events and positions. [`Replay::verify`] compares the
//! claims with the recomputed match.

mod compact_orders;
mod compact_read;
mod compact_write;
mod parse;
mod read;
mod record;
mod reference_keys;
mod reference_read;
mod reference_write;
mod verify;

pub use compact_write::{FORMAT, replay_schema};
pub use parse::ReplayError;
pub use record::{Ending, Plies, Ply, Replay, Turn};
pub use verify::{Difference, Verified, VerifiedCounts};
