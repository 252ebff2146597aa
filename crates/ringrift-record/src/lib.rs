//! Game records of RingRift: text, JSON, verification, statistics.
//!
//! `docs/notation.md` describes the text format. Reading has two steps: [`RecordText::parse`] reads the syntax and returns a
//! [`WrittenRecord`]; [`WrittenRecord::resolve`] plays its actions by the rules and returns a [`Record`].

#![warn(missing_docs)]

mod error;
mod json;
mod json_error;
mod read;
mod record;
mod stats;
mod write;

pub use error::{Location, RecordError, RecordProblem};
pub use json::json_schema;
pub use json_error::FORMAT;
pub use read::entries::{Entries, Entry};
pub use read::reader::{MAX_GAME_BYTES, RecordReader};
pub use read::verify::Verified;
pub use read::{Claims, RecordText, WrittenRecord};
pub use record::conclusion::{Conclusion, GameResult, Termination};
pub use record::notes::{Evaluation, Notes};
pub use record::{Ply, Record, RecordLine, Recorder, Tags};
pub use stats::{Lengths, Stats};
pub use write::moves::{EmptySteps, Move, Point, cells_of};
pub use write::trace_move::TraceSpelling;
pub use write::{Layout, TextOptions};
