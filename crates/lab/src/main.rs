//! `lab`: the maintainers' tools, run as `cargo lab COMMAND` in a checkout.

mod balance;
mod bench;
mod calibrate;
mod curves;
mod fuzz_server;
mod ladder;
mod load;
mod lockstep;
mod measure;
mod playthrough;
mod puzzles;
mod review_accuracy;
mod tune;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use cli_support::Outcome;

/// Maintainers' tools of Ringside: comparison of the engines, benchmarks, load tests, and the measurements behind the documents.
#[derive(Parser)]
#[command(name = "cargo lab", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Lockstep(lockstep::LockstepArgs),
    Playthrough(playthrough::PlaythroughArgs),
    Bench(bench::BenchArgs),
    Load(load::LoadArgs),
    FuzzServer(fuzz_server::FuzzServerArgs),
    Ladder(ladder::LadderArgs),
    Balance(balance::BalanceArgs),
    Calibrate(calibrate::CalibrateArgs),
    Curves(curves::CurvesArgs),
    Puzzles(puzzles::PuzzlesArgs),
    ReviewAccuracy(review_accuracy::ReviewAccuracyArgs),
    Tune(tune::TuneArgs),
}

fn main() -> ExitCode {
    let mut out = anstream::stdout();
    match run(Cli::parse().command, &mut out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(command: Command, out: &mut impl std::io::Write) -> Outcome {
    match command {
        Command::Lockstep(args) => lockstep::run(&args, out),
        Command::Playthrough(args) => playthrough::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Load(args) => load::run(&args, out),
        Command::FuzzServer(args) => fuzz_server::run(&args, out),
        Command::Ladder(args) => ladder::run(&args, out),
        Command::Balance(args) => balance::run(&args, out),
        Command::Calibrate(args) => calibrate::run(&args, out),
        Command::Curves(args) => curves::run(&args, out),
        Command::Puzzles(args) => puzzles::run(&args, out),
        Command::ReviewAccuracy(args) => review_accuracy::run(&args, out),
        Command::Tune(args) => tune::run(&args, out),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use clap::CommandFactory;
    use cli_support::command_docs::{check_document, markdown};

    use super::*;

    #[test]
    fn docs_cli_md_is_up_to_date() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md");
        check_document(&path, "lab", &markdown(&Cli::command(), 2));
    }
}
