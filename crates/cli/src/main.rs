//! `ringside`: RingRift on the command line.

mod args;
mod bench;
mod conform;
mod failure;
mod perft;
mod random;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::failure::Outcome;

/// RingRift on the command line: rules, conformance, counts and speed.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Measure the speed of the engines
    Bench(bench::BenchArgs),
    /// Count sequences of actions from a position
    Perft(perft::PerftArgs),
    /// Check recorded games, worked positions and perft tables against an engine
    Conform(conform::ConformArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = anstream::stdout().lock();
    match run(cli, &mut out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(cli: Cli, out: &mut impl std::io::Write) -> Outcome {
    match cli.command {
        Some(Command::Bench(args)) => bench::run(&args, out),
        Some(Command::Perft(args)) => perft::run(&args, out),
        None => Ok(()),
        Some(Command::Conform(args)) => conform::run(&args, out),
    }
}
