//! Version numbers and keys of reference replays.

use crate::rules::Rules;

/// Returns the version of reference replays under an edition of the rules.
pub(super) const fn version(rules: Rules) -> &'static str {
    match rules {
        Rules::V0 => "0.1.0",
        Rules::V1 => "1.0.0",
    }
}

/// Reports whether a key of a replay has a defined meaning.
pub(super) fn is_replay_key(key: &str) -> bool {
    ["format", "version", "createdAt", "seed", "scenario", "turns", "result", "players"].contains(&key)
}

/// Reports whether a key of a ply has a defined meaning.
pub(super) fn is_turn_key(key: &str, rules: Rules) -> bool {
    let known = ["actions", "rationaleText", "latencyMs", "controllerId", "diagnostics", "memoryUpdate"];
    known.contains(&key) || claim_keys(rules).any(|claim| claim == key)
}

/// Returns the keys of a ply whose values can be recomputed, and are compared in a verification.
pub(super) fn claim_keys(rules: Rules) -> impl Iterator<Item = &'static str> {
    let always = ["ply", "player", "observations", "events", "stateAfter"];
    let later: &[&str] = if rules == Rules::V1 { &["submittedActions", "actionResults", "summary"] } else { &[] };
    always.into_iter().chain(later.iter().copied())
}
