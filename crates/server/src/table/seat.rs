//! Who sits where.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::GuestId;

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
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
    pub gone: Option<Gone>,
}

/// Somebody left a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Gone {
    /// Why.
    pub by: GoneBy,
    /// How many had left before.
    pub order: usize,
}

/// Why somebody left a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum GoneBy {
    /// He gave up.
    Resignation,
    /// His time was up.
    Timeout,
    /// An agent gave no reply of use.
    Failure,
}

impl GoneBy {
    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            GoneBy::Resignation => "resignation",
            GoneBy::Timeout => "timeout",
            GoneBy::Failure => "forfeit",
        }
    }
}

/// Who moves for a seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Driver<'a> {
    /// Nobody.
    Nobody,
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
    pub fn driver(&self) -> Driver<'_> {
        match &self.occupant {
            _ if self.gone.is_some() => Driver::Bot(CARETAKER),
            Occupant::Open => Driver::Nobody,
            Occupant::Guest { .. } => Driver::Guest,
            Occupant::Bot { name } => Driver::Bot(name),
            Occupant::Agent { name } => Driver::Agent(name),
        }
    }

    /// The person who sits here and has not left.
    pub fn guest(&self) -> Option<&GuestId> {
        match &self.occupant {
            Occupant::Guest { guest } if self.gone.is_none() => Some(guest),
            _ => None,
        }
    }
}
