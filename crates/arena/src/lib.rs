//! The one place that runs games: whoever plays, matches, tournaments, and what can be said about them afterwards.
//!
//! A [`Game`] is anything with seats, moves and an end. [`Bot`]s are built in, [`Agent`]s are other programs, services and
//! models: they are asked through what a game knows about [`Talk`]ing, and may fail in every way. [`Table::play`] runs a game.

pub mod agent;
mod archive;
mod budget;
mod fault;
mod latency;
pub mod log;
mod plan;
mod play;
mod player;
mod rating;
pub mod report;
mod run;
pub mod schedule;
mod seed;
mod session;
pub mod settings;
pub mod stub;
pub mod talk;
mod usage;
mod venue;

pub use archive::{About, Archive, Quitter, Recorded};
pub use budget::{Budget, Expense, Interrupted};
pub use fault::{Fault, FaultClass};
pub use latency::Latency;
pub use plan::{AnyPlan, AnyVenue, Plan, ReadFile, manifest_difference};
pub use play::{AgentSeat, Forfeit, Kept, Played, PlayedMove, Seated, Table};
pub use player::{Agent, Ask, Exchange, Policy, Refusal, Reply};
pub use rating::{
    Flip, Rated, RatedPart, RatedPlayer, RatingError, RatingOptions, Ratings, Reliability, SeatWorth, TieShare,
    is_clean,
};
pub use run::{Entrant, Run, RunError, Watcher};
pub use session::Session;
pub use talk::{Detail, Submission, Talk};
pub use usage::Usage;
pub use venue::{AsgVenue, RingRiftVenue, Venue};
