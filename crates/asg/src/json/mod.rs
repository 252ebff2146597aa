//! What happens in a match as JSON: events, states, results of actions, summaries.
//!
//! Everything has two forms: ours, and the one with only the fields that the reference writes.

mod claims;
mod compare;
mod number;
mod ply;
mod state;

pub use claims::{event_difference, result_difference};
pub use compare::{JsonDifference, first_difference, same_json};
pub use ply::PlyJson;
pub use state::state;

pub(crate) use claims::{all_events_difference, all_results_difference, is_of_the_rules, settle_unknown_types};
pub(crate) use compare::{is_deeper, shortened, shown, step};
pub(crate) use number::{plain, plain_number};
pub(crate) use ply::{ActionResult, EventFile, Summary};
pub(crate) use state::{Nodes, State};

/// Which fields are written.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Form {
    /// All that a reader may want.
    #[default]
    Own,
    /// Only those of the reference. What it is silent about (actions of unknown types) is left out.
    Reference,
}
