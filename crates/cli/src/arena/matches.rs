//! `ringside match`: a match of two to four players.

use std::io::Write;
use std::path::Path;

use arena::settings::Format;
use clap::Args;
use cli_support::Outcome;

use super::args::{AgentArgs, Described, GameArgs, PLAYERS_HELP};
use super::run_args::RunArgs;

/// Play a match between two to four players, every condition once from every seat, and log the games.
///
/// A condition is an opening (RingRift) or a map with its random numbers (ASG). All games are written to a log, the input of
/// ratings and reports. The same command resumes an interrupted run.
#[derive(Args)]
#[command(after_help = PLAYERS_HELP)]
pub(crate) struct MatchArgs {
    /// Players. If a game has as many seats as there are players, all of them play in every game. If it has fewer, as with
    /// --players 2 or in ASG, every group of that many players meets: with two seats, every pair
    #[arg(value_name = "PLAYER", num_args = 2..=4, required = true)]
    entrants: Vec<String>,
    /// Number of conditions; each is played once from every seat
    #[arg(long, short = 'n', default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    agents: AgentArgs,
    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(args: &MatchArgs, out: &mut impl Write) -> Outcome {
    let described = Described {
        name: "match",
        players: &args.entrants,
        format: Format::RoundRobin,
        rounds: args.rounds,
        seed: args.run.seed().unwrap_or(1),
        game: &args.game.with_seats(args.entrants.len()),
        agents: &args.agents,
    };
    args.run.play(&described.settings()?, Path::new(""), out)
}
