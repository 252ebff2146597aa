//! The stub as a language model.

use serde_json::{Value, json};

use super::{StubOptions, act};
use crate::agent::JsonObjects;

/// Replies to a chat completion request. Token counts assume four bytes per token.
///
/// # Errors
/// Fails if no user message contains an observation.
pub fn complete(request: &Value, options: &StubOptions) -> Result<Value, String> {
    let messages = request["messages"].as_array().ok_or("the request has no messages")?;
    let request_in = |message: &Value| {
        let text = message["content"].as_str().filter(|_| message["role"] == "user")?;
        JsonObjects::of(text).find(|object| object.get("observation").is_some())
    };
    let asked = messages.iter().rev().find_map(request_in).ok_or("no user message contains an observation")?;
    let mut answer = act(&asked, options)?;
    if let Some(fields) = answer.as_object_mut() {
        fields.remove("api_version");
    }
    let (input, output) = (tokens(&request["messages"]), tokens(&answer));
    Ok(json!({
        "id": "stub",
        "object": "chat.completion",
        "model": request["model"],
        "choices": [choice(request, &answer)],
        "usage": { "prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output },
    }))
}

fn choice(request: &Value, answer: &Value) -> Value {
    if request.get("tools").is_none() {
        let message = json!({ "role": "assistant", "content": answer.to_string() });
        return json!({ "index": 0, "message": message, "finish_reason": "stop" });
    }
    let function = json!({ "name": "act", "arguments": answer.to_string() });
    let call = json!({ "id": "call_1", "type": "function", "function": function });
    let message = json!({ "role": "assistant", "content": null, "tool_calls": [call] });
    json!({ "index": 0, "message": message, "finish_reason": "tool_calls" })
}

fn tokens(value: &Value) -> usize {
    value.to_string().len().div_ceil(4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_the_tool_if_there_is_one() {
        let observation = json!({ "observation": { "legal_actions": [{ "id": 1, "action": "SP" }] } });
        let user = json!({ "role": "user", "content": format!("a picture {{}}\n{observation} thanks") });
        let mut request = json!({ "model": "stub", "messages": [user] });
        let options = StubOptions::default();
        let answer = complete(&request, &options).expect("the request is valid");
        assert!(answer["choices"][0]["message"]["content"].as_str().is_some_and(|text| text.contains("\"id\":1")));
        request["tools"] = json!([{}]);
        let answer = complete(&request, &options).expect("the request is valid");
        assert_eq!(answer["choices"][0]["message"]["tool_calls"][0]["function"]["name"], "act");
        assert!(answer["usage"]["prompt_tokens"].as_u64().is_some_and(|count| count > 10));
        assert!(complete(&json!({ "messages": [] }), &options).is_err());
    }
}
