//! The engine for the page: games on the player's device, and the same answers in WebAssembly as in native code.
#![cfg(feature = "players")]

mod cases;
mod local_game;
mod modules;
mod questions;
mod recorded;
mod same_answers;
