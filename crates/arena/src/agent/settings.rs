//! Settings of agents in configuration files. The doc comments are the descriptions of the JSON Schema.

use std::collections::BTreeMap;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AgentSettings {
    /// HTTP service.
    Http(HttpSettings),
    /// Program on this machine.
    Process(ProcessSettings),
    /// Language model.
    Llm(LlmSettings),
}

/// Error in agent settings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// Not an HTTP URL.
    #[error("the address must begin with http:// or https:// and name a host")]
    Address,
    #[error("the command is empty")]
    NoProgram,
    /// Engine protocol for a game without engines.
    #[error("the engine protocol supports only ringrift; programs that play {0} use the protocol json")]
    NoEngine(&'static str),
    /// Missing key.
    #[error("the environment variable {0} for the key is not set")]
    NoKey(String),
    /// Key with characters that are invalid in a header.
    #[error("the environment variable {0} contains characters that cannot be sent in a header")]
    BadKey(String),
    #[error("the command has an unclosed quotation mark")]
    Quotes,
}

/// An agent that replies to `POST <url>/act`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HttpSettings {
    /// URL of the agent. `/act` is appended unless the path already ends with it. A query is kept.
    pub url: String,
    /// Fields of the observation in requests.
    #[serde(default)]
    pub observation: Observation,
}

/// Fields of the observation in requests.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Observation {
    /// In ASG the fields of the reference implementation, in other games all fields.
    #[default]
    Auto,
    /// All fields, including rules, legal actions and recent moves.
    Full,
    /// In ASG only the fields of the reference implementation.
    Reference,
}

/// An agent that is a program on this machine.
///
/// **There is no sandbox.** The program runs with all rights of the user who runs the arena: it can read and write files, use the
/// network, and it inherits the environment, except for the variables that models of the same run name as `key_env`. The limits
/// only protect against mistakes. The command appears in logs and reports: do not put secrets into it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProcessSettings {
    /// Program and arguments. No shell is involved.
    pub command: Vec<String>,
    #[serde(default)]
    pub protocol: Protocol,
    /// Working directory; by default that of the arena.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// Memory limit of each process in MiB; 0 for no limit. Linux only.
    #[serde(default = "default_memory")]
    pub memory_mb: u64,
    /// CPU time limit of each process per game in seconds; 0 for no limit. Linux only. It also ends programs that keep running
    /// after the arena was killed.
    #[serde(default = "default_cpu")]
    pub cpu_seconds: u64,
    /// Limits passed to `go` in the engine protocol.
    #[serde(default)]
    pub go: GoSettings,
}

fn default_memory() -> u64 {
    2048
}

fn default_cpu() -> u64 {
    3600
}

impl ProcessSettings {
    /// Creates settings for the JSON protocol with default limits.
    pub fn new(command: Vec<String>) -> ProcessSettings {
        ProcessSettings {
            command,
            protocol: Protocol::Json,
            directory: None,
            memory_mb: default_memory(),
            cpu_seconds: default_cpu(),
            go: GoSettings::default(),
        }
    }
}

/// Splits a command into words as a shell does: words are separated by blanks and may be quoted or escaped with backslashes. Other
/// characters have no special meaning.
///
/// # Errors
/// Fails if a quotation mark is not closed.
///
/// ```
/// assert_eq!(arena::agent::split_command("python3 'my bot.py' $x")?, ["python3", "my bot.py", "$x"]);
/// # Ok::<(), arena::agent::SettingsError>(())
/// ```
pub fn split_command(text: &str) -> Result<Vec<String>, SettingsError> {
    shell_words::split(text).map_err(|_| SettingsError::Quotes)
}

/// Protocol of a program.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    /// One request per line on standard input, one reply per line on standard output, in the format of HTTP agents.
    #[default]
    Json,
    /// The engine protocol of RingRift.
    Engine,
}

/// Limits of the `go` command; omitted ones are not sent.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct GoSettings {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Number of positions to search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Time per action in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
}

/// A language model behind an endpoint compatible with OpenAI's chat completions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LlmSettings {
    /// URL up to `/v1`; `/chat/completions` is appended.
    pub base_url: String,
    pub model: String,
    /// Environment variable that holds the API key; by default no key is sent. The key is never written anywhere, and agent
    /// programs do not inherit the variable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_env: Option<String>,
    #[serde(default)]
    pub reply: ReplyMode,
    /// Sampling temperature; by default that of the endpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Token limit of one reply, including hidden reasoning.
    #[serde(default = "default_tokens")]
    pub max_output_tokens: u32,
    /// Seed, for endpoints that support one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<i64>,
    /// Reasoning effort, for models that support it: `low`, `medium`, `high` or another value of the endpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning_effort: Option<String>,
    /// Additional fields of the request. They override all other fields.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
    /// Number of retries within the deadline if the endpoint is busy.
    #[serde(default = "default_retries")]
    pub most_retries: u32,
    /// Delay before the first retry in milliseconds; it doubles with each retry. A `Retry-After` header in seconds takes
    /// precedence; dates are not supported.
    #[serde(default = "default_wait")]
    pub retry_wait_ms: u64,
    /// Price of tokens; by default that of the price table. If the endpoint does not report token counts, one token per three bytes
    /// is assumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
}

fn default_tokens() -> u32 {
    4096
}

fn default_retries() -> u32 {
    3
}

fn default_wait() -> u64 {
    500
}

impl LlmSettings {
    /// Creates default settings without a key.
    pub fn new(base_url: &str, model: &str) -> LlmSettings {
        LlmSettings {
            base_url: base_url.to_owned(),
            model: model.to_owned(),
            key_env: None,
            reply: ReplyMode::Auto,
            temperature: None,
            max_output_tokens: default_tokens(),
            seed: None,
            reasoning_effort: None,
            extra: Map::new(),
            most_retries: default_retries(),
            retry_wait_ms: default_wait(),
            price: None,
        }
    }
}

/// Form of a model's replies.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReplyMode {
    /// Tool call; if the endpoint rejects that, JSON mode; if it rejects that too, text that contains JSON.
    #[default]
    Auto,
    /// Call of the tool `act`.
    Tool,
    /// JSON mode.
    Json,
}

/// Price of tokens in any currency.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Price of a million input tokens.
    #[schemars(range(min = 0.0))]
    pub input_per_million: f64,
    /// Price of a million output tokens.
    #[schemars(range(min = 0.0))]
    pub output_per_million: f64,
}

impl Price {
    /// Returns the price of tokens in millionths of the currency.
    ///
    /// ```
    /// let price = arena::agent::Price { input_per_million: 2.5, output_per_million: 10.0 };
    /// assert_eq!(price.micros(1000, 100), 3500);
    /// ```
    pub fn micros(&self, input: u64, output: u64) -> u64 {
        // Tokens times the price per million tokens gives millionths.
        (input as f64 * self.input_per_million + output as f64 * self.output_per_million).round() as u64
    }
}

/// Prices by model name.
pub type Prices = BTreeMap<String, Price>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn optional_settings_have_defaults() {
        let read = |json: &str| serde_json::from_str::<AgentSettings>(json).expect(json);
        let http = HttpSettings { url: "http://x".to_owned(), observation: Observation::Auto };
        assert_eq!(read(r#"{"kind": "http", "url": "http://x"}"#), AgentSettings::Http(http));
        let process = ProcessSettings::new(vec!["x".to_owned()]);
        assert_eq!(read(r#"{"kind": "process", "command": ["x"]}"#), AgentSettings::Process(process));
        let llm = AgentSettings::Llm(LlmSettings::new("u", "m"));
        assert_eq!(read(r#"{"kind": "llm", "base_url": "u", "model": "m"}"#), llm);
        let again = serde_json::to_string(&llm).expect("settings are serializable");
        assert_eq!(read(&again), llm);
    }

    #[test]
    fn rejects_unknown_fields() {
        for json in [
            r#"{"kind": "http", "url": "u", "timeout": 1}"#,
            r#"{"kind": "process", "command": ["x"], "go": {"depth": 1}}"#,
            r#"{"kind": "llm", "base_url": "u", "model": "m", "key": "secret"}"#,
            r#"{"kind": "telepathy"}"#,
        ] {
            assert!(serde_json::from_str::<AgentSettings>(json).is_err(), "{json}");
        }
        assert_eq!(split_command("a 'b"), Err(SettingsError::Quotes));
        let schema = schemars::schema_for!(ProcessSettings).to_value().to_string();
        assert!(schema.contains("no sandbox") && schema.contains("\"additionalProperties\":false"), "{schema}");
    }
}
