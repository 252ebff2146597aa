//! Players that think, for RingRift and for the Agent Strategy Game: ten levels, and analysis.
//!
//! The work of a level is counted, never timed: the same level chooses the same action from the same seed on every machine.

mod analysis;
mod level;
mod limits;
mod roster;
mod thinker;

pub use analysis::{Analysis, Analyst, Scored, Threat, ThreatKind, threats};
pub use level::{Level, ParseLevelError};
pub use limits::Limits;
pub use roster::rosters;
pub use thinker::Thinker;
