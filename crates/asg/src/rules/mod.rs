//! Positions, orders, and the execution of a ply.

mod combat;
mod event;
mod hash;
mod order;
mod outcome;
mod play;
mod position;
mod stepped;
mod view;

pub use combat::{Combat, CombatResult, Fight, Luck, Rules};
pub use event::{Event, EventRecord, Observer, OrderRejection};
pub use hash::{ParseHashError, PositionHash};
pub use order::Order;
pub use outcome::{AbortReason, DrawReason, Outcome, WinReason};
pub use play::Match;
pub use position::{NodeState, Position};
pub use stepped::SteppedMatch;
pub use view::View;
