//! Attacks: malformed, forged and excessive requests, messages and connections.

mod catching_up;
mod connections;
mod limits;
mod messages;
mod requests;
