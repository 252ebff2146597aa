//! What reading replays needs: sizes, types, and where something is wrong.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::json::{is_deeper, is_of_the_rules, shown, step};
use crate::limits::{MAX_ACTIONS, MAX_DEPTH, MAX_PLIES, MAX_REPLAY_BYTES};
use crate::replay::{FORMAT, Replay, Verified, own_read, reference_read};
use crate::scenario::{Scenario, ScenarioError};

/// Why a replay cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The text is too long.
    #[error("the replay has {0} bytes; at most {MAX_REPLAY_BYTES} are read")]
    TooLong(usize),
    /// The text is no JSON.
    #[error("not a JSON object: {0}")]
    Json(String),
    /// Something has the wrong type, is out of its range, or is missing.
    #[error("{path}: {what}")]
    At {
        /// Where, as a JSON path: `$.turns[2].latencyMs`.
        path: String,
        /// What.
        what: String,
    },
    /// The scenario cannot be used.
    #[error("the scenario of the replay:\n{0}")]
    Scenario(ScenarioError),
}

impl Replay {
    /// Reads a replay of either form. What it says about what happened is not looked at.
    ///
    /// # Errors
    /// If it is no replay.
    pub fn read(text: &str) -> Result<Replay, ReplayError> {
        read(text, false).map(|verified| verified.replay)
    }

    /// Reads a replay of either form and compares everything that it says about what happened with what happens: every event,
    /// state, observation, result of an action and summary, or every hash, and the result.
    ///
    /// # Errors
    /// If it is no replay.
    pub fn verify(text: &str) -> Result<Verified, ReplayError> {
        read(text, true)
    }
}

/// The parts of a file that have not been looked into, by key.
pub(super) type Parts<'a> = BTreeMap<String, &'a RawValue>;

fn read(text: &str, verify: bool) -> Result<Verified, ReplayError> {
    if text.len() > MAX_REPLAY_BYTES {
        return Err(ReplayError::TooLong(text.len()));
    }
    let parts: Parts<'_> = serde_json::from_str(text).map_err(|error| ReplayError::Json(error.to_string()))?;
    let marker = |key: &str| parts.get(key).map(|raw| value(raw)).transpose().map_err(|flaw| flaw.within(&step(key)));
    match (marker("format")?, marker("version")?) {
        (Some(format), _) if format == FORMAT => own_read::read(parts, verify),
        (Some(format), _) => {
            Err(Flaw::new(format!("expected \"{FORMAT}\", found {}", shown(Some(&format)))).at(".format"))
        }
        (None, Some(version)) => reference_read::read(parts, &version, verify),
        (None, None) => {
            Err(Flaw::new(format!("no replay: it has neither \"format\": \"{FORMAT}\" nor a \"version\"")).at(""))
        }
    }
}

/// Something that is wrong, and the way to it from where it was found.
#[derive(Debug)]
pub(super) struct Flaw {
    path: String,
    what: String,
}

impl Flaw {
    pub(super) fn new(what: impl Into<String>) -> Flaw {
        Flaw { path: String::new(), what: what.into() }
    }

    pub(super) fn wrong_type(expected: &str, found: &Value) -> Flaw {
        Flaw::new(format!("expected {expected}, found {}", shown(Some(found))))
    }

    /// The same flaw, seen from further out.
    pub(super) fn within(self, step: &str) -> Flaw {
        Flaw { path: format!("{step}{}", self.path), ..self }
    }

    /// The same flaw, seen from the root.
    pub(super) fn at(self, step: &str) -> ReplayError {
        let Flaw { path, what } = self.within(step);
        ReplayError::At { path: format!("${path}"), what }
    }
}

impl From<Flaw> for ReplayError {
    fn from(flaw: Flaw) -> ReplayError {
        flaw.at("")
    }
}

/// Looks into a part.
pub(super) fn value(raw: &RawValue) -> Result<Value, Flaw> {
    serde_json::from_str(raw.get()).map_err(|error| Flaw::new(error.to_string()))
}

/// Takes a part that has to be there.
pub(super) fn part<T>(
    parts: &mut Parts<'_>,
    key: &str,
    read: impl FnOnce(Value) -> Result<T, Flaw>,
) -> Result<T, Flaw> {
    let found = optional_part(parts, key, read)?;
    found.ok_or_else(|| Flaw::new(format!("\"{key}\" is missing")))
}

/// Takes a part that may be there.
pub(super) fn optional_part<T>(
    parts: &mut Parts<'_>,
    key: &str,
    read: impl FnOnce(Value) -> Result<T, Flaw>,
) -> Result<Option<T>, Flaw> {
    let found = parts.remove(key).map(|raw| value(raw).and_then(read));
    found.transpose().map_err(|flaw| flaw.within(&step(key)))
}

/// Takes an entry that has to be there.
pub(super) fn entry<T>(
    object: &mut Map<String, Value>,
    key: &str,
    read: impl FnOnce(Value) -> Result<T, Flaw>,
) -> Result<T, Flaw> {
    let found = optional_entry(object, key, read)?;
    found.ok_or_else(|| Flaw::new(format!("\"{key}\" is missing")))
}

/// Takes an entry that may be there.
pub(super) fn optional_entry<T>(
    object: &mut Map<String, Value>,
    key: &str,
    read: impl FnOnce(Value) -> Result<T, Flaw>,
) -> Result<Option<T>, Flaw> {
    object.remove(key).map(read).transpose().map_err(|flaw| flaw.within(&step(key)))
}

pub(super) fn text(value: Value) -> Result<String, Flaw> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(Flaw::wrong_type("a text", &other)),
    }
}

pub(super) fn object(value: Value) -> Result<Map<String, Value>, Flaw> {
    match value {
        Value::Object(object) => Ok(object),
        other => Err(Flaw::wrong_type("an object", &other)),
    }
}

pub(super) fn list(value: Value) -> Result<Vec<Value>, Flaw> {
    match value {
        Value::Array(items) => Ok(items),
        other => Err(Flaw::wrong_type("a list", &other)),
    }
}

/// A value that can be anything, within reason.
pub(super) fn anything(value: Value) -> Result<Value, Flaw> {
    if is_deeper(&value, MAX_DEPTH) {
        return Err(Flaw::new(format!("more than {MAX_DEPTH} nested levels")));
    }
    Ok(value)
}

/// Events of whoever ran the match.
pub(super) fn runner_events(value: Value) -> Result<Vec<Value>, Flaw> {
    each(list(value)?, |event| {
        let event = object(anything(event)?).map(Value::Object)?;
        if is_of_the_rules(&event) {
            return Err(Flaw::new("an event of the rules, which follows from the actions"));
        }
        Ok(event)
    })
}

/// Entries under other keys than those that have a meaning.
pub(super) fn extra(object: Map<String, Value>, is_taken: impl Fn(&str) -> bool) -> Result<Map<String, Value>, Flaw> {
    let entry = |(key, value): (String, Value)| {
        if is_taken(&key) {
            return Err(Flaw::new("this key has a meaning of its own").within(&step(&key)));
        }
        let value = anything(value).map_err(|flaw| flaw.within(&step(&key)))?;
        Ok((key, value))
    };
    object.into_iter().map(entry).collect()
}

/// A list of actions.
pub(super) fn actions(value: Value) -> Result<Vec<Value>, Flaw> {
    let items = list(value)?;
    if items.len() > MAX_ACTIONS {
        return Err(Flaw::new(format!("{} actions; there can be at most {MAX_ACTIONS}", items.len())));
    }
    Ok(items)
}

/// Reads every item of a list; flaws know its place.
pub(super) fn each<T>(items: Vec<Value>, read: impl Fn(Value) -> Result<T, Flaw>) -> Result<Vec<T>, Flaw> {
    let item = |(i, value)| read(value).map_err(|flaw| flaw.within(&format!("[{i}]")));
    items.into_iter().enumerate().map(item).collect()
}

/// A seed: any integer.
pub(super) fn seed(value: &Value) -> Result<i64, Flaw> {
    let float = || value.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < 2_f64.powi(63));
    let whole = value.as_i64().or_else(|| float().map(|float| float as i64));
    whole.ok_or_else(|| Flaw::wrong_type("an integer", value))
}

/// A time in milliseconds.
pub(super) fn latency(value: &Value) -> Result<f64, Flaw> {
    let time = value.as_f64().filter(|time| time.is_finite() && *time >= 0.0);
    time.ok_or_else(|| Flaw::wrong_type("a number that is not negative", value))
}

pub(super) fn players(value: Value) -> Result<crate::BySide<Value>, Flaw> {
    let mut object = object(value)?;
    let mut player = |key| entry(&mut object, key, |value| self::object(anything(value)?).map(Value::Object));
    let players = crate::BySide { p1: player("P1")?, p2: player("P2")? };
    unknown_keys(object.keys())?;
    Ok(players)
}

/// Refuses what is left over.
pub(super) fn unknown_keys<'a>(mut keys: impl Iterator<Item = &'a String>) -> Result<(), Flaw> {
    keys.next().map_or(Ok(()), |key| Err(Flaw::new(format!("unknown key {}", shown(Some(&Value::from(key.as_str())))))))
}

/// Takes the scenario.
pub(super) fn scenario(parts: &mut Parts<'_>) -> Result<Scenario, ReplayError> {
    let raw = parts.remove("scenario").ok_or_else(|| Flaw::new("\"scenario\" is missing").at(""))?;
    Scenario::parse(raw.get()).map_err(|error| ReplayError::Scenario(at_scenario(error)))
}

/// The places of problems, seen from the replay.
fn at_scenario(error: ScenarioError) -> ScenarioError {
    match error {
        ScenarioError::Problems { mut problems, more } => {
            for problem in &mut problems {
                problem.path = problem.path.replacen('$', "$.scenario", 1);
            }
            ScenarioError::Problems { problems, more }
        }
        other => other,
    }
}

/// Takes the list of plies, none of them looked into.
pub(super) fn turns<'a>(parts: &mut Parts<'a>) -> Result<Vec<&'a RawValue>, ReplayError> {
    let raw = parts.remove("turns").ok_or_else(|| Flaw::new("\"turns\" is missing").at(""))?;
    let turns: Result<Vec<&RawValue>, _> = serde_json::from_str(raw.get());
    let turns = turns.map_err(|_| Flaw::new("expected a list").at(".turns"))?;
    if turns.len() as u64 > MAX_PLIES {
        return Err(Flaw::new(format!("{} plies; there can be at most {MAX_PLIES}", turns.len())).at(".turns"));
    }
    Ok(turns)
}
