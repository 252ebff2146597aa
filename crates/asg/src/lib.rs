//! The Agent Strategy Game: a map of nodes and edges, supply, troops, and fights with bounded luck.
//!
//! Everything here is pure: the same scenario, seed and actions give the same match everywhere.

#![warn(missing_docs)]

mod action;
pub mod bots;
mod combat;
mod event;
mod game;
pub mod generate;
mod hash;
pub mod json;
pub mod library;
pub mod limits;
mod observation;
mod outcome;
mod picture;
mod position;
mod prng;
pub mod replay;
mod scenario;
mod side;
mod submitted;
pub mod symmetry;
pub mod trial;

pub use action::Action;
pub use bots::{Bot, View};
pub use combat::{Clash, Decision, Fight, Luck, Rules};
pub use event::{Event, Noted, Observer, Reason};
pub use game::Game;
pub use hash::{ParseHashError, PositionHash};
pub use observation::Observation;
pub use outcome::{AbortReason, DrawReason, Outcome, WinReason};
pub use picture::picture;
pub use position::{Place, Position};
pub use prng::{Prng, spread_seed};
pub use replay::{Replay, Turn};
pub use scenario::{
    InitialState, Layout, MapFile, Node, NodeFile, PlayerFile, Problem, Scenario, ScenarioError, ScenarioFile,
    Settings, scenario_schema,
};
pub use side::{BySide, Owner, Side};
pub use submitted::{Submitted, TooLarge};
