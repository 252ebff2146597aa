//! Tactics tests: positions with a goal that the levels must reach.
//!
//! `positions.txt` contains the cases and describes their format. `turns` and `goal` check the cases by enumerating all turns,
//! independently of the `ai` crate. `levels` lets the bots play them. `puzzles` compares the proofs behind puzzles with the enumeration. `table` checks `docs/tactics.md`.

mod case;
mod claims;
mod goal;
mod levels;
mod puzzles;
mod table;
mod turns;

use std::sync::LazyLock;

use crate::case::{Case, read_cases};

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    read_cases(include_str!("positions.txt")).unwrap_or_else(|error| panic!("positions.txt: {error}"))
});

/// Returns the cases whose name contains `TACTICS_CASE`, or all if that is not set.
fn chosen_cases() -> Vec<&'static Case> {
    let part = std::env::var("TACTICS_CASE").unwrap_or_default();
    CASES.iter().filter(|case| case.id.contains(&part)).collect()
}
