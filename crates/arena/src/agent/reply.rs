//! Reading replies.

use serde_json::{Map, Value};

use crate::protocol::{API_VERSION, Fault, FaultClass, Reply};

/// The most bytes of a reply over HTTP or from a process, and of the raw text that is kept of any.
pub const LONGEST_REPLY: usize = 256_000;

/// The most characters that are kept of an agent's own words; the raw text has all of them.
const LONGEST_RATIONALE: usize = 10_000;

/// The words of a reply that refuses to play, in place of actions.
const REFUSALS: [&str; 3] = ["refused", "refusal", "error"];

/// Reads the body of a reply. Only its outer form is judged: what the actions are is the game's to say, one by one.
///
/// # Errors
/// If it is no JSON, has another form, or refuses to play.
///
/// ```
/// use arena::agent::read_reply;
/// let reply = read_reply(br#"{"api_version": "0.1", "actions": [{"type": "pass"}, 7]}"#)?;
/// assert_eq!(reply.actions.len(), 2);
/// assert_eq!(read_reply(b"[]").unwrap_err().class, arena::FaultClass::BadShape);
/// # Ok::<(), arena::Fault>(())
/// ```
pub fn read_reply(body: &[u8]) -> Result<Reply, Fault> {
    let value = serde_json::from_slice(body).map_err(|error| bad_json(format!("the reply is no JSON: {error}")))?;
    reply_of(value)
}

/// The reply that a JSON value is.
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
        Some(version) => Err(bad_shape(format!("api_version is {}, not \"{API_VERSION}\"", shortened(version)))),
    }
}

fn refusal(fields: &Map<String, Value>) -> Option<Fault> {
    let says = |value: &&Value| !matches!(value, Value::Null | Value::Bool(false));
    let why = REFUSALS.into_iter().find_map(|key| fields.get(key).filter(says))?;
    let why = why.as_str().map_or_else(|| shortened(why), str::to_owned);
    Some(Fault::new(FaultClass::Refused, if why.is_empty() { "without a word".to_owned() } else { why }))
}

fn shortened(value: &Value) -> String {
    value.to_string().chars().take(200).collect()
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
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

/// What came, as a text that can be kept: at most [`LONGEST_REPLY`] bytes, bytes that are no UTF-8 replaced.
pub(super) fn kept(bytes: &[u8]) -> String {
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
        let fault = read_reply(body.as_bytes()).expect_err("a fault");
        assert_eq!(fault.class, class, "{body}: {fault}");
        assert!(fault.message.contains(words), "{body}: {fault}");
    }

    #[test]
    fn replies_of_another_form_are_told_apart() {
        check("", FaultClass::BadJson, "no JSON");
        check("{\"actions\": [", FaultClass::BadJson, "no JSON");
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
    fn what_is_beside_the_actions_does_no_harm() {
        let body = r#"{"actions": [null, "x"], "rationale_text": 5, "rationale": "so", "error": "none", "more": {}}"#;
        let reply = read_reply(body.as_bytes()).expect("a reply");
        assert_eq!((reply.actions.len(), reply.rationale.as_deref()), (2, Some("so")));
    }

    #[test]
    fn damaged_replies_do_no_harm() {
        let whole = br#"{"api_version": "0.1", "actions": [{"type": "move", "amount": 1e3}, "x"], "error": null}"#;
        let mut choices = game::Choices::seeded(7);
        for _ in 0..20_000 {
            let mut body = whole.to_vec();
            for _ in 0..=choices.below(4) {
                let place = choices.below(body.len());
                body[place] = choices.below(256) as u8;
            }
            body.truncate(1 + choices.below(2 * body.len()));
            if let Err(fault) = read_reply(&body) {
                let classes = [FaultClass::BadJson, FaultClass::BadShape, FaultClass::Refused];
                assert!(classes.contains(&fault.class), "{fault}");
            }
        }
    }

    #[test]
    fn kept_texts_are_cut_between_characters() {
        let text = kept("é".repeat(LONGEST_REPLY).as_bytes());
        assert_eq!(text.len(), LONGEST_REPLY);
        assert!(kept(&[0xff; LONGEST_REPLY]).len() <= LONGEST_REPLY);
    }
}
