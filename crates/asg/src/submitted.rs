//! Actions as players submit them: anything can come, and whatever came is kept.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::action::Action;
use crate::json::{is_deeper, plain, same_json};
use crate::limits::{MAX_ACTION_BYTES, MAX_ACTION_DEPTH, MAX_ACTIONS};
use crate::scenario::{Node, Scenario};

/// A submitted action: what the rules make of it, and the JSON that came where that says more.
///
/// ```
/// use asg::{Action, Scenario, Submitted};
/// let scenario = Scenario::parse(include_str!("../scenarios/scenario_01.json"))?;
/// let plain = Submitted::read(&serde_json::json!({ "amount": 2.0, "type": "reinforce" }), &scenario);
/// assert_eq!(plain, Submitted::from(Action::reinforce(2)));
/// let odd = Submitted::read(&serde_json::json!({ "type": "Reinforce", "amount": 2 }), &scenario);
/// assert_eq!(odd.action(), Action::Unknown);
/// assert_eq!(odd.to_json(&scenario)["type"], "Reinforce");
/// # Ok::<(), asg::ScenarioError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Submitted {
    action: Action,
    /// What came, unless it is the plain form of the action.
    raw: Option<Box<Value>>,
}

/// Why an action cannot be kept.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TooLarge {
    /// It has too many bytes.
    #[error("an action of {0} bytes; there can be at most {MAX_ACTION_BYTES}")]
    Long(usize),
    /// It is nested too deeply.
    #[error("an action of more than {MAX_ACTION_DEPTH} nested levels")]
    Deep,
}

impl Submitted {
    /// Reads an action from any JSON value. One that is too large to be kept is no action; a text that says so is kept.
    pub fn read(value: &Value, scenario: &Scenario) -> Submitted {
        Submitted::try_read(value, scenario).unwrap_or_else(|error| Submitted {
            action: Action::Unknown,
            raw: Some(Box::new(Value::String(error.to_string()))),
        })
    }

    /// Reads an action from any JSON value.
    ///
    /// # Errors
    /// If it is too large to be kept.
    pub fn try_read(value: &Value, scenario: &Scenario) -> Result<Submitted, TooLarge> {
        let plain = Submitted::from(Action::read(value, scenario));
        if same_json(&plain.to_json(scenario), value) {
            return Ok(plain);
        }
        if is_deeper(value, MAX_ACTION_DEPTH) {
            return Err(TooLarge::Deep);
        }
        let bytes = value.to_string().len();
        if bytes > MAX_ACTION_BYTES {
            return Err(TooLarge::Long(bytes));
        }
        Ok(Submitted { raw: Some(Box::new(with_plain_numbers(value))), ..plain })
    }

    /// Reads what was submitted for a ply. Whoever submits more than [`MAX_ACTIONS`] has submitted that many.
    pub fn read_list(values: &[Value], scenario: &Scenario) -> Vec<Submitted> {
        values.iter().take(MAX_ACTIONS).map(|value| Submitted::read(value, scenario)).collect()
    }

    /// What the rules make of it.
    #[inline]
    pub fn action(&self) -> Action {
        self.action
    }

    /// What came, if it is not the plain form of the action.
    pub fn raw(&self) -> Option<&Value> {
        self.raw.as_deref()
    }

    /// The action as JSON.
    pub fn to_json(&self, scenario: &Scenario) -> Value {
        serde_json::to_value(self.in_words_of(scenario)).expect("JSON of an action has texts as keys")
    }

    /// The action to be written: as it came, or in the plain form with its keys in their usual order.
    pub fn in_words_of<'a>(&'a self, scenario: &'a Scenario) -> impl Serialize + 'a {
        Written { submitted: self, scenario }
    }
}

impl From<Action> for Submitted {
    fn from(action: Action) -> Submitted {
        Submitted { action, raw: None }
    }
}

/// A submitted action that is being written.
#[derive(Copy, Clone)]
pub(crate) struct Written<'a> {
    pub(crate) submitted: &'a Submitted,
    pub(crate) scenario: &'a Scenario,
}

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(raw) = self.submitted.raw() {
            return RawAction(raw).serialize(serializer);
        }
        let id = |node: Option<Node>| node.map(|node| self.scenario.id_of(node));
        let mut map = serializer.serialize_map(None)?;
        match self.submitted.action {
            Action::Pass => map.serialize_entry("type", "pass")?,
            Action::Reinforce { amount } => {
                map.serialize_entry("type", "reinforce")?;
                entry(&mut map, "amount", amount)?;
            }
            Action::Move { from, to, amount } => {
                map.serialize_entry("type", "move")?;
                entry(&mut map, "from", id(from))?;
                entry(&mut map, "to", id(to))?;
                entry(&mut map, "amount", amount)?;
            }
            Action::Unknown => {}
        }
        map.end()
    }
}

/// What came, with the keys that actions have in their usual order.
struct RawAction<'a>(&'a Value);

impl Serialize for RawAction<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(object) = self.0.as_object() else { return self.0.serialize(serializer) };
        let usual = ["type", "from", "to", "amount"];
        let others = object.keys().map(String::as_str).filter(|key| !usual.contains(key));
        let mut map = serializer.serialize_map(Some(object.len()))?;
        for key in usual.into_iter().chain(others) {
            entry(&mut map, key, object.get(key))?;
        }
        map.end()
    }
}

/// What is malformed in an action that a program made is left out, which is as malformed.
fn entry<M: SerializeMap>(map: &mut M, key: &str, value: Option<impl Serialize>) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| map.serialize_entry(key, &value))
}

/// The same value, with whole numbers written without a fraction, as JavaScript does.
fn with_plain_numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => number.as_f64().map_or(Value::Null, plain),
        Value::Array(items) => Value::Array(items.iter().map(with_plain_numbers).collect()),
        Value::Object(entries) => {
            let entries = entries.iter().map(|(key, entry)| (key.clone(), with_plain_numbers(entry)));
            Value::Object(entries.collect::<Map<_, _>>())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn scenario() -> Scenario {
        Scenario::parse(include_str!("../scenarios/scenario_01.json")).expect("a scenario")
    }

    #[test]
    fn plain_actions_keep_no_json() {
        let scenario = scenario();
        for value in [
            json!({ "type": "pass" }),
            json!({ "type": "reinforce", "amount": 3.0 }),
            json!({ "type": "move", "from": "p1_hq", "to": "p1_bridge", "amount": 1 }),
        ] {
            assert_eq!(Submitted::read(&value, &scenario).raw(), None, "{value}");
        }
    }

    #[test]
    fn everything_else_is_kept_as_it_came() {
        let scenario = scenario();
        for value in [
            json!({ "type": "pass", "why": [1, { "deep": null }] }),
            json!({ "type": "reinforce", "amount": "3" }),
            json!({ "type": "move", "from": "nowhere", "to": 7, "amount": 1.5 }),
            json!("pass"),
            json!(null),
            json!([]),
        ] {
            assert_eq!(Submitted::read(&value, &scenario).to_json(&scenario), value);
        }
    }

    #[test]
    fn malformed_actions_of_programs_are_read_back() {
        let scenario = scenario();
        let hq = scenario.node("p1_hq");
        for action in [
            Action::Unknown,
            Action::reinforce(0),
            Action::Move { from: hq, to: None, amount: None },
            Action::Move { from: None, to: hq, amount: Some(1) },
        ] {
            let submitted = Submitted::from(action);
            assert_eq!(Submitted::read(&submitted.to_json(&scenario), &scenario), submitted);
        }
    }

    #[test]
    fn what_is_too_large_is_no_action() {
        let scenario = scenario();
        let long = json!({ "type": "pass", "note": "x".repeat(MAX_ACTION_BYTES) });
        let deep = (0..40).fold(json!(1), |value, _| json!([value]));
        for value in [long, json!({ "type": "pass", "note": deep })] {
            assert!(Submitted::try_read(&value, &scenario).is_err());
            let kept = Submitted::read(&value, &scenario);
            assert_eq!(kept.action(), Action::Unknown);
            assert_eq!(Submitted::read(&kept.to_json(&scenario), &scenario), kept);
        }
        assert_eq!(Submitted::read_list(&vec![json!(0); MAX_ACTIONS + 5], &scenario).len(), MAX_ACTIONS);
    }
}
