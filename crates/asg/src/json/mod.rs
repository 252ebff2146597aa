//! JSON forms of orders, events, states, results and summaries.
//!
//! Most values have two forms: a full one, and one with exactly the fields of the reference implementation.

mod claims;
mod observation;
mod ply;
mod state;
mod submitted;

pub use claims::{event_difference, result_difference};
pub use observation::Observation;
pub use ply::{Form, PlyJson};
pub use state::{read_state, state};
pub use submitted::{OrderTooLarge, SubmittedOrder};

pub use crate::json_value::{JsonDifference, first_difference, same_json};

pub(crate) use claims::{all_events_difference, all_results_difference, drop_unreported_unknown_types, is_rule_event};
pub(crate) use observation::Fields;
pub(crate) use ply::{ActionResult, EventFile, Summary};
pub(crate) use state::State;
pub(crate) use submitted::OrderJson;
