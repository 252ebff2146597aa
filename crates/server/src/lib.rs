//! Game server: games over HTTP and WebSocket, stored durably in SQLite, and the rules as a service.
//!
//! `store` is the database, `hub` the running games, `http` the network interface and `rules` the rules service. The crate `table`
//! has the state machine of a game and all answers about positions.

pub mod bans;
mod blocking;
mod config;
mod connections;
pub mod documents;
#[cfg(debug_assertions)]
mod engine_files;
mod http;
pub mod hub;
mod identity;
pub mod rulebook;
pub mod rules;
mod run;
pub mod store;
pub mod telemetry;
pub mod time;

pub use api::id;
pub use config::{AgentConfig, Config, ConfigError, Rates, Timeouts};
pub use connections::{ConnectionLimits, ConnectionSlots};
pub use http::{RouterOptions, router};
pub use run::{Server, Services, StartError};
