//! The rules of RingRift: boards, positions, legal actions, events, hashes and text forms.
//!
//! The crate is pure: no input or output, no clock, no randomness, no global state.

#![warn(missing_docs)]

mod action;
mod action_list;
mod any;
mod board;
mod board_kind;
mod cell_set;
mod choices;
mod event;
mod excerpt;
mod explain;
mod flood;
mod geometry;
mod notation;
mod options;
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
pub use board::CellContent;
pub use board_kind::{BoardKind, Cell, Coord, ParseBoardError, Shape};
pub use cell_set::CellSet;
pub use choices::{
    Borders, CaptureDistance, Edition, Forced, Landing, LastStanding, LinePrice, OpenRegions, ParseRuleError,
    RegionDuty, Regions, Skip, Stalemate, Tiebreak,
};
pub use event::{CollapseCause, EliminationCause, Event, Observer, Rule, TurnStep};
pub use excerpt::excerpt;
pub use explain::IllegalAction;
pub use geometry::{Axis, Direction, Geometry, MAX_CELLS, MAX_DIRECTIONS};
pub use notation::cell::{CellName, ParseCellError};
pub use notation::code::ActionCode;
pub use notation::marks::Marks;
pub use notation::parse::{ParseActionError, is_valid_notation};
pub use notation::position::{FingerprintHash, ParsePositionError, ParsePositionProblem};
pub use notation::reference::reference_hash;
pub use notation::resolve::{ReadActionError, ResolveActionError};
pub use notation::write::ActionStyle;
pub use notation::written::{LineOption, WrittenAction, WrittenKind};
pub use options::{Overrides, ParseOptionError};
pub use outcome::{Outcome, Reason};
pub use phase::{LastStandingRounds, Phase, TurnProgress};
pub use player::{ByPlayer, MAX_PLAYERS, Player, PlayerSet};
pub use position::PositionOf;
pub use query::{CaptureChains, Claim, Mobility, Region};
pub use ruleset::{MAX_RINGS, Ruleset, RulesetError, RulesetProblem};
pub use setup::{FinishedGames, Setup, SetupError, SetupProblem};
pub use stack::{MAX_HEIGHT, Stack};

/// The example in the project's README, so that it stays true.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
