//! Analysis of RingRift positions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{CellsView, GameId};

/// Request to analyse a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AnalyseBody {
    /// RingRift position as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// A game, instead of a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// Number of the game's actions to play before analysing; all by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// Search nodes, at most 50000; 5000 by default. On boards with a network, one evaluation by the network replaces 25 nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Number of best actions to return, at most 20; 5 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<usize>,
    /// Whether to search for threats; `true` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<bool>,
}

/// Question whether a position or a game may be analysed now. Clients that analyse on their own ask it first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AnalysisCheckBody {
    /// RingRift position as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// A game, instead of a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
}

/// The position or the game may be analysed, except for some positions of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AnalysisCheckView {
    /// Plies of the game whose positions people are playing in other games: reviews leave them out. Empty for a position.
    pub hidden: Vec<usize>,
}

/// Analysis of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AnalysisView {
    /// Hash of the position.
    pub hash: String,
    /// Colour to move, from 1; null if the game is over.
    pub player: Option<u8>,
    /// Win probability of each colour.
    pub chances: Vec<f64>,
    /// Best actions, best first.
    pub actions: Vec<ScoredView>,
    /// Threats of the other colours; empty if they were not requested.
    pub threats: Vec<ThreatView>,
    /// Number of positions evaluated, on boards with a network by the network.
    pub nodes: u64,
}

/// An evaluated action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ScoredView {
    /// Notation of the action.
    pub action: String,
    /// Cells to select, in this order.
    pub picks: Vec<String>,
    /// Further cells that the action affects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
    /// Win probability of each colour after the action.
    pub chances: Vec<f64>,
    /// Whether the result is proved.
    pub proved: bool,
    /// Principal variation, beginning with the action.
    pub line: Vec<String>,
}

/// Threat: a gain that a colour could achieve if it were to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ThreatView {
    /// Colour that threatens, from 1.
    pub player: u8,
    /// `win`, `rings` or `territory`.
    pub kind: String,
    /// Number of rings or cells gained; 1 for a win.
    pub gain: u32,
    /// Notation of the actions that carry out the threat.
    pub line: Vec<String>,
    /// Cells of each action in `line`.
    pub cells: Vec<CellsView>,
}
