//! The three kinds of agents: HTTP services, programs on this machine, and language models.
//!
//! Every [`Agent`](crate::Agent) enforces the deadline of the request for the complete reply, limits the size of the input it
//! reads, never panics on malformed input, and reports failures as a [`FaultClass`](crate::FaultClass). The
//! [`Policy`](crate::Policy) of a seat, not this module, decides whether a failed agent is asked again. Only [`LlmAgent`] sends
//! several requests within one exchange, because model endpoints are often busy.

mod create;
mod description;
mod http;
mod http_client;
mod key_variables;
mod llm;
mod network;
mod process;
mod reference;
mod reply;
mod settings;

pub use http::HttpAgent;
pub(crate) use llm::JsonObjects;
pub use llm::{LlmAgent, Prompt, read_model_reply};
pub use network::{AllowList, GuardedResolver, Network, ParseAllowError};
pub use process::{ProcessAgent, kill_all};
pub(crate) use reference::ReferenceAgent;
pub use reply::{LONGEST_REPLY, read_reply};
pub use settings::{
    AgentSettings, GoSettings, HttpSettings, LlmSettings, Observation, Price, Prices, ProcessSettings, Protocol,
    ReplyMode, SettingsError, split_command,
};
