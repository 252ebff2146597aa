//! Parses responses of models.

use serde_json::{Deserializer, Value};

use crate::agent::reply::{bad_json, bad_shape, reply_of};
use crate::protocol::{Fault, FaultClass, Reply};

/// Returns the input and output tokens reported by the endpoint.
pub(super) fn tokens(body: &Value) -> (Option<u64>, Option<u64>) {
    let count = |key: &str| body["usage"][key].as_u64();
    (count("prompt_tokens"), count("completion_tokens"))
}

/// Returns the error code and the fault if a response with a successful status reports an error.
pub(super) fn endpoint_error(body: &Value) -> Option<(Option<u16>, Fault)> {
    let error = body.get("error").filter(|error| !error.is_null() && body.get("choices").is_none())?;
    let message = error["message"].as_str().map_or_else(|| error.to_string(), str::to_owned);
    let code = error["code"].as_u64().and_then(|code| u16::try_from(code).ok());
    Some((code, Fault::new(FaultClass::Http, format!("the endpoint reports an error: {message}"))))
}

/// Parses the response of a model endpoint.
///
/// # Errors
/// Fails if the response is not JSON, reports an error, is empty, is a refusal, was truncated, or cannot be parsed.
pub fn read_model_reply(body: &[u8]) -> Result<Reply, Fault> {
    let value = json(body)?;
    endpoint_error(&value).map_or_else(|| reply(&value), |(_, fault)| Err(fault))
}

/// Parses a response as JSON.
pub(super) fn json(body: &[u8]) -> Result<Value, Fault> {
    serde_json::from_slice(body).map_err(|error| bad_json(format!("the response of the endpoint is not JSON: {error}")))
}

/// Parses the reply of a model.
///
/// # Errors
/// Fails if the response is empty, is a refusal, was truncated, or cannot be parsed.
pub(super) fn reply(body: &Value) -> Result<Reply, Fault> {
    let choice = body["choices"].get(0).ok_or_else(|| bad_shape("the response has no choices"))?;
    let message = &choice["message"];
    let refusal = message["refusal"].as_str().filter(|text| !text.is_empty());
    if refusal.is_some() || choice["finish_reason"] == "content_filter" {
        return Err(Fault::new(FaultClass::Refused, refusal.unwrap_or("the endpoint filtered the reply")));
    }
    let is_truncated = choice["finish_reason"] == "length";
    let parsed = message_reply(message).unwrap_or_else(|| Err(bad_shape("the model's message is empty")));
    parsed.map_err(|fault| if is_truncated { truncated(&fault) } else { fault })
}

fn truncated(fault: &Fault) -> Fault {
    let message = format!("the reply was truncated at the token limit max_output_tokens: {}", fault.message);
    Fault::new(fault.class, message)
}

/// Parses a message: a tool call or text. Returns `None` if it is empty.
fn message_reply(message: &Value) -> Option<Result<Reply, Fault>> {
    tool_call_reply(message).or_else(|| {
        let text = text_of(&message["content"]);
        (!text.trim().is_empty()).then(|| text_reply(&text))
    })
}

fn tool_call_reply(message: &Value) -> Option<Result<Reply, Fault>> {
    let calls = message["tool_calls"].as_array()?;
    let is_act = |call: &&Value| call["function"]["name"] == "act";
    let arguments = &calls.iter().find(is_act).or(calls.first())?["function"]["arguments"];
    match arguments {
        Value::String(text) if text.trim().is_empty() => None,
        Value::String(text) => Some(text_reply(text)),
        Value::Null => None,
        other => Some(reply_of(other.clone())),
    }
}

/// Returns the text of a message content: a string or a list of parts.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str().or(part.as_str())).collect(),
        _ => String::new(),
    }
}

/// Parses the first JSON object with the field `actions` in a text, or the first object if none has that field.
fn text_reply(text: &str) -> Result<Reply, Fault> {
    let mut first = None;
    for object in JsonObjects::of(text) {
        if object.get("actions").is_some() {
            return reply_of(object);
        }
        first.get_or_insert(object);
    }
    first.map_or_else(|| Err(bad_json("the reply contains no JSON object")), reply_of)
}

/// Iterator over the top-level JSON objects in a text.
pub(crate) struct JsonObjects<'a> {
    text: &'a str,
    attempts: u32,
}

impl<'a> JsonObjects<'a> {
    /// Maximum number of opening braces tried as the start of an object.
    const MOST_ATTEMPTS: u32 = 1000;

    pub(crate) fn of(text: &'a str) -> JsonObjects<'a> {
        JsonObjects { text, attempts: JsonObjects::MOST_ATTEMPTS }
    }
}

impl Iterator for JsonObjects<'_> {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        while let Some(start) = self.text.find('{').filter(|_| self.attempts > 0) {
            self.attempts -= 1;
            let text = &self.text[start..];
            let mut values = Deserializer::from_str(text).into_iter::<Value>();
            if let Some(Ok(value)) = values.next() {
                self.text = &text[values.byte_offset()..];
                return Some(value);
            }
            self.text = &text[1..];
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(choice: &Value, class: FaultClass, message: &str) {
        let fault = reply(&json!({ "choices": [choice] })).expect_err("the response is invalid");
        assert!(fault.class == class && fault.message.contains(message), "{choice}: {fault}");
    }

    fn content(text: &str) -> Value {
        json!({ "message": { "content": text } })
    }

    #[test]
    fn finds_actions_in_tool_calls_and_text() {
        let act = r#"{"actions": [1], "rationale_text": "a {brace}"}"#;
        let thoughts = format!("{{not JSON}} {{\"plan\": 1}}\n```json\n{act}\n``` and {{\"actions\": [2]}}");
        for message in [
            json!({ "tool_calls": [{ "function": { "name": "act", "arguments": act } }] }),
            json!({ "tool_calls": [{ "function": { "name": "x", "arguments": {} } },
                                   { "function": { "name": "act", "arguments": { "actions": [1] } } }] }),
            json!({ "content": act, "tool_calls": [] }),
            json!({ "content": thoughts, "tool_calls": null }),
            json!({ "content": [{ "type": "text", "text": "so: " }, { "type": "text", "text": act }] }),
        ] {
            let reply = reply(&json!({ "choices": [{ "message": message }] })).expect("the reply is valid");
            assert_eq!(reply.actions, [1]);
        }
    }

    #[test]
    fn invalid_responses_have_the_right_fault_class() {
        check(&content(""), FaultClass::BadShape, "is empty");
        check(&json!({}), FaultClass::BadShape, "is empty");
        check(&json!(7), FaultClass::BadShape, "is empty");
        check(&content("I pass."), FaultClass::BadJson, "no JSON object");
        check(&content("{\"move\": 1}"), FaultClass::BadShape, "no actions");
        check(&content(&"{\"a\":".repeat(50_000)), FaultClass::BadJson, "no JSON object");
        check(&json!({ "message": { "refusal": "no" } }), FaultClass::Refused, "no");
        check(&json!({ "message": {}, "finish_reason": "content_filter" }), FaultClass::Refused, "filtered");
        let cut = json!({ "message": { "content": "{\"actions\": [" }, "finish_reason": "length" });
        check(&cut, FaultClass::BadJson, "max_output_tokens");
        assert_eq!(reply(&json!({ "choices": [] })).expect_err("the response is invalid").class, FaultClass::BadShape);
        assert_eq!(reply(&json!([])).expect_err("the response is invalid").class, FaultClass::BadShape);
    }
}
