//! `ringside report`: statistics of the games in logs.

use std::io::Write;
use std::path::PathBuf;

use arena::report::{Options, Report};
use clap::Args;
use cli_support::{Failure, Outcome};

use super::output_format::OutputArgs;

/// Report on the games in logs: results with intervals, reliability, lengths, endings, costs, and figures from replaying the
/// games.
#[derive(Args)]
pub(crate) struct ReportArgs {
    /// Game logs (ringside-log/1) of matches and tournaments
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
    /// Compare this player with another by condition, seat and opponents
    #[arg(long, value_name = "NAME", requires = "b")]
    a: Option<String>,
    /// Other player of the comparison
    #[arg(long, value_name = "NAME", requires = "a")]
    b: Option<String>,
    /// Do not replay the games, which is faster
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &ReportArgs, out: &mut impl Write) -> Outcome {
    let compare = args.a.clone().zip(args.b.clone());
    let options = Options { compare, replays: !args.quick, ..Options::default() };
    let report = Report::read(&args.logs, &options).map_err(Failure::bad_input)?;
    args.output.write(&report, out)
}
