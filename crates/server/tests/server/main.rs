//! Tests of the server over real connections.

mod access;
mod attacks;
mod fair_play;
mod games;
mod health;
#[path = "../../../wasm/tests/engine/questions.rs"]
mod questions;
mod same_answers;
mod setup;
mod sockets;
mod study;
mod test_server;
