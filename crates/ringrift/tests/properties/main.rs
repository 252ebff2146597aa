//! What holds in every position that play can reach; `docs/invariants.md` tells why.
//!
//! Each property looks at all positions of random games by all kinds of rules. What does not hold under all of them is
//! pinned by a position in which it fails.

#[path = "../common/mod.rs"]
mod common;

mod images;
mod legality;
mod page;
mod play;
mod progress;
mod queries;
mod regions;
mod rings;
mod seats;
mod symmetry;
mod texts;

/// How many games each property is tried on, unless `PROPTEST_CASES` says otherwise.
const GAMES: u32 = 128;
