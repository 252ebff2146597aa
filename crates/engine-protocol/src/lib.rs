//! The engine protocol of RingRift: one command per line, answered by lines that end with `ok` or `error`
//! (`docs/engine-protocol.md`).
//!
//! - [`Command`] and [`Limits`] are the messages of a client; both parse from a line and print as one.
//! - [`serve`] is the server side: it reads commands, queues them with a bound, lets a [`Handler`] answer them, and keeps
//!   `stop`, `isready` and `quit` responsive while a search runs.
//! - [`PendingReply`] is the client side: it collects the lines that answer a command.
//!
//! The [`Handler`] implements the rules and the bots; this crate implements only the protocol.

mod client;
mod command;
mod limits;
mod lines;
mod output;
mod queue;
mod server;

pub use client::{EngineError, EngineReply, PendingReply};
pub use command::{COMMANDS, Command, Rejection, SEPARATOR};
pub use limits::{Limit, Limits};
pub use lines::MAX_LINE_BYTES;
pub use output::Reply;
pub use queue::MAX_WAITING;
pub use server::{Handler, Search, serve};

/// Name and version of the protocol. A change that would break clients gets a new version.
pub const PROTOCOL: &str = "ringside-engine 1";
