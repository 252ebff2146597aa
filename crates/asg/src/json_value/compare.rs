//! Comparison of JSON values.

use std::fmt;

use serde_json::{Number, Value};

/// Maximum number of characters of a value in a message.
const MAX_SHOWN: usize = 120;

/// First difference between two JSON values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JsonDifference {
    /// JSON path of the difference, such as `$.turns[2].ply`.
    pub path: String,
    /// Expected value as JSON, shortened to 120 characters, or `nothing`.
    pub expected: String,
    /// Value found, in the same form.
    pub found: String,
}

impl fmt::Display for JsonDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, found {}", self.path, self.expected, self.found)
    }
}

/// Reports whether two values are equal. Numbers are compared by value: `1` equals `1.0`.
pub fn same_json(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => same_number(a, b),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_json(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same_json(a, b)))
        }
        _ => a == b,
    }
}

fn same_number(a: &Number, b: &Number) -> bool {
    a == b || ((a.is_f64() || b.is_f64()) && a.as_f64() == b.as_f64())
}

/// Reports whether a value is nested deeper than `levels`; a scalar has one level.
pub(crate) fn is_deeper(value: &Value, levels: usize) -> bool {
    let Some(left) = levels.checked_sub(1) else { return true };
    match value {
        Value::Array(items) => items.iter().any(|item| is_deeper(item, left)),
        Value::Object(entries) => entries.values().any(|entry| is_deeper(entry, left)),
        _ => false,
    }
}

/// Returns the first difference between an expected value and the one found; its path starts with `path`.
pub fn first_difference(expected: &Value, found: &Value, path: &str) -> Option<JsonDifference> {
    if same_json(expected, found) {
        return None;
    }
    let inner = match (expected, found) {
        (Value::Array(expected), Value::Array(found)) => difference_in_lists(expected, found, path),
        (Value::Object(_), Value::Object(_)) => difference_in_objects(expected, found, path),
        _ => None,
    };
    Some(inner.unwrap_or_else(|| JsonDifference {
        path: path.to_owned(),
        expected: display(Some(expected)),
        found: display(Some(found)),
    }))
}

fn difference_in_lists(expected: &[Value], found: &[Value], path: &str) -> Option<JsonDifference> {
    let longest = expected.len().max(found.len());
    (0..longest).find_map(|i| either(expected.get(i), found.get(i), &format!("{path}[{i}]")))
}

fn difference_in_objects(expected: &Value, found: &Value, path: &str) -> Option<JsonDifference> {
    let keys = [expected, found].into_iter().filter_map(Value::as_object).flat_map(|object| object.keys());
    keys.into_iter().find_map(|key| either(expected.get(key), found.get(key), &format!("{path}{}", path_step(key))))
}

fn either(expected: Option<&Value>, found: Option<&Value>, path: &str) -> Option<JsonDifference> {
    match (expected, found) {
        (Some(expected), Some(found)) => first_difference(expected, found, path),
        _ => Some(JsonDifference { path: path.to_owned(), expected: display(expected), found: display(found) }),
    }
}

/// Returns the path element for an object key: `.key`, or `["odd key"]`.
pub(crate) fn path_step(key: &str) -> String {
    let is_plain = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let text = if is_plain { format!(".{key}") } else { format!("[{}]", Value::from(key)) };
    shorten(&text)
}

/// Formats a value for a message; a missing value is `nothing`.
pub(crate) fn display(value: Option<&Value>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| shorten(&value.to_string()))
}

/// Shortens a text to [`MAX_SHOWN`] characters for a message.
pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_are_compared_by_value() {
        assert!(same_json(&json!({ "a": [1, 2.5] }), &json!({ "a": [1.0, 2.5] })));
        assert!(!same_json(&json!(1), &json!("1")));
        assert!(!same_json(&json!({ "a": 1 }), &json!({ "b": 1 })));
    }

    #[test]
    fn first_difference_has_path_and_values() {
        let expected = json!({ "a": [1, { "b-c": 2 }], "z": 0 });
        for (found, message) in [
            (json!({ "a": [1, { "b-c": 3 }], "z": 0 }), "$.a[1][\"b-c\"]: expected 2, found 3"),
            (json!({ "a": [1], "z": 0 }), "$.a[1]: expected {\"b-c\":2}, found nothing"),
            (json!({ "a": [1, { "b-c": 2 }], "y": 1, "z": 0 }), "$.y: expected nothing, found 1"),
            (json!(7), "$: expected {\"a\":[1,{\"b-c\":2}],\"z\":0}, found 7"),
        ] {
            assert_eq!(first_difference(&expected, &found, "$").map(|d| d.to_string()).as_deref(), Some(message));
        }
    }
}
