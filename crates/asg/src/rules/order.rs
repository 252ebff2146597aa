//! Orders as the rules interpret them.

use serde_json::{Value, json};

use crate::scenario::{Node, Scenario};

/// An order as the rules interpret it ("action" in JSON).
///
/// Any JSON value can be submitted, so parts can be malformed. They are `None` here and cause a rejection when the order
/// is played.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// Does nothing.
    Pass,
    /// Buys troops at the player's own headquarters.
    Reinforce {
        /// Number of troops; `None` if it is not a positive integer.
        amount: Option<u64>,
    },
    /// Moves troops to a neighbouring node.
    Move {
        /// Start node; `None` if the id is unknown.
        from: Option<Node>,
        /// Target node; `None` if the id is unknown.
        to: Option<Node>,
        /// Number of troops; `None` if it is not a positive integer.
        amount: Option<u64>,
    },
    /// Any JSON value whose `type` is none of the above.
    Unknown,
}

impl Order {
    /// Creates an order that buys `amount` troops; an amount of 0 gives a malformed order.
    pub const fn reinforce(amount: u64) -> Order {
        Order::Reinforce { amount: if amount == 0 { None } else { Some(amount) } }
    }

    /// Creates an order that moves `amount` troops along an edge; an amount of 0 gives a malformed order.
    pub const fn step(from: Node, to: Node, amount: u64) -> Order {
        Order::Move { from: Some(from), to: Some(to), amount: if amount == 0 { None } else { Some(amount) } }
    }

    /// Interprets any JSON value as an order.
    pub fn read(value: &Value, scenario: &Scenario) -> Order {
        let node = |key| value.get(key).and_then(Value::as_str).and_then(|id| scenario.node(id));
        let amount = || value.get("amount").and_then(positive_integer);
        match value.get("type").and_then(Value::as_str) {
            Some("pass") => Order::Pass,
            Some("reinforce") => Order::Reinforce { amount: amount() },
            Some("move") => Order::Move { from: node("from"), to: node("to"), amount: amount() },
            _ => Order::Unknown,
        }
    }

    /// Returns the order as JSON, or `None` if it is malformed (its JSON cannot be reconstructed).
    pub fn to_json(self, scenario: &Scenario) -> Option<Value> {
        match self {
            Order::Pass => Some(json!({ "type": "pass" })),
            Order::Reinforce { amount: Some(amount) } => Some(json!({ "type": "reinforce", "amount": amount })),
            Order::Move { from: Some(from), to: Some(to), amount: Some(amount) } => {
                let (from, to) = (scenario.id_of(from), scenario.id_of(to));
                Some(json!({ "type": "move", "from": from, "to": to, "amount": amount }))
            }
            _ => None,
        }
    }
}

/// Returns a positive integer in any notation: accepts `2`, `2.0` and `2e0`; rejects `"2"`, `1.5` and `0`.
fn positive_integer(value: &Value) -> Option<u64> {
    let number = value.as_number()?;
    let whole = number.as_u64().or_else(|| {
        // The cast saturates: every amount above the maximum is rejected in the same way.
        number.as_f64().filter(|float| float.fract() == 0.0 && *float > 0.0).map(|float| float as u64)
    })?;
    (whole > 0).then_some(whole)
}
