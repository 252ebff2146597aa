//! Orders of a ply as a short text: `r6 0>1:5` buys six troops and moves five from node 0 to node 1; `p` passes.

use serde_json::Value;

use super::parse::{PathError, each, entry, object, order_list, unknown_keys};
use crate::json::SubmittedOrder;
use crate::json_value::shorten;
use crate::limits::MAX_ACTIONS;
use crate::rules::Order;
use crate::scenario::{Node, Scenario};

/// Returns the text of an order, or `None` if it is not in plain form.
pub(super) fn write(submitted: &SubmittedOrder) -> Option<String> {
    match (submitted.raw(), submitted.order()) {
        (None, Order::Pass) => Some("p".to_owned()),
        (None, Order::Reinforce { amount: Some(amount) }) => Some(format!("r{amount}")),
        (None, Order::Move { from: Some(from), to: Some(to), amount: Some(amount) }) => {
            Some(format!("{}>{}:{amount}", from.index(), to.index()))
        }
        _ => None,
    }
}

/// Reads the orders of a ply: a text if all are in plain form, else a list of texts and objects.
pub(super) fn read(value: Value, scenario: &Scenario) -> Result<Vec<SubmittedOrder>, PathError> {
    let Value::String(text) = value else {
        return each(order_list(value)?, |item| one(item, scenario));
    };
    let texts = text.split(' ').filter(|text| !text.is_empty());
    if texts.clone().nth(MAX_ACTIONS).is_some() {
        return Err(PathError::new(format!("more than {MAX_ACTIONS} actions")));
    }
    texts.map(|text| plain(text, scenario)).collect()
}

fn one(value: Value, scenario: &Scenario) -> Result<SubmittedOrder, PathError> {
    match value {
        Value::String(text) => plain(&text, scenario),
        other => {
            let mut object = object(other)?;
            let raw = entry(&mut object, "raw", Ok)?;
            unknown_keys(object.keys())?;
            SubmittedOrder::try_read(&raw, scenario).map_err(|error| PathError::new(error.to_string()).within(".raw"))
        }
    }
}

fn plain(text: &str, scenario: &Scenario) -> Result<SubmittedOrder, PathError> {
    let order = parse(text, scenario);
    order.map(SubmittedOrder::from).ok_or_else(|| {
        let text = shorten(text);
        PathError::new(format!(
            "'{text}' is not an action; examples: p, r6 and 0>1:5 with node indices of the scenario"
        ))
    })
}

fn parse(text: &str, scenario: &Scenario) -> Option<Order> {
    if text == "p" {
        return Some(Order::Pass);
    }
    if let Some(amount) = text.strip_prefix('r') {
        return Some(Order::reinforce(number(amount).filter(|&amount| amount > 0)?));
    }
    let (from, rest) = text.split_once('>')?;
    let (to, amount) = rest.split_once(':')?;
    let node = |text| number(text).and_then(|index| node(index, scenario));
    Some(Order::step(node(from)?, node(to)?, number(amount).filter(|&amount| amount > 0)?))
}

fn node(index: u64, scenario: &Scenario) -> Option<Node> {
    scenario.nodes().nth(usize::try_from(index).ok()?)
}

/// Parses a decimal number without a sign or leading zeros.
fn number(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
