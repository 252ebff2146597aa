//! Checks settings against their JSON Schema and reports all problems in the words of the settings file.
//!
//! Supports only the keywords that the schema of [`Tournament`](super::Tournament) uses; a test checks that the schema uses no others.
//! A general validator would report problems in terms of JSON Schema.

use serde_json::Value;

/// Problem in settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Path such as `entrants[2].on_error`; empty for the whole file.
    pub path: String,
    pub message: String,
}

impl Problem {
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem { path: path.into(), message: message.into() }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.path.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.path, self.message) }
    }
}

/// Returns the path of a field.
pub(super) fn joined(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// Returns all problems of a value.
pub(super) fn problems(value: &Value, schema: &Value) -> Vec<Problem> {
    let mut checker = Checker { root: schema, problems: Vec::new() };
    checker.value(value, schema, "");
    checker.problems
}

struct Checker<'a> {
    root: &'a Value,
    problems: Vec<Problem>,
}

impl Checker<'_> {
    fn report(&mut self, path: &str, message: String) {
        self.problems.push(Problem::new(path, message));
    }

    fn value(&mut self, value: &Value, schema: &Value, path: &str) {
        let schema = self.resolved(schema);
        // An optional field: null or a value.
        if let Some(Value::Array(choices)) = schema.get("anyOf") {
            let is_not_null = |choice: &&Value| choice.get("type") != Some(&"null".into());
            choices.iter().filter(is_not_null).for_each(|choice| self.value(value, choice, path));
            return;
        }
        if let Some(message) = wrong_type(value, &schema).or_else(|| wrong_choice(value, &schema)) {
            return self.report(path, message);
        }
        match value {
            Value::Object(_) => self.object(value, &schema, path),
            Value::Array(items) => {
                self.size(items.len(), &schema, ("minItems", "maxItems"), "entries", path);
                if let Some(schema) = schema.get("items") {
                    for (index, item) in items.iter().enumerate() {
                        self.value(item, schema, &format!("{path}[{index}]"));
                    }
                }
            }
            Value::String(text) => {
                self.size(text.chars().count(), &schema, ("minLength", "maxLength"), "characters", path);
            }
            Value::Number(number) => self.range(number.as_f64().unwrap_or(f64::NAN), &schema, path),
            _ => {}
        }
    }

    /// Resolves a reference to another schema.
    fn resolved(&self, schema: &Value) -> Value {
        let reference = schema.get("$ref").and_then(Value::as_str).and_then(|text| text.strip_prefix('#'));
        reference.and_then(|pointer| self.root.pointer(pointer)).unwrap_or(schema).clone()
    }

    fn object(&mut self, value: &Value, schema: &Value, path: &str) {
        let empty = serde_json::Map::new();
        let entries = value.as_object().unwrap_or(&empty);
        let known = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        for (key, entry) in entries {
            let others = schema.get("additionalProperties");
            match known.get(key).or(others.filter(|others| others.is_object())) {
                Some(schema) => self.value(entry, schema, &joined(path, key)),
                None if others == Some(&Value::Bool(false)) => {
                    let names: Vec<&str> = known.keys().map(String::as_str).collect();
                    self.report(&joined(path, key), format!("unknown field; expected one of {}", names.join(", ")));
                }
                None => {}
            }
        }
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        for key in required.filter_map(Value::as_str).filter(|key| !entries.contains_key(*key)) {
            self.report(path, format!("{key} is missing"));
        }
    }

    fn size(&mut self, size: usize, schema: &Value, (least, most): (&str, &str), what: &str, path: &str) {
        let bound = |key: &str| schema.get(key).and_then(Value::as_u64);
        if let Some(least) = bound(least).filter(|&least| (size as u64) < least) {
            self.report(path, format!("needs at least {least} {what}, but has {size}"));
        }
        if let Some(most) = bound(most).filter(|&most| size as u64 > most) {
            self.report(path, format!("can have at most {most} {what}, but has {size}"));
        }
    }

    fn range(&mut self, number: f64, schema: &Value, path: &str) {
        let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
        if let Some(least) = bound("minimum").filter(|&least| number.is_nan() || number < least) {
            self.report(path, format!("must be at least {least}"));
        }
        if let Some(most) = bound("maximum").filter(|&most| number > most) {
            self.report(path, format!("must be at most {most}"));
        }
    }
}

/// Describes a value of the wrong type.
fn wrong_type(value: &Value, schema: &Value) -> Option<String> {
    let types: Vec<&str> = match schema.get("type")? {
        Value::String(one) => vec![one],
        Value::Array(some) => some.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    let fits = |kind: &&str| match *kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        _ => false,
    };
    if types.iter().any(fits) {
        return None;
    }
    let words = types.iter().filter(|&&kind| kind != "null").map(|kind| match *kind {
        "object" => "a table",
        "array" => "a list",
        "string" => "a quoted string",
        "boolean" => "true or false",
        "integer" => "a whole number",
        _ => "a number",
    });
    Some(format!("expected {}", words.collect::<Vec<&str>>().join(" or ")))
}

/// Describes a value that is not in the list of choices.
fn wrong_choice(value: &Value, schema: &Value) -> Option<String> {
    let listed = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
    let consts = schema.get("oneOf").and_then(Value::as_array).into_iter().flatten();
    let choices: Vec<&Value> = listed.chain(consts.filter_map(|choice| choice.get("const"))).collect();
    if choices.is_empty() || choices.contains(&value) {
        return None;
    }
    let names: Vec<&str> = choices.iter().filter_map(|choice| choice.as_str()).collect();
    Some(format!("expected one of {}", names.join(", ")))
}
