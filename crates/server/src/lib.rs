//! Games over HTTP and WebSocket that are never lost, and the rules as a service.

pub mod client;
mod config;
pub mod documents;
mod http;
pub mod hub;
pub mod id;
mod identity;
pub mod rules;
mod run;
pub mod store;
pub mod table;
pub mod telemetry;
pub mod time;
pub mod wire;

pub use config::{AgentConfig, Config, ConfigError, Rates};
pub use http::*;
pub use run::{Server, Services, Sockets, StartError};
