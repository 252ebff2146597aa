//! Game server: games over HTTP and WebSocket, stored durably in SQLite, and the rules as a service.
//!
//! `table` holds the state machine of a game, `store` the database, `hub` the running games, `http` the network interface,
//! `rules` the rules service, and `view` the conversion into the types of the crate `api`.

mod asg_planning;
pub mod bans;
mod blocking;
mod config;
mod connections;
pub mod documents;
mod http;
pub mod hub;
mod identity;
mod lessons;
mod new_game;
pub mod rulebook;
pub mod rules;
mod run;
pub mod store;
pub mod table;
pub mod telemetry;
pub mod time;
mod trial;
pub mod view;

pub use api::id;
pub use config::{AgentConfig, Config, ConfigError, Rates, Timeouts};
pub use connections::{ConnectionLimits, ConnectionSlots};
pub use http::{RouterOptions, router};
pub use run::{Server, Services, StartError};
