//! `ringside`: RingRift and the Agent Strategy Game on the command line.

mod admin;
mod analyse;
mod arena;
mod args;
mod asg;
mod balance;
mod bench;
mod calibrate;
mod conform;
mod db;
mod descriptors;
mod engine;
mod failure;
mod files;
mod ladder;
mod load;
mod lockstep;
mod measure;
mod perft;
mod plain;
mod play;
mod playthrough;
mod record;
mod rules;
mod serve;
mod terminal;
mod tour;
mod tune;
mod typed;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::failure::Outcome;

/// RingRift and the Agent Strategy Game: a server to play on, and on the command line rules, matches, records, analysis,
/// conformance, counts and speed. Without a command it serves.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::ServeArgs),
    Db(db::DbCommand),
    Admin(admin::AdminCommand),
    Load(load::LoadArgs),
    /// What this is, and what to try on the command line
    Tour,
    /// Show positions, list legal actions, explain single actions
    Rules(rules::RulesCommand),
    Play(play::PlayArgs),
    /// Play one random game and print every step of it
    Playthrough(playthrough::PlaythroughArgs),
    Bench(bench::BenchArgs),
    Lockstep(lockstep::LockstepArgs),
    Perft(perft::PerftArgs),
    Conform(conform::ConformArgs),
    Record(record::RecordCommand),
    Analyse(analyse::AnalyseArgs),
    Engine(engine::EngineArgs),
    Asg(asg::AsgCommand),
    Match(arena::MatchArgs),
    Tournament(arena::TournamentArgs),
    Ratings(arena::RatingsArgs),
    Report(arena::ReportArgs),
    Sprt(arena::SprtArgs),
    Log(arena::LogCommand),
    AgentStub(arena::StubArgs),
    Ladder(ladder::LadderArgs),
    Balance(balance::BalanceArgs),
    Calibrate(calibrate::CalibrateArgs),
    Tune(tune::TuneArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    // Not locked: the engine writes from two threads.
    let mut out = anstream::stdout();
    match run(cli, &mut out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(cli: Cli, out: &mut impl std::io::Write) -> Outcome {
    match cli.command {
        None => serve::run(&serve::ServeArgs::default(), out),
        Some(Command::Serve(args)) => serve::run(&args, out),
        Some(Command::Db(args)) => db::run(&args, out),
        Some(Command::Admin(args)) => admin::run(&args, out),
        Some(Command::Load(args)) => load::run(&args, out),
        Some(Command::Tour) => tour::run(out),
        Some(Command::Rules(args)) => rules::run(&args, out),
        Some(Command::Play(args)) => play::run(&args, out),
        Some(Command::Playthrough(args)) => playthrough::run(&args, out),
        Some(Command::Bench(args)) => bench::run(&args, out),
        Some(Command::Lockstep(args)) => lockstep::run(&args, out),
        Some(Command::Perft(args)) => perft::run(&args, out),
        Some(Command::Conform(args)) => conform::run(&args, out),
        Some(Command::Record(args)) => record::run(&args, out),
        Some(Command::Analyse(args)) => analyse::run(&args, out),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Asg(args)) => asg::run(&args, out),
        Some(Command::Match(args)) => arena::run_match(&args, out),
        Some(Command::Tournament(args)) => arena::run_tournament(&args, out),
        Some(Command::Ratings(args)) => arena::run_ratings(&args, out),
        Some(Command::Report(args)) => arena::run_report(&args, out),
        Some(Command::Sprt(args)) => arena::run_sprt(&args, out),
        Some(Command::Log(args)) => arena::run_log(&args, out),
        Some(Command::AgentStub(args)) => arena::run_stub(&args, out),
        Some(Command::Ladder(args)) => ladder::run(&args, out),
        Some(Command::Balance(args)) => balance::run(&args, out),
        Some(Command::Calibrate(args)) => calibrate::run(&args, out),
        Some(Command::Tune(args)) => tune::run(&args, out),
    }
}
