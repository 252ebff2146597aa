//! Verification of a replay's claims against the recomputed match.

use std::fmt;

use serde_json::{Map, Value};

use super::record::{Ply, Replay, Turn};
use super::reference_keys::claim_keys;
use super::reference_write::TurnFile;
use crate::json::{Form, all_events_difference, all_results_difference, drop_unreported_unknown_types};
use crate::json_value::{JsonDifference, display, first_difference};
use crate::rules::{Match, PositionHash};

/// Result of [`Replay::verify`].
#[derive(Clone, PartialEq, Debug)]
pub struct Verified {
    /// Replay that was read.
    pub replay: Replay,
    /// First wrong claim, or `None` if all claims are right.
    pub difference: Option<Difference>,
    /// Numbers of compared items, up to the first difference.
    pub checked: VerifiedCounts,
}

/// Numbers of items that were compared.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct VerifiedCounts {
    /// Recomputed plies.
    pub plies: u64,
    /// Events in these plies.
    pub events: u64,
    /// Compared position hashes; 0 for reference replays.
    pub hashes: u64,
}

/// First wrong claim of a replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Number of the ply, from 0; `None` if the result of the match is wrong.
    pub ply: Option<u64>,
    /// Path in the file, expected and found value.
    pub at: JsonDifference,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(ply) = self.ply {
            write!(f, "ply {ply}, ")?;
        }
        self.at.fmt(f)
    }
}

impl Verified {
    /// Completes a verification by comparing the result in the file. If `check` is `None`, nothing is compared.
    pub(super) fn new(replay: Replay, check: Option<Check>, result: &Value) -> Verified {
        let Some(check) = check else {
            return Verified { replay, difference: None, checked: VerifiedCounts::default() };
        };
        let in_result = || {
            let expected = serde_json::to_value(replay.outcome()).expect("an outcome serializes to JSON");
            let at = first_difference(&expected, result, "$.result")?;
            Some(Difference { ply: None, at })
        };
        let difference = check.difference.or_else(in_result);
        Verified { replay, difference, checked: check.checked }
    }
}

/// Recomputation of a match that is compared ply by ply up to the first difference.
pub(super) struct Check {
    game: Match,
    turns: usize,
    difference: Option<Difference>,
    checked: VerifiedCounts,
}

impl Check {
    pub(super) fn new(replay: &Replay) -> Check {
        Check { game: replay.start(), turns: 0, difference: None, checked: VerifiedCounts::default() }
    }

    /// Plays a ply of a reference replay and compares its claims.
    pub(super) fn check_claims(&mut self, turn: &Turn, claims: &Map<String, Value>) {
        let path = self.path();
        let Some(ply) = self.play(turn) else { return };
        self.checked.events += ply.events.len() as u64;
        let rules = self.game.rules();
        // The full form is needed because the file may contain reason codes.
        let mut expected =
            serde_json::to_value(TurnFile::new(&ply, rules, Form::Full)).expect("a turn serializes to JSON");
        drop_unreported_unknown_types(&mut expected, claims);
        let difference = claim_keys(rules).find_map(|key| {
            let path = format!("{path}.{key}");
            match (claims.get(key), key) {
                (None, _) => Some(JsonDifference { path, expected: display(expected.get(key)), found: display(None) }),
                (Some(claim), "events") => all_events_difference(&expected[key], claim, &path),
                (Some(claim), "actionResults") => all_results_difference(&expected[key], claim, &path),
                (Some(claim), _) => first_difference(&expected[key], claim, &path),
            }
        });
        self.record(difference, ply.before.ply());
    }

    /// Plays a ply of a compact replay and compares the hash of the position after it.
    pub(super) fn check_hash(&mut self, turn: &Turn, hash: PositionHash) {
        let path = format!("{}[1]", self.path());
        let Some(ply) = self.play(turn) else { return };
        self.checked.events += ply.events.len() as u64;
        self.checked.hashes += 1;
        let expected = PositionHash::of(ply.after.position());
        let difference = (expected != hash).then(|| JsonDifference {
            path,
            expected: expected.to_string(),
            found: hash.to_string(),
        });
        self.record(difference, ply.before.ply());
    }

    fn path(&self) -> String {
        format!("$.turns[{}]", self.turns)
    }

    /// Plays a ply and returns it. Returns `None` after a difference; a ply after the end of the match is a difference.
    fn play<'a>(&mut self, turn: &'a Turn) -> Option<Ply<'a>> {
        let path = self.path();
        self.turns += 1;
        if self.difference.is_some() {
            return None;
        }
        let before = self.game.position().clone();
        if before.outcome().is_some() {
            let at = JsonDifference { path, expected: "no ply after the end".to_owned(), found: "one".to_owned() };
            self.record(Some(at), before.ply());
            return None;
        }
        let events = self.game.play_with_events(&turn.plain_orders());
        self.checked.plies += 1;
        Some(Ply { turn, before, events, after: self.game.clone() })
    }

    /// Stores a difference unless there is an earlier one.
    fn record(&mut self, difference: Option<JsonDifference>, ply: u64) {
        self.difference = self.difference.take().or(difference.map(|at| Difference { ply: Some(ply), at }));
    }
}
