//! `ringside ratings`: who is how strong.

use std::io::Write;
use std::path::PathBuf;

use arena::{RatingOptions, Ratings};
use clap::Args;
use cli_support::{Failure, Outcome};

use super::log::read;
use super::papers::PaperArgs;

/// Rate everybody in some logs: Elo with intervals, seats, ties, and how few games decide who is first.
///
/// Bradley-Terry for two seats and Plackett-Luce for more, with ties and seats as terms, fitted to all games at once. Given twice:
/// with forfeits as losses, and for clean games only. docs/arena.md describes the model.
#[derive(Args)]
pub(crate) struct RatingsArgs {
    /// The logs; players with the same name are the same player
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
    /// Hold a player at a rating, as in greedy=1000; can be repeated. Without any, ratings have the mean 0
    #[arg(long, value_name = "NAME=ELO", value_parser = parse_anchor)]
    anchor: Vec<(String, f64)>,
    /// Take intervals from so many draws of groups of games, instead of the profile of the likelihood
    #[arg(long, value_name = "DRAWS", num_args = 0..=1, default_missing_value = "1000")]
    bootstrap: Option<u32>,
    /// The seed of the draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    paper: PaperArgs,
}

fn parse_anchor(text: &str) -> Result<(String, f64), String> {
    let problem = || "expected NAME=ELO, as in greedy=1000".to_owned();
    let (name, elo) = text.rsplit_once('=').ok_or_else(problem)?;
    Ok((name.to_owned(), elo.trim().parse().map_err(|_| problem())?))
}

/// Runs the command.
pub(crate) fn run(args: &RatingsArgs, out: &mut impl Write) -> Outcome {
    let log = read(&args.logs)?;
    let options = RatingOptions {
        anchors: args.anchor.clone(),
        bootstrap: args.bootstrap,
        seed: args.seed,
        ..RatingOptions::default()
    };
    let ratings = Ratings::of(&log, &options).map_err(Failure::bad_input)?;
    args.paper.write(&ratings, out)
}
