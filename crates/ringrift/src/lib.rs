//! The rules of RingRift: boards, positions, legal actions, events, hashes and text forms.
//!
//! The crate is pure: no input or output, no clock, no randomness, no global state.

mod action;
mod action_list;
mod any;
mod board;
mod cell_set;
mod event;
mod explain;
mod flood;
mod geometry;
mod notation;
mod outcome;
mod perft;
mod phase;
mod player;
mod position;
mod query;
mod ruleset;
mod setup;
mod sink;
mod stack;
mod view;
mod zobrist;

pub use action::{Action, Line, RegionId};
pub use action_list::ActionList;
pub use any::{Position, PositionTextError, PositionVisitor};
pub use board::Space;
pub use cell_set::CellSet;
pub use event::{Collapse, Elimination, Event, Observer, Rule};
pub use explain::IllegalAction;
pub use geometry::{
    Axis, BoardKind, Cell, Coord, Direction, Geometry, MAX_CELLS, MAX_DIRECTIONS, ParseBoardError, Shape,
};
pub use notation::action::ParseActionError;
pub use notation::cell::{CellName, ParseCellError};
pub use notation::position::{FingerprintHash, ParsePositionError, ParsePositionProblem};
pub use outcome::{Outcome, Reason};
pub use phase::Phase;
pub use player::{ByPlayer, MAX_PLAYERS, Player, PlayerSet};
pub use position::PositionOf;
pub use query::{Chains, Region};
pub use ruleset::{
    CaptureDistance, Edition, Landing, LastStanding, MAX_RINGS, Overrides, ParseOptionError, ParseRuleError,
    RegionDuty, Regions, Ruleset, RulesetError, RulesetProblem, Stalemate, Tiebreak,
};
pub use setup::{Finished, Setup, SetupError, SetupProblem};
pub use stack::{MAX_HEIGHT, Stack};
