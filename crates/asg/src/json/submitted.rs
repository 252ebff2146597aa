//! Orders as players submit them.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::json_value::{is_deeper, plain, same_json};
use crate::limits::{MAX_ACTION_BYTES, MAX_ACTION_DEPTH, MAX_ACTIONS};
use crate::rules::Order;
use crate::scenario::{Node, Scenario};

/// A submitted order: its interpretation by the rules, and the submitted JSON if it differs from the plain form.
///
/// Any JSON value can be submitted, and replays must reproduce it. The plain form of an order is an object with only
/// the keys that the order uses among `type`, `from`, `to` and `amount`; any other JSON is stored with the order.
///
/// ```
/// use asg::{Order, Scenario, SubmittedOrder};
/// let scenario = Scenario::parse(include_str!("../../scenarios/scenario_01.json"))?;
/// let plain = SubmittedOrder::read(&serde_json::json!({ "amount": 2.0, "type": "reinforce" }), &scenario);
/// assert_eq!(plain, SubmittedOrder::from(Order::reinforce(2)));
/// let odd = SubmittedOrder::read(&serde_json::json!({ "type": "Reinforce", "amount": 2 }), &scenario);
/// assert_eq!(odd.order(), Order::Unknown);
/// assert_eq!(odd.to_json(&scenario)["type"], "Reinforce");
/// # Ok::<(), asg::ScenarioError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct SubmittedOrder {
    order: Order,
    /// Submitted JSON, unless it equals the plain form of the order.
    raw: Option<Box<Value>>,
}

/// Error for an order that is too large to be stored.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OrderTooLarge {
    /// It has more than [`MAX_ACTION_BYTES`] bytes as JSON; holds their number.
    #[error("expected an action of at most {MAX_ACTION_BYTES} bytes, found {0}")]
    Long(usize),
    /// It is nested deeper than [`MAX_ACTION_DEPTH`] levels.
    #[error("expected an action of at most {MAX_ACTION_DEPTH} nested levels")]
    Deep,
}

impl SubmittedOrder {
    /// Reads an order from any JSON value. A value that is too large becomes [`Order::Unknown`], and the error message is
    /// stored in its place.
    pub fn read(value: &Value, scenario: &Scenario) -> SubmittedOrder {
        SubmittedOrder::try_read(value, scenario).unwrap_or_else(|error| SubmittedOrder {
            order: Order::Unknown,
            raw: Some(Box::new(Value::String(error.to_string()))),
        })
    }

    /// Reads an order from any JSON value.
    ///
    /// # Errors
    /// Fails if the value is too large to be stored.
    pub fn try_read(value: &Value, scenario: &Scenario) -> Result<SubmittedOrder, OrderTooLarge> {
        let plain = SubmittedOrder::from(Order::read(value, scenario));
        if same_json(&plain.to_json(scenario), value) {
            return Ok(plain);
        }
        if is_deeper(value, MAX_ACTION_DEPTH) {
            return Err(OrderTooLarge::Deep);
        }
        let bytes = value.to_string().len();
        if bytes > MAX_ACTION_BYTES {
            return Err(OrderTooLarge::Long(bytes));
        }
        Ok(SubmittedOrder { raw: Some(Box::new(with_plain_numbers(value))), ..plain })
    }

    /// Reads the orders of a ply; those after the first [`MAX_ACTIONS`] are dropped.
    pub fn read_list(values: &[Value], scenario: &Scenario) -> Vec<SubmittedOrder> {
        values.iter().take(MAX_ACTIONS).map(|value| SubmittedOrder::read(value, scenario)).collect()
    }

    /// Returns the order as the rules interpret it.
    #[inline]
    pub fn order(&self) -> Order {
        self.order
    }

    /// Returns the submitted JSON, or `None` if it equals the plain form of the order.
    pub fn raw(&self) -> Option<&Value> {
        self.raw.as_deref()
    }

    /// Returns the order as JSON.
    pub fn to_json(&self, scenario: &Scenario) -> Value {
        serde_json::to_value(self.serializable(scenario)).expect("an order serializes to JSON")
    }

    /// Returns a value that serializes to the submitted JSON, with the keys `type`, `from`, `to`, `amount` first.
    pub fn serializable<'a>(&'a self, scenario: &'a Scenario) -> impl Serialize + 'a {
        OrderJson { submitted: self, scenario }
    }
}

impl From<Order> for SubmittedOrder {
    fn from(order: Order) -> SubmittedOrder {
        SubmittedOrder { order, raw: None }
    }
}

/// Serializable form of a submitted order.
#[derive(Copy, Clone)]
pub(crate) struct OrderJson<'a> {
    pub(crate) submitted: &'a SubmittedOrder,
    pub(crate) scenario: &'a Scenario,
}

impl Serialize for OrderJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(raw) = self.submitted.raw() {
            return RawAction(raw).serialize(serializer);
        }
        let id = |node: Option<Node>| node.map(|node| self.scenario.id_of(node));
        let mut map = serializer.serialize_map(None)?;
        match self.submitted.order {
            Order::Pass => map.serialize_entry("type", "pass")?,
            Order::Reinforce { amount } => {
                map.serialize_entry("type", "reinforce")?;
                entry(&mut map, "amount", amount)?;
            }
            Order::Move { from, to, amount } => {
                map.serialize_entry("type", "move")?;
                entry(&mut map, "from", id(from))?;
                entry(&mut map, "to", id(to))?;
                entry(&mut map, "amount", amount)?;
            }
            Order::Unknown => {}
        }
        map.end()
    }
}

/// Submitted JSON; serializes the keys of orders first.
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

/// Serializes an entry; omits it if the value is `None`. Reading the order back without the entry gives `None` again.
fn entry<M: SerializeMap>(map: &mut M, key: &str, value: Option<impl Serialize>) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| map.serialize_entry(key, &value))
}

/// Returns the value with whole numbers written without a fraction, as JavaScript does.
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
        Scenario::parse(include_str!("../../scenarios/scenario_01.json")).expect("scenario_01 is valid")
    }

    #[test]
    fn plain_orders_store_no_json() {
        let scenario = scenario();
        for value in [
            json!({ "type": "pass" }),
            json!({ "type": "reinforce", "amount": 3.0 }),
            json!({ "type": "move", "from": "p1_hq", "to": "p1_bridge", "amount": 1 }),
        ] {
            assert_eq!(SubmittedOrder::read(&value, &scenario).raw(), None, "{value}");
        }
    }

    #[test]
    fn other_values_are_stored_unchanged() {
        let scenario = scenario();
        for value in [
            json!({ "type": "pass", "why": [1, { "deep": null }] }),
            json!({ "type": "reinforce", "amount": "3" }),
            json!({ "type": "move", "from": "nowhere", "to": 7, "amount": 1.5 }),
            json!("pass"),
            json!(null),
            json!([]),
        ] {
            assert_eq!(SubmittedOrder::read(&value, &scenario).to_json(&scenario), value);
        }
    }

    #[test]
    fn malformed_orders_built_in_code_round_trip() {
        let scenario = scenario();
        let hq = scenario.node("p1_hq");
        for order in [
            Order::Unknown,
            Order::reinforce(0),
            Order::Move { from: hq, to: None, amount: None },
            Order::Move { from: None, to: hq, amount: Some(1) },
        ] {
            let submitted = SubmittedOrder::from(order);
            assert_eq!(SubmittedOrder::read(&submitted.to_json(&scenario), &scenario), submitted);
        }
    }

    #[test]
    fn values_that_are_too_large_become_unknown_orders() {
        let scenario = scenario();
        let long = json!({ "type": "pass", "note": "x".repeat(MAX_ACTION_BYTES) });
        let deep = (0..40).fold(json!(1), |value, _| json!([value]));
        for value in [long, json!({ "type": "pass", "note": deep })] {
            assert!(SubmittedOrder::try_read(&value, &scenario).is_err());
            let stored = SubmittedOrder::read(&value, &scenario);
            assert_eq!(stored.order(), Order::Unknown);
            assert_eq!(SubmittedOrder::read(&stored.to_json(&scenario), &scenario), stored);
        }
        assert_eq!(SubmittedOrder::read_list(&vec![json!(0); MAX_ACTIONS + 5], &scenario).len(), MAX_ACTIONS);
    }
}
