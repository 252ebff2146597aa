//! Numbered orders, observations and batches of the Agent Strategy Game.
//!
//! The orders of a ply are chosen one after another: [`OrderSpace`] fixes the number of every choice in a scenario, [`OrderDecision`] is a
//! match in which choices are played by number, and a [`Batch`](crate::Batch) of decisions plays many matches at once.

mod decision;
mod observation;
mod order_space;

pub use decision::{BatchStart, NotLegal, OrderDecision};
pub use observation::{plane_names, scalar_names};
pub use order_space::{Amount, OrderChoice, OrderKind, OrderSpace};
