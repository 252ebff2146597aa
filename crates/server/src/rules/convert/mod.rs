//! Conversion between the messages of the rules service (`api::rules`) and positions and actions.

mod cells;
mod moves;
mod read_state;
mod request;
mod response;
mod state;

pub use moves::Meaning;
pub use read_state::position_of_state;
pub use request::{read, requested_position};
pub use response::{evaluated, line_chosen, listed, rejected};
pub use state::state_of_position;
