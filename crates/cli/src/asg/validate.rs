//! `ringside asg validate`: validation of scenario files.

use std::io::Write;
use std::path::PathBuf;

use asg::Scenario;
use asg::limits::MAX_SCENARIO_BYTES;
use clap::Args;
use cli_support::files::read_text;
use cli_support::plain::plain;
use cli_support::{Failure, Outcome};
use ringrift_text::counted;

/// Check scenario files, and list all problems with their paths in the JSON.
///
/// The exit code is 1 if a file is not a valid scenario, and 2 if it cannot be read.
#[derive(Args, Debug)]
pub(crate) struct ValidateArgs {
    /// Scenario files, plain or compressed with gzip; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(args: &ValidateArgs, out: &mut impl Write) -> Outcome {
    let (mut unusable, mut wrong) = (0, 0);
    for path in &args.files {
        match read_text(path, MAX_SCENARIO_BYTES) {
            Err(failure) => {
                failure.report();
                unusable += 1;
            }
            Ok(text) => match Scenario::parse(&text) {
                Ok(scenario) => {
                    let id = plain(&scenario.file().id);
                    let nodes = counted(scenario.len() as u64, "node");
                    let edges = counted(scenario.edge_count() as u64, "edge");
                    writeln!(out, "{}: valid: {id}, {nodes}, {edges}", path.display())?;
                }
                Err(error) => {
                    wrong += 1;
                    writeln!(out, "{}: invalid", path.display())?;
                    for problem in error.to_string().lines() {
                        writeln!(out, "  {}", plain(problem))?;
                    }
                }
            },
        }
    }
    match (unusable, wrong) {
        (0, 0) => Ok(()),
        (0, _) => Err(Failure::CheckFailed),
        _ => Err(Failure::Reported),
    }
}
