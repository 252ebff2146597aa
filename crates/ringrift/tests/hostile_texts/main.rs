//! Untrusted texts and setups are rejected with a message or lead to a playable position.

#[path = "../common/mod.rs"]
mod common;

mod changes;
mod checks;
mod names;
mod problems;
mod setups;
mod texts;
