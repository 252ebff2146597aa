//! A game at a table: who sits there, what happened, what everybody may do. No sockets, no clock, no disk: time is told,
//! and whatever happens is an [`Entry`] of a log, from which the table can be made again.

mod clock;
mod decide;
mod entry;
mod game;
mod seat;
mod setup;
mod state;
#[cfg(test)]
mod tests;

pub use clock::{ClockRules, Clocks, MOST_LAG};
pub use decide::{Command, Decision, Origin, Refused};
pub use entry::{AgentNote, Deed, Entry};
pub use game::{AnyGame, BadMove, Happened};
pub use seat::{Driver, Gone, GoneBy, Occupant, Seat};
pub use setup::{GameSetup, Purpose, SetupError, TableSetup, Visibility};
pub use state::{Ending, LogError, Made, Stage, Step, Table};
