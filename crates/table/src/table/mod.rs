//! Logic of one game on the server: seats, clocks, log and commands.
//!
//! The module does no I/O and reads no clock: callers pass the time in. Every change is a [`LogEntry`], and the table can be
//! rebuilt from its log.

mod apply;
mod checkpoint;
mod clock;
mod command;
mod decide;
mod entry;
mod game;
mod guard;
mod line_choice;
mod seat;
mod setup;
mod shared_list;
mod state;
#[cfg(test)]
mod tests;

pub use api::{AgentNote, ClockRules, Purpose, Visibility};
pub use clock::{Clocks, LAG_REFILL, MAX_LAG};
pub use command::{Command, CommandRejection, Decision, PlayerCommand, PlayerRequest, Rematch};
pub use entry::{LogEntry, LogEvent};
pub(crate) use game::submit_action;
pub use game::{AcceptedAction, ActionEvents, AnyGame};
pub use guard::GuardedPosition;
pub use line_choice::{Continued, LineChoice};
pub use seat::{Controller, Departure, DepartureReason, Occupant, Seat};
pub use setup::{GameSetup, TableSetup, TableSetupError};
pub use shared_list::SharedList;
pub use state::{AppliedEntry, Ending, LogError, PlayedAction, Stage, Table};
