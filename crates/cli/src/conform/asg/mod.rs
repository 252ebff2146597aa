//! Recorded data of the Agent Strategy Game.

mod matches;
mod play;
mod replays;
mod tables;

use serde_json::Value;

use crate::conform::report::Report;
use crate::conform::source::Source;

/// Kind of data in a file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(in crate::conform) enum Kind {
    /// Recorded matches: `asg-match/1`.
    Matches,
    /// Replays in either format, alone or as the field `replay` of an object.
    Replays,
    /// Random numbers.
    Prng,
    /// Results of fights.
    Combat,
    /// Valid and invalid scenarios.
    Scenarios,
}

impl Kind {
    /// Detects the kind by the first value. Only matches and replays name their format.
    pub(in crate::conform) fn of(first: &Value) -> Option<Kind> {
        let first_has = |key| first.get(0).is_some_and(|item| item.get(key).is_some());
        let has = |key| first.get(key).is_some();
        match first.get("format").and_then(Value::as_str) {
            Some("asg-match/1") => Some(Kind::Matches),
            Some(asg::replay::FORMAT) => Some(Kind::Replays),
            Some(_) => None,
            None if has("replay") || (has("version") && has("turns")) => Some(Kind::Replays),
            None if has("columns") && has("rows") => Some(Kind::Combat),
            None if first_has("state0") => Some(Kind::Prng),
            None if first_has("accepted") => Some(Kind::Scenarios),
            None => None,
        }
    }
}

pub(super) fn check(kind: Kind, source: Source, report: &mut Report) -> Result<(), String> {
    match kind {
        Kind::Matches => matches::check(source, report),
        Kind::Replays => replays::check(source, report),
        Kind::Prng => tables::prng(source, report),
        Kind::Combat => tables::combat(source, report),
        Kind::Scenarios => tables::scenarios(source, report),
    }
}

/// Numbers of compared items.
#[derive(Default, Debug)]
pub(in crate::conform) struct AsgCounts {
    pub(super) matches: u64,
    pub(super) replays: u64,
    pub(super) plies: u64,
    pub(super) events: u64,
    pub(super) choices: u64,
    pub(super) numbers: u64,
    pub(super) fights: u64,
    pub(super) scenarios: u64,
}

impl AsgCounts {
    /// Reports whether anything was compared.
    pub(in crate::conform) fn has_content(&self) -> bool {
        self.list().iter().any(|(count, _)| *count > 0)
    }

    /// Adds the counts of another check.
    pub(in crate::conform) fn add(&mut self, other: &AsgCounts) {
        self.matches += other.matches;
        self.replays += other.replays;
        self.plies += other.plies;
        self.events += other.events;
        self.choices += other.choices;
        self.numbers += other.numbers;
        self.fights += other.fights;
        self.scenarios += other.scenarios;
    }

    /// Returns the counts with their names.
    pub(in crate::conform) fn list(&self) -> [(u64, &'static str); 8] {
        [
            (self.matches, "matches"),
            (self.replays, "replays"),
            (self.plies, "plies"),
            (self.events, "events"),
            (self.choices, "choices of bots"),
            (self.numbers, "random numbers"),
            (self.fights, "fights"),
            (self.scenarios, "scenarios"),
        ]
    }
}
