//! The rules of RingRift: boards, positions, legal actions, events, hashes and text forms.
//!
//! The crate is pure: no input or output, no clock, no randomness, no global state.
//!
//! Start with [`Ruleset`] (the parameters of a game), [`Position`] (a state of a game) and [`Action`] (one decision).
//!
//! Comments cite the rulebook: rule ids such as `RR-CANON-R103` and "rules section 12.3" refer to
//! `docs/rules/rules.md`, "rules-live section 6" to `docs/rules/rules-live.md`, and "ruling D25" to
//! `docs/rules/decisions.md`.

#![warn(missing_docs)]

mod action;
mod board;
mod event;
mod excerpt;
mod legality;
mod message;
mod notation;
mod outcome;
mod phase;
mod player;
mod position;
mod ruleset;
pub mod texts;

pub use action::list::ActionList;
pub use action::{Action, Line, RegionId};
pub use board::CellContent;
pub use board::cell_set::CellSet;
pub use board::geometry::{Axis, Direction, Geometry, MAX_CELLS, MAX_DIRECTIONS};
pub use board::kind::{BoardKind, Cell, Coord, ParseBoardError, Shape};
pub use board::stack::{MAX_HEIGHT, Stack};
pub use board::symmetry::Symmetry;
pub use event::{CollapseCause, EliminationCause, Event, Observer, Rule, TurnStep};
pub use excerpt::excerpt;
pub use legality::IllegalAction;
pub use message::{Message, MessageValue, Template};
pub use notation::cell::{CellName, ParseCellError};
pub use notation::code::ActionCode;
pub use notation::fingerprint::FingerprintHash;
pub use notation::marks::Marks;
pub use notation::parse::{ActionWord, ParseActionError, WrongWords, is_valid_notation};
pub use notation::parse_position::{ParsePositionError, ParsePositionProblem};
pub use notation::reader::{ActionReader, ChosenLine, ReadAction};
pub use notation::reference::reference_hash;
pub use notation::resolve::{ReadActionError, ResolveActionError};
pub use notation::write::ActionStyle;
pub use notation::written::{LineOption, WrittenAction, WrittenKind};
pub use outcome::{Outcome, Reason};
pub use phase::{LastStandingRounds, Phase, TurnProgress};
pub use player::{ByPlayer, MAX_PLAYERS, Player, PlayerSet};
pub use position::PositionOf;
pub use position::any_board::{MEDIUM_WORDS, Position, PositionTextError, PositionVisitor};
pub use position::groups::ActionGroups;
pub use position::legal::LegalActions;
pub use position::query::{CaptureChains, Claim, Mobility, Region};
pub use position::setup::{FinishedGames, Setup, SetupError, SetupProblem};
pub use ruleset::options::{
    Borders, CaptureDistance, Edition, Forced, Landing, LastStanding, LinePrice, OpenRegions, ParseRuleError,
    RegionDuty, Regions, Skip, Stalemate, Tiebreak,
};
pub use ruleset::overrides::{Overrides, ParseOptionError};
pub use ruleset::problem::{RulesetError, RulesetProblem};
pub use ruleset::{MAX_RINGS, Ruleset};

/// Runs the example of the project's README as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
