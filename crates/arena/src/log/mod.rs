//! The log of a run: one line of JSON for each run, game and expense, only ever appended to (`docs/arena.md`).
//!
//! A log says everything that is needed to compute its tables again and to play every game again. Several logs, or one file that
//! several were written into one after the other, are read as one.

mod line;
mod pieces;
mod read;
mod verify;
mod write;

pub use line::{CostLine, ExchangeLine, FORMAT, GameLine, Manifest, ManifestEntrant, RunLine, SeatLine, SprtLine};
pub use pieces::{PieceLine, for_each_piece};
pub use read::{Log, LogError, Records};
pub use verify::{Verified, other_versions, planned_games, verify_game};
pub use write::{LineText, LogWriter};
