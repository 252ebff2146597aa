//! Where players plug in: whoever finds an action for `go`.

use std::time::Duration;

use ai::{Level, Thinker};
use ringrift::{Action, Position};

use super::limits::{Limit, Limits};
use crate::analyse::words::{line_texts, shares};

/// The level of a search that names none.
pub(crate) const DEFAULT_LEVEL: u8 = 5;

/// Asks whether to stop.
pub(crate) type Stopped<'a> = &'a (dyn Fn() -> bool + Sync);

/// Finds an action to play.
///
/// The choice depends on the position and the limits alone, unless time is limited or the search is stopped.
pub(crate) trait Chooser {
    /// The name told to clients.
    fn name(&self) -> &'static str;

    /// The chosen action; none only if there is no legal one.
    ///
    /// Whatever takes long asks `stopped` at least every few milliseconds and then ends with the best it has. `info` sends
    /// the client a line about the search.
    fn choose(&self, position: &Position, limits: &Limits, stopped: Stopped<'_>, info: &dyn Fn(&str))
    -> Option<Action>;
}

/// The levels, from a beginner's to the best.
pub(crate) struct Levels;

impl Chooser for Levels {
    fn name(&self) -> &'static str {
        "levels"
    }

    fn choose(
        &self,
        position: &Position,
        limits: &Limits,
        stopped: Stopped<'_>,
        info: &dyn Fn(&str),
    ) -> Option<Action> {
        info(&format!("candidates {}", position.count_legal()));
        let seed = seed_here(position, limits.value(Limit::Seed).unwrap_or(0));
        let mut thinker = Thinker::new(level(limits), seed).with_limits(limits.of_search());
        let action = thinker.choose(position, stopped)?;
        tell(position, &thinker, info);
        Some(action)
    }
}

fn level(limits: &Limits) -> Level {
    let number = limits.value(Limit::Level).and_then(|number| u8::try_from(number).ok());
    number.and_then(Level::new).or(Level::new(DEFAULT_LEVEL)).unwrap_or(Level::LOWEST)
}

/// The seed of a choice in a position: what was asked before does not matter, and one seed serves a whole game.
fn seed_here(position: &Position, seed: u64) -> u64 {
    let hash = position.fingerprint_hash().0;
    hash[..8].iter().fold(0, |number, &byte| number << 8 | u64::from(byte)) ^ seed
}

/// Tells what a choice was based on; nothing if there was nothing to think about.
fn tell(position: &Position, thinker: &Thinker, info: &dyn Fn(&str)) {
    let Some(thought) = thinker.thought() else { return };
    info(&format!("nodes {}", thought.nodes));
    info(&format!("chances {}", shares(&thought.chances, position.rules().players)));
    info(&format!("line {}", line_texts(position, &thought.line).join(" | ")));
}

impl Limits {
    /// The longest time of a search.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.value(Limit::MoveTime).map(Duration::from_millis)
    }

    /// The limits as players and analysts take them.
    pub(crate) fn of_search(&self) -> ai::Limits {
        ai::Limits { nodes: self.value(Limit::Nodes), time: self.time(), ..ai::Limits::NONE }
    }
}
