//! Seats of a table.

use serde::{Deserialize, Serialize};

use api::id::GuestId;

/// Occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum Occupant {
    /// The seat is free.
    #[default]
    Open,
    /// A person, or a program with an API token.
    Guest { guest: GuestId },
    /// A built-in player.
    Bot {
        /// Name in the roster, such as `level:5`.
        name: String,
    },
    /// An agent from the server's configuration.
    Agent { name: String },
}

/// A seat of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seat {
    pub occupant: Occupant,
    /// Set once the occupant has left the running game.
    pub departure: Option<Departure>,
}

/// How an occupant left a running game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    pub reason: DepartureReason,
    /// Number of occupants that had left before.
    pub order: usize,
}

/// Why an occupant left a running game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum DepartureReason {
    Resignation,
    Timeout,
    /// A bot or agent produced no usable action.
    Failure,
}

impl DepartureReason {
    /// Returns the name used in records.
    pub const fn name(self) -> &'static str {
        match self {
            DepartureReason::Resignation => "resignation",
            DepartureReason::Timeout => "timeout",
            DepartureReason::Failure => "forfeit",
        }
    }
}

/// The player that makes the moves of a seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Controller<'a> {
    /// The seat is free.
    Open,
    Guest,
    /// A built-in player, by its name in the roster.
    Bot(&'a str),
    /// An agent, by its name in the configuration.
    Agent(&'a str),
}

/// Bot that takes over the seats of departed players in games of three or four players.
const SUBSTITUTE_BOT: &str = "level:3";

impl Seat {
    pub fn controller(&self) -> Controller<'_> {
        match &self.occupant {
            _ if self.departure.is_some() => Controller::Bot(SUBSTITUTE_BOT),
            Occupant::Open => Controller::Open,
            Occupant::Guest { .. } => Controller::Guest,
            Occupant::Bot { name } => Controller::Bot(name),
            Occupant::Agent { name } => Controller::Agent(name),
        }
    }

    /// Returns the guest on this seat, unless they have left the game.
    pub fn guest(&self) -> Option<&GuestId> {
        match &self.occupant {
            Occupant::Guest { guest } if self.departure.is_none() => Some(guest),
            _ => None,
        }
    }
}
