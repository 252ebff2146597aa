//! One game with its seats, clocks and log, the study of positions outside of games, and the views of both.
//!
//! The crate uses no network, clock or disk: callers pass the time in. The server and the engine in the browser use it, so
//! both give the same responses.
//!
//! `table` is the state machine of a game, [`view`] converts games into the types of the crate `api`, [`study`] answers
//! questions about positions, [`records`] reads and writes whole games, [`new_game`] checks requests for new games.

pub mod asg_planning;
pub mod new_game;
mod problem;
pub mod records;
mod request_body;
mod request_error;
pub mod study;
mod table;
pub mod texts;
mod trial;
pub mod view;

pub use problem::Problem;
pub use request_body::{Object, read_body};
pub use request_error::RequestError;
pub use table::{
    AcceptedAction, ActionEvents, AgentNote, AnyGame, AppliedEntry, ClockRules, Clocks, Command, CommandRejection,
    Continued, Controller, Decision, Departure, DepartureReason, Ending, GameSetup, GuardedPosition, LAG_REFILL,
    LineChoice, LogEntry, LogError, LogEvent, MAX_LAG, Occupant, PlayedAction, PlayerCommand, PlayerRequest, Purpose,
    Rematch, Seat, SharedList, Stage, Table, TableSetup, TableSetupError, Visibility,
};
pub use trial::try_action;
