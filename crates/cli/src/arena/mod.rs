//! Matches, tournaments and what is made of their logs.

mod args;
mod matches;
mod progress;
mod running;
mod standings;
mod tournament;

pub(crate) use matches::{MatchArgs, run as run_match};
pub(crate) use tournament::{TournamentArgs, run as run_tournament};
