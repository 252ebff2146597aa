//! Tests that run the `ringside` binary.

mod analyse;
mod arena;
mod arena_compat;
mod arena_manual;
mod asg;
mod asg_play;
mod board_names;
mod conform;
mod conform_asg;
mod conform_differences;
mod conform_invalid;
mod engine;
mod files;
mod golden;
mod help;
mod perft;
mod perft_table;
mod play;
mod record;
mod record_show;
mod rules;
#[path = "../support/mod.rs"]
mod support;

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::{Finished, TempFolder};

fn ringside(args: &[&str]) -> Finished {
    Finished::new(Command::new(env!("CARGO_BIN_EXE_ringside")).args(args).output().expect("ringside starts"))
}

fn ringside_in(folder: &TempFolder, args: &[&str]) -> Finished {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringside"));
    Finished::new(command.args(args).current_dir(folder.path()).output().expect("ringside starts"))
}

fn ringside_reading(args: &[&str], input: &[u8]) -> Finished {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringside"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("ringside starts");
    // The program may stop reading before the end.
    let _ = child.stdin.take().expect("standard input is a pipe").write_all(input);
    Finished::new(child.wait_with_output().expect("ringside ends"))
}
