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

/// The first event of a list that is not as expected.
pub fn event_difference(expected: &Value, found: &Value, path: &str) -> Option<JsonDifference> {
    let is_compared = |event: &Value| !event.is_object() || (is_of_the_rules(event) && !is_untold(event));
    list_difference(expected, found, path, is_compared, |expected, found, path| {
        first_difference(&settle(expected, found), &with_code(found), path)
    })
}

/// The first result of an action of a list that is not as expected.
pub fn result_difference(expected: &Value, found: &Value, path: &str) -> Option<JsonDifference> {
    let is_compared = |result: &Value| !is_untold(result);
    list_difference(expected, found, path, is_compared, |expected, found, path| {
        let events = |result: &Value| result.get("events").cloned().unwrap_or_default();
        let in_events = event_difference(&events(expected), &events(found), &format!("{path}.events"));
        in_events.or_else(|| {
            let found = without(with_code(found), "events");
            first_difference(&without(settle(expected, &found), "events"), &found, path)
        })
    })
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

/// Whether this is about an action of an unknown type within the budget, of which the reference does not tell.
fn is_untold(item: &Value) -> bool {
    let says = |key| item.get(key).and_then(Value::as_str) == Some(Reason::UnknownType.code());
    says("reason") || says("message")
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
            (json!({}), "$"),
        ] {
            assert_eq!(
                event_difference(&expected, &found, "$").map(|difference| difference.path).as_deref(),
                Some(path)
            );
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
