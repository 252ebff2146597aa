//! Agents of every kind: services that answer over HTTP, programs, and models.
//!
//! Each [`Agent`](crate::Agent) here keeps the deadline it is given for all of an answer, reads no more than it may, never
//! panics whatever comes back, and says by a [`FaultClass`](crate::FaultClass) what went wrong. Whether a failed agent is asked
//! once more is not decided here but by the [`Policy`](crate::Policy) of its seat; only models, whose endpoints are busy as a
//! rule, are called several times within one ask.

mod address;
mod described;
mod http;
mod llm;
mod process;
mod reply;
mod settings;
mod variables;
mod wire;

pub use address::{AllowList, GuardedResolver, Network, ParseAllowError};
pub use http::HttpAgent;
pub(crate) use llm::Objects;
pub use llm::{LlmAgent, Prompt};
pub use process::{ProcessAgent, kill_all};
pub use reply::{LONGEST_REPLY, read_reply};
pub use settings::{
    AgentSettings, GoSettings, HttpSettings, LlmSettings, Observation, Price, Prices, ProcessSettings, Protocol,
    ReplyMode, SettingsError, split_command,
};
