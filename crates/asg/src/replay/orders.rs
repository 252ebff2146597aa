//! The actions of a ply as a short text: `r6 0>1:5` buys six and moves five from the first node to the second; `p` passes.

use serde_json::Value;

use crate::action::Action;
use crate::limits::MAX_ACTIONS;
use crate::replay::read::{Flaw, actions, entry, object, unknown_keys};
use crate::scenario::{Node, Scenario};
use crate::submitted::Submitted;

/// The text of an action; none if it is not in its plain form.
pub(super) fn write(submitted: &Submitted) -> Option<String> {
    match (submitted.raw(), submitted.action()) {
        (None, Action::Pass) => Some("p".to_owned()),
        (None, Action::Reinforce { amount: Some(amount) }) => Some(format!("r{amount}")),
        (None, Action::Move { from: Some(from), to: Some(to), amount: Some(amount) }) => {
            Some(format!("{}>{}:{amount}", from.index(), to.index()))
        }
        _ => None,
    }
}

/// Reads the actions of a ply: a text if all are in their plain form, else a list of texts and objects.
pub(super) fn read(value: Value, scenario: &Scenario) -> Result<Vec<Submitted>, Flaw> {
    let Value::String(text) = value else {
        let items = actions(value)?;
        return super::read::each(items, |item| one(item, scenario));
    };
    let texts = text.split(' ').filter(|text| !text.is_empty());
    if texts.clone().nth(MAX_ACTIONS).is_some() {
        return Err(Flaw::new(format!("more than {MAX_ACTIONS} actions")));
    }
    texts.map(|text| plain(text, scenario)).collect()
}

fn one(value: Value, scenario: &Scenario) -> Result<Submitted, Flaw> {
    match value {
        Value::String(text) => plain(&text, scenario),
        other => {
            let mut object = object(other)?;
            let raw = entry(&mut object, "raw", Ok)?;
            unknown_keys(object.keys())?;
            Submitted::try_read(&raw, scenario).map_err(|error| Flaw::new(error.to_string()).within(".raw"))
        }
    }
}

fn plain(text: &str, scenario: &Scenario) -> Result<Submitted, Flaw> {
    let action = parse(text, scenario);
    action.map(Submitted::from).ok_or_else(|| {
        let text = crate::json::shortened(text);
        Flaw::new(format!(
            "'{text}' is no action: there are p, r6 and 0>1:5, with the numbers of nodes of the scenario"
        ))
    })
}

fn parse(text: &str, scenario: &Scenario) -> Option<Action> {
    if text == "p" {
        return Some(Action::Pass);
    }
    if let Some(amount) = text.strip_prefix('r') {
        return Some(Action::reinforce(number(amount).filter(|&amount| amount > 0)?));
    }
    let (from, rest) = text.split_once('>')?;
    let (to, amount) = rest.split_once(':')?;
    let node = |text| number(text).and_then(|index| node(index, scenario));
    Some(Action::step(node(from)?, node(to)?, number(amount).filter(|&amount| amount > 0)?))
}

fn node(index: u64, scenario: &Scenario) -> Option<Node> {
    scenario.nodes().nth(usize::try_from(index).ok()?)
}

/// A number as we write it: digits alone, without leading zeros.
fn number(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
