//! Texts and setups from anywhere: they are refused with a message or make a position that can be played.

#[path = "../common/mod.rs"]
mod common;

mod changes;
mod checks;
mod names;
mod problems;
mod setups;
mod texts;
