//! No acknowledged action is lost when the server is killed, the disk fails, or the power is cut.
#![cfg(target_os = "linux")]

mod disk;
mod kill;
mod operator;
mod power;
mod process;
