//! Comparing what replays say about what happened with what happens.

use std::fmt;

use serde_json::{Map, Value};

use crate::combat::Rules;
use crate::game::Game;
use crate::hash::PositionHash;
use crate::json::{
    Form, JsonDifference, all_events_difference, all_results_difference, first_difference, settle_unknown_types, shown,
};
use crate::replay::reference::TurnFile;
use crate::replay::{Ply, Replay, Turn};

/// A replay that was read, and whether what it says is true.
#[derive(Clone, PartialEq, Debug)]
pub struct Verified {
    /// The replay.
    pub replay: Replay,
    /// The first thing that is not as it says.
    pub difference: Option<Difference>,
    /// What was compared.
    pub checked: Checked,
}

/// How much was compared.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Plies that were played again.
    pub plies: u64,
    /// Events in them.
    pub events: u64,
    /// Hashes of positions.
    pub hashes: u64,
}

/// The first place where a replay does not say what happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// In which ply; none if it is the result.
    pub ply: Option<u64>,
    /// Where in the file, what should stand there, and what does.
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
    /// What a check found, if there was one. The result, as it stands in the file, is compared at last.
    pub(super) fn new(replay: Replay, check: Option<Check>, result: &Value) -> Verified {
        let Some(check) = check else { return Verified { replay, difference: None, checked: Checked::default() } };
        let in_result = || {
            let expected = serde_json::to_value(replay.outcome()).unwrap_or_default();
            let at = first_difference(&expected, result, "$.result")?;
            Some(Difference { ply: None, at })
        };
        let difference = check.difference.or_else(in_result);
        Verified { replay, difference, checked: check.checked }
    }
}

/// What a ply says about what happened in it, by key.
pub(super) fn claims(rules: Rules) -> impl Iterator<Item = &'static str> {
    let always = ["ply", "player", "observations", "events", "stateAfter"];
    let later: &[&str] = if rules == Rules::V1 { &["submittedActions", "actionResults", "summary"] } else { &[] };
    always.into_iter().chain(later.iter().copied())
}

/// A match that is played again and compared ply by ply, up to the first difference.
pub(super) struct Check {
    game: Game,
    turns: usize,
    difference: Option<Difference>,
    checked: Checked,
}

impl Check {
    pub(super) fn new(replay: &Replay) -> Check {
        Check { game: replay.start(), turns: 0, difference: None, checked: Checked::default() }
    }

    /// Plays a ply of which the reference tells.
    pub(super) fn told_turn(&mut self, turn: &Turn, told: &Map<String, Value>) {
        let path = self.path();
        let Some(ply) = self.play(turn) else { return };
        self.checked.events += ply.events.len() as u64;
        let rules = self.game.rules();
        // With the codes of reasons, because the file may tell them too.
        let mut expected = serde_json::to_value(TurnFile::new(&ply, rules, Form::Own)).unwrap_or_default();
        settle_unknown_types(&mut expected, told);
        let difference = claims(rules).find_map(|key| {
            let path = format!("{path}.{key}");
            match (told.get(key), key) {
                (None, _) => Some(JsonDifference { path, expected: shown(expected.get(key)), found: shown(None) }),
                (Some(told), "events") => all_events_difference(&expected[key], told, &path),
                (Some(told), "actionResults") => all_results_difference(&expected[key], told, &path),
                (Some(told), _) => first_difference(&expected[key], told, &path),
            }
        });
        self.note(difference, ply.before.ply());
    }

    /// Plays a ply of which there is a hash.
    pub(super) fn hashed_turn(&mut self, turn: &Turn, hash: PositionHash) {
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
        self.note(difference, ply.before.ply());
    }

    fn path(&self) -> String {
        format!("$.turns[{}]", self.turns)
    }

    /// Plays a ply, unless there was a difference already, or the match has ended, which is one.
    fn play<'a>(&mut self, turn: &'a Turn) -> Option<Ply<'a>> {
        let path = self.path();
        self.turns += 1;
        if self.difference.is_some() {
            return None;
        }
        let before = self.game.position().clone();
        if before.outcome().is_some() {
            let at = JsonDifference { path, expected: "no ply after the end".to_owned(), found: "one".to_owned() };
            self.note(Some(at), before.ply());
            return None;
        }
        let events = self.game.play_with_events(&turn.plain_actions());
        self.checked.plies += 1;
        Some(Ply { turn, before, events, after: self.game.clone() })
    }

    fn note(&mut self, difference: Option<JsonDifference>, ply: u64) {
        self.difference = self.difference.take().or(difference.map(|at| Difference { ply: Some(ply), at }));
    }
}
