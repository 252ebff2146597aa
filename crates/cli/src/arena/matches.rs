//! `ringside match`: some players meet, in the same conditions from every seat.

use std::io::Write;
use std::path::Path;

use arena::settings::Format;
use clap::Args;
use cli_support::Outcome;

use super::args::{AgentArgs, Described, GameArgs, PLAYERS_HELP};
use super::running::RunArgs;

/// Let two to four players meet, each in the same conditions from every seat, and keep the games.
///
/// A condition is an opening (RingRift) or a map and its luck (ASG). All games go into a log, from which ratings and reports are
/// made; the same command again goes on where it was stopped.
#[derive(Args)]
#[command(after_help = PLAYERS_HELP)]
pub(crate) struct MatchArgs {
    /// Who plays; as many as there are seats
    #[arg(value_name = "PLAYER", num_args = 2..=4, required = true)]
    entrants: Vec<String>,
    /// In how many conditions they meet; each is played once from every seat
    #[arg(long, short = 'n', default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    agents: AgentArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Runs the command.
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
