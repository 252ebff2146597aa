//! `ringside asg convert`: a replay in the other format.

use std::io::Write;
use std::path::PathBuf;

use asg::Replay;
use asg::limits::MAX_REPLAY_BYTES;
use clap::Args;
use cli_support::files::{Sink, read_text};
use cli_support::plain::{plain, plain_lines};
use cli_support::{Failure, Outcome};

use super::matches::ReplayFormat;

/// Convert a replay between asg-replay/1 and the format of the reference implementation.
///
/// Everything that follows from the rules is computed again; other fields are copied. A replay that contradicts the
/// rules is not converted, and the exit code is 1; it is 2 if the file cannot be read.
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// Replay file in either format, plain or gzip; - is standard input
    file: PathBuf,
    /// Output file, new or the input file [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Format to write
    #[arg(long, value_enum, default_value_t = ReplayFormat::Own)]
    form: ReplayFormat,
}

pub(super) fn run(args: &ConvertArgs, out: &mut impl Write) -> Outcome {
    let place = args.file.display();
    let text = read_text(&args.file, MAX_REPLAY_BYTES)?;
    let problem = |error: &str| Failure::BadInput(format!("{place}: {}", plain_lines(error)));
    let verified = Replay::verify(&text).map_err(|error| problem(&error.to_string()))?;
    if let Some(difference) = verified.difference {
        anstream::eprintln!("error: {place}: wrong, and not converted: {}", plain(&difference.to_string()));
        return Err(Failure::CheckFailed);
    }
    let sink = Sink::converting(args.output.as_deref(), std::slice::from_ref(&args.file), out)?;
    args.form.write(&verified.replay, sink)
}
