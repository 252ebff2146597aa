//! RingRift bots that search: ten levels, analysis of positions and reviews of games.
//!
//! Search effort is measured in positions, not in time: the same level chooses the same action from the same seed on every machine.

mod analysis;
pub mod evaluation;
mod level;
mod level_bot;
mod limits;
mod neural;
mod plans;
pub mod puzzle;
pub mod review;
mod roster;
mod search;
mod search_bot;
mod term;
mod threats;
pub mod weights;

pub use analysis::{Analysis, Analyst, ScoredAction, final_chances};
pub use level::{Level, ParseLevelError};
pub use level_bot::LevelBot;
pub use limits::Limits;
pub use neural::{NeuralBot, NeuralSettings, SolverBudget};
pub use roster::{CLASSIC_VERSION, VERSION, rosters};
pub use search::{IsCancelled, ProgressCallback};
pub use search_bot::{SearchBot, SearchSummary};
pub use threats::{Threat, ThreatKind, threats, threats_until};
