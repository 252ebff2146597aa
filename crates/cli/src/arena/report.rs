//! `ringside report`: what can be said about the games in logs.

use std::io::Write;
use std::path::PathBuf;

use arena::report::{Options, Report};
use clap::Args;
use cli_support::{Failure, Outcome};

use super::papers::PaperArgs;

/// Tell what is in some logs: results with intervals, reliability, lengths, endings, costs, and what playing the games again
/// shows.
#[derive(Args)]
pub(crate) struct ReportArgs {
    /// The logs
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
    /// Compare this player with another one by condition, seat and opponents
    #[arg(long, value_name = "NAME", requires = "b")]
    a: Option<String>,
    /// The other one
    #[arg(long, value_name = "NAME", requires = "a")]
    b: Option<String>,
    /// Do not play the games again, which saves time with many
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    paper: PaperArgs,
}

/// Runs the command.
pub(crate) fn run(args: &ReportArgs, out: &mut impl Write) -> Outcome {
    let compare = args.a.clone().zip(args.b.clone());
    let options = Options { compare, replays: !args.quick, ..Options::default() };
    let report = Report::read(&args.logs, &options).map_err(Failure::bad_input)?;
    args.paper.write(&report, out)
}
