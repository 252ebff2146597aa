//! RingRift positions outside of games: the client keeps them, the server evaluates them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{EventView, LegalView, MessageParts, RingRiftState};

/// A position, or the start position of a rule set.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StudyBody {
    /// Position as text; replaces the other fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Board; `square8` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// Number of players; 2 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// `standard` (the default), `canon`, `compact` or `live`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Rules that differ from the edition.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

/// A position and its legal actions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct StudyView {
    /// The position.
    pub state: RingRiftState,
    /// Legal actions; absent after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<LegalView>,
    /// Name of the board.
    pub board: String,
    /// Rules in one line: board, players, edition and options.
    pub rules: String,
    /// Rules as people read them, such as `square8 2p standard` for `square8 2p canon regions=no_main`.
    #[serde(default)]
    pub rules_title: String,
    /// Hash of the position.
    pub hash: String,
    /// Events of the action that led here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<EventView>,
}

/// An action in a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TryBody {
    /// Position as text.
    pub position: String,
    /// Notation of the action.
    pub action: String,
}

/// Effect of an action in a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct StudyPreview {
    /// Events the action would cause.
    pub events: Vec<EventView>,
    /// Position after the action.
    pub state: RingRiftState,
}

/// Question why an action is illegal or a cell cannot be selected in a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StudyWhyBody {
    /// Position as text.
    pub position: String,
    /// Notation of the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Name of the cell to select, such as `d4`; takes precedence over `action`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// Cells selected before `cell`, at most 3.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub picked: Vec<String>,
}

/// A position or record to read.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadBody {
    /// Position text, or a RingRift record as text or JSON.
    pub text: String,
}

/// A line of play: a start position and the actions after it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineView {
    /// Start position as text.
    pub start: String,
    /// Notation of each action.
    pub actions: Vec<String>,
}

/// A line of play as a RingRift record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RecordView {
    /// Text of the record.
    pub text: String,
}

/// The positions of a line of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayedLine {
    /// One step for each action.
    pub steps: Vec<LineStep>,
}

/// One action of a line of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LineStep {
    /// Notation of the action.
    pub action: String,
    /// Colour that acted, from 1.
    pub player: u8,
    /// Turn number.
    pub turn: u32,
    /// Position after the action.
    pub position: String,
}

/// Pieces placed on a board in an editor.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SetupBody {
    /// Board; `square8` by default.
    pub board: Option<String>,
    /// Number of players; 2 by default.
    pub players: Option<u8>,
    /// `standard` (the default), `canon`, `compact` or `live`.
    pub edition: Option<String>,
    /// Rules that differ from the edition.
    pub options: BTreeMap<String, String>,
    /// Stacks by cell: rings from bottom to top, one digit (the colour) each.
    pub stacks: BTreeMap<String, String>,
    /// Colour of each marker, by cell.
    pub markers: BTreeMap<String, u8>,
    /// Owner of each collapsed cell.
    pub collapsed: BTreeMap<String, u8>,
    /// Rings in hand by colour; by default all rings that are neither on the board nor eliminated.
    pub hands: Option<Vec<u16>>,
    /// Eliminated rings credited to each colour; none by default.
    pub eliminated: Vec<u16>,
    /// Colour to move; 1 by default.
    pub player: Option<u8>,
    /// Phase as in position texts; derived from the rules by default.
    pub phase: Option<String>,
    /// Turn number; 1 by default.
    pub turn: Option<u32>,
}

/// Result of checking a setup.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct CheckedView {
    /// The position, if the setup is valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub study: Option<StudyView>,
    /// All problems, if the setup is invalid.
    pub problems: Vec<ProblemView>,
}

/// A problem in a setup.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProblemView {
    /// Description in English.
    pub text: String,
    /// `text` as an id with parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_parts: Option<MessageParts>,
    /// Cells concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}
