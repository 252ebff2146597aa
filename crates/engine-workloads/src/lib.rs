//! Random games and perft for measuring the RingRift engine.
//!
//! Each workload is fixed: the same seed gives the same games on every machine, and [`Loop::Listed`] and [`Loop::Sampled`] play
//! the same games. `cargo lab bench` and `peers` measure the time of the loops; the binary of this crate runs one workload
//! under valgrind for `cargo xtask instructions`.

mod counted;
mod perft;
mod random_games;
mod rules;

pub use counted::CountedWorkload;
pub use perft::PerftPosition;
pub use random_games::{Loop, Random, play_games};
pub use rules::{growth_rules, preset, random_game_rules};
