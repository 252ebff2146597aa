//! Comparing what a file says about a ply with what happened.
//!
//! Files of other programs differ in what does not matter: messages have other words or are replaced by the codes of the
//! reasons, programs that run matches add events of their own, and not all of them tell of actions of unknown types.

use serde_json::{Map, Value};

use crate::event::Reason;
use crate::json::{JsonDifference, first_difference, shown};

/// The types of the events that the rules bring about.
const TYPES: [&str; 7] = ["income", "invalid_action", "reinforce", "move", "combat", "capture", "game_end"];

/// Whether an event is one that the rules bring about, and not one of whoever ran the match.
pub(crate) fn is_of_the_rules(event: &Value) -> bool {
    event.get("type").and_then(Value::as_str).is_some_and(|name| TYPES.contains(&name))
}

/// The first event of a list that is not as expected. Either all actions of unknown types are told in it, or none.
pub fn event_difference(expected: &Value, found: &Value, path: &str) -> Option<JsonDifference> {
    let mut expected = expected.clone();
    if !tells_unknown_types(&expected, found, ("type", "invalid_action")) {
        silence(&mut expected);
    }
    all_events_difference(&expected, found, path)
}

/// The first result of an action of a list that is not as expected. Either all actions of unknown types are told in it, or none.
pub fn result_difference(expected: &Value, found: &Value, path: &str) -> Option<JsonDifference> {
    let mut expected = expected.clone();
    if !tells_unknown_types(&expected, found, ("status", "invalid")) {
        silence(&mut expected);
    }
    all_results_difference(&expected, found, path)
}

/// Takes actions of unknown types out of what is expected of a ply, in our own form, if the ply is silent about them.
pub(crate) fn settle_unknown_types(expected: &mut Value, found: &Map<String, Value>) {
    let Some(events) = found.get("events") else { return };
    if tells_unknown_types(&expected["events"], events, ("type", "invalid_action")) {
        return;
    }
    let left_out = silence(&mut expected["events"]);
    if let Some(count) = expected["summary"].get("invalidCount").and_then(Value::as_u64) {
        silence(&mut expected["actionResults"]);
        expected["summary"]["invalidCount"] = Value::from(count.saturating_sub(left_out as u64));
    }
}

/// The first event of a list that is not as expected, where the list tells of all that is expected.
pub(crate) fn all_events_difference(expected: &Value, found: &Value, path: &str) -> Option<JsonDifference> {
    let is_compared = |event: &Value| !event.is_object() || is_of_the_rules(event);
    list_difference(expected, found, path, is_compared, |expected, found, path| {
        first_difference(&settle(expected, found), &with_code(found), path)
    })
}

/// The first result of an action of a list that is not as expected, where the list tells of all that is expected.
pub(crate) fn all_results_difference(expected: &Value, found: &Value, path: &str) -> Option<JsonDifference> {
    list_difference(
        expected,
        found,
        path,
        |_| true,
        |expected, found, path| {
            let events = |result: &Value| result.get("events").cloned().unwrap_or_default();
            let in_events = all_events_difference(&events(expected), &events(found), &format!("{path}.events"));
            in_events.or_else(|| {
                let found = without(with_code(found), "events");
                first_difference(&without(settle(expected, &found), "events"), &found, path)
            })
        },
    )
}

/// Whether a list tells of actions of unknown types: then it has more invalid ones than there are of other kinds.
fn tells_unknown_types(expected: &Value, found: &Value, (key, invalid): (&str, &str)) -> bool {
    let is_invalid = |item: &&Value| item.get(key).and_then(Value::as_str) == Some(invalid);
    let all = items_of(found).filter(is_invalid).count();
    let others = items_of(expected).filter(is_invalid).filter(|item| !is_about_unknown_type(item)).count();
    all > others
}

fn items_of(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// Takes what the reference does not tell out of a list of ours, and says how much that was.
fn silence(ours: &mut Value) -> usize {
    let Some(items) = ours.as_array_mut() else { return 0 };
    let before = items.len();
    items.retain(|item| !is_about_unknown_type(item));
    before - items.len()
}

/// Compares lists item by item, without those that do not count. Paths have the places of the list that was found.
fn list_difference(
    expected: &Value,
    found: &Value,
    path: &str,
    is_compared: impl Fn(&Value) -> bool,
    compare: impl Fn(&Value, &Value, &str) -> Option<JsonDifference>,
) -> Option<JsonDifference> {
    let (Some(expected), Some(items)) = (expected.as_array(), found.as_array()) else {
        return first_difference(expected, found, path);
    };
    let mut expected = expected.iter().filter(|item| is_compared(item));
    let mut found = items.iter().enumerate().filter(|(_, item)| is_compared(item));
    loop {
        let difference = match (expected.next(), found.next()) {
            (None, None) => return None,
            (Some(expected), Some((i, found))) => compare(expected, found, &format!("{path}[{i}]")),
            (expected, found) => Some(JsonDifference {
                path: format!("{path}[{}]", found.map_or(items.len(), |(i, _)| i)),
                expected: shown(expected),
                found: shown(found.map(|(_, found)| found)),
            }),
        };
        if difference.is_some() {
            return difference;
        }
    }
}

/// Whether an item of ours is about an action of an unknown type within the budget, of which the reference does not tell.
fn is_about_unknown_type(ours: &Value) -> bool {
    ours.get("reason").and_then(Value::as_str) == Some(Reason::UnknownType.code())
}

/// The item with the code of its reason, which may stand in place of the message, and without the message.
fn with_code(item: &Value) -> Value {
    let mut item = item.clone();
    if let Some(object) = item.as_object_mut() {
        let message = object.remove("message");
        let code = message.filter(|message| message.as_str().and_then(Reason::from_code).is_some());
        if let Some(code) = code {
            object.entry("reason").or_insert(code);
        }
    }
    item
}

/// What is expected of an item: its reason only if the item tells one.
fn settle(expected: &Value, found: &Value) -> Value {
    let expected = with_code(expected);
    let tells = with_code(found).get("reason").is_some();
    if tells { expected } else { without(expected, "reason") }
}

fn without(mut item: Value, key: &str) -> Value {
    item.as_object_mut().and_then(|object: &mut Map<String, Value>| object.remove(key));
    item
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn invalid(reason: &str) -> Value {
        json!({ "type": "invalid_action", "player": "P1", "action": {}, "reason": reason, "message": "ours" })
    }

    #[test]
    fn wording_foreign_events_and_unknown_types_do_not_matter() {
        let expected = json!([invalid("bad_amount"), invalid("unknown_type"), { "type": "capture", "location": "a" }]);
        let told =
            |message: &str| json!({ "type": "invalid_action", "player": "P1", "action": {}, "message": message });
        let capture = json!({ "type": "capture", "location": "a" });
        for found in [
            json!([told("amount?"), capture]),
            json!([told("bad_amount"), { "type": "weather" }, capture, { "type": "agent_retry", "attempt": 2 }]),
            expected.clone(),
        ] {
            assert_eq!(event_difference(&expected, &found, "$"), None, "{found}");
        }
        for (found, path) in [
            (json!([told("not_adjacent"), capture]), "$[0].reason"),
            (json!([told("x")]), "$[1]"),
            (json!([told("x"), { "type": "weather" }, { "type": "capture", "location": "b" }]), "$[2].location"),
            (json!([told("x"), capture, capture]), "$[2]"),
            (json!([told("x"), capture, { "type": "capture", "location": "b", "reason": "unknown_type" }]), "$[2]"),
            (json!([told("x"), capture, { "type": "income", "amount": 9, "message": "unknown_type" }]), "$[2]"),
            (json!([told("x"), invalid("bad_amount"), capture]), "$[1].reason"),
            (json!([told("x"), invalid("unknown_type"), invalid("unknown_type"), capture]), "$[2].location"),
            (json!({}), "$"),
        ] {
            let difference = event_difference(&expected, &found, "$");
            assert_eq!(difference.map(|difference| difference.path).as_deref(), Some(path), "{found}");
        }
    }

    #[test]
    fn results_that_are_invented_are_found() {
        let result = |status: &str, reason: &str| json!({ "index": 0, "submitted": {}, "status": status, "events": [], "reason": reason });
        let expected = json!([result("invalid", "unknown_type")]);
        for found in [expected.clone(), json!([])] {
            assert_eq!(result_difference(&expected, &found, "$"), None, "{found}");
        }
        for found in [json!([result("applied", "unknown_type")]), json!([result("invalid", "bad_amount")])] {
            assert!(result_difference(&expected, &found, "$").is_some(), "{found}");
            assert!(result_difference(&json!([]), &found, "$").is_some(), "{found}");
        }
    }

    #[test]
    fn results_are_compared_with_their_events() {
        let result = |status: &str, events: Value, message: &str| json!([{ "index": 0, "submitted": {}, "status": status, "events": events, "message": message }]);
        let expected = result("invalid", json!([invalid("bad_amount")]), "bad_amount");
        assert_eq!(
            result_difference(&expected, &result("invalid", json!([invalid("bad_amount")]), "other"), "$"),
            None
        );
        for (found, path) in [
            (result("applied", json!([invalid("bad_amount")]), "x"), "$[0].status"),
            (result("invalid", json!([]), "x"), "$[0].events[0]"),
            (json!([]), "$[0]"),
        ] {
            assert_eq!(
                result_difference(&expected, &found, "$").map(|difference| difference.path).as_deref(),
                Some(path)
            );
        }
    }
}
