//! `ringside asg scenario new`: creates a map.

use std::io::Write;
use std::path::PathBuf;

use asg::generate::{MapPlan, MapSymmetry};
use clap::{Args, ValueEnum};
use cli_support::files::Sink;
use cli_support::{Failure, Outcome};

/// Create a new symmetric scenario.
///
/// The same options and seed give the same map. Its headquarters cannot be reached in one ply. The first mover may still have
/// an advantage: `ringside asg scenario check` measures it.
#[derive(Args, Debug)]
pub(crate) struct NewArgs {
    /// Number of nodes; an odd number puts one in the middle
    #[arg(long, default_value_t = 13, value_name = "N")]
    nodes: usize,
    /// Symmetry of the two halves
    #[arg(long, value_enum, default_value_t = Halves::Mirror)]
    symmetry: Halves,
    /// Number of nodes that yield supply
    #[arg(long, default_value_t = 4, value_name = "N")]
    resources: usize,
    /// Seed of the map
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Output file [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum Halves {
    /// Left and right are mirror images
    Mirror,
    /// Rotation by 180 degrees maps one half to the other
    Rotation,
}

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
