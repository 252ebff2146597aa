//! The rules of RingRift: boards, positions, legal actions, events, hashes and text forms.
//!
//! The crate is pure: no input or output, no clock, no randomness, no global state.

mod action;
mod geometry;
mod outcome;
mod phase;
mod player;
mod ruleset;
mod setup;

pub use action::{Action, Line, RegionId};
pub use geometry::{
    Axis, BoardKind, Cell, Coord, Direction, Geometry, MAX_CELLS, MAX_DIRECTIONS, ParseBoardError, Shape,
};
pub use outcome::{Outcome, Reason};
pub use phase::Phase;
pub use player::{ByPlayer, MAX_PLAYERS, Player, PlayerSet};
pub use ruleset::{
    CaptureDistance, Edition, Landing, LastStanding, MAX_RINGS, Overrides, ParseOptionError, ParseRuleError,
    RegionDuty, Regions, Ruleset, RulesetError, RulesetProblem, Stalemate, Tiebreak,
};
pub use setup::Setup;
