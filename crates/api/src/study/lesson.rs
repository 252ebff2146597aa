//! Lessons and exercises.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::StudyView;

/// A lesson: an introduction, followed by exercises.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LessonView {
    pub title: String,
    /// Introduction.
    pub about: String,
    /// Rules that the lesson teaches.
    pub rules: Vec<String>,
    pub exercises: Vec<ExerciseView>,
}

/// An exercise: one turn of the first player, with a goal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExerciseView {
    /// What to achieve.
    pub goal: String,
    /// Explanation.
    pub text: String,
    /// Hint, to be shown on request.
    pub hint: String,
    /// Start position as text.
    pub position: String,
}

/// Actions played in an exercise so far.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AttemptBody {
    /// Notation of each action.
    pub actions: Vec<String>,
}

/// State of an attempt at an exercise.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AttemptView {
    /// Position, legal actions, and the events of the last action.
    pub study: StudyView,
    /// Whether the goal is reached.
    pub verdict: ExerciseResult,
    /// Comment for the player.
    pub text: String,
}

/// Result of an attempt at an exercise.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Verdict)]
#[serde(rename_all = "snake_case")]
pub enum ExerciseResult {
    /// The goal is not reached yet.
    Open,
    /// The goal is reached.
    Solved,
    /// The goal can no longer be reached.
    Failed,
}
