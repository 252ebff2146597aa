//! JSON schemas: a validator for the keywords that the OpenAPI description uses, and random values of a schema.

use game::GameRng;
use serde_json::{Map, Value, json};

/// Keywords that do not restrict values.
const ANNOTATIONS: [&str; 7] =
    ["description", "default", "title", "example", "examples", "deprecated", "propertyNames"];

/// Depth of nested values after which optional parts of random values are left out.
const MAX_SAMPLE_DEPTH: usize = 5;

/// Returns the first difference between a value and a schema of the document.
pub(super) fn difference(document: &Value, schema: &Value, value: &Value) -> Option<String> {
    check(document, schema, value).err().map(|(path, problem)| format!("value{path}: {problem}"))
}

/// Location within the value, such as `.seats[1]`, and what is wrong there.
type Mismatch = (String, String);

fn check(document: &Value, schema: &Value, value: &Value) -> Result<(), Mismatch> {
    let here = |problem: String| Err((String::new(), problem));
    let Some(keywords) = schema.as_object() else { return Ok(()) };
    for (keyword, wanted) in keywords {
        let list = || wanted.as_array().map_or(&[][..], Vec::as_slice);
        match keyword.as_str() {
            "$ref" => check(document, resolve(document, wanted), value)?,
            // The alternatives of an untagged enum can overlap, so one that fits is enough for `oneOf` too.
            "oneOf" | "anyOf" => {
                let mismatches: Vec<Mismatch> =
                    list().iter().filter_map(|option| check(document, option, value).err()).collect();
                if mismatches.len() == list().len() {
                    let closest = mismatches.into_iter().max_by_key(|(path, _)| path.len());
                    return closest.map_or_else(|| here("no alternative fits".to_owned()), Err);
                }
            }
            "allOf" => list().iter().try_for_each(|part| check(document, part, value))?,
            "enum" if !list().contains(value) => return here(format!("{} is not in {wanted}", short(value))),
            "const" if wanted != value => return here(format!("{} is not {wanted}", short(value))),
            "type" if !has_type(wanted, value) => return here(format!("{} is not of type {wanted}", short(value))),
            "format" if !has_format(wanted, value) => return here(format!("{} is not a {wanted}", short(value))),
            "minimum" if value.as_f64() < wanted.as_f64() && value.is_number() => {
                return here(format!("{value} is less than {wanted}"));
            }
            "required" => {
                let is_missing = |name: &&Value| value.is_object() && value.get(name.as_str().unwrap_or("")).is_none();
                if let Some(name) = list().iter().find(is_missing) {
                    return here(format!("the field {name} is missing"));
                }
            }
            "properties" | "additionalProperties" => check_fields(document, keywords, value)?,
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(document, wanted, item).map_err(|(path, problem)| (format!("[{index}]{path}"), problem))?;
                }
            }
            "enum" | "const" | "type" | "format" | "minimum" => {}
            other if ANNOTATIONS.contains(&other) => {}
            other => {
                return here(format!("the schema keyword `{other}` is unknown to the fuzzer; add it to schema.rs"));
            }
        }
    }
    Ok(())
}

fn check_fields(document: &Value, keywords: &Map<String, Value>, value: &Value) -> Result<(), Mismatch> {
    let others = keywords.get("additionalProperties");
    for (name, field) in value.as_object().into_iter().flatten() {
        let within = |(path, problem): Mismatch| (format!(".{name}{path}"), problem);
        match (keywords.get("properties").and_then(|properties| properties.get(name)), others) {
            (Some(schema), _) => check(document, schema, field).map_err(within)?,
            (None, Some(Value::Bool(false))) => return Err(within((String::new(), "unknown field".to_owned()))),
            (None, Some(schema)) => check(document, schema, field).map_err(within)?,
            (None, None) => {}
        }
    }
    Ok(())
}

fn resolve<'a>(document: &'a Value, reference: &Value) -> &'a Value {
    let pointer = reference.as_str().and_then(|text| text.strip_prefix('#')).unwrap_or_default();
    document.pointer(pointer).unwrap_or(&Value::Null)
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 80 { text } else { text.chars().take(80).chain(['…']).collect() }
}

fn has_type(wanted: &Value, value: &Value) -> bool {
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    match wanted {
        Value::String(name) => is(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is),
        _ => false,
    }
}

fn has_format(wanted: &Value, value: &Value) -> bool {
    // Unsigned 32-bit numbers have the format `int32` too, and unsigned 64-bit numbers `int64`.
    wanted != "int32" || value.as_i64().is_none_or(|number| number.abs() <= i64::from(u32::MAX))
}

/// Returns a random value of a schema. Texts are taken from `words`.
pub(super) fn sample(document: &Value, schema: &Value, words: &[String], rng: &mut GameRng, depth: usize) -> Value {
    if let Some(reference) = schema.get("$ref") {
        return sample(document, resolve(document, reference), words, rng, depth);
    }
    for keyword in ["oneOf", "anyOf", "enum"] {
        if let Some(options) = schema[keyword].as_array() {
            let Some(option) = rng.pick(options) else { return Value::Null };
            return if keyword == "enum" { option } else { sample(document, &option, words, rng, depth) };
        }
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let mut fields = Map::new();
        for part in parts {
            if let Value::Object(more) = sample(document, part, words, rng, depth) {
                fields.extend(more);
            }
        }
        return Value::Object(fields);
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => rng.pick(kinds).unwrap_or_default(),
        kind => kind.clone(),
    };
    match kind.as_str().unwrap_or_default() {
        "null" => Value::Null,
        "boolean" => Value::Bool(rng.below(2) == 0),
        "integer" => json!(rng.below(12)),
        "number" => json!(rng.below(1_000) as f64 / 250.0),
        "string" => Value::from(rng.pick(words).unwrap_or_default()),
        "array" => {
            let length = if depth < MAX_SAMPLE_DEPTH { rng.below(4) } else { 0 };
            (0..length).map(|_| sample(document, &schema["items"], words, rng, depth + 1)).collect()
        }
        "object" => sample_object(document, schema, words, rng, depth),
        _ => rng.pick(&[json!("P d4"), json!([{ "type": "pass" }]), json!({}), json!(3)]).unwrap_or_default(),
    }
}

fn sample_object(document: &Value, schema: &Value, words: &[String], rng: &mut GameRng, depth: usize) -> Value {
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    let mut fields = Map::new();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let is_required = required.iter().any(|one| one == name);
        if is_required || (depth < MAX_SAMPLE_DEPTH && rng.below(2) == 0) {
            fields.insert(name.clone(), sample(document, field, words, rng, depth + 1));
        }
    }
    let others = schema.get("additionalProperties").filter(|others| **others != false && depth < MAX_SAMPLE_DEPTH);
    if let Some(others) = others {
        for _ in 0..rng.below(3) {
            fields.insert(rng.pick(words).unwrap_or_default(), sample(document, others, words, rng, depth + 1));
        }
    }
    Value::Object(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Value {
        json!({ "components": { "schemas": {
            "Seat": { "type": "object", "required": ["seat"], "properties": {
                "seat": { "type": "integer", "format": "int32", "minimum": 0 }, "name": { "type": ["string", "null"] },
            } },
            "Game": { "oneOf": [
                { "type": "object", "required": ["seats", "kind"], "properties": {
                    "kind": { "type": "string", "enum": ["match"] },
                    "seats": { "type": "array", "items": { "$ref": "#/components/schemas/Seat" } },
                } },
                { "type": "object", "required": ["kind"], "additionalProperties": false, "properties": {
                    "kind": { "type": "string", "enum": ["none"] },
                } },
            ] },
        } } })
    }

    fn problem(value: &Value) -> Option<String> {
        difference(&document(), &json!({ "$ref": "#/components/schemas/Game" }), value)
    }

    #[test]
    fn accepts_values_of_the_schema() {
        assert_eq!(problem(&json!({ "kind": "none" })), None);
        assert_eq!(problem(&json!({ "kind": "match", "seats": [{ "seat": 0 }, { "seat": 1, "name": null }] })), None);
    }

    #[test]
    fn names_the_place_of_a_difference() {
        let seats = |seat: Value| json!({ "kind": "match", "seats": [seat] });
        for (value, part) in [
            (seats(json!({})), "value.seats[0]: the field \"seat\" is missing"),
            (seats(json!({ "seat": -1 })), "value.seats[0].seat: -1 is less than 0"),
            (seats(json!({ "seat": 0.5 })), "value.seats[0].seat: 0.5 is not of type \"integer\""),
            (seats(json!({ "seat": 9_999_999_999_u64 })), "is not a \"int32\""),
            (seats(json!({ "seat": 0, "name": 1 })), "value.seats[0].name: 1 is not of type"),
            (json!({ "kind": "none", "more": 1 }), "value.more: unknown field"),
            (json!({ "kind": "other", "seats": [] }), "\"other\" is not in"),
            (json!([]), "is not of type \"object\""),
        ] {
            let found = problem(&value).unwrap_or_default();
            assert!(found.contains(part), "{value}: {found}");
        }
    }

    #[test]
    fn unknown_keywords_are_reported() {
        let found = difference(&Value::Null, &json!({ "multipleOf": 2 }), &json!(3)).expect("the keyword is unknown");
        assert!(found.contains("multipleOf"), "{found}");
    }

    #[test]
    fn random_values_match_their_schema() {
        let (document, words) = (document(), ["a".to_owned(), "b".to_owned()]);
        let schema = json!({ "$ref": "#/components/schemas/Game" });
        for seed in 0..200 {
            let value = sample(&document, &schema, &words, &mut GameRng::seeded(seed), 0);
            assert_eq!(difference(&document, &schema, &value), None, "{value}");
        }
    }
}
