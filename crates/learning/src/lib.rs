//! Numbered actions, observations and batches of RingRift games for programs that learn.
//!
//! A network or another program that learns sees a position as arrays of numbers and answers with a number. [`ActionSpace`] fixes the number
//! of every choice on a board, [`Decision`] translates between numbers and legal actions, [`ObservationSpace`] writes a position as arrays,
//! and [`Batch`] plays many games at once. `docs/encoding.md` describes all numbers; they never change within a version of the encoding
//! ([`ENCODING_VERSION`]).

mod action_space;
pub mod asg;
mod batch;
mod decision;
mod mask;
mod observation;
mod steps;

pub use action_space::{ActionSpace, Choice};
pub use batch::{AnyBatch, Arrays, Batch, BatchError, BatchGame, BatchSettings, BatchStartError, RowLengths};
pub use decision::{AnyDecision, Decision, NotLegal, Step};
pub use observation::ObservationSpace;
pub use steps::StepList;

/// The version of the numbers of actions and of the layout of observations.
pub const ENCODING_VERSION: u32 = 1;
