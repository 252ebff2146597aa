//! What a player submits, and what the rules make of it.

use serde_json::{Value, json};

use crate::scenario::{Node, Scenario};

/// A submitted action as far as the rules look at it. Anything can be submitted; what is wrong with it is found when it is
/// played.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Nothing.
    Pass,
    /// New troops at the own headquarters.
    Reinforce {
        /// How many; none if that is not a positive integer.
        amount: Option<u64>,
    },
    /// Troops go to a neighbouring node.
    Move {
        /// From where; none if there is no such node.
        from: Option<Node>,
        /// To where; none if there is no such node.
        to: Option<Node>,
        /// How many; none if that is not a positive integer.
        amount: Option<u64>,
    },
    /// Something that is no action.
    Unknown,
}

impl Action {
    /// Reinforces.
    pub const fn reinforce(amount: u64) -> Action {
        Action::Reinforce { amount: if amount == 0 { None } else { Some(amount) } }
    }

    /// Moves troops.
    pub const fn step(from: Node, to: Node, amount: u64) -> Action {
        Action::Move { from: Some(from), to: Some(to), amount: if amount == 0 { None } else { Some(amount) } }
    }

    /// Reads an action from any JSON value.
    pub fn read(value: &Value, scenario: &Scenario) -> Action {
        let node = |key| value.get(key).and_then(Value::as_str).and_then(|id| scenario.node(id));
        let amount = || value.get("amount").and_then(positive_integer);
        match value.get("type").and_then(Value::as_str) {
            Some("pass") => Action::Pass,
            Some("reinforce") => Action::Reinforce { amount: amount() },
            Some("move") => Action::Move { from: node("from"), to: node("to"), amount: amount() },
            _ => Action::Unknown,
        }
    }

    /// The action as JSON; none if it is malformed, because then the text that was submitted has to be kept.
    pub fn to_json(self, scenario: &Scenario) -> Option<Value> {
        match self {
            Action::Pass => Some(json!({ "type": "pass" })),
            Action::Reinforce { amount: Some(amount) } => Some(json!({ "type": "reinforce", "amount": amount })),
            Action::Move { from: Some(from), to: Some(to), amount: Some(amount) } => {
                let (from, to) = (scenario.id_of(from), scenario.id_of(to));
                Some(json!({ "type": "move", "from": from, "to": to, "amount": amount }))
            }
            _ => None,
        }
    }
}

/// A number that is a positive integer however it is written: `2`, `2.0` and `2e0` are, `"2"`, `1.5` and `0` are not.
fn positive_integer(value: &Value) -> Option<u64> {
    let number = value.as_number()?;
    let whole = number.as_u64().or_else(|| {
        // What is larger than any amount is as good as the largest integer there is.
        number.as_f64().filter(|float| float.fract() == 0.0 && *float > 0.0).map(|float| float as u64)
    })?;
    (whole > 0).then_some(whole)
}
