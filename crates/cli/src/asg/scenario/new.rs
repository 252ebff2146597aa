//! `ringside asg scenario new`: makes a map.

use std::io::Write;
use std::path::PathBuf;

use asg::generate::{MapPlan, MapSymmetry};
use clap::{Args, ValueEnum};
use cli_support::files::Sink;
use cli_support::{Failure, Outcome};

/// Make a new symmetric scenario.
///
/// The same wishes and the same seed give the same map. Its headquarters are farther apart than a ply reaches. Whoever moves
/// first may still have an advantage: `ringside asg scenario check` measures it.
#[derive(Args, Debug)]
pub(crate) struct NewArgs {
    /// Number of nodes; with an odd number one lies in the middle
    #[arg(long, default_value_t = 13, value_name = "N")]
    nodes: usize,
    /// How the halves correspond
    #[arg(long, value_enum, default_value_t = Halves::Mirror)]
    symmetry: Halves,
    /// Number of nodes that yield supply
    #[arg(long, default_value_t = 4, value_name = "N")]
    resources: usize,
    /// Maps of other seeds differ
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum Halves {
    /// Left and right are mirrored
    Mirror,
    /// Half a turn brings one half onto the other
    Rotation,
}

/// Runs the command.
pub(super) fn run(args: &NewArgs, out: &mut impl Write) -> Outcome {
    let symmetry = match args.symmetry {
        Halves::Mirror => MapSymmetry::Mirror,
        Halves::Rotation => MapSymmetry::Rotation,
    };
    let plan = MapPlan { nodes: args.nodes, symmetry, resources: args.resources, seed: args.seed };
    let scenario = plan.scenario().map_err(Failure::bad_input)?;
    let mut sink = Sink::new(args.output.as_deref(), out)?;
    let text = serde_json::to_string_pretty(scenario.file()).map_err(Failure::bad_input)?;
    writeln!(sink, "{text}")?;
    sink.finish()
}
