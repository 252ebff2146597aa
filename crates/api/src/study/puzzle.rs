//! Puzzles.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ExerciseResult;

/// A puzzle and the actions played so far.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PuzzleBody {
    /// Position of the puzzle as text.
    pub position: String,
    /// `win`, `win_in_two`, `defend`, or `claim` with the number of cells.
    pub goal: String,
    /// Notation of each action, including those of the opponent.
    pub actions: Vec<String>,
    /// Whether the response has a winning turn, once the second turn of a win in two turns has begun.
    pub solve: bool,
}

/// State of an attempt at a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PuzzleView {
    /// Whether the goal is reached.
    pub verdict: ExerciseResult,
    /// Why the attempt failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<PuzzleFailure>,
    /// Cells of territory gained, if they are too few.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<u32>,
    /// Turn of the opponent: the next one if the attempt is open, the one that refutes the attempt if it failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reply: Vec<String>,
    /// A turn that wins, if the request asks for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub solution: Vec<String>,
}

/// Why an attempt at a puzzle failed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleFailure {
    /// The turn does not win.
    NotWon,
    /// The opponent wins in the next turn.
    OpponentWins,
    /// The opponent has a reply after which no turn wins.
    OpponentEscapes,
    /// The turn gains fewer cells of territory than possible.
    TooSmall,
    /// The search reached its limit, so that the result is unknown.
    Unproved,
}
