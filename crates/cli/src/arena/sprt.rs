//! `ringside sprt`: is the first player stronger than the second?

use std::io::Write;
use std::path::Path;

use arena::log::SprtLine;
use arena::settings::Format;
use clap::Args;
use cli_support::runs::plan;
use cli_support::{Failure, Outcome, SequentialTest};
use ratings::Decision;

use super::args::{AgentArgs, Described, GameArgs, PLAYERS_HELP};
use super::running::RunArgs;

/// Test whether a player is stronger than another, with as few games as it takes.
///
/// Games come in pairs: the same condition from both seats. The test ends by itself when it has found that A is stronger by at most
/// --elo0 (H0), or by at least --elo1 (H1). The exit code is 0 for H1, and 1 for H0 or if --most-pairs did not suffice. The same
/// command goes on with a test that was stopped.
#[derive(Args)]
#[command(after_help = PLAYERS_HELP)]
pub(crate) struct SprtArgs {
    /// The player that is tested
    a: String,
    /// The player it is tested against
    b: String,
    /// H0: A is stronger by so many Elo, or less
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// H1: A is stronger by so many Elo, or more
    #[arg(long, default_value_t = 10.0, allow_negative_numbers = true)]
    elo1: f64,
    /// How likely H1 may be found though H0 is true
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// How likely H0 may be found though H1 is true
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// Give up after so many pairs
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    most_pairs: u32,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    agents: AgentArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Runs the command.
pub(crate) fn run(args: &SprtArgs, out: &mut impl Write) -> Outcome {
    let SprtArgs { elo0, elo1, alpha, beta, .. } = *args;
    let mut test = SequentialTest::new(SprtLine { elo0, elo1, alpha, beta }, args.most_pairs)?;
    let described = Described {
        name: "sprt",
        players: &[args.a.clone(), args.b.clone()],
        format: Format::RoundRobin,
        rounds: args.most_pairs,
        seed: args.run.seed().unwrap_or(1),
        game: &args.game.with_seats(2),
        agents: &args.agents,
    };
    let mut plan = plan(&described.settings()?, Path::new(""))?;
    plan.manifest_mut().sprt = Some(test.parameters());
    let opened = args.run.open(plan.manifest())?;
    if let Err(error) = test.play(&plan, &opened.session, args.run.jobs(), out) {
        return opened.tell_failure(error);
    }
    writeln!(out, "{} All games are in {}.", test.summary(plan.manifest()), opened.path.display())?;
    if test.decision() == Decision::AcceptH1 { Ok(()) } else { Err(Failure::CheckFailed) }
}
