//! Tests of the page in a real browser with a real server.
#![cfg(unix)]

mod analysis;
mod asg;
mod board;
#[path = "../../../wasm/tests/engine/cases.rs"]
mod cases;
mod decisions;
mod engine;
mod engine_answers;
mod feel;
mod games;
mod keyboard;
mod language;
mod layout;
mod learn;
mod local;
mod offline;
mod phone;
mod puzzles;
#[path = "../../../wasm/tests/engine/questions.rs"]
mod questions;
mod reconnect;
mod rules;
mod sandbox;
mod start;
mod two_players;
mod versions;
