//! Requests and responses of the rules service, and their conversion to positions and actions.

mod cells;
mod moves;
mod problem;
mod read_state;
mod request;
mod response;
mod state;
mod text_or;

pub use cells::{CellRef, Point};
pub use moves::{Meaning, MoveObject};
pub use problem::{Problem, Problems};
pub use request::{EvaluateRequest, LegalRequest, read};
pub use response::{EvaluateResponse, LegalMove, LegalResponse, NextState, OutcomeObject, Progress, RejectionObject};
pub use state::{BoardState, ChainState, Owner, PlayerState, RoundsState, StackState, StateObject};
pub use text_or::TextOr;
