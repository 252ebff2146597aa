//! The request to create a game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::time::DAY;

/// Longest delay for spectators, in milliseconds: one hour.
pub const MAX_SPECTATOR_DELAY: u64 = 3_600_000;

/// Longest base time or increment of a clock, in milliseconds: about one year.
const MAX_CLOCK_TIME: u64 = 366 * DAY;

/// Request to create a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NewGame {
    /// `ringrift` (the default) or `asg`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// RingRift: the board; `square8` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// RingRift: number of players; 2 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// RingRift: `standard` (the default), `canon`, `compact` or `live`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// RingRift: rules that differ from the edition, such as `regions: no_main`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// RingRift: the start position as text; replaces `board`, `players`, `edition` and `options`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// ASG: name of a built-in map, or a map object.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub scenario: Value,
    /// ASG: `v0` (the default) or `v1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Occupants by seat. By default you take the first seat; the others are open in a match and yours otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<NewSeat>,
    /// Time control; unlimited by default.
    pub clock: ClockRules,
    /// What the table is for.
    pub purpose: Purpose,
    /// Who can see the table.
    pub visibility: Visibility,
    /// Delay for spectators, in milliseconds; at most one hour.
    pub spectator_delay: u64,
}

/// Occupant of a seat in a new game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "who", rename_all = "snake_case", deny_unknown_fields)]
pub enum NewSeat {
    /// The caller.
    Me,
    /// Free for anyone who joins.
    Open,
    /// A built-in bot.
    Bot {
        /// Name of the bot, such as `level:5`.
        name: String,
    },
    /// An agent configured by the operator.
    Agent {
        /// Name of the agent.
        name: String,
    },
}

/// Time control.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClockRules {
    /// Unlimited time.
    #[default]
    None,
    /// Base time for the whole game, plus an increment for each turn.
    Increment {
        /// Base time, in milliseconds.
        base: u64,
        /// Time added for each turn, in milliseconds.
        increment: u64,
    },
    /// A number of days for each turn.
    Days {
        /// Days per turn, 1 to 30.
        days: u16,
    },
}

impl ClockRules {
    /// Checks that the values are in range.
    ///
    /// # Errors
    /// Returns a message that says which value is out of range.
    pub fn check(self) -> Result<(), String> {
        match self {
            ClockRules::None => Ok(()),
            ClockRules::Increment { base: 0, increment: 0 } => {
                Err("a clock needs a base time or an increment above 0".to_owned())
            }
            ClockRules::Increment { base, increment } if base > MAX_CLOCK_TIME || increment > MAX_CLOCK_TIME => {
                Err(format!("base and increment of a clock must not exceed {MAX_CLOCK_TIME} milliseconds"))
            }
            ClockRules::Increment { .. } => Ok(()),
            ClockRules::Days { days: 1..=30 } => Ok(()),
            ClockRules::Days { days } => Err(format!("days per turn must be 1 to 30, not {days}")),
        }
    }
}

/// What a table is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// A game between the occupants of the seats.
    #[default]
    Match,
    /// A game in which one guest plays all human seats on one screen.
    HotSeat,
    /// A private analysis board: every action can be undone.
    Analysis,
}

/// Who can see a table.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Anyone who has its address.
    #[default]
    Private,
    /// Everyone: the game is listed, and its open seats appear in the lobby.
    Public,
}
