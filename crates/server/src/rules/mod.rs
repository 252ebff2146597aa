//! Rules service: evaluates moves for games and over HTTP, and compares the fast engine with a second one.
//!
//! `docs/rules-service.md` is the manual. Games use [`RulesService`]; [`router`] provides the HTTP routes. `rules_messages` parses
//! requests and writes responses, [`engines`] return an [`EngineVerdict`](rules_messages::EngineVerdict), [`Counters`] count
//! mismatches between engines, and [`Reproductions`] writes each mismatch to a file.

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

pub use contract::contract_enabled;
pub use counters::{Counters, Fallback};
pub use mode::{Mode, ParseModeError};
pub use remote::{Remote, RemoteError, RemoteSettings, read_verdict};
pub use reproduction::Reproductions;
pub use router::{MAX_BODY, router};
pub use service::{Evaluation, Legal, RulesService, RulesStartError};
pub use settings::{Settings, SettingsError};
