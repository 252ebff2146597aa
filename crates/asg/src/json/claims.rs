//! Comparison of a file's claims about a ply with the recomputed ply.
//!
//! Some differences between programs are accepted: messages can be worded differently or be the code of the reason,
//! programs that run matches can add their own events, and some programs do not report orders of unknown type.

use serde_json::{Map, Value};

use crate::json_value::{JsonDifference, display, first_difference};
use crate::rules::OrderRejection;

/// Types of the events that the rules produce.
const RULE_EVENT_TYPES: [&str; 7] = ["income", "invalid_action", "reinforce", "move", "combat", "capture", "game_end"];

/// Reports whether an event is produced by the rules, not added by the program that ran the match.
pub(crate) fn is_rule_event(event: &Value) -> bool {
    event.get("type").and_then(Value::as_str).is_some_and(|name| RULE_EVENT_TYPES.contains(&name))
}

/// Returns the first unexpected event of a list. `expected` is in full form; `found` must report either all orders of
/// unknown type or none.
pub fn event_difference(expected: &Value, found: &Value, path: &str) -> Option<JsonDifference> {
    let mut expected = expected.clone();
    if !reports_unknown_types(&expected, found, ("type", "invalid_action")) {
        drop_unknown_types(&mut expected);
    }
    all_events_difference(&expected, found, path)
}

/// Returns the first unexpected order result of a list. `expected` is in full form; `found` must report either all
/// orders of unknown type or none.
pub fn result_difference(expected: &Value, found: &Value, path: &str) -> Option<JsonDifference> {
    let mut expected = expected.clone();
    if !reports_unknown_types(&expected, found, ("status", "invalid")) {
        drop_unknown_types(&mut expected);
    }
    all_results_difference(&expected, found, path)
}

/// Removes orders of unknown type from an expected ply in full form if the ply found does not report them.
pub(crate) fn drop_unreported_unknown_types(expected: &mut Value, found: &Map<String, Value>) {
    let Some(events) = found.get("events") else { return };
    if reports_unknown_types(&expected["events"], events, ("type", "invalid_action")) {
        return;
    }
    let removed = drop_unknown_types(&mut expected["events"]);
    if let Some(count) = expected["summary"].get("invalidCount").and_then(Value::as_u64) {
        drop_unknown_types(&mut expected["actionResults"]);
        expected["summary"]["invalidCount"] = Value::from(count.saturating_sub(removed as u64));
    }
}

/// Returns the first unexpected event of a list that must report everything in `expected`.
pub(crate) fn all_events_difference(expected: &Value, found: &Value, path: &str) -> Option<JsonDifference> {
    let is_compared = |event: &Value| !event.is_object() || is_rule_event(event);
    list_difference(expected, found, path, is_compared, |expected, found, path| {
        first_difference(&comparable(expected, found), &with_code(found), path)
    })
}

/// Returns the first unexpected order result of a list that must report everything in `expected`.
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
                first_difference(&without(comparable(expected, &found), "events"), &found, path)
            })
        },
    )
}

/// Reports whether a list includes orders of unknown type: then it has more rejections than are expected for other
/// reasons.
fn reports_unknown_types(expected: &Value, found: &Value, (key, invalid): (&str, &str)) -> bool {
    let is_invalid = |item: &&Value| item.get(key).and_then(Value::as_str) == Some(invalid);
    let all = items_of(found).filter(is_invalid).count();
    let others = items_of(expected).filter(is_invalid).filter(|item| !is_about_unknown_type(item)).count();
    all > others
}

fn items_of(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// Removes orders of unknown type from an expected list and returns their number.
fn drop_unknown_types(expected: &mut Value) -> usize {
    let Some(items) = expected.as_array_mut() else { return 0 };
    let before = items.len();
    items.retain(|item| !is_about_unknown_type(item));
    before - items.len()
}

/// Compares the items of two lists for which `is_compared` holds. Paths contain indices of the list found.
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
                expected: display(expected),
                found: display(found.map(|(_, found)| found)),
            }),
        };
        if difference.is_some() {
            return difference;
        }
    }
}

/// Reports whether an expected item concerns an order of unknown type, which the reference implementation does not
/// report.
fn is_about_unknown_type(expected: &Value) -> bool {
    expected.get("reason").and_then(Value::as_str) == Some(OrderRejection::UnknownType.code())
}

/// Returns the item without its message. A message that is the code of a reason becomes the reason.
fn with_code(item: &Value) -> Value {
    let mut item = item.clone();
    if let Some(object) = item.as_object_mut() {
        let message = object.remove("message");
        let code = message.filter(|message| message.as_str().and_then(OrderRejection::from_code).is_some());
        if let Some(code) = code {
            object.entry("reason").or_insert(code);
        }
    }
    item
}

/// Returns the expected item without its message, and without its reason if the item found has none.
fn comparable(expected: &Value, found: &Value) -> Value {
    let expected = with_code(expected);
    let has_reason = with_code(found).get("reason").is_some();
    if has_reason { expected } else { without(expected, "reason") }
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
    fn messages_runner_events_and_unreported_unknown_types_are_accepted() {
        let expected = json!([invalid("bad_amount"), invalid("unknown_type"), { "type": "capture", "location": "a" }]);
        let reported =
            |message: &str| json!({ "type": "invalid_action", "player": "P1", "action": {}, "message": message });
        let capture = json!({ "type": "capture", "location": "a" });
        for found in [
            json!([reported("amount?"), capture]),
            json!([reported("bad_amount"), { "type": "weather" }, capture, { "type": "agent_retry", "attempt": 2 }]),
            expected.clone(),
        ] {
            assert_eq!(event_difference(&expected, &found, "$"), None, "{found}");
        }
        for (found, path) in [
            (json!([reported("not_adjacent"), capture]), "$[0].reason"),
            (json!([reported("x")]), "$[1]"),
            (json!([reported("x"), { "type": "weather" }, { "type": "capture", "location": "b" }]), "$[2].location"),
            (json!([reported("x"), capture, capture]), "$[2]"),
            (json!([reported("x"), capture, { "type": "capture", "location": "b", "reason": "unknown_type" }]), "$[2]"),
            (json!([reported("x"), capture, { "type": "income", "amount": 9, "message": "unknown_type" }]), "$[2]"),
            (json!([reported("x"), invalid("bad_amount"), capture]), "$[1].reason"),
            (json!([reported("x"), invalid("unknown_type"), invalid("unknown_type"), capture]), "$[2].location"),
            (json!({}), "$"),
        ] {
            let difference = event_difference(&expected, &found, "$");
            assert_eq!(difference.map(|difference| difference.path).as_deref(), Some(path), "{found}");
        }
    }

    #[test]
    fn unexpected_results_are_differences() {
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
    fn results_are_compared_including_their_events() {
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
