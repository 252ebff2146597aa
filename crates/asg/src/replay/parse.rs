//! Helpers for parsing replays: typed access to JSON with paths in the errors.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::json::is_rule_event;
use crate::json_value::{display, is_deeper, path_step};
use crate::limits::{MAX_ACTIONS, MAX_DEPTH, MAX_PLIES, MAX_REPLAY_BYTES};
use crate::scenario::{Scenario, ScenarioError};

/// Error while reading a replay.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The text is longer than [`MAX_REPLAY_BYTES`]; holds its length.
    #[error("the replay has {0} bytes; at most {MAX_REPLAY_BYTES} are read")]
    TooLong(usize),
    /// The text is not a JSON object; holds the parser's message.
    #[error("not a JSON object: {0}")]
    Json(String),
    /// A value has the wrong type, is out of range or is missing.
    #[error("{path}: {what}")]
    At {
        /// JSON path of the value, such as `$.turns[2].latencyMs`.
        path: String,
        /// Human-readable description of the problem.
        what: String,
    },
    /// The scenario in the replay is not valid.
    #[error("the scenario of the replay:\n{0}")]
    Scenario(ScenarioError),
}

/// Unparsed entries of the top-level object, by key.
pub(super) type Parts<'a> = BTreeMap<String, &'a RawValue>;

/// A problem and its path relative to the value that is being parsed.
#[derive(Debug)]
pub(super) struct PathError {
    path: String,
    what: String,
}

impl PathError {
    pub(super) fn new(what: impl Into<String>) -> PathError {
        PathError { path: String::new(), what: what.into() }
    }

    pub(super) fn wrong_type(expected: &str, found: &Value) -> PathError {
        PathError::new(format!("expected {expected}, found {}", display(Some(found))))
    }

    /// Prepends a step to the path.
    pub(super) fn within(self, step: &str) -> PathError {
        PathError { path: format!("{step}{}", self.path), ..self }
    }

    /// Prepends a step to the path and converts it to a path from the root.
    pub(super) fn at(self, step: &str) -> ReplayError {
        let PathError { path, what } = self.within(step);
        ReplayError::At { path: format!("${path}"), what }
    }
}

impl From<PathError> for ReplayError {
    fn from(error: PathError) -> ReplayError {
        error.at("")
    }
}

/// Parses an entry.
pub(super) fn value(raw: &RawValue) -> Result<Value, PathError> {
    serde_json::from_str(raw.get()).map_err(|error| PathError::new(error.to_string()))
}

/// Removes and parses a required entry of the top-level object.
pub(super) fn part<T>(
    parts: &mut Parts<'_>,
    key: &str,
    read: impl FnOnce(Value) -> Result<T, PathError>,
) -> Result<T, PathError> {
    let found = optional_part(parts, key, read)?;
    found.ok_or_else(|| PathError::new(format!("\"{key}\" is missing")))
}

/// Removes and parses an optional entry of the top-level object.
pub(super) fn optional_part<T>(
    parts: &mut Parts<'_>,
    key: &str,
    read: impl FnOnce(Value) -> Result<T, PathError>,
) -> Result<Option<T>, PathError> {
    let found = parts.remove(key).map(|raw| value(raw).and_then(read));
    found.transpose().map_err(|error| error.within(&path_step(key)))
}

/// Removes and reads a required entry of an object.
pub(super) fn entry<T>(
    object: &mut Map<String, Value>,
    key: &str,
    read: impl FnOnce(Value) -> Result<T, PathError>,
) -> Result<T, PathError> {
    let found = optional_entry(object, key, read)?;
    found.ok_or_else(|| PathError::new(format!("\"{key}\" is missing")))
}

/// Removes and reads an optional entry of an object.
pub(super) fn optional_entry<T>(
    object: &mut Map<String, Value>,
    key: &str,
    read: impl FnOnce(Value) -> Result<T, PathError>,
) -> Result<Option<T>, PathError> {
    object.remove(key).map(read).transpose().map_err(|error| error.within(&path_step(key)))
}

pub(super) fn text(value: Value) -> Result<String, PathError> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(PathError::wrong_type("a text", &other)),
    }
}

pub(super) fn object(value: Value) -> Result<Map<String, Value>, PathError> {
    match value {
        Value::Object(object) => Ok(object),
        other => Err(PathError::wrong_type("an object", &other)),
    }
}

pub(super) fn list(value: Value) -> Result<Vec<Value>, PathError> {
    match value {
        Value::Array(items) => Ok(items),
        other => Err(PathError::wrong_type("a list", &other)),
    }
}

/// Accepts any value that is not nested deeper than [`MAX_DEPTH`].
pub(super) fn anything(value: Value) -> Result<Value, PathError> {
    if is_deeper(&value, MAX_DEPTH) {
        return Err(PathError::new(format!("more than {MAX_DEPTH} nested levels")));
    }
    Ok(value)
}

/// Reads events of the program that ran the match; events of the rules are rejected.
pub(super) fn runner_events(value: Value) -> Result<Vec<Value>, PathError> {
    each(list(value)?, |event| {
        let event = object(anything(event)?).map(Value::Object)?;
        if is_rule_event(&event) {
            return Err(PathError::new(
                "events of the rules are not allowed here, because they follow from the actions",
            ));
        }
        Ok(event)
    })
}

/// Reads entries under keys without a defined meaning; keys for which `is_reserved` holds are rejected.
pub(super) fn extra(
    object: Map<String, Value>,
    is_reserved: impl Fn(&str) -> bool,
) -> Result<Map<String, Value>, PathError> {
    let entry = |(key, value): (String, Value)| {
        if is_reserved(&key) {
            return Err(
                PathError::new("this key has a defined meaning and is not allowed here").within(&path_step(&key))
            );
        }
        let value = anything(value).map_err(|error| error.within(&path_step(&key)))?;
        Ok((key, value))
    };
    object.into_iter().map(entry).collect()
}

/// Reads a list of at most [`MAX_ACTIONS`] orders.
pub(super) fn order_list(value: Value) -> Result<Vec<Value>, PathError> {
    let items = list(value)?;
    if items.len() > MAX_ACTIONS {
        return Err(PathError::new(format!("expected at most {MAX_ACTIONS} actions, found {}", items.len())));
    }
    Ok(items)
}

/// Reads each item of a list; errors have its index in their path.
pub(super) fn each<T>(items: Vec<Value>, read: impl Fn(Value) -> Result<T, PathError>) -> Result<Vec<T>, PathError> {
    let item = |(i, value)| read(value).map_err(|error| error.within(&format!("[{i}]")));
    items.into_iter().enumerate().map(item).collect()
}

/// Reads a seed: any integer of 64 bits.
pub(super) fn seed(value: &Value) -> Result<i64, PathError> {
    let float = || value.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < 2_f64.powi(63));
    let whole = value.as_i64().or_else(|| float().map(|float| float as i64));
    whole.ok_or_else(|| PathError::wrong_type("an integer", value))
}

/// Reads a time in milliseconds, which must not be negative.
pub(super) fn latency(value: &Value) -> Result<f64, PathError> {
    let time = value.as_f64().filter(|time| time.is_finite() && *time >= 0.0);
    time.ok_or_else(|| PathError::wrong_type("a number that is not negative", value))
}

pub(super) fn players(value: Value) -> Result<crate::BySide<Value>, PathError> {
    let mut object = object(value)?;
    let mut player = |key| entry(&mut object, key, |value| self::object(anything(value)?).map(Value::Object));
    let players = crate::BySide { p1: player("P1")?, p2: player("P2")? };
    unknown_keys(object.keys())?;
    Ok(players)
}

/// Returns an error if an object has keys that no reader has removed.
pub(super) fn unknown_keys<'a>(mut keys: impl Iterator<Item = &'a String>) -> Result<(), PathError> {
    keys.next()
        .map_or(Ok(()), |key| Err(PathError::new(format!("unknown key {}", display(Some(&Value::from(key.as_str())))))))
}

/// Removes and parses the scenario.
pub(super) fn scenario(parts: &mut Parts<'_>) -> Result<Scenario, ReplayError> {
    let raw = parts.remove("scenario").ok_or_else(|| PathError::new("\"scenario\" is missing").at(""))?;
    Scenario::parse(raw.get()).map_err(|error| ReplayError::Scenario(at_scenario(error)))
}

/// Prepends the path of the scenario to its problems.
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

/// Removes the list of plies and returns them unparsed.
pub(super) fn turns<'a>(parts: &mut Parts<'a>) -> Result<Vec<&'a RawValue>, ReplayError> {
    let raw = parts.remove("turns").ok_or_else(|| PathError::new("\"turns\" is missing").at(""))?;
    let turns: Result<Vec<&RawValue>, _> = serde_json::from_str(raw.get());
    let turns = turns.map_err(|_| PathError::new("expected a list").at(".turns"))?;
    if turns.len() as u64 > MAX_PLIES {
        return Err(PathError::new(format!("expected at most {MAX_PLIES} plies, found {}", turns.len())).at(".turns"));
    }
    Ok(turns)
}
