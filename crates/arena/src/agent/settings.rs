//! How agents are described in configurations.

use std::collections::BTreeMap;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::agent::{AllowList, HttpAgent, LlmAgent, ProcessAgent};
use crate::protocol::{Agent, AgentGame};

/// An agent of any kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AgentSettings {
    /// One that answers over HTTP.
    Http(HttpSettings),
    /// A program.
    Process(ProcessSettings),
    /// A model.
    Llm(LlmSettings),
}

impl AgentSettings {
    /// The agent. Nothing is started or called before it is asked.
    ///
    /// # Errors
    /// If there can be no such agent, or none for this game.
    pub fn agent<G: AgentGame>(&self, prices: &Prices) -> Result<Box<dyn Agent<G>>, SettingsError> {
        Ok(match self {
            AgentSettings::Http(settings) => Box::new(HttpAgent::new(settings)?),
            AgentSettings::Process(settings) => Box::new(ProcessAgent::new::<G>(settings)?),
            AgentSettings::Llm(settings) => Box::new(LlmAgent::new(settings, prices)?),
        })
    }

    /// The agent, which is asked only if its host leads where requests may go: to public addresses, to those that are
    /// listed, and to the one that the settings name.
    ///
    /// # Errors
    /// As [`agent`](AgentSettings::agent).
    pub fn agent_within<G: AgentGame>(
        &self,
        prices: &Prices,
        allow: &AllowList,
    ) -> Result<Box<dyn Agent<G>>, SettingsError> {
        let allow = |url: &str| allow.clone().with_host_of(url);
        Ok(match self {
            AgentSettings::Http(settings) => Box::new(HttpAgent::new(settings)?.within(&allow(&settings.url))),
            AgentSettings::Llm(settings) => {
                Box::new(LlmAgent::new(settings, prices)?.within(&allow(&settings.base_url)))
            }
            AgentSettings::Process(_) => self.agent(prices)?,
        })
    }
}

/// Settings that make no agent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// Not an address of HTTP.
    #[error("the address has to begin with http:// or https:// and name a host")]
    Address,
    /// A command without a program.
    #[error("the command names no program")]
    NoProgram,
    /// The engine protocol for a game that it does not serve.
    #[error("the engine protocol is for ringrift; programs that play {0} take the protocol json")]
    NoEngine(&'static str),
    /// The key is to be in a variable that is not set.
    #[error("the environment variable {0}, which is to hold the key, is not set")]
    NoKey(String),
    /// The key is no text that can be sent.
    #[error("the environment variable {0} holds no key: it has characters that cannot be sent")]
    BadKey(String),
    /// A command that is no list of words.
    #[error("the command cannot be split into words: a quotation mark is not closed")]
    Quotes,
}

/// An agent that answers `POST <url>/act`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HttpSettings {
    /// Where it listens; `/act` is appended unless it is there. A query stays.
    pub url: String,
    /// What it is shown.
    #[serde(default)]
    pub observation: Observation,
}

/// What an agent is shown.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Observation {
    /// In ASG the fields of the reference, in other games everything.
    #[default]
    Auto,
    /// Everything that it takes to choose.
    Full,
    /// In ASG the fields of the reference alone.
    Reference,
}

/// An agent that is a program on this machine.
///
/// **This is no sandbox.** The program runs with all rights of whoever runs the arena: it can read and write files, use the
/// network, and it inherits the environment, but for the variables that models of the same run name as `key_env`. The limits
/// are there against mistakes. Its command stands in logs and reports: put no secrets into it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProcessSettings {
    /// The program and its arguments. No shell is involved.
    pub command: Vec<String>,
    /// How it is talked to.
    #[serde(default)]
    pub protocol: Protocol,
    /// Where it runs; where the arena does if this is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// The most memory for its data, in MiB, for each of its processes; 0 for any. Linux only.
    #[serde(default = "default_memory")]
    pub memory_mb: u64,
    /// The most seconds of computing, for each of its processes and a whole game; 0 for any. Linux only. It also ends programs
    /// that compute on though the arena was killed.
    #[serde(default = "default_cpu")]
    pub cpu_seconds: u64,
    /// What the engine protocol's `go` is given.
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
    /// A program that is asked in JSON, with the usual limits.
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

/// Splits a command into words as a shell would: blanks separate, quotation marks and backslashes protect them. Nothing else
/// has a meaning.
///
/// # Errors
/// If a quotation mark is not closed.
///
/// ```
/// assert_eq!(arena::agent::split_command("python3 'my bot.py' $x")?, ["python3", "my bot.py", "$x"]);
/// # Ok::<(), arena::agent::SettingsError>(())
/// ```
pub fn split_command(text: &str) -> Result<Vec<String>, SettingsError> {
    shell_words::split(text).map_err(|_| SettingsError::Quotes)
}

/// How a program is talked to.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    /// One request a line on its standard input, one reply a line on its standard output: the bodies of HTTP agents.
    #[default]
    Json,
    /// The engine protocol of RingRift.
    Engine,
}

/// The limits of `go`; what is left out is not sent.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct GoSettings {
    /// The seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The strength.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The positions to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time for an action, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
}

/// A model behind an endpoint that speaks as OpenAI's does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LlmSettings {
    /// The address up to `/v1`; `/chat/completions` is appended.
    pub base_url: String,
    /// The name of the model.
    pub model: String,
    /// The environment variable that holds the key; without one, none is sent. The key itself is written nowhere, and programs
    /// that play do not get the variable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_env: Option<String>,
    /// How the model is to reply.
    #[serde(default)]
    pub reply: ReplyMode,
    /// The temperature; left to the endpoint if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// The most tokens of one reply, unseen thoughts included.
    #[serde(default = "default_tokens")]
    pub max_output_tokens: u32,
    /// The seed, for endpoints that heed one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<i64>,
    /// How hard to think, for models that can be told: `low`, `medium`, `high` or what the endpoint knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning_effort: Option<String>,
    /// More fields of the request, as they are. They win over all others.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
    /// How often a request that the endpoint was too busy for is sent again, within the deadline.
    #[serde(default = "default_retries")]
    pub most_retries: u32,
    /// The first wait before that, in milliseconds, unless the endpoint names one in seconds (a date is not read); it doubles
    /// each time.
    #[serde(default = "default_wait")]
    pub retry_wait_ms: u64,
    /// What tokens cost; if it is left out, the price table is asked. Where an endpoint does not tell how many there were, a token
    /// for every three bytes is billed.
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
    /// A model with the usual settings and without a key.
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

/// How a model is to reply.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReplyMode {
    /// By calling a tool; in JSON if the endpoint refuses that, and in a text with JSON in it if it refuses that too.
    #[default]
    Auto,
    /// By calling the tool `act`.
    Tool,
    /// In JSON.
    Json,
}

/// What tokens cost, in any currency.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// A million tokens that are sent.
    #[schemars(range(min = 0.0))]
    pub input_per_million: f64,
    /// A million tokens that come back.
    #[schemars(range(min = 0.0))]
    pub output_per_million: f64,
}

impl Price {
    /// The price of some tokens in millionths of the currency.
    ///
    /// ```
    /// let price = arena::agent::Price { input_per_million: 2.5, output_per_million: 10.0 };
    /// assert_eq!(price.micros(1000, 100), 3500);
    /// ```
    pub fn micros(&self, input: u64, output: u64) -> u64 {
        // Tokens times the price of a million of them are millionths.
        (input as f64 * self.input_per_million + output as f64 * self.output_per_million).round() as u64
    }
}

/// Prices by the name of the model.
pub type Prices = BTreeMap<String, Price>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_has_to_be_said() {
        let read = |json: &str| serde_json::from_str::<AgentSettings>(json).expect(json);
        let http = HttpSettings { url: "http://x".to_owned(), observation: Observation::Auto };
        assert_eq!(read(r#"{"kind": "http", "url": "http://x"}"#), AgentSettings::Http(http));
        let process = ProcessSettings::new(vec!["x".to_owned()]);
        assert_eq!(read(r#"{"kind": "process", "command": ["x"]}"#), AgentSettings::Process(process));
        let llm = AgentSettings::Llm(LlmSettings::new("u", "m"));
        assert_eq!(read(r#"{"kind": "llm", "base_url": "u", "model": "m"}"#), llm);
        let again = serde_json::to_string(&llm).expect("JSON");
        assert_eq!(read(&again), llm);
    }

    #[test]
    fn what_is_not_known_is_refused() {
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
