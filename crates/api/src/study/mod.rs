//! Study outside of games: positions and lines, analysis, reviews, lessons, puzzles and pictures.

mod analysis;
mod lesson;
mod picture;
mod position;
mod puzzle;
mod review;

pub use analysis::{AnalyseBody, AnalysisCheckBody, AnalysisCheckView, AnalysisView, ScoredView, ThreatView};
pub use lesson::{AttemptBody, AttemptView, ExerciseResult, ExerciseView, LessonView};
pub use picture::{PictureQuery, PositionPictureQuery};
pub use position::{
    CheckedView, LineStep, LineView, PlayedLine, ProblemView, ReadBody, RecordView, SetupBody, StudyBody, StudyPreview,
    StudyView, StudyWhyBody, TryBody,
};
pub use puzzle::{PuzzleBody, PuzzleFailure, PuzzleView};
pub use review::{FaultView, KeyMomentView, PlayerReview, ReviewLine, ReviewView, TurningPointView};
