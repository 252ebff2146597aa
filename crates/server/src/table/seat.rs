//! Who sits where.

use serde::{Deserialize, Serialize};

use crate::id::GuestId;

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum Occupant {
    /// Nobody yet.
    #[default]
    Open,
    /// A person, or a program that has a token.
    Guest {
        /// Which.
        guest: GuestId,
    },
    /// A built-in player.
    Bot {
        /// Its name, such as `level:5`.
        name: String,
    },
    /// An agent that the operator has set up.
    Agent {
        /// Its name in the operator's settings.
        name: String,
    },
}

/// A seat of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seat {
    /// Who sat down there.
    pub occupant: Occupant,
    /// Whether he has left the game for good.
    pub departure: Option<Departure>,
}

/// Somebody left a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    /// Why.
    pub reason: DepartureReason,
    /// How many had left before.
    pub order: usize,
}

/// Why somebody left a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum DepartureReason {
    /// He gave up.
    Resignation,
    /// His time was up.
    Timeout,
    /// An agent gave no reply of use.
    Failure,
}

impl DepartureReason {
    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            DepartureReason::Resignation => "resignation",
            DepartureReason::Timeout => "timeout",
            DepartureReason::Failure => "forfeit",
        }
    }
}

/// Who moves for a seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Controller<'a> {
    /// The seat is open.
    Open,
    /// Whoever holds the seat.
    Guest,
    /// A built-in player.
    Bot(&'a str),
    /// An agent.
    Agent(&'a str),
}

/// The player that goes on for those who left a game of three or four.
const CARETAKER: &str = "level:3";

impl Seat {
    /// Who moves here.
    pub fn driver(&self) -> Controller<'_> {
        match &self.occupant {
            _ if self.departure.is_some() => Controller::Bot(CARETAKER),
            Occupant::Open => Controller::Open,
            Occupant::Guest { .. } => Controller::Guest,
            Occupant::Bot { name } => Controller::Bot(name),
            Occupant::Agent { name } => Controller::Agent(name),
        }
    }

    /// The person who sits here and has not left.
    pub fn guest(&self) -> Option<&GuestId> {
        match &self.occupant {
            Occupant::Guest { guest } if self.departure.is_none() => Some(guest),
            _ => None,
        }
    }
}
