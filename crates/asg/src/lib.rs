//! Rules of the Agent Strategy Game (ASG): two players fight over a map of nodes and edges with supply, troops and
//! combat whose randomness is bounded.
//!
//! All functions are deterministic: the same scenario, seed and orders produce the same match on every machine.
//!
//! A player submits a list of [`Order`]s per ply. JSON formats call them "actions".
//!
//! The "reference implementation" in the comments is the public implementation of the game; this crate reads and writes its
//! replays (`docs/asg-formats.md`).

#![warn(missing_docs)]

pub mod bots;
pub mod json;
mod json_value;
pub mod limits;
mod maps;
mod prng;
pub mod replay;
mod rules;
mod scenario;
mod side;

pub use bots::{Bot, trial};
pub use json::{Observation, OrderTooLarge, SubmittedOrder};
pub use maps::{generate, grid, library, picture, symmetry};
pub use prng::{Prng, derive_seed};
pub use replay::{Replay, Turn};
pub use rules::{
    AbortReason, Combat, CombatResult, DrawReason, Event, EventRecord, Fight, Luck, Match, NodeState, Observer, Order,
    OrderRejection, Outcome, ParseHashError, Position, PositionHash, Rules, SteppedMatch, View, WinReason,
};
pub use scenario::{
    InitialState, Layout, MapFile, Node, NodeFile, PlayerFile, Problem, Scenario, ScenarioError, ScenarioFile,
    Settings, scenario_schema,
};
pub use side::{BySide, Owner, Side};
