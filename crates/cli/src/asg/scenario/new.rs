//! `ringside asg scenario new`: creates a map.

use std::io::Write;
use std::path::PathBuf;

use asg::Scenario;
use asg::generate::{MapPlan, MapSymmetry};
use asg::grid::GridPlan;
use clap::{Args, ValueEnum};
use cli_support::files::Sink;
use cli_support::{Failure, Outcome};

/// Create a new symmetric scenario.
///
/// The same options and seed give the same map. Its headquarters cannot be reached in one ply. The first mover may still have
/// an advantage: `ringside asg scenario check` measures it. With --grid, the map is a rectangle whose left half belongs to P1
/// and whose right half belongs to P2, with troops on every node.
#[derive(Args, Debug)]
pub(crate) struct NewArgs {
    /// Number of nodes; an odd number puts one in the middle
    #[arg(long, default_value_t = 13, value_name = "N")]
    nodes: usize,
    /// Symmetry of the two halves
    #[arg(long, value_enum, default_value_t = Halves::Mirror)]
    symmetry: Halves,
    /// Rectangular map with troops on every node, as in 30x30: columns (at least 4) and rows
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = parse_size, conflicts_with_all = ["nodes", "symmetry"])]
    grid: Option<(usize, usize)>,
    /// Number of troops on every node of a rectangular map
    #[arg(long, default_value_t = 5, value_name = "N", requires = "grid")]
    troops: u64,
    /// Number of nodes that yield supply
    #[arg(long, default_value_t = 4, value_name = "N")]
    resources: usize,
    /// Seed of the map
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// New file [default: standard output]
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

/// Parses a size such as `30x20`: 30 columns and 20 rows.
fn parse_size(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('x').and_then(|(columns, rows)| columns.parse().ok().zip(rows.parse().ok()));
    numbers.ok_or_else(|| "expected the numbers of columns and rows, as in 30x30".to_owned())
}

pub(super) fn run(args: &NewArgs, out: &mut impl Write) -> Outcome {
    let scenario = scenario(args)?;
    let mut sink = Sink::new(args.output.as_deref(), out)?;
    let text = serde_json::to_string_pretty(scenario.file()).map_err(Failure::bad_input)?;
    writeln!(sink, "{text}")?;
    sink.finish()
}

fn scenario(args: &NewArgs) -> Result<Scenario, Failure> {
    let &NewArgs { nodes, resources, troops, seed, .. } = args;
    if let Some((columns, rows)) = args.grid {
        let plan = GridPlan { columns, rows, troops, resources, seed };
        return plan.scenario().map_err(Failure::bad_input);
    }
    let symmetry = match args.symmetry {
        Halves::Mirror => MapSymmetry::Mirror,
        Halves::Rotation => MapSymmetry::Rotation,
    };
    MapPlan { nodes, symmetry, resources, seed }.scenario().map_err(Failure::bad_input)
}
