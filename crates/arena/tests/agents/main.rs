//! Agents of every kind, well-behaved and not.

mod common;
mod fake_server;
mod games;
mod http;
mod llm;
mod policies;
#[cfg(unix)]
mod process;
