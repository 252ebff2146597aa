//! Where players plug in: whoever finds an action for `go`.

use arena::Choices;
use ringrift::{Action, Position};

use super::limits::{Limit, Limits};

/// Finds an action to play.
///
/// The choice depends on the position and the limits alone, unless time is limited or the search is stopped.
pub(crate) trait Chooser {
    /// The name told to clients.
    fn name(&self) -> &'static str;

    /// Whether a limit makes a difference; the client is told of those that do not.
    fn heeds(&self, limit: Limit) -> bool;

    /// The chosen action; none only if there is no legal one.
    ///
    /// Whatever takes long asks `stopped` at least every few milliseconds and then ends with the best it has. `info` sends
    /// the client a line about the search.
    fn choose(
        &self,
        position: &Position,
        limits: &Limits,
        stopped: &dyn Fn() -> bool,
        info: &dyn Fn(&str),
    ) -> Option<Action>;
}

/// Any legal action, all with the same chance.
pub(crate) struct RandomChooser;

impl Chooser for RandomChooser {
    fn name(&self) -> &'static str {
        "random"
    }

    fn heeds(&self, limit: Limit) -> bool {
        limit == Limit::Seed
    }

    fn choose(
        &self,
        position: &Position,
        limits: &Limits,
        _stopped: &dyn Fn() -> bool,
        info: &dyn Fn(&str),
    ) -> Option<Action> {
        let actions = position.legal_actions();
        info(&format!("candidates {}", actions.len()));
        choices(position, limits.value(Limit::Seed).unwrap_or(0)).pick(&actions)
    }
}

/// The choices of a seed in a position: what was asked before does not matter, and one seed serves a whole game.
fn choices(position: &Position, seed: u64) -> Choices {
    let hash = position.fingerprint_hash().0;
    Choices::seeded(hash[..8].iter().fold(0, |number, &byte| number << 8 | u64::from(byte)) ^ seed)
}
