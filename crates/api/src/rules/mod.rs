//! Messages of the rules service, under `/rules/`.

mod cell;
mod details;
mod history;
mod moves;
mod problem;
mod request;
mod response;
mod state;
mod text_or;

pub use cell::{CellRef, Point};
pub use details::RulesDetails;
pub use history::HistoryMove;
pub use moves::MoveObject;
pub use problem::{Problem, Problems};
pub use request::{EvaluateRequest, LegalRequest};
pub use response::{EvaluateResponse, LegalMove, LegalResponse, NextState, OutcomeObject, Progress, RejectionObject};
pub use state::{BoardState, ChainState, MarkerState, Owner, PlayerState, RoundsState, StackState, StateObject};
pub use text_or::TextOr;
