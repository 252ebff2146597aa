//! Matches, tournaments, and the evaluation of their logs.

mod args;
mod log;
mod matches;
mod output_format;
mod ratings;
mod report;
mod run_args;
mod sprt;
mod standings;
mod stub;
mod tournament;

pub(crate) use log::{LogCommand, run as run_log};
pub(crate) use matches::{MatchArgs, run as run_match};
pub(crate) use ratings::{RatingsArgs, run as run_ratings};
pub(crate) use report::{ReportArgs, run as run_report};
pub(crate) use sprt::{SprtArgs, run as run_sprt};
pub(crate) use stub::{StubArgs, run as run_stub};
pub(crate) use tournament::{TournamentArgs, run as run_tournament};
