//! `ringside asg verify`: plays replays again and compares their contents with the result.

use std::io::Write;
use std::path::{Path, PathBuf};

use asg::Replay;
use asg::limits::MAX_REPLAY_BYTES;
use clap::Args;
use cli_support::files::read_text;
use cli_support::plain::{plain, plain_lines};
use cli_support::{Failure, Outcome};
use ringrift_text::counted;
use serde_json::value::RawValue;

use super::words;

/// Play replays again, compare every event, state and hash, and name the first difference.
///
/// Reads asg-replay/1 and the replays of the reference implementation (0.1.0, 1.0.0), one or several in a file, plain or
/// compressed with gzip. The exit code is 1 if a replay is wrong, and 2 if a file cannot be read.
#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// Replay files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Counts over all files.
#[derive(Default)]
struct Total {
    replays: u64,
    wrong: u64,
    unusable: u64,
}

pub(super) fn run(args: &VerifyArgs, out: &mut impl Write) -> Outcome {
    let mut total = Total::default();
    for path in &args.files {
        match read_text(path, MAX_REPLAY_BYTES) {
            Ok(text) => check_file(path, &text, &mut total, out)?,
            Err(failure) => {
                failure.report();
                total.unusable += 1;
            }
        }
    }
    if total.replays > 1 {
        writeln!(out, "{}, {} wrong", counted(total.replays, "replay"), total.wrong)?;
    }
    match total {
        Total { unusable: 1.., .. } => Err(Failure::Reported),
        Total { wrong: 1.., .. } => Err(Failure::CheckFailed),
        _ => Ok(()),
    }
}

/// Checks the replays of a file.
fn check_file(path: &Path, text: &str, total: &mut Total, out: &mut impl Write) -> Outcome {
    let mut found = 0;
    for value in serde_json::Deserializer::from_str(text).into_iter::<&RawValue>() {
        found += 1;
        let place = if found == 1 { path.display().to_string() } else { format!("{}, replay {found}", path.display()) };
        match value.map_err(|error| format!("not JSON: {error}")).and_then(|value| check(value.get())) {
            Ok(Ok(good)) => writeln!(out, "{place}: correct: {good}")?,
            Ok(Err(difference)) => {
                total.wrong += 1;
                writeln!(out, "{place}: wrong: {}", plain(&difference))?;
            }
            Err(problem) => {
                total.unusable += 1;
                anstream::eprintln!("error: {place}: {}", plain_lines(&problem));
            }
        }
        total.replays += 1;
    }
    if found == 0 {
        total.unusable += 1;
        anstream::eprintln!("error: {}: the file is empty", path.display());
    }
    Ok(())
}

/// Returns a summary of a correct replay, or the first difference of a wrong one.
fn check(text: &str) -> Result<Result<String, String>, String> {
    let verified = Replay::verify(text).map_err(|error| error.to_string())?;
    if let Some(difference) = verified.difference {
        return Ok(Err(difference.to_string()));
    }
    let (replay, checked) = (&verified.replay, verified.checked);
    let outcome = replay.outcome().map_or("not over".to_owned(), words::outcome);
    let counts = format!(
        "{}, {}, {}",
        counted(checked.plies, "ply"),
        counted(checked.events, "event"),
        counted(checked.hashes, "hash")
    );
    Ok(Ok(format!("{}, {counts} compared; {outcome}", plain(&replay.scenario.file().id))))
}
