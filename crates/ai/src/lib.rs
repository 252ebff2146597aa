//! Players that think, for RingRift and for the Agent Strategy Game: ten levels, and analysis.
//!
//! The work of a level is counted, never timed: the same level chooses the same action from the same seed on every machine.

mod analysis;
pub mod evaluation;
mod level;
mod limits;
pub mod review;
mod roster;
mod search;
mod thinker;
mod threats;
pub mod tune;
pub mod weights;

pub use analysis::{Analysis, Analyst, Scored, final_chances};
pub use level::{Level, ParseLevelError};
pub use limits::Limits;
pub use roster::{VERSION, rosters};
pub use thinker::{Thinker, Thought};
pub use threats::{Threat, ThreatKind, threats, threats_until};
