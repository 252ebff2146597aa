//! Limits of a search.

use std::num::NonZeroUsize;
use std::time::Duration;

/// Limits of a search. Results are reproducible with limits of nodes and threads, but not with a time limit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum number of positions of each search step (win search, tree search, refutation); with a network, maximum number of
    /// simulations. A [`SearchBot`](crate::SearchBot) or [`NeuralBot`](crate::NeuralBot) ignores it where the number of its level is lower.
    /// In an [`Analyst`](crate::Analyst) it replaces the number of the highest level.
    pub nodes: Option<u64>,
    /// Replaces `nodes` in searches with a network. A simulation takes about as long as a thousand positions without a network.
    pub simulations: Option<u64>,
    pub time: Option<Duration>,
    pub threads: NonZeroUsize,
}

impl Limits {
    /// No limits: the search effort of the level, on one thread.
    pub const NONE: Limits = Limits { nodes: None, simulations: None, time: None, threads: NonZeroUsize::MIN };
}

impl Limits {
    /// Returns limits with a multiple of the effort.
    pub(crate) fn times(self, factor: u32) -> Limits {
        let many = |number: Option<u64>| number.map(|number| number.saturating_mul(factor.into()));
        let time = self.time.map(|time| time.saturating_mul(factor));
        Limits { nodes: many(self.nodes), simulations: many(self.simulations), time, threads: self.threads }
    }

    /// Returns the maximum number of simulations of a search with a network.
    pub(crate) fn most_simulations(&self) -> Option<u64> {
        self.simulations.or(self.nodes)
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::NONE
    }
}
