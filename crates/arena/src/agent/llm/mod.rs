//! Language models behind an endpoint compatible with OpenAI's chat completions.

mod parse;
mod prompt;
mod secret;

use std::fmt;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub(crate) use self::parse::JsonObjects;
pub use self::parse::read_model_reply;
pub use self::prompt::Prompt;
use self::prompt::{RETRY_INSTRUCTION, ReplyForm, body, question};
use self::secret::Secret;
use crate::agent::http_client::{HttpClient, HttpResponse, PostRequest, is_http_url, with_path};
use crate::agent::key_variables;
use crate::agent::network::AllowList;
use crate::agent::reply::{LONGEST_REPLY, bounded_text};
use crate::agent::settings::{LlmSettings, Price, Prices, ReplyMode, SettingsError};
use crate::protocol::{Agent, AgentGame, AgentRequest, Exchange, Fault, FaultClass, Reply, Usage};

/// Length limit of a response in bytes. Responses may contain visible reasoning.
const LONGEST_RESPONSE: usize = 1_000_000;

/// Upper limit of the delay before a retry, unless the endpoint asks for a longer one.
const LONGEST_DELAY: Duration = Duration::from_secs(30);

/// Assumed bytes per token if the endpoint does not report token counts; most tokens are longer.
const BYTES_PER_TOKEN: u64 = 3;

/// A language model as an agent.
///
/// Within one exchange and its deadline, a request is repeated if the endpoint is busy (408, 425, 429, 5xx) or cannot be reached,
/// and once with an additional instruction if the reply cannot be parsed. If the endpoint rejects a field (400, 422), the request
/// is repeated with `max_completion_tokens` instead of `max_tokens` if the response names that field; otherwise it is repeated in
/// another reply form, but only in [`ReplyMode::Auto`]. Every request counts in [`Usage::requests`].
///
/// A `Retry-After` header in seconds sets the delay; with a date instead, the delay of the settings is used.
///
/// The key is sent only as a bearer token. If a response contains the key, with or without JSON escapes, the key is redacted, unless
/// it is shorter than 8 characters. Agent programs do not inherit the environment variable that holds the key.
///
/// If a price is known but the response does not report token counts, the request counts in [`Usage::unpriced`] and its cost is
/// estimated with one token per three bytes sent and received, so that a cost cap still works. The estimate omits hidden reasoning.
pub struct LlmAgent {
    settings: LlmSettings,
    client: HttpClient,
    url: String,
    key: Option<Secret>,
    price: Option<Price>,
    form: ReplyForm,
    /// Name of the field that limits output tokens; endpoints differ.
    tokens_field: &'static str,
}

impl LlmAgent {
    /// Creates the agent without sending a request.
    ///
    /// # Errors
    /// Rejects an invalid URL and a missing or invalid key.
    pub fn new(settings: &LlmSettings, prices: &Prices) -> Result<LlmAgent, SettingsError> {
        if !is_http_url(&settings.base_url) {
            return Err(SettingsError::Address);
        }
        settings.key_env.as_deref().into_iter().for_each(key_variables::register);
        Ok(LlmAgent {
            client: HttpClient::new(None),
            url: with_path(&settings.base_url, "/chat/completions"),
            key: settings.key_env.as_deref().map(key_in).transpose()?,
            price: settings.price.or_else(|| prices.get(&settings.model).copied()),
            form: ReplyForm::first(settings.reply),
            tokens_field: "max_tokens",
            settings: settings.clone(),
        })
    }

    /// Restricts requests to an allow-list.
    #[must_use]
    pub fn within(self, allow: &AllowList) -> LlmAgent {
        LlmAgent { client: HttpClient::new(Some(allow)), ..self }
    }

    /// Changes the form of requests after the endpoint rejected one. Reports whether there is another form to try.
    fn adapt_to(&mut self, response: &HttpResponse) -> bool {
        if !matches!(response.status, 400 | 422) {
            return false;
        }
        let message = String::from_utf8_lossy(&response.body);
        if self.tokens_field == "max_tokens" && message.contains("max_completion_tokens") {
            self.tokens_field = "max_completion_tokens";
            return true;
        }
        match self.form.next() {
            Some(next) if self.settings.reply == ReplyMode::Auto => {
                self.form = next;
                true
            }
            _ => false,
        }
    }
}

fn key_in(variable: &str) -> Result<Secret, SettingsError> {
    let key = std::env::var(variable).ok().map(|key| key.trim().to_owned()).filter(|key| !key.is_empty());
    let key = key.ok_or_else(|| SettingsError::NoKey(variable.to_owned()))?;
    let is_header_text = key.bytes().all(|byte| byte.is_ascii_graphic());
    if is_header_text { Ok(Secret::new(key)) } else { Err(SettingsError::BadKey(variable.to_owned())) }
}

impl<G: AgentGame> Agent<G> for LlmAgent {
    fn ask(&mut self, request: &AgentRequest<'_, G>) -> Exchange {
        let mut conversation = Conversation::new(self, request.deadline, question(request));
        let reply = conversation.reply(request.game);
        let Conversation { usage, responses, .. } = conversation;
        let reply = match &self.key {
            Some(key) => key.redact_reply(reply),
            None => reply,
        };
        Exchange { reply, raw: joined(&responses), usage }
    }
}

/// Joins texts; if the result is too long, its beginning is dropped.
fn joined(texts: &[String]) -> String {
    let text = texts.join("\n\n");
    let surplus = text.len().saturating_sub(LONGEST_REPLY);
    let start = (surplus..text.len()).find(|&index| text.is_char_boundary(index));
    start.map_or_else(String::new, |start| text[start..].to_owned())
}

/// One exchange with a model.
struct Conversation<'a> {
    agent: &'a mut LlmAgent,
    deadline: Instant,
    question: String,
    /// Messages after the question, if the first reply could not be parsed.
    follow_up: Vec<Value>,
    usage: Usage,
    /// Length of the last request in bytes.
    sent_bytes: usize,
    /// Raw responses.
    responses: Vec<String>,
    retries: u32,
}

impl Conversation<'_> {
    fn new(agent: &mut LlmAgent, deadline: Instant, question: String) -> Conversation<'_> {
        Conversation {
            agent,
            deadline,
            question,
            follow_up: Vec::new(),
            usage: Usage::default(),
            sent_bytes: 0,
            responses: Vec::new(),
            retries: 0,
        }
    }

    /// Returns the reply. Asks once more if the first reply cannot be parsed.
    fn reply<G: AgentGame>(&mut self, game: &G) -> Result<Reply, Fault> {
        let first = self.response(game)?;
        let fault = match parse::reply(&first) {
            Err(fault) if matches!(fault.class, FaultClass::BadJson | FaultClass::BadShape) => fault,
            other => return other,
        };
        if Instant::now() >= self.deadline {
            return Err(fault);
        }
        self.follow_up = follow_up_messages(&first);
        // If the second request fails, the fault of the first reply counts.
        let second = self.response(game).map_err(|_| fault)?;
        parse::reply(&second)
    }

    /// Returns the JSON response of the endpoint. On failure, restores the previous form of requests.
    fn response<G: AgentGame>(&mut self, game: &G) -> Result<Value, Fault> {
        let (form, tokens_field) = (self.agent.form, self.agent.tokens_field);
        let response = self.response_with_retries(game);
        if response.is_err() {
            (self.agent.form, self.agent.tokens_field) = (form, tokens_field);
        }
        response
    }

    /// Sends the request. Repeats it while the endpoint is busy, cannot be reached, or rejects its form.
    fn response_with_retries<G: AgentGame>(&mut self, game: &G) -> Result<Value, Fault> {
        loop {
            let (code, fault, retry_after) = match self.call(game) {
                Ok(response) if response.is_success() => match self.parse(&response) {
                    Ok(value) => match parse::endpoint_error(&value) {
                        None => return Ok(value),
                        Some((code, fault)) => (code, fault, None),
                    },
                    Err(fault) => return Err(fault),
                },
                Ok(response) if self.agent.adapt_to(&response) => continue,
                Ok(response) => (Some(response.status), response.status_fault(), response.retry_after),
                Err(fault) => (None, fault, None),
            };
            let may_succeed_later = code.map_or(fault.class == FaultClass::Connection, is_busy);
            if !may_succeed_later || !self.wait(retry_after) {
                return Err(fault);
            }
        }
    }

    /// Sends the request once.
    fn call<G: AgentGame>(&mut self, game: &G) -> Result<HttpResponse, Fault> {
        let prompt = Prompt::in_form(game, self.agent.form);
        let mut messages = vec![
            json!({ "role": "system", "content": prompt.system }),
            json!({ "role": "user", "content": self.question }),
        ];
        messages.extend(self.follow_up.iter().cloned());
        let LlmAgent { settings, form, tokens_field, .. } = &*self.agent;
        let body = body(settings, &prompt, *form, &messages, tokens_field).to_string();
        let post = PostRequest {
            url: &self.agent.url,
            key: self.agent.key.as_ref().map(Secret::expose),
            body: body.as_bytes(),
            time: self.deadline.saturating_duration_since(Instant::now()),
            limit: LONGEST_RESPONSE,
        };
        self.usage.requests += u64::from(!post.time.is_zero());
        let (mut response, fault) = match self.agent.client.post(&post) {
            Ok(response) => (response, None),
            Err((fault, response)) => (response, Some(fault)),
        };
        self.sent_bytes = body.len();
        if let Some(key) = &self.agent.key {
            response.body = key.redact(&response.body);
        }
        if !response.body.is_empty() {
            self.responses.push(bounded_text(&response.body));
        }
        fault.map_or(Ok(response), Err)
    }

    /// Parses a response and adds its cost.
    fn parse(&mut self, response: &HttpResponse) -> Result<Value, Fault> {
        let value = parse::json(&response.body);
        if !value.as_ref().is_ok_and(|value| parse::endpoint_error(value).is_some()) {
            self.add_cost(value.as_ref().unwrap_or(&Value::Null), response.body.len());
        }
        value
    }

    /// Adds the tokens and the cost of a response of `bytes` bytes.
    fn add_cost(&mut self, value: &Value, bytes: usize) {
        let (input, output) = parse::tokens(value);
        let reported =
            Usage { input_tokens: input.unwrap_or(0), output_tokens: output.unwrap_or(0), ..Usage::default() };
        let estimate = |bytes: usize| (bytes as u64).div_ceil(BYTES_PER_TOKEN);
        let priced = self.agent.price.map_or(reported, |price| Usage {
            cost_micros: price.micros(input.unwrap_or(estimate(self.sent_bytes)), output.unwrap_or(estimate(bytes))),
            unpriced: u64::from(input.is_none() || output.is_none()),
            ..reported
        });
        self.usage = self.usage.plus(priced);
    }

    /// Waits before a retry. Returns false if no retries or no time is left.
    fn wait(&mut self, retry_after: Option<f64>) -> bool {
        if self.retries >= self.agent.settings.most_retries {
            return false;
        }
        let doubled = self.agent.settings.retry_wait_ms.saturating_mul(1 << self.retries.min(16));
        let default = Duration::from_millis(doubled).min(LONGEST_DELAY);
        let requested = retry_after.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let delay = requested.unwrap_or(default);
        if delay >= self.deadline.saturating_duration_since(Instant::now()) {
            return false;
        }
        self.retries += 1;
        thread::sleep(delay);
        true
    }
}

/// Reports whether a request with this status may succeed later.
fn is_busy(status: u16) -> bool {
    matches!(status, 408 | 425 | 429 | 500..=599)
}

/// Returns the messages sent after a reply that could not be parsed.
fn follow_up_messages(response: &Value) -> Vec<Value> {
    let content = response["choices"][0]["message"]["content"].as_str().unwrap_or_default();
    let content: String = content.chars().take(2000).collect();
    let mut messages = Vec::new();
    if !content.trim().is_empty() {
        messages.push(json!({ "role": "assistant", "content": content }));
    }
    messages.push(json!({ "role": "user", "content": RETRY_INSTRUCTION }));
    messages
}

/// Omits the key.
impl fmt::Debug for LlmAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LlmAgent").field("settings", &self.settings).field("form", &self.form).finish_non_exhaustive()
    }
}
