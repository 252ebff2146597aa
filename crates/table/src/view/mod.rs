//! Conversion of games into the types of [`api`].

mod board;
mod catalogue;
mod event;
mod legal;
mod map;
mod message;
mod plies;
mod state;
mod table;

pub use board::{board_offer, board_view};
pub use catalogue::catalogue;
pub use event::{event_views, events_json};
pub use legal::{cells_view, choices, legal_view, order_ranges};
pub use map::map_view;
pub use message::{own_seats, rejection, rejection_in_state, snapshot, update};
pub use plies::{Plies, plies};
pub use state::{asg_state, ringrift_state, state_view};
pub use table::{Names, game_name, player_title, rules_text, seat_view, stage_name, table_view, title_of_rules};
