//! Properties of every position that play can reach; `docs/invariants.md` explains them.
//!
//! Each property is checked in random games under random rules. Where a property does not hold, a test shows a
//! counterexample.

#[path = "../common/mod.rs"]
mod common;

mod legality;
mod page;
mod play;
mod progress;
mod queries;
mod regions;
mod rings;
mod seats;
mod symmetric_hash;
mod symmetry;
mod texts;
mod transform;

/// Number of games per property; `PROPTEST_CASES` overrides it.
const GAMES: u32 = 128;
