//! Append-only log of runs: one line of JSON per run, game and expense (`docs/arena.md`).
//!
//! A log contains everything needed to recompute its tables and to replay every game. Several logs, or several logs concatenated
//! into one file, are read as one.

mod batches;
mod line;
mod read;
mod verify;
mod write;

pub use batches::{BatchLine, for_each_batch};
pub use line::{CostLine, ExchangeLine, FORMAT, GameLine, Manifest, ManifestEntrant, RunLine, SeatLine, SprtLine};
pub use read::{Log, LogError, Records};
pub use verify::{Verified, is_planned, other_versions, planned_games, verify_game};
pub use write::{LineText, LogWriter};
