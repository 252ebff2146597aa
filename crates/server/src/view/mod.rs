//! Conversion of the server's types into the types of [`api`].

mod event;
mod legal;
mod message;
mod state;
mod table;

pub(crate) use event::{event_views, events_json};
pub use legal::legal_view;
pub(crate) use legal::{cells_view, order_ranges};
pub(crate) use message::rejection_in_state;
pub use message::{own_seats, rejection, snapshot, update};
pub(crate) use state::{asg_state, ringrift_state, state_view};
pub use table::{Names, table_view};
pub(crate) use table::{game_name, rules_text, seat_view, stage_name, title_of_rules};
