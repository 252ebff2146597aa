//! Tactics: positions in which the levels must find what there is to be found.
//!
//! `positions.txt` has the cases, and says how they are written. `turns` and `goal` check them, without any help of the
//! players: every way to play a turn is looked at. `levels` lets the players play them. `table` keeps `docs/tactics.md`.

mod case;
mod claims;
mod goal;
mod levels;
mod table;
mod turns;

use std::sync::LazyLock;

use crate::case::{Case, read_cases};

/// The cases.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    read_cases(include_str!("positions.txt")).unwrap_or_else(|error| panic!("positions.txt: {error}"))
});

/// The cases whose name contains `TACTICS_CASE`, if that is set; otherwise all.
fn chosen_cases() -> Vec<&'static Case> {
    let part = std::env::var("TACTICS_CASE").unwrap_or_default();
    CASES.iter().filter(|case| case.id.contains(&part)).collect()
}
