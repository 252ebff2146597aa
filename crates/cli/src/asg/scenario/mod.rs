//! `ringside asg scenario`: lists, creates and checks maps.

mod check;
mod new;
mod report;
mod series;

use std::io::Write;

use asg::library;
use clap::{Args, Subcommand};
use cli_support::Outcome;

/// List the built-in scenarios, create new ones, check whether a scenario is fair.
#[derive(Args)]
pub(crate) struct ScenarioCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the built-in scenarios
    List,
    New(new::NewArgs),
    Check(check::CheckArgs),
    Report(report::ReportArgs),
}

pub(super) fn run(args: &ScenarioCommand, out: &mut impl Write) -> Outcome {
    match &args.command {
        Command::List => list(out),
        Command::New(args) => new::run(args, out),
        Command::Check(args) => check::run(args, out),
        Command::Report(args) => report::run(args, out),
    }
}

fn list(out: &mut impl Write) -> Outcome {
    writeln!(out, "{:<14} {:>5} {:>5} {:>6} {:>6}  title", "scenario", "nodes", "edges", "budget", "plies")?;
    for entry in library::ALL {
        let scenario = entry.scenario();
        let settings = scenario.settings();
        let (edges, budget, plies) = (scenario.edge_count(), settings.action_budget, settings.turn_cap_plies);
        let (nodes, title) = (scenario.len(), &scenario.file().name);
        writeln!(out, "{:<14} {nodes:>5} {edges:>5} {budget:>6} {plies:>6}  {title}", entry.id)?;
    }
    Ok(())
}
