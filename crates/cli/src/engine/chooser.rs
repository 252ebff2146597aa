//! The players that answer `go`.

use std::time::Duration;

use ai::{Level, LevelBot};
use engine_protocol::{Limit, Limits, Search};
use ringrift::{Action, Position};

use crate::analyse::words::{line_texts, shares};

/// Level of a search without the limit `level`.
pub(crate) const DEFAULT_LEVEL: u8 = 5;

/// Player that chooses actions for `go`.
///
/// The choice depends only on the position and the limits, unless time is limited or the search is stopped.
pub(crate) trait Chooser {
    /// Name that clients see.
    fn name(&self) -> &'static str;

    /// Chooses an action. Returns `None` only if there is no legal one.
    ///
    /// Checks `search.is_stopped()` at least every few milliseconds, and then returns the best action so far.
    fn choose(&self, position: &Position, limits: &Limits, search: &Search<'_>) -> Option<Action>;
}

/// The levels 1 to 10.
pub(crate) struct Levels;

impl Chooser for Levels {
    fn name(&self) -> &'static str {
        "levels"
    }

    fn choose(&self, position: &Position, limits: &Limits, search: &Search<'_>) -> Option<Action> {
        search.info(&format!("candidates {}", position.count_legal()));
        let seed = seed_here(position, limits.value(Limit::Seed).unwrap_or(0));
        let mut thinker = LevelBot::new(level(limits), seed).with_limits(search_limits(limits));
        let action = thinker.choose(position, search.is_stopped())?;
        report(position, &thinker, search);
        Some(action)
    }
}

fn level(limits: &Limits) -> Level {
    let number = limits.value(Limit::Level).and_then(|number| u8::try_from(number).ok());
    number.and_then(Level::new).or(Level::new(DEFAULT_LEVEL)).unwrap_or(Level::LOWEST)
}

/// Derives the seed of a choice from the position, so that earlier choices do not matter and one seed serves a whole game.
fn seed_here(position: &Position, seed: u64) -> u64 {
    let hash = position.fingerprint_hash().0;
    hash[..8].iter().fold(0, |number, &byte| number << 8 | u64::from(byte)) ^ seed
}

/// Reports nodes, chances and the main line of a choice, if it needed a search.
fn report(position: &Position, thinker: &LevelBot, search: &Search<'_>) {
    let Some(thought) = thinker.summary() else { return };
    search.info(&format!("nodes {}", thought.nodes));
    search.info(&format!("chances {}", shares(&thought.chances, position.rules().players)));
    search.info(&format!("line {}", line_texts(position, &thought.line).join(" | ")));
}

/// Converts limits of the protocol to limits of the search.
pub(super) fn search_limits(limits: &Limits) -> ai::Limits {
    let time = limits.value(Limit::MoveTime).map(Duration::from_millis);
    ai::Limits { nodes: limits.value(Limit::Nodes), time, ..ai::Limits::NONE }
}
