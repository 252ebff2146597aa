//! `ringside`: RingRift and the Agent Strategy Game on the command line.
//!
//! The program is a library so that the fuzz targets can use its [`readers`].

mod admin;
mod analyse;
mod arena;
mod args;
mod asg;
mod conform;
mod db;
mod engine;
mod help;
mod ordered_workers;
mod perft;
mod play;
mod png;
mod random_seed;
pub mod readers;
mod record;
mod rules;
mod serve;
mod terminal;
mod tour;
mod typed;

use std::process::ExitCode;

use clap::{FromArgMatches, Parser, Subcommand};
use cli_support::Outcome;

/// RingRift and the Agent Strategy Game: a server to play on, and a command line for rules, games, records, analysis
/// and matches. Without a command it starts the server.
#[derive(Parser)]
#[command(name = "ringside", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::ServeArgs),
    Play(play::PlayArgs),
    /// What this program is, and commands to try
    Tour,
    Analyse(analyse::AnalyseArgs),
    Record(record::RecordCommand),
    Asg(asg::AsgCommand),
    /// Show positions, list legal actions, explain single actions, print rules
    Rules(rules::RulesCommand),
    Engine(engine::EngineArgs),
    AgentStub(arena::StubArgs),
    Conform(conform::ConformArgs),
    Perft(perft::PerftArgs),
    Match(arena::MatchArgs),
    Tournament(arena::TournamentArgs),
    Ratings(arena::RatingsArgs),
    Report(arena::ReportArgs),
    Sprt(arena::SprtArgs),
    Log(arena::LogCommand),
    Db(db::DbCommand),
    Admin(admin::AdminCommand),
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let matches = help::command::<Cli>().try_get_matches().unwrap_or_else(|error| help::exit(&error));
    if let Some(message) = matches.subcommand_name().and_then(help::moved) {
        anstream::eprintln!("error: {message}");
        return ExitCode::from(2);
    }
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
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
        Some(Command::Play(args)) => play::run(&args, out),
        Some(Command::Tour) => tour::run(out),
        Some(Command::Analyse(args)) => analyse::run(&args, out),
        Some(Command::Record(args)) => record::run(&args, out),
        Some(Command::Asg(args)) => asg::run(&args, out),
        Some(Command::Rules(args)) => rules::run(&args, out),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::AgentStub(args)) => arena::run_stub(&args, out),
        Some(Command::Conform(args)) => conform::run(&args, out),
        Some(Command::Perft(args)) => perft::run(&args, out),
        Some(Command::Match(args)) => arena::run_match(&args, out),
        Some(Command::Tournament(args)) => arena::run_tournament(&args, out),
        Some(Command::Ratings(args)) => arena::run_ratings(&args, out),
        Some(Command::Report(args)) => arena::run_report(&args, out),
        Some(Command::Sprt(args)) => arena::run_sprt(&args, out),
        Some(Command::Log(args)) => arena::run_log(&args, out),
        Some(Command::Db(args)) => db::run(&args, out),
        Some(Command::Admin(args)) => admin::run(&args, out),
    }
}
