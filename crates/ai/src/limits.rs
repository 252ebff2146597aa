//! Limits of a search.

use std::num::NonZeroUsize;
use std::time::Duration;

/// Limits of a search. Results are reproducible with limits of nodes and threads, but not with a time limit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum number of positions of each search step (win search, tree search, refutation). A
    /// [`SearchBot`](crate::SearchBot) ignores it where the number of its level is lower. In an
    /// [`Analyst`](crate::Analyst) it replaces the tree size of the highest level.
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    pub threads: NonZeroUsize,
}

impl Limits {
    /// No limits: the search effort of the level, on one thread.
    pub const NONE: Limits = Limits { nodes: None, time: None, threads: NonZeroUsize::MIN };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::NONE
    }
}
