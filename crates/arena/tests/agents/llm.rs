//! Language models, simulated by a scripted server.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::fake_server::{Answer, FakeServer, unused_url};
use arena::agent::{
    LlmAgent, LlmSettings, Price, Prices, ProcessAgent, ProcessSettings, Prompt, ReplyMode, SettingsError,
};
use arena::{AgentGame, Exchange, Fault, FaultClass};
use serde_json::{Value, json};

use crate::common::{LONG, SHORT, asg_game, ask, ask_again, assert_fault, ringrift_game};

fn settings(server: &FakeServer) -> LlmSettings {
    LlmSettings { retry_wait_ms: 10, ..LlmSettings::new(&format!("{}/v1/", server.url()), "fake") }
}

fn agent(settings: &LlmSettings) -> LlmAgent {
    LlmAgent::new(settings, &Prices::new()).expect("the settings are valid")
}

fn exchange(answers: Vec<Answer>) -> (Exchange, FakeServer) {
    let server = FakeServer::start(answers);
    let exchange = ask(&mut agent(&settings(&server)), &asg_game(), LONG);
    (exchange, server)
}

#[track_caller]
fn check(answers: Vec<Answer>, class: FaultClass, words: &str, requests: u64) -> Exchange {
    let (exchange, _server) = exchange(answers);
    assert_fault(&exchange, class, words);
    assert_eq!(exchange.usage.requests, requests);
    exchange
}

fn pass() -> Value {
    json!({ "rationale_text": "so", "actions": [{ "type": "pass" }] })
}

#[track_caller]
fn assert_pass(exchange: &Exchange) {
    let reply = exchange.reply.as_ref().expect("the reply is valid");
    assert_eq!(reply.actions, [json!({ "type": "pass" })]);
    assert_eq!(reply.rationale.as_deref(), Some("so"));
}

#[test]
fn tool_calls_are_parsed() {
    let (exchange, server) = exchange(vec![Answer::tool_call(&pass())]);
    assert_pass(&exchange);
    let received = server.received();
    assert_eq!(received[0].line, "POST /v1/chat/completions HTTP/1.1");
    assert_eq!(received[0].header("authorization"), None);
    let request = received[0].json();
    assert_eq!(request["model"], "fake");
    assert_eq!(request["tools"][0]["function"]["parameters"]["properties"]["actions"]["type"], "array");
    assert_eq!(request["tool_choice"]["function"]["name"], "act");
    let prompt = Prompt::new(&asg_game(), &settings(&server));
    assert_eq!(request["messages"][0]["content"], prompt.system);
    assert_eq!(request["tools"][0], prompt.tool.expect("the prompt has a tool"));
    let question = request["messages"][1]["content"].as_str().expect("the request has a user message");
    assert!(question.contains("\"legalActions\"") && !question.contains("match_id"));
}

#[test]
fn ringrift_questions_contain_a_diagram_and_action_ids() {
    let server = FakeServer::start(vec![Answer::text_message("{\"actions\": [{\"id\": 1}]}")]);
    let fault = Fault::new(FaultClass::Illegal, "the cell is taken");
    let exchange = ask_again(&mut agent(&settings(&server)), &ringrift_game(), LONG, Some(&fault));
    assert_eq!(exchange.reply.expect("the reply is valid").actions, [json!({ "id": 1 })]);
    let request = server.received()[0].json();
    let question = request["messages"][1]["content"].as_str().expect("the request has a user message");
    assert!(question.starts_with("Your last reply could not be used (illegal: the cell is taken)"), "{question}");
    assert!(question.contains("\n 8  ") && question.contains("[\"1: P a1\",\"2: P a1*2\""), "{question}");
}

#[test]
fn settings_are_sent_and_overridden_by_extra_fields() {
    let server = FakeServer::start(vec![Answer::text_message(&pass().to_string())]);
    let mut settings = LlmSettings {
        reply: ReplyMode::Json,
        temperature: Some(0.5),
        max_output_tokens: 77,
        seed: Some(-3),
        reasoning_effort: Some("low".to_owned()),
        ..settings(&server)
    };
    settings.extra.insert("top_p".to_owned(), json!(0.9));
    settings.extra.insert("seed".to_owned(), json!(4));
    assert_pass(&ask(&mut agent(&settings), &asg_game(), LONG));
    let request = server.received()[0].json();
    for (field, value) in [
        ("temperature", json!(0.5)),
        ("max_tokens", json!(77)),
        ("seed", json!(4)),
        ("reasoning_effort", json!("low")),
        ("top_p", json!(0.9)),
        ("response_format", json!({ "type": "json_object" })),
        ("tools", Value::Null),
    ] {
        assert_eq!(request[field], value, "{field}");
    }
}

#[test]
fn replies_are_found_in_texts() {
    let act = pass().to_string();
    for text in [act.clone(), format!("Here it is:\n```json\n{act}\n```\nGood luck {{}}!")] {
        let (exchange, _server) = exchange(vec![Answer::text_message(&text)]);
        assert_pass(&exchange);
        assert_eq!(exchange.usage.requests, 1);
    }
    let parts = json!({ "content": [{ "type": "text", "text": act }] });
    assert_pass(&exchange(vec![Answer::completion(parts, "stop")]).0);
}

#[test]
fn unparsable_replies_are_retried_once() {
    let (exchange, server) = exchange(vec![Answer::text_message("I would rather pass."), Answer::tool_call(&pass())]);
    assert_pass(&exchange);
    assert_eq!((exchange.usage.requests, exchange.usage.input_tokens, exchange.usage.output_tokens), (2, 2000, 200));
    let messages = server.received()[1].json()["messages"].clone();
    assert_eq!(messages[2]["content"], "I would rather pass.");
    assert!(messages[3]["content"].as_str().is_some_and(|words| words.contains("could not be parsed")));
    // Both replies are recorded in order.
    let (first, second) = (exchange.raw.find("rather pass"), exchange.raw.find("tool_calls"));
    assert!(first.is_some() && first < second, "{}", exchange.raw);
}

#[test]
fn repeated_unparsable_replies_are_faults() {
    check(vec![Answer::text_message("no")], FaultClass::BadJson, "no JSON object", 2);
    check(vec![Answer::text_message("")], FaultClass::BadShape, "is empty", 2);
    check(vec![Answer::text_message("{\"type\": \"pass\"}")], FaultClass::BadShape, "no actions", 2);
    check(vec![Answer::ok("{\"choices\": []}")], FaultClass::BadShape, "no choices", 2);
    check(vec![Answer::ok("{\"choices\": {\"a\": 7}, \"usage\": []}")], FaultClass::BadShape, "no choices", 2);
    check(vec![Answer::ok("[7]")], FaultClass::BadShape, "no choices", 2);
    check(vec![Answer::ok("<html>")], FaultClass::BadJson, "endpoint is not JSON", 1);
    let cut = json!({ "content": "{\"actions\": [{\"type\"" });
    check(vec![Answer::completion(cut, "length")], FaultClass::BadJson, "max_output_tokens", 2);
    let deep = Answer::tool_call(&json!("x")).clone();
    check(vec![deep], FaultClass::BadJson, "", 2);
    check(vec![Answer::ok("[".repeat(100_000))], FaultClass::BadJson, "recursion", 1);
    check(vec![Answer::ok(vec![b' '; 1_100_000])], FaultClass::Oversize, "1000000 bytes", 1);
}

#[test]
fn refusals_are_not_retried() {
    let refusal = json!({ "content": null, "refusal": "I do not fight" });
    check(vec![Answer::completion(refusal, "stop")], FaultClass::Refused, "I do not fight", 1);
    let filtered = json!({ "content": "" });
    check(vec![Answer::completion(filtered, "content_filter")], FaultClass::Refused, "filtered", 1);
}

#[test]
fn busy_endpoints_are_retried() {
    let busy = || Answer::status(429, "slow down").with_header("retry-after", "0.3");
    let begin = Instant::now();
    let (exchange, _server) = exchange(vec![busy(), Answer::status(503, "later"), Answer::tool_call(&pass())]);
    assert_pass(&exchange);
    assert_eq!(exchange.usage.requests, 3);
    assert!(begin.elapsed() >= Duration::from_millis(300));
    assert!(exchange.raw.starts_with("slow down\n\nlater\n\n{"));
    check(vec![Answer::status(500, "never")], FaultClass::Http, "status 500: never", 4);
    check(vec![Answer::status(401, "no key")], FaultClass::Http, "status 401: no key", 1);
    let complaint = r#"{"error": {"message": "overloaded", "code": 503}}"#;
    check(vec![Answer::ok(complaint)], FaultClass::Http, "overloaded", 4);
}

#[test]
fn retries_do_not_wait_beyond_the_deadline() {
    let begin = Instant::now();
    let answer = Answer::status(429, "slow down").with_header("retry-after", "3600");
    check(vec![answer], FaultClass::Http, "status 429", 1);
    assert!(begin.elapsed() < Duration::from_secs(20));
}

#[test]
fn silent_endpoints_time_out() {
    let server = FakeServer::start(vec![Answer::Silence]);
    let begin = Instant::now();
    let exchange = ask(&mut agent(&settings(&server)), &asg_game(), SHORT);
    assert_fault(&exchange, FaultClass::Timeout, "in time");
    assert!(begin.elapsed() < Duration::from_secs(10));
    // Without time for a second request, the fault of the first reply counts.
    let server = FakeServer::start(vec![Answer::text_message("hm"), Answer::Silence]);
    let exchange = ask(&mut agent(&settings(&server)), &asg_game(), Duration::from_secs(4));
    assert_fault(&exchange, FaultClass::BadJson, "no JSON object");
}

#[test]
fn unreachable_endpoints_are_retried() {
    let settings = LlmSettings { retry_wait_ms: 10, ..LlmSettings::new(&unused_url(), "fake") };
    let exchange = ask(&mut agent(&settings), &asg_game(), LONG);
    assert_fault(&exchange, FaultClass::Connection, "refused");
    assert_eq!((exchange.usage.requests, exchange.raw.as_str()), (4, ""));
}

#[test]
fn endpoints_without_tools_are_asked_for_json() {
    let server = FakeServer::answering(|_, request| match request.json() {
        request if request.get("tools").is_some() => Answer::status(400, "unknown field: tools"),
        request if request.get("response_format").is_some() => Answer::status(422, "no response_format"),
        _ => Answer::text_message(&pass().to_string()),
    });
    let mut agent = agent(&settings(&server));
    let exchange = ask(&mut agent, &asg_game(), LONG);
    assert_pass(&exchange);
    assert_eq!(exchange.usage.requests, 3);
    // The form is kept for later requests.
    assert_eq!(ask(&mut agent, &asg_game(), LONG).usage.requests, 1);
    // If no form succeeds, the first one is restored.
    let picky = FakeServer::start(
        vec![Answer::status(400, "a bad day"); 3].into_iter().chain([Answer::tool_call(&pass())]).collect(),
    );
    let mut other = self::agent(&settings(&picky));
    assert_fault(&ask(&mut other, &asg_game(), LONG), FaultClass::Http, "a bad day");
    assert_pass(&ask(&mut other, &asg_game(), LONG));
    assert!(picky.received()[3].json()["tools"].is_array());
    let strict = LlmSettings { reply: ReplyMode::Tool, ..settings(&server) };
    assert_fault(&ask(&mut self::agent(&strict), &asg_game(), LONG), FaultClass::Http, "status 400");
}

#[test]
fn token_limit_field_adapts_to_the_endpoint() {
    let server = FakeServer::answering(|_, request| match request.json() {
        request if request.get("max_tokens").is_some() => {
            Answer::status(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        }
        _ => Answer::tool_call(&pass()),
    });
    assert_pass(&ask(&mut agent(&settings(&server)), &asg_game(), LONG));
    let request = server.received()[1].json();
    assert!(request["max_completion_tokens"] == 4096 && request["tools"].is_array());
}

#[test]
fn cost_is_computed_from_tokens() {
    let server = FakeServer::start(vec![Answer::tool_call(&pass())]);
    let price = Price { input_per_million: 2.5, output_per_million: 10.0 };
    let prices = Prices::from([("fake".to_owned(), price)]);
    let usage =
        ask(&mut LlmAgent::new(&settings(&server), &prices).expect("the settings are valid"), &asg_game(), LONG).usage;
    assert_eq!((usage.input_tokens, usage.output_tokens, usage.cost_micros), (1000, 100, 3500));
    let own = LlmSettings { price: Some(Price { input_per_million: 0.0, ..price }), ..settings(&server) };
    let usage = ask(&mut LlmAgent::new(&own, &prices).expect("the settings are valid"), &asg_game(), LONG).usage;
    assert_eq!(usage.cost_micros, 1000);
    let message = json!({ "choices": [{ "message": { "content": pass().to_string() } }] });
    let (exchange, _server) = exchange(vec![Answer::ok(message.to_string())]);
    assert_eq!((exchange.usage.requests, exchange.usage.input_tokens, exchange.usage.cost_micros), (1, 0, 0));
}

#[test]
fn prompts_are_serializable() {
    let json = LlmSettings { reply: ReplyMode::Json, ..LlmSettings::new("http://localhost", "m") };
    let prompt = Prompt::new(&ringrift_game(), &json);
    assert!(prompt.tool.is_none() && prompt.system.starts_with(&ringrift_game().rules_text()));
    assert!(prompt.system.contains("JSON Schema") && serde_json::to_value(&prompt).is_ok());
}

#[test]
fn invalid_settings_are_rejected() {
    let error = |settings: &LlmSettings| LlmAgent::new(settings, &Prices::new()).expect_err("the settings are invalid");
    assert_eq!(error(&LlmSettings::new("example.org/v1", "m")), SettingsError::Address);
    let name = "RINGSIDE_TEST_NO_SUCH_KEY".to_owned();
    let settings = LlmSettings { key_env: Some(name.clone()), ..LlmSettings::new("http://localhost", "m") };
    assert_eq!(error(&settings), SettingsError::NoKey(name.clone()));
    assert!(error(&settings).to_string().contains(&name));
}

const KEY_VARIABLE: &str = "RINGSIDE_TEST_KEY";
const KEY: &str = "sk-0123456789-secret";

/// Runs the test in a child process, because changing the environment of a running process is unsafe.
#[test]
fn keys_are_sent_and_redacted() {
    let test = std::env::current_exe().expect("the path of the test is known");
    let mut command = Command::new(test);
    command.args(["--ignored", "--exact", "llm::keys_in_child_process"]).env(KEY_VARIABLE, KEY);
    let output = command.output().expect("the test process starts");
    let words = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && words.contains("1 passed"), "{words}");
}

#[test]
#[ignore = "needs a key in its environment; run by another test"]
fn keys_in_child_process() {
    assert_eq!(std::env::var(KEY_VARIABLE).as_deref(), Ok(KEY));
    let echo = format!("{{\"error\": \"{}Incorrect key {KEY}, {KEY}\"}}", "x".repeat(370));
    let chatty = json!({ "content": format!("{{\"actions\": [], \"rationale_text\": \"{KEY}\"}}") });
    // Escaped as by other JSON writers, in text and in tool call arguments.
    let codes: String = KEY.chars().map(|char| format!("\\u{:04x}", char as u32)).collect();
    let called = |key: &str| {
        json!({ "tool_calls": [{ "function": { "name": "act", "arguments": format!(
        "{{\"actions\": [{{\"type\": \"{key}\"}}], \"rationale_text\": \"so: {key}\"}}") } }] })
    };
    let split = json!({ "content": [{ "text": "{\"rationale_text\": \"[key] sk-0123456789" },
                                    { "text": "-secret\", \"actions\": []}" }] });
    for answer in [
        Answer::status(401, echo.clone()),
        Answer::ok(echo.clone()),
        Answer::completion(chatty, "stop"),
        Answer::status(401, echo.replace(KEY, &codes)),
        Answer::ok(echo.replace(KEY, &codes)),
        Answer::ok(format!("{{\"choices\": [{{\"message\": {{\"refusal\": \"{codes}\"}}}}]}}")),
        Answer::completion(called(&codes), "stop"),
        Answer::completion(called(KEY), "stop"),
        Answer::completion(split, "stop"),
    ] {
        let server = FakeServer::start(vec![answer]);
        let settings = LlmSettings { key_env: Some(KEY_VARIABLE.to_owned()), most_retries: 0, ..settings(&server) };
        let mut agent = agent(&settings);
        let exchange = ask(&mut agent, &asg_game(), LONG);
        assert_eq!(server.received()[0].header("authorization"), Some(&*format!("Bearer {KEY}")));
        assert!(!server.received()[0].body.contains(KEY));
        let output =
            format!("{exchange:?} {agent:?} {}", serde_json::to_string(&settings).expect("settings are serializable"));
        assert!(!output.contains(KEY), "{output}");
        assert!(!output.contains("u0073"), "{output}");
        let reply = format!("{:?}", exchange.reply);
        assert!(!reply.contains("sk-01234") && reply.contains("[key]"), "{reply}");
        assert!(exchange.raw.contains("[key]"), "{}", exchange.raw);
    }
}

#[test]
fn programs_do_not_inherit_key_variables() {
    // Any variable can be used: it is registered as a key variable even if its value is not a valid key.
    let name = "CARGO_PKG_DESCRIPTION";
    let script = "read -r line; echo \"{\\\"actions\\\": [\\\"$CARGO_PKG_DESCRIPTION\\\"]}\"; sleep 60";
    let command = ["sh", "-c", script].map(str::to_owned).to_vec();
    let seen = || {
        let mut program =
            ProcessAgent::new::<asg::Match>(&ProcessSettings::new(command.clone())).expect("the settings are valid");
        ask(&mut program, &asg_game(), LONG).reply.expect("the reply is valid").actions
    };
    let value = std::env::var(name).expect("cargo sets the variable for tests");
    assert_eq!(seen(), [json!(value)]);
    let settings = LlmSettings { key_env: Some(name.to_owned()), ..LlmSettings::new("http://localhost", "m") };
    let _ = LlmAgent::new(&settings, &Prices::new());
    assert_eq!(seen(), [json!("")]);
}

#[test]
fn missing_token_counts_are_estimated() {
    let price = Price { input_per_million: 3.0, output_per_million: 30.0 };
    let billed = |answer: Answer| {
        let server = FakeServer::start(vec![answer]);
        let settings = LlmSettings { price: Some(price), most_retries: 0, ..settings(&server) };
        let usage = ask(&mut agent(&settings), &asg_game(), LONG).usage;
        (usage, server.received()[0].body.len() as u64)
    };
    let message = json!({ "choices": [{ "message": { "content": pass().to_string() } }] }).to_string();
    let (usage, sent) = billed(Answer::ok(message.clone()));
    assert_eq!((usage.unpriced, usage.input_tokens, usage.output_tokens), (1, 0, 0));
    let expected = price.micros(sent.div_ceil(3), (message.len() as u64).div_ceil(3));
    assert_eq!(usage.cost_micros, expected);
    // Only the input tokens are reported.
    let half = message.replacen('{', "{\"usage\": {\"prompt_tokens\": 5}, ", 1);
    let (usage, _) = billed(Answer::ok(half.clone()));
    assert_eq!((usage.unpriced, usage.input_tokens), (1, 5));
    assert_eq!(usage.cost_micros, price.micros(5, (half.len() as u64).div_ceil(3)));
    assert_eq!(billed(Answer::ok("<html>")).0.unpriced, 1);
    assert_eq!(billed(Answer::tool_call(&pass())).0.unpriced, 0);
    // Errors have no cost.
    for answer in [Answer::ok("{\"error\": {\"message\": \"x\"}}"), Answer::status(500, "x")] {
        let (usage, _) = billed(answer);
        assert_eq!((usage.unpriced, usage.cost_micros), (0, 0));
    }
}
