//! `ringside asg`: the Agent Strategy Game on the command line.

mod args;
mod convert;
mod draw;
mod map;
mod matches;
mod orders;
mod play;
mod scenario;
mod show;
mod validate;
mod verify;
mod words;

use std::io::Write;

use clap::{Args, Subcommand};
use cli_support::Outcome;

pub(crate) use args::parse_script;
pub(crate) use orders::parse_first_order;

/// The Agent Strategy Game: play it, run matches between bots, check and show replays, create and check maps.
///
/// docs/asg.md has the rules, docs/asg-formats.md the file formats, docs/asg-scenarios.md the built-in maps.
#[derive(Args)]
pub(crate) struct AsgCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::PlayArgs),
    Match(matches::MatchArgs),
    Show(show::ShowArgs),
    Verify(verify::VerifyArgs),
    Convert(convert::ConvertArgs),
    Validate(validate::ValidateArgs),
    Draw(draw::DrawArgs),
    Scenario(scenario::ScenarioCommand),
    /// Print the JSON Schema of scenarios or of replays
    #[command(subcommand)]
    Schema(Schema),
}

#[derive(Subcommand)]
enum Schema {
    /// Schema of scenarios
    Scenario,
    /// Schema of asg-replay/1
    Replay,
}

pub(crate) fn run(args: &AsgCommand, out: &mut impl Write) -> Outcome {
    match &args.command {
        Command::Play(args) => play::run(args, out),
        Command::Match(args) => matches::run(args, out),
        Command::Show(args) => show::run(args, out),
        Command::Verify(args) => verify::run(args, out),
        Command::Convert(args) => convert::run(args, out),
        Command::Validate(args) => validate::run(args, out),
        Command::Draw(args) => draw::run(args, out),
        Command::Scenario(args) => scenario::run(args, out),
        Command::Schema(Schema::Scenario) => Ok(writeln!(out, "{:#}", asg::scenario_schema())?),
        Command::Schema(Schema::Replay) => Ok(writeln!(out, "{:#}", asg::replay::replay_schema())?),
    }
}
