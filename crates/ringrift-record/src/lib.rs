//! Game records of RingRift: text, JSON, verification, statistics.
//!
//! `docs/notation.md` describes the text. Reading has two steps: what is written ([`RecordText::parse`] gives a
//! [`WrittenRecord`]), and what it means by the rules ([`WrittenRecord::resolve`] gives a [`Record`]).

#![warn(missing_docs)]

mod conclusion;
mod error;
mod header;
mod json;
mod json_error;
mod moves;
mod notes;
mod play;
mod reader;
mod record;
mod source;
mod stats;
mod token;
mod trace_move;
mod verify;
mod write;
mod written;

pub use conclusion::{Conclusion, GameResult, Termination};
pub use error::{Place, RecordError, RecordProblem};
pub use json::{FORMAT, json_schema};
pub use moves::{EmptySteps, Move, Point, cells_of};
pub use notes::{Evaluation, Notes};
pub use reader::{LONGEST_GAME, RecordReader};
pub use record::{Line, Ply, Record, Recorder, Tags};
pub use source::{Entries, Entry};
pub use stats::{Lengths, Stats};
pub use trace_move::TraceSpelling;
pub use verify::Verified;
pub use write::{Layout, TextOptions};
pub use written::{Claims, RecordText, WrittenRecord};
