//! Nothing that was acknowledged is lost: the server is killed, its disk fails, the power is cut.
#![cfg(target_os = "linux")]

mod disk;
mod kill;
mod operator;
mod power;
mod process;
