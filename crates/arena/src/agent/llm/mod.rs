//! Agents that are models behind an endpoint that speaks as OpenAI's does.

mod parse;
mod prompt;
mod secret;

use std::fmt;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub(crate) use self::parse::JsonObjects;
pub use self::prompt::Prompt;
use self::prompt::{Form, ONCE_MORE, body, question};
use self::secret::Secret;
use crate::agent::http_client::{Answer, Post, Sender, is_address, with_path};
use crate::agent::key_variables;
use crate::agent::network::AllowList;
use crate::agent::reply::{LONGEST_REPLY, bad_json, kept};
use crate::agent::settings::{LlmSettings, Price, Prices, ReplyMode, SettingsError};
use crate::protocol::{Agent, AgentGame, AgentRequest, Exchange, Fault, FaultClass, Reply, Usage};

/// The most bytes of an answer of an endpoint: models may show their thoughts.
const LONGEST_ANSWER: usize = 1_000_000;

/// The longest wait before a request is sent again, unless the endpoint names a longer one.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// The bytes that are taken for a token where an endpoint does not tell how many there were. Most have more.
const BYTES_OF_TOKEN: u64 = 3;

/// A model that plays.
///
/// Within one ask and its deadline, a request is sent again if the endpoint is busy (408, 425, 429, 5xx) or cannot be reached,
/// and once more with a short instruction if the reply cannot be read. In [`ReplyMode::Auto`] it is also sent in another form
/// if the endpoint refuses a field (400, 422). Every request counts in [`Usage::requests`].
///
/// A busy endpoint may name the seconds to wait for (`Retry-After`); one that names a date instead is called again after the
/// wait of the settings.
///
/// The key is sent as a bearer token and goes nowhere else: where an endpoint repeats it, with or without escapes of JSON, it is
/// blotted out, and programs that are started as agents do not get the variable that holds it.
///
/// Where a price is known and a reply does not tell its tokens, it counts in [`Usage::unpriced`], and its cost is that of a token
/// for every three bytes that were sent and came, so that a cap on the costs still holds. Unseen thoughts are not in that.
pub struct LlmAgent {
    settings: LlmSettings,
    sender: Sender,
    url: String,
    key: Option<Secret>,
    price: Option<Price>,
    form: Form,
    /// What the limit of tokens is called: endpoints differ.
    tokens_field: &'static str,
}

impl LlmAgent {
    /// The model of some settings. Nobody is called yet.
    ///
    /// # Errors
    /// If the address is none, or the key is not where it is said to be.
    pub fn new(settings: &LlmSettings, prices: &Prices) -> Result<LlmAgent, SettingsError> {
        if !is_address(&settings.base_url) {
            return Err(SettingsError::Address);
        }
        settings.key_env.as_deref().into_iter().for_each(key_variables::hold_back);
        Ok(LlmAgent {
            sender: Sender::new(None),
            url: with_path(&settings.base_url, "/chat/completions"),
            key: settings.key_env.as_deref().map(key_in).transpose()?,
            price: settings.price.or_else(|| prices.get(&settings.model).copied()),
            form: Form::first(settings.reply),
            tokens_field: "max_tokens",
            settings: settings.clone(),
        })
    }

    /// The same, which asks only where requests may go.
    #[must_use]
    pub fn within(self, allow: &AllowList) -> LlmAgent {
        LlmAgent { sender: Sender::new(Some(allow)), ..self }
    }

    /// What is tried instead of a request that the endpoint refuses as it is. Returns whether there is something.
    fn adapts_to(&mut self, answer: &Answer) -> bool {
        if !matches!(answer.status, 400 | 422) {
            return false;
        }
        let words = String::from_utf8_lossy(&answer.body);
        if self.tokens_field == "max_tokens" && words.contains("max_completion_tokens") {
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
    let can_be_sent = key.bytes().all(|byte| byte.is_ascii_graphic());
    if can_be_sent { Ok(Secret::new(key)) } else { Err(SettingsError::BadKey(variable.to_owned())) }
}

impl<G: AgentGame> Agent<G> for LlmAgent {
    fn ask(&mut self, ask: &AgentRequest<'_, G>) -> Exchange {
        let mut asking = Asking::new(self, ask.deadline, question(ask));
        let reply = asking.reply(ask.game);
        let Asking { usage, said, .. } = asking;
        let reply = match &self.key {
            Some(key) => key.blotted_reply(reply),
            None => reply,
        };
        Exchange { reply, raw: joined(&said), usage }
    }
}

/// Several texts as one, of which the last ones are kept if they are too long together.
fn joined(texts: &[String]) -> String {
    let text = texts.join("\n\n");
    let surplus = text.len().saturating_sub(LONGEST_REPLY);
    let start = (surplus..text.len()).find(|&index| text.is_char_boundary(index));
    start.map_or_else(String::new, |start| text[start..].to_owned())
}

/// One question to a model, and what has come of it so far.
struct Asking<'a> {
    agent: &'a mut LlmAgent,
    deadline: Instant,
    question: String,
    /// What is said after the question, if the first reply was of no use.
    afterwards: Vec<Value>,
    usage: Usage,
    /// The bytes of the last request.
    sent: usize,
    /// Every answer as it came.
    said: Vec<String>,
    retries: u32,
}

impl Asking<'_> {
    fn new(agent: &mut LlmAgent, deadline: Instant, question: String) -> Asking<'_> {
        let (afterwards, said) = (Vec::new(), Vec::new());
        Asking { agent, deadline, question, afterwards, usage: Usage::default(), sent: 0, said, retries: 0 }
    }

    /// The reply, asked for twice if the first one cannot be read.
    fn reply<G: AgentGame>(&mut self, game: &G) -> Result<Reply, Fault> {
        let first = self.answer(game)?;
        let fault = match parse::reply(&first) {
            Err(fault) if matches!(fault.class, FaultClass::BadJson | FaultClass::BadShape) => fault,
            other => return other,
        };
        if Instant::now() >= self.deadline {
            return Err(fault);
        }
        self.afterwards = complain(&first);
        // If there is no second answer, the first one is what is wrong.
        let second = self.answer(game).map_err(|_| fault)?;
        parse::reply(&second)
    }

    /// An answer of the endpoint that is JSON and no complaint. If another form does not help either, it is not kept.
    fn answer<G: AgentGame>(&mut self, game: &G) -> Result<Value, Fault> {
        let (form, tokens_field) = (self.agent.form, self.agent.tokens_field);
        let answer = self.answer_somehow(game);
        if answer.is_err() {
            (self.agent.form, self.agent.tokens_field) = (form, tokens_field);
        }
        answer
    }

    /// An answer, asked for again while that can help.
    fn answer_somehow<G: AgentGame>(&mut self, game: &G) -> Result<Value, Fault> {
        loop {
            let (code, fault, wait) = match self.call(game) {
                Ok(answer) if answer.is_success() => match self.read(&answer) {
                    Ok(value) => match parse::complaint(&value) {
                        None => return Ok(value),
                        Some((code, fault)) => (code, fault, None),
                    },
                    Err(fault) => return Err(fault),
                },
                Ok(answer) if self.agent.adapts_to(&answer) => continue,
                Ok(answer) => (Some(answer.status), answer.status_fault(), answer.retry_after),
                Err(fault) => (None, fault, None),
            };
            let can_help = code.map_or(fault.class == FaultClass::Connection, is_busy);
            if !can_help || !self.waits(wait) {
                return Err(fault);
            }
        }
    }

    /// Sends the request once.
    fn call<G: AgentGame>(&mut self, game: &G) -> Result<Answer, Fault> {
        let prompt = Prompt::in_form(game, self.agent.form);
        let mut messages = vec![
            json!({ "role": "system", "content": prompt.system }),
            json!({ "role": "user", "content": self.question }),
        ];
        messages.extend(self.afterwards.iter().cloned());
        let LlmAgent { settings, form, tokens_field, .. } = &*self.agent;
        let body = body(settings, &prompt, *form, &messages, tokens_field).to_string();
        let post = Post {
            url: &self.agent.url,
            key: self.agent.key.as_ref().map(Secret::told),
            body: body.as_bytes(),
            time: self.deadline.saturating_duration_since(Instant::now()),
            limit: LONGEST_ANSWER,
        };
        self.usage.requests += u64::from(!post.time.is_zero());
        let (mut answer, fault) = match self.agent.sender.post(&post) {
            Ok(answer) => (answer, None),
            Err((fault, answer)) => (answer, Some(fault)),
        };
        self.sent = body.len();
        if let Some(key) = &self.agent.key {
            answer.body = key.blotted(&answer.body);
        }
        if !answer.body.is_empty() {
            self.said.push(kept(&answer.body));
        }
        fault.map_or(Ok(answer), Err)
    }

    /// Reads an answer and takes note of what it cost.
    fn read(&mut self, answer: &Answer) -> Result<Value, Fault> {
        let value = serde_json::from_slice(&answer.body)
            .map_err(|error| bad_json(format!("the answer of the endpoint is no JSON: {error}")));
        if !value.as_ref().is_ok_and(|value| parse::complaint(value).is_some()) {
            self.bill(value.as_ref().unwrap_or(&Value::Null), answer.body.len());
        }
        value
    }

    /// Takes note of what an answer of so many bytes cost.
    fn bill(&mut self, value: &Value, bytes: usize) {
        let (input, output) = parse::tokens(value);
        let told = Usage { input_tokens: input.unwrap_or(0), output_tokens: output.unwrap_or(0), ..Usage::default() };
        let guess = |bytes: usize| (bytes as u64).div_ceil(BYTES_OF_TOKEN);
        let priced = self.agent.price.map_or(told, |price| Usage {
            cost_micros: price.micros(input.unwrap_or(guess(self.sent)), output.unwrap_or(guess(bytes))),
            unpriced: u64::from(input.is_none() || output.is_none()),
            ..told
        });
        self.usage = self.usage.plus(priced);
    }

    /// Waits before the next attempt, if there may be one and time is left for it.
    fn waits(&mut self, named: Option<f64>) -> bool {
        if self.retries >= self.agent.settings.most_retries {
            return false;
        }
        let doubled = self.agent.settings.retry_wait_ms.saturating_mul(1 << self.retries.min(16));
        let own = Duration::from_millis(doubled).min(LONGEST_WAIT);
        let named = named.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let wait = named.unwrap_or(own);
        if wait >= self.deadline.saturating_duration_since(Instant::now()) {
            return false;
        }
        self.retries += 1;
        thread::sleep(wait);
        true
    }
}

/// Whether a status says that it may go better later.
fn is_busy(status: u16) -> bool {
    matches!(status, 408 | 425 | 429 | 500..=599)
}

/// What is said to a model after a reply that could not be read.
fn complain(answer: &Value) -> Vec<Value> {
    let said = answer["choices"][0]["message"]["content"].as_str().unwrap_or_default();
    let said: String = said.chars().take(2000).collect();
    let mut messages = Vec::new();
    if !said.trim().is_empty() {
        messages.push(json!({ "role": "assistant", "content": said }));
    }
    messages.push(json!({ "role": "user", "content": ONCE_MORE }));
    messages
}

/// Without the key.
impl fmt::Debug for LlmAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LlmAgent").field("settings", &self.settings).field("form", &self.form).finish_non_exhaustive()
    }
}
