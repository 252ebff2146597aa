//! Agents of all kinds, working and failing.

mod common;
mod fake_server;
mod games;
mod http;
mod llm;
mod policies;
#[cfg(unix)]
mod process;
