//! `ringside sprt`: a sequential test of whether one player is stronger than another.

use std::io::Write;
use std::path::Path;

use arena::log::SprtLine;
use arena::settings::Format;
use clap::Args;
use cli_support::runs::plan;
use cli_support::{Failure, Outcome, SequentialTest};
use ratings::SprtDecision;

use super::args::{AgentArgs, Described, GameArgs, PLAYERS_HELP};
use super::run_args::RunArgs;

/// Test whether a player is stronger than another, with as few games as possible.
///
/// Games are played in pairs: the same condition from both seats. The test ends when it accepts that A is stronger by
/// at most --elo0 (H0) or by at least --elo1 (H1). The exit code is 0 for H1, and 1 for H0 or without a decision after
/// --most-pairs. The same command resumes an interrupted test.
#[derive(Args)]
#[command(after_help = PLAYERS_HELP)]
pub(crate) struct SprtArgs {
    /// Tested player
    a: String,
    /// Opponent
    b: String,
    /// H0: A is stronger by at most this Elo difference
    #[arg(long, default_value_t = 0.0)]
    elo0: f64,
    /// H1: A is stronger by at least this Elo difference
    #[arg(long, default_value_t = 10.0)]
    elo1: f64,
    /// Probability of accepting H1 although H0 is true
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// Probability of accepting H0 although H1 is true
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// Maximum number of pairs
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    most_pairs: u32,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    agents: AgentArgs,
    #[command(flatten)]
    run: RunArgs,
}

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
        return opened.report_failure(error);
    }
    writeln!(out, "{} The games are in {}.", test.summary(plan.manifest()), opened.path.display())?;
    if test.decision() == SprtDecision::AcceptH1 { Ok(()) } else { Err(Failure::CheckFailed) }
}
