//! The rules as a service: judges moves for others, and lets a second engine judge the judge.
//!
//! `docs/rules-service.md` is the manual. [`RulesService`] is what games ask; [`router`] puts it on the network.
//! What a request says is read by [`wire`]; [`engines`] come to a [`Verdict`], and what they differ in is counted by
//! [`Counters`] and kept by [`Reproductions`].

pub mod breaker;
mod contract;
mod counters;
pub mod engines;
mod mode;
mod remote;
mod reproduction;
mod router;
mod service;
mod settings;
mod shadow;
mod verdict;
pub mod wire;

pub use contract::contract_enabled;
pub use counters::{Counters, Fallback};
pub use mode::{Mode, ParseModeError};
pub use remote::{Remote, RemoteError, RemoteSettings};
pub use reproduction::Reproductions;
pub use router::{MAX_BODY, router};
pub use service::{Evaluation, Legal, RulesService, StartError};
pub use settings::{Settings, SettingsError};
pub use verdict::{Mismatch, Next, Refusal, Status, Verdict};
