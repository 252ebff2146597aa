//! RingRift in words, and in pictures made of characters: what stands where, what is asked, what an action does, what
//! happened. For terminals, and for everyone else who reads text.

pub mod action_text;
pub mod board_view;
pub mod ending;
mod english;
pub mod event_text;
pub mod pointing;
pub mod situation;
pub mod track;

pub use english::{counted, listed};
