//! Review of a whole RingRift game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A line of the review stream.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ReviewLine {
    /// Progress report.
    Progress {
        /// Steps done. First every position is evaluated, then every action judged.
        done: usize,
        /// Total number of steps.
        of: usize,
    },
    /// The finished review.
    Review(ReviewView),
    /// The review failed.
    Failed {
        /// What to do next.
        message: String,
    },
}

/// Review of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewView {
    /// Win probability of each colour at the start and after each action; null for positions that occur in a running game between people.
    pub chances: Vec<Option<Vec<f64>>>,
    /// Actions after which the favourite changed permanently.
    pub turning_points: Vec<TurningPointView>,
    /// Actions that were not the best.
    pub faults: Vec<FaultView>,
    /// Quality of play by colour.
    pub players: Vec<PlayerReview>,
    /// The few turns with the largest losses, in the order of the game.
    pub key_moments: Vec<KeyMomentView>,
}

/// A turn with a large loss, and a better turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct KeyMomentView {
    /// Number of the turn.
    pub turn: u32,
    /// Colour that played the turn, from 1.
    pub player: u8,
    /// Number of actions played before the turn.
    pub start: usize,
    /// Number of actions played up to the end of the turn.
    pub end: usize,
    /// `mistake` or `blunder`.
    pub verdict: String,
    /// Win probability of the colour after the better turn.
    pub before: f64,
    /// Win probability of the colour after the turn that was played, analysed with the same effort.
    pub after: f64,
    /// Difference of both.
    pub loss: f64,
    /// Notation of the actions played.
    pub played: Vec<String>,
    /// Notation of the actions of a better turn, played from the position before the turn.
    pub better: Vec<String>,
}

/// An action after which the favourite changed permanently.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = TurningView)]
pub struct TurningPointView {
    /// Number of actions played.
    pub ply: usize,
    /// Favourite before, if there was one.
    pub from: Option<u8>,
    /// Favourite afterwards.
    pub to: u8,
}

/// An action that was not the best.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct FaultView {
    /// Number of the action, from 1.
    pub ply: usize,
    /// Colour that acted, from 1.
    pub player: u8,
    /// Notation of the action.
    pub action: String,
    /// `inaccuracy`, `mistake` or `blunder`.
    pub verdict: String,
    /// Annotation symbol of the verdict.
    pub sign: String,
    /// Loss of win probability.
    pub loss: f64,
    /// Better line of play.
    pub better: Vec<String>,
}

/// Quality of a colour's play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = PlayView)]
pub struct PlayerReview {
    /// Colour, from 1.
    pub player: u8,
    /// Number of decisions with more than one option.
    pub decisions: usize,
    /// Number of turns that count for the accuracy: those with a choice while the game was open.
    pub turns: usize,
    /// Mean accuracy of these turns, in percent; null without turns.
    pub accuracy: Option<f64>,
    pub inaccuracies: usize,
    pub mistakes: usize,
    pub blunders: usize,
}
