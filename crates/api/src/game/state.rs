//! The state of a game, ready to draw.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{MessageParts, Text};

/// State of a game: a RingRift position, or an ASG state in the format of replays with the income added.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum StateView {
    /// RingRift position.
    RingRift(Box<RingRiftState>),
    /// ASG state: `ply`, `activePlayer`, `supplies`, `nodes`, and the `income` and `spendable` supply of both sides in their next ply.
    #[schema(value_type = Object)]
    Asg(Value),
}

/// RingRift position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RingRiftState {
    /// Lossless one-line text form of the position.
    pub position: String,
    /// Turn number, from 1.
    pub turn: u32,
    /// Current phase of the turn.
    #[schema(value_type = String)]
    pub phase: Text,
    /// Colour to move, from 1; null after the end.
    pub player: Option<u8>,
    /// Text with the player to move and the decision to make; after the end, with the winner and the reason.
    pub headline: String,
    /// `headline` as an id with parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headline_parts: Option<MessageParts>,
    /// Text with the decision to make, without the player.
    pub asked: String,
    /// `asked` as an id with parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_parts: Option<MessageParts>,
    /// Rule that applies to the decision; null after the end.
    pub rule: Option<String>,
    /// Steps of a turn, in order.
    pub steps: Vec<StepView>,
    /// Index of the current step in `steps`; null after the end.
    pub step: Option<usize>,
    /// Stacks by cell: rings from bottom to top, one digit (the colour) each.
    pub stacks: BTreeMap<String, String>,
    /// Colour of each marker, by cell.
    pub markers: BTreeMap<String, u8>,
    /// Owner of each collapsed cell.
    pub collapsed: BTreeMap<String, u8>,
    /// Status of each colour.
    pub players: Vec<PlayerView>,
    /// Progress measure S: markers, collapsed cells and eliminated rings. It never decreases.
    pub progress: u32,
}

/// One step of a turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct StepView {
    /// Identifier, such as `place`.
    #[schema(value_type = String)]
    pub name: Text,
    /// Title for people.
    #[schema(value_type = String)]
    pub title: Text,
    /// `title` as an id with parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title_parts: Option<MessageParts>,
}

/// Progress of a colour towards one victory condition.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GoalView {
    /// `elimination`, `territory` or `last_standing`.
    #[schema(value_type = String)]
    pub kind: Text,
    /// Amount achieved: rings, cells, or opponents without a move.
    pub have: u32,
    /// Amount needed to win.
    pub need: u32,
    /// Remaining requirement, in English.
    pub text: String,
    /// `text` as an id with parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_parts: Option<MessageParts>,
    /// Rule that defines the condition.
    pub rule: String,
}

/// Status of a colour.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayerView {
    /// Colour, from 1.
    pub player: u8,
    /// Seat that plays the colour, from 0.
    pub seat: usize,
    /// Rings in hand.
    pub hand: u16,
    /// Rings on the board.
    pub on_board: u32,
    /// Eliminated rings credited to the colour.
    pub eliminated: u16,
    /// Number of collapsed cells the colour owns.
    pub territory: u32,
    /// Progress towards each victory condition.
    pub goals: Vec<GoalView>,
}
