//! Mutations of JSON values and of their text.

use game::GameRng;
use serde_json::{Map, Value, json};

/// Text that [`write()`] replaces by something that is not a JSON value of Serde.
const RAW: &str = "@raw@";

/// Texts that JSON allows or nearly allows, but no field expects.
const RAW_TEXTS: [&str; 16] = [
    "1e400",
    "-1e400",
    "18446744073709551616",
    "-9223372036854775809",
    "123456789012345678901234567890",
    "0.1e-400",
    "NaN",
    "Infinity",
    "-0",
    "01",
    "\"\\ud800\"",
    "\"\\u0000\"",
    "'a'",
    "tru",
    "\"\\x\"",
    "{\"a\":1,\"a\":2}",
];

/// Changes one or more places of a value.
pub(super) fn mutate(value: &mut Value, words: &[String], rng: &mut GameRng) {
    for _ in 0..=rng.below(2) {
        let mut pointers = Vec::new();
        collect_pointers(value, String::new(), &mut pointers);
        let pointer = rng.pick(&pointers).unwrap_or_default();
        if let Some(place) = value.pointer_mut(&pointer) {
            mutate_place(place, words, rng);
        }
    }
}

fn collect_pointers(value: &Value, pointer: String, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let name = name.replace('~', "~0").replace('/', "~1");
                collect_pointers(field, format!("{pointer}/{name}"), found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect_pointers(item, format!("{pointer}/{index}"), found);
            }
        }
        _ => {}
    }
    found.push(pointer);
}

fn mutate_place(place: &mut Value, words: &[String], rng: &mut GameRng) {
    match (place, rng.below(3)) {
        (Value::Object(fields), 0) => remove_field(fields, rng),
        (Value::Object(fields), 1) => {
            let name = rng.pick(words).unwrap_or_default();
            fields.insert(name, odd_value(words, rng));
        }
        (Value::Array(items), 0) => {
            items.pop();
        }
        (Value::Array(items), 1) => {
            let item = items.first().cloned().unwrap_or_else(|| odd_value(words, rng));
            let count = rng.pick(&[1, 10, 1_000, 6_000]).unwrap_or(1);
            items.extend(std::iter::repeat_n(item, count));
        }
        (Value::String(text), 0) => mutate_text(text, rng),
        (Value::Number(number), 0) => {
            let changed = number.as_i64().unwrap_or(0).wrapping_add(rng.pick(&[-1, 1, -1_000, 1_000]).unwrap_or(1));
            *number = changed.into();
        }
        (place, _) => *place = odd_value(words, rng),
    }
}

fn remove_field(fields: &mut Map<String, Value>, rng: &mut GameRng) {
    let names: Vec<String> = fields.keys().cloned().collect();
    if let Some(name) = rng.pick(&names) {
        fields.remove(&name);
    }
}

/// Inserts, removes or repeats characters.
fn mutate_text(text: &mut String, rng: &mut GameRng) {
    let mut letters: Vec<char> = text.chars().collect();
    let at = rng.below(letters.len() + 1);
    match rng.below(4) {
        0 => letters.insert(
            at,
            rng.pick(&['\0', '\n', '\u{202e}', '\u{200b}', '\u{1b}', 'Ω', '"', ';', '=', '9']).unwrap_or('x'),
        ),
        1 if at < letters.len() => drop(letters.remove(at)),
        2 => letters.truncate(at),
        _ => {
            let part: Vec<char> = letters[at..].to_vec();
            letters.extend(part.iter().cycle().take(part.len() * 50));
        }
    }
    *text = letters.into_iter().collect();
}

/// Returns a value that a field rarely expects.
pub(super) fn odd_value(words: &[String], rng: &mut GameRng) -> Value {
    match rng.below(14) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => {
            json!(rng.pick(&[0_u64, 1, 255, 256, 65_536, u64::from(u32::MAX), i64::MAX as u64, u64::MAX]).unwrap_or(0))
        }
        4 => json!(i64::MIN),
        5 => json!(1.5e300),
        6 => json!(""),
        7 => json!("x".repeat(rng.pick(&[33, 1_000, 20_000]).unwrap_or(1))),
        8 => json!("\u{202e}\u{0}\u{1b}[31m\u{200b}"),
        9 => json!([]),
        10 => json!({}),
        11 => json!([[[[[[[[{ "a": [] }]]]]]]]]),
        12 => Value::from(RAW),
        _ => Value::from(rng.pick(words).unwrap_or_default()),
    }
}

/// Writes a value as text; replaces [`RAW`] by one of the [`RAW_TEXTS`].
pub(super) fn write(value: &Value, rng: &mut GameRng) -> Vec<u8> {
    let raw = rng.pick(&RAW_TEXTS).unwrap_or_default();
    value.to_string().replace(&format!("\"{RAW}\""), raw).into_bytes()
}

/// Damages the text of a value.
pub(super) fn damage(mut text: Vec<u8>, rng: &mut GameRng) -> Vec<u8> {
    let at = rng.below(text.len() + 1);
    match rng.below(7) {
        0 => text.truncate(at),
        1 => drop(text.splice(at..at, [0xff, 0xc0, 0x80])),
        2 if at < text.len() => text[at] = text[at].wrapping_add(1 + rng.below(255) as u8),
        3 => text.extend(b" {}"),
        4 => text = [b"[".repeat(20_000), text].concat(),
        5 => text = [b"{\"a\":".repeat(20_000), text].concat(),
        _ => text.clear(),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutations_change_values_and_repeat_with_the_seed() {
        let words = ["a".to_owned()];
        let start = json!({ "seat": 1, "name": "Ann", "list": [1, { "b/c": 2 }] });
        let mutated = |seed| {
            let (mut rng, mut value) = (GameRng::seeded(seed), start.clone());
            mutate(&mut value, &words, &mut rng);
            damage(write(&value, &mut rng), &mut rng)
        };
        let unchanged = (0..200).filter(|&seed| mutated(seed) == start.to_string().into_bytes()).count();
        assert!(unchanged < 40, "{unchanged}");
        assert!((0..200).all(|seed| mutated(seed) == mutated(seed)));
    }

    #[test]
    fn pointers_lead_to_every_place() {
        let value = json!({ "a/b": [1, { "~": 2 }] });
        let mut pointers = Vec::new();
        collect_pointers(&value, String::new(), &mut pointers);
        assert_eq!(pointers.len(), 5);
        assert!(pointers.iter().all(|pointer| value.pointer(pointer).is_some()), "{pointers:?}");
    }
}
