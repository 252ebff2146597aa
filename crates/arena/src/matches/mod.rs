//! Single games: start positions, schedule, seeds, the runner of one game, its record and its cost.

mod budget;
mod latency;
mod record;
mod runner;
pub mod schedule;
mod seed;
mod venue;

pub(crate) use self::budget::check;
pub use self::budget::{Budget, Expense, Interrupted};
pub use self::latency::Latency;
pub use self::record::{ParsedRecord, RecordHeader, Recordable, RecordedForfeit};
pub use self::runner::{AgentSeat, ExchangeRecord, MatchRunner, Played, PlayedMove, SeatPlayer};
pub(crate) use self::seed::{fallback_seed, game_seed, player_seed};
pub use self::venue::{AsgVenue, RingRiftVenue, Venue};
