//! `ringside ratings`: ratings of the players in logs.

use std::io::Write;
use std::path::PathBuf;

use arena::{RatingOptions, Ratings};
use clap::Args;
use cli_support::{Failure, Outcome};

use super::log::read;
use super::output_format::OutputArgs;

/// Rate the players in logs: Elo with intervals, seat effects, ties, and the number of games
/// without which another player would be first.
///
/// Bradley-Terry for two seats and Plackett-Luce for more, with terms for ties and seats, fitted to all games at once.
/// Printed twice: with forfeits as losses, and without forfeited games. docs/arena.md describes the model.
#[derive(Args)]
pub(crate) struct RatingsArgs {
    /// Game logs (ringside-log/1) of matches and tournaments; players with the same name are the same player
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
    /// Fix the rating of a player, as in greedy=1000; can be repeated. Without it the mean of all ratings is 0
    #[arg(long, value_name = "NAME=ELO", value_parser = parse_anchor)]
    anchor: Vec<(String, f64)>,
    /// Compute intervals from this number of bootstrap samples instead of from the profile likelihood. A sample draws groups of
    /// games: those between the same players in one condition
    #[arg(long, value_name = "DRAWS", num_args = 0..=1, default_missing_value = "1000")]
    bootstrap: Option<u32>,
    /// Seed of the bootstrap samples
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    output: OutputArgs,
}

fn parse_anchor(text: &str) -> Result<(String, f64), String> {
    let problem = || "expected NAME=ELO, as in greedy=1000".to_owned();
    let (name, elo) = text.rsplit_once('=').ok_or_else(problem)?;
    Ok((name.to_owned(), elo.trim().parse().map_err(|_| problem())?))
}

pub(crate) fn run(args: &RatingsArgs, out: &mut impl Write) -> Outcome {
    let log = read(&args.logs)?;
    let options = RatingOptions {
        anchors: args.anchor.clone(),
        bootstrap: args.bootstrap,
        seed: args.seed,
        ..RatingOptions::default()
    };
    let ratings = Ratings::of(&log, &options).map_err(Failure::bad_input)?;
    args.output.write(&ratings, out)
}
