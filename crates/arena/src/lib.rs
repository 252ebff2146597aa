//! Matches and tournaments between bots and agents, with logs, ratings and reports.
//!
//! [`game::Bot`]s are built in. [`Agent`]s are other programs, HTTP services and language models; they receive requests made by
//! [`AgentGame`] and may fail in any way. [`MatchRunner`] plays one game, [`Run`] plays all games of a [`RunPlan`] into a
//! [log].
//!
//! Modules in dependency order: [`protocol`] (requests and replies), [`agent`] (HTTP services, programs and models), [`settings`],
//! `matches` (one game), [`gzip`] (compressed input), [`log`], `run` (many games), [`report`], `rating` and [`stub`] (an agent for tests).

pub mod agent;
pub mod gzip;
pub mod log;
mod matches;
mod rating;
pub mod report;
mod run;
pub mod settings;
pub mod stub;

/// Requests to agents, their replies, and the rules for playing replies.
pub use agent_protocol as protocol;
pub use matches::{
    AgentSeat, AsgVenue, Budget, ExchangeRecord, Expense, Interrupted, Latency, MatchRunner, ParsedRecord, Played,
    PlayedMove, RecordHeader, Recordable, RecordedForfeit, RingRiftVenue, SeatPlayer, Venue, schedule,
};
pub use protocol::{
    Agent, AgentGame, AgentRequest, Attempt, Compat, Detail, Exchange, Fault, FaultClass, Forfeit, Policy,
    RejectedAction, Reply, Submission, Usage, request_moves,
};
pub use rating::{
    FaultCounts, LeaderChange, RatedPart, RatedPlayer, RatedSeat, RatingError, RatingFit, RatingOptions, Ratings,
    TieShare,
};
pub use run::{
    AnyRunPlan, AnyVenue, Appended, Entrant, OpenRun, PairTest, ReadFile, RemoteRun, RemoteRunError, Run, RunError,
    RunObserver, RunPlan, Standing, manifest_difference, play_game,
};
