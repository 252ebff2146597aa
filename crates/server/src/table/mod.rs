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

pub use api::{AgentNote, ClockRules, Purpose, Visibility};
pub use clock::{Clocks, MOST_LAG};
pub use decide::{ActionSource, Command, CommandRejection, Decision};
pub use entry::{Entry, LogEvent};
pub use game::{ActionEvents, AnyGame, BadMove};
pub use seat::{Controller, Departure, DepartureReason, Occupant, Seat};
pub use setup::{GameSetup, SetupError, TableSetup};
pub use state::{AppliedEntry, Ending, LogError, PlayedAction, Stage, Table};
