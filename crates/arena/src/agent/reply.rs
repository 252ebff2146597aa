//! Parses replies.

use serde_json::{Map, Value};

use crate::protocol::{API_VERSION, Fault, FaultClass, Reply};

/// Length limit in bytes of a reply over HTTP or from a process, and of every recorded raw reply.
pub const LONGEST_REPLY: usize = 256_000;

/// Length limit of a rationale in characters. The raw reply contains the complete text.
const LONGEST_RATIONALE: usize = 10_000;

/// Fields of a reply that declines to play.
const REFUSAL_FIELDS: [&str; 3] = ["refused", "refusal", "error"];

/// Parses the body of a reply. The actions themselves are checked later by the game.
///
/// # Errors
/// Fails if the body is not JSON, is not a valid reply, or declines to play.
///
/// ```
/// use arena::agent::read_reply;
/// let reply = read_reply(br#"{"api_version": "0.1", "actions": [{"type": "pass"}, 7]}"#)?;
/// assert_eq!(reply.actions.len(), 2);
/// assert_eq!(read_reply(b"[]").unwrap_err().class, arena::FaultClass::BadShape);
/// # Ok::<(), arena::Fault>(())
/// ```
pub fn read_reply(body: &[u8]) -> Result<Reply, Fault> {
    let value = serde_json::from_slice(body).map_err(|error| bad_json(format!("the reply is not JSON: {error}")))?;
    reply_of(value)
}

/// Converts a JSON value to a reply.
pub(super) fn reply_of(value: Value) -> Result<Reply, Fault> {
    let Value::Object(mut fields) = value else {
        return Err(bad_shape(format!("the reply is {}, not an object with actions", kind_of(&value))));
    };
    check_version(&fields)?;
    let rationale = ["rationale_text", "rationale"].into_iter().find_map(|key| fields.get(key)?.as_str());
    let rationale = rationale.map(|words| words.chars().take(LONGEST_RATIONALE).collect());
    match fields.remove("actions") {
        Some(Value::Array(actions)) => Ok(Reply { actions, rationale }),
        None | Some(Value::Null) => Err(refusal(&fields).unwrap_or_else(|| bad_shape("the reply has no actions"))),
        Some(other) => Err(bad_shape(format!("actions are {}, not a list", kind_of(&other)))),
    }
}

fn check_version(fields: &Map<String, Value>) -> Result<(), Fault> {
    match fields.get("api_version") {
        None => Ok(()),
        Some(Value::String(version)) if version == API_VERSION => Ok(()),
        Some(version) => Err(bad_shape(format!("api_version is {}, not \"{API_VERSION}\"", truncated(version)))),
    }
}

fn refusal(fields: &Map<String, Value>) -> Option<Fault> {
    let is_set = |value: &&Value| !matches!(value, Value::Null | Value::Bool(false));
    let why = REFUSAL_FIELDS.into_iter().find_map(|key| fields.get(key).filter(is_set))?;
    let why = why.as_str().map_or_else(|| truncated(why), str::to_owned);
    Some(Fault::new(FaultClass::Refused, if why.is_empty() { "without a reason".to_owned() } else { why }))
}

fn truncated(value: &Value) -> String {
    value.to_string().chars().take(200).collect()
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

pub(super) fn bad_json(message: impl Into<String>) -> Fault {
    Fault::new(FaultClass::BadJson, message)
}

pub(super) fn bad_shape(message: impl Into<String>) -> Fault {
    Fault::new(FaultClass::BadShape, message)
}

/// Decodes bytes as UTF-8, replacing invalid sequences, and truncates the text to [`LONGEST_REPLY`] bytes.
pub(super) fn bounded_text(bytes: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(bytes).into_owned();
    let most = LONGEST_REPLY.min(text.len());
    let cut = (0..=most).rev().find(|&index| text.is_char_boundary(index));
    text.truncate(cut.unwrap_or(0));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, class: FaultClass, words: &str) {
        let fault = read_reply(body.as_bytes()).expect_err("the reply is invalid");
        assert_eq!(fault.class, class, "{body}: {fault}");
        assert!(fault.message.contains(words), "{body}: {fault}");
    }

    #[test]
    fn invalid_replies_have_the_right_fault_class() {
        check("", FaultClass::BadJson, "not JSON");
        check("{\"actions\": [", FaultClass::BadJson, "not JSON");
        check(&"[".repeat(200_000), FaultClass::BadJson, "recursion");
        check("7", FaultClass::BadShape, "a number");
        check("{}", FaultClass::BadShape, "no actions");
        check("{\"actions\": {}}", FaultClass::BadShape, "an object, not a list");
        check("{\"api_version\": 1, \"actions\": []}", FaultClass::BadShape, "api_version is 1");
        check("{\"api_version\": \"9\", \"actions\": []}", FaultClass::BadShape, "\"0.1\"");
        check("{\"refused\": \"I will not\"}", FaultClass::Refused, "I will not");
        check("{\"error\": {\"code\": 7}, \"actions\": null}", FaultClass::Refused, "{\"code\":7}");
        check("{\"error\": null}", FaultClass::BadShape, "no actions");
    }

    #[test]
    fn other_fields_are_ignored() {
        let body = r#"{"actions": [null, "x"], "rationale_text": 5, "rationale": "so", "error": "none", "more": {}}"#;
        let reply = read_reply(body.as_bytes()).expect("the reply is valid");
        assert_eq!(reply.actions.len(), 2);
        assert_eq!(reply.rationale.as_deref(), Some("so"));
    }

    #[test]
    fn corrupted_replies_never_panic() {
        let whole = br#"{"api_version": "0.1", "actions": [{"type": "move", "amount": 1e3}, "x"], "error": null}"#;
        let mut rng = game::GameRng::seeded(7);
        for _ in 0..20_000 {
            let mut body = whole.to_vec();
            for _ in 0..=rng.below(4) {
                let place = rng.below(body.len());
                body[place] = rng.below(256) as u8;
            }
            body.truncate(1 + rng.below(2 * body.len()));
            if let Err(fault) = read_reply(&body) {
                let classes = [FaultClass::BadJson, FaultClass::BadShape, FaultClass::Refused];
                assert!(classes.contains(&fault.class), "{fault}");
            }
        }
    }

    #[test]
    fn texts_are_truncated_between_characters() {
        let text = bounded_text("é".repeat(LONGEST_REPLY).as_bytes());
        assert_eq!(text.len(), LONGEST_REPLY);
        assert!(bounded_text(&[0xff; LONGEST_REPLY]).len() <= LONGEST_REPLY);
    }
}
