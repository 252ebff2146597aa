//! Game records of RingRift: text, JSON, verification, statistics.
//!
//! `docs/notation.md` describes the text format. Reading has two steps: [`RecordText::parse`] reads the syntax and returns a
//! [`WrittenRecord`]; [`WrittenRecord::resolve`] plays its actions by the rules and returns a [`Record`].

#![warn(missing_docs)]

mod conclusion;
mod entries;
mod error;
mod header;
mod json;
mod json_error;
mod moves;
mod notes;
mod play;
mod reader;
mod record;
mod stats;
mod token;
mod trace_move;
mod verify;
mod write;
mod written;

pub use conclusion::{Conclusion, GameResult, Termination};
pub use entries::{Entries, Entry};
pub use error::{Location, RecordError, RecordProblem};
pub use json::{FORMAT, json_schema};
pub use moves::{EmptySteps, Move, Point, cells_of};
pub use notes::{Evaluation, Notes};
pub use reader::{MAX_GAME_BYTES, RecordReader};
pub use record::{Line, Ply, Record, Recorder, Tags};
pub use stats::{Lengths, Stats};
pub use trace_move::TraceSpelling;
pub use verify::Verified;
pub use write::{Layout, TextOptions};
pub use written::{Claims, RecordText, WrittenRecord};
