//! The page in a real browser, at a real server.
#![cfg(unix)]

mod asg;
mod away;
mod board;
mod decisions;
mod games;
mod learn;
mod people;
mod rules;
mod sandbox;
mod start;
