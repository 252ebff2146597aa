//! `ringside asg convert`: a replay in the other form.

use std::io::Write;
use std::path::PathBuf;

use asg::Replay;
use asg::limits::MAX_REPLAY_BYTES;
use clap::Args;
use cli_support::files::read_text;
use cli_support::plain::{plain, plain_lines};
use cli_support::{Failure, Outcome};

use super::matches::Form;

/// Write a replay in the other form: ours or that of the reference.
///
/// Whatever a file says beside what follows from the rules is kept. What does follow is made anew, so a replay that tells
/// something else is not converted; then the command exits with 1, and with 2 if the file cannot be used.
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// Replay file, ours or the reference's, plain or gzip; - is standard input
    file: PathBuf,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The form to write
    #[arg(long, value_enum, default_value_t = Form::Own)]
    form: Form,
}

/// Runs the command.
pub(super) fn run(args: &ConvertArgs, out: &mut impl Write) -> Outcome {
    let place = args.file.display();
    let text = read_text(&args.file, MAX_REPLAY_BYTES)?;
    let problem = |error: &str| Failure::BadInput(format!("{place}: {}", plain_lines(error)));
    let verified = Replay::verify(&text).map_err(|error| problem(&error.to_string()))?;
    if let Some(difference) = verified.difference {
        anstream::eprintln!("error: {place}: wrong, and not converted: {}", plain(&difference.to_string()));
        return Err(Failure::CheckFailed);
    }
    args.form.write(&verified.replay, args.output.as_deref(), out)
}
