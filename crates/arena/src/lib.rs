//! The one place that runs games: whoever plays, matches, tournaments, and what can be said about them afterwards.
//!
//! A [`Game`] is anything with seats, moves and an end. [`Bot`]s are built in, [`Agent`]s are other programs, services and
//! models: they are asked through what a game knows about [`Talk`]ing, and may fail in every way. [`Table::play`] runs a game.

pub mod agent;
mod archive;
pub mod bots;
mod control;
mod fault;
mod game;
pub mod games;
mod latency;
pub mod log;
mod plan;
mod play;
mod player;
mod rating;
pub mod report;
mod roster;
mod run;
pub mod schedule;
mod seed;
mod session;
pub mod settings;
pub mod stub;
pub mod talk;
pub mod testing;
mod venue;

pub use archive::{About, Archive, Quitter, Recorded};
pub use control::{Control, Expense, Interrupted};
pub use fault::{Fault, FaultClass};
pub use game::{Ending, Game, MAX_SEATS, Ranks, Rejection};
pub use latency::Latency;
pub use plan::{AnyPlan, AnyVenue, Plan, ReadFile, manifest_difference};
pub use play::{AgentSeat, Forfeit, Kept, Played, PlayedMove, Seated, Table};
pub use player::{Agent, Ask, Bot, Exchange, Policy, Refusal, Reins, Reply, Usage};
pub use rating::{
    Flip, Rated, RatedPart, RatedPlayer, RatingError, RatingOptions, Ratings, Reliability, SeatWorth, TieShare,
    is_clean,
};
pub use roster::{Factory, Roster, Rosters};
pub use run::{Entrant, Run, RunError, Watcher};
pub use seed::{Choices, derived_seed};
pub use session::Session;
pub use talk::{Detail, Submission, Talk};
pub use venue::{AsgVenue, RingRiftVenue, Venue};
