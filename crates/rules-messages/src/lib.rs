//! Messages of the rules service without the network: parsing of requests, answers of the fast engine, and responses.
//!
//! The server adds HTTP, a second engine and counters to it; the Python package calls [`evaluate_move`] and [`legal_moves`] directly. The
//! types of the messages are in `api::rules`; `docs/rules-service.md` is the manual.

mod cells;
mod moves;
mod question;
mod read_state;
mod request;
mod response;
mod state;
mod verdict;

pub use cells::cell_of;
pub use moves::{Meaning, move_text};
pub use question::{Evaluation, Question, evaluate_move, legal_moves};
pub use read_state::position_of_state;
pub use request::{read, requested_position};
pub use response::{EngineAnswer, history_move, listed};
pub use state::state_of_position;
pub use verdict::{ComparedState, EngineVerdict, Mismatch, Status, VerdictRejection, has_reference_hash};
