//! What a search may take.

use std::num::NonZeroUsize;
use std::time::Duration;

/// Bounds of a search. Nodes and cores keep a choice reproducible, time does not.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most positions that each step of a choice looks at (wins within the turn, the tree, making sure of it), if fewer than
    /// the level would.
    pub nodes: Option<u64>,
    /// The most time.
    pub time: Option<Duration>,
    /// On how many threads.
    pub threads: NonZeroUsize,
}

impl Limits {
    /// What the level asks for, on one thread.
    pub const NONE: Limits = Limits { nodes: None, time: None, threads: NonZeroUsize::MIN };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::NONE
    }
}
