//! RingRift as text: positions, legal actions and events as messages for people, and boards drawn with characters.
//!
//! Used by the terminal interface, the server's texts for players, and the prompts for agents.

pub mod action_kind;
pub mod action_text;
pub mod board_view;
pub mod cell_selection;
pub mod ending;
mod english;
pub mod event_text;
pub mod goals;
pub mod situation;
pub mod texts;
pub mod turn_stages;

pub use english::{counted, listed};
