//! Code shared by the command-line programs `ringside` (for users) and `lab` (for maintainers).
//!
//! - [`Failure`]: how a command fails, and the exit code of the process.
//! - [`files`]: compressed input, and output files that appear only when they are complete.
//! - [`command_docs`]: the generated part of `docs/cli.md`.
//! - [`RulesArgs`]: the arguments that choose the rules of a game.
//! - [`runs`]: playing the games of a plan with a log, live progress and a clean stop on Ctrl-C.
//! - [`SequentialTest`]: a sequential probability ratio test over pairs of games.

pub mod command_docs;
pub mod descriptors;
mod failure;
pub mod files;
pub mod plain;
mod progress;
mod random_game;
mod rules_args;
pub mod runs;
mod sequential_test;

pub use failure::{Failure, Outcome};
pub use random_game::random_game;
pub use rules_args::RulesArgs;
pub use sequential_test::SequentialTest;

/// Default number of nodes for the analysis of each position of a game. `ringside analyse` uses it, and `lab calibrate`
/// measures it.
pub const NODES_PER_GAME_POSITION: u64 = 10_000;

/// Simulations for each position of a game in an analysis with normal effort, on a board with a network.
pub const SIMULATIONS_PER_GAME_POSITION: u64 = 64;
