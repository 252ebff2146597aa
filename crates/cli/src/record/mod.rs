//! `ringside record`: show, verify, convert, draw and count recorded games.

pub(crate) mod convert;
mod draw;
pub(crate) mod games;
pub(crate) mod input;
mod random;
mod show;
mod stats;
mod verify;

use std::io::Write;

use clap::{Args, Subcommand};
use cli_support::Outcome;

/// Show, verify, convert, draw and count recorded games.
///
/// A file holds any number of games as text (docs/notation.md), JSON (ringrift-record/1) or JSON lines, plain or
/// compressed with gzip; - is standard input.
#[derive(Args)]
pub(crate) struct RecordCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Show(show::ShowArgs),
    Verify(verify::VerifyArgs),
    Convert(convert::ConvertArgs),
    Draw(draw::DrawArgs),
    Stats(stats::StatsArgs),
    Random(random::RandomArgs),
    /// Print the JSON Schema of ringrift-record/1
    Schema,
}

pub(crate) fn run(args: &RecordCommand, out: &mut impl Write) -> Outcome {
    match &args.command {
        Command::Show(args) => show::run(args, out),
        Command::Verify(args) => verify::run(args, out),
        Command::Convert(args) => convert::run(args, out),
        Command::Draw(args) => draw::run(args, out),
        Command::Stats(args) => stats::run(args, out),
        Command::Random(args) => random::run(args, out),
        Command::Schema => Ok(writeln!(out, "{:#}", ringrift_record::json_schema())?),
    }
}
