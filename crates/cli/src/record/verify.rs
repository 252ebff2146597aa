//! `ringside record verify`: replays recorded games and checks them against the rules.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use cli_support::{Failure, Outcome};
use ringrift_record::{RecordError, Verified};
use ringrift_text::counted;

use crate::record::games::{Done, each_game};

/// Replay recorded games and check actions, position hashes, result and termination.
///
/// Names the first wrong ply of a game and the reason. Games are checked on all cores. The exit code is 1 if a game is wrong,
/// and 2 if a file cannot be read.
#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// Files to check; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print only errors and the last line
    #[arg(long, short)]
    quiet: bool,
}

/// Counts of checked games.
#[derive(Default)]
struct Totals {
    games: u64,
    wrong: u64,
    actions: u64,
    hashes: u64,
}

pub(super) fn run(args: &VerifyArgs, out: &mut impl Write) -> Outcome {
    let mut totals = Totals::default();
    let mut of_file: Option<(usize, Totals)> = None;
    let unusable = each_game(&args.files, ringrift_record::Entry::verify, |path, done| {
        if of_file.as_ref().is_some_and(|(file, _)| *file != done.file) {
            finish_file(of_file.take(), &mut totals, args, out)?;
        }
        let (_, counts) = of_file.get_or_insert_with(|| (done.file, Totals::default()));
        count(path, &done, counts, out)
    })?;
    finish_file(of_file, &mut totals, args, out)?;
    if args.files.len() > 1 || args.quiet {
        writeln!(out, "{}: {}", counted((args.files.len() - unusable) as u64, "file"), totals.text())?;
    }
    match (unusable, totals.wrong) {
        (0, 0) => Ok(()),
        (0, _) => Err(Failure::CheckFailed),
        _ => Err(Failure::Reported),
    }
}

/// Counts one game, and prints its error or remarks.
fn count(
    path: &Path,
    done: &Done<Result<Verified, RecordError>>,
    counts: &mut Totals,
    out: &mut impl Write,
) -> Outcome {
    counts.games += 1;
    match &done.result {
        Ok(verified) => {
            counts.actions += verified.record.main().plies.len() as u64;
            counts.hashes += verified.hashes as u64;
            for remark in &verified.remarks {
                writeln!(out, "{}:{}: game {}: remark: {remark}", path.display(), done.line, done.number)?;
            }
        }
        Err(error) => {
            counts.wrong += 1;
            let place = error.location.map_or(done.line.to_string(), |at| format!("{}:{}", at.line, at.column));
            writeln!(out, "{}:{place}: game {}: {}", path.display(), done.number, error.problem)?;
        }
    }
    Ok(())
}

fn finish_file(
    of_file: Option<(usize, Totals)>,
    totals: &mut Totals,
    args: &VerifyArgs,
    out: &mut impl Write,
) -> Outcome {
    if let Some((file, counts)) = of_file {
        if !args.quiet {
            writeln!(out, "{}: {}", args.files[file].display(), counts.text())?;
        }
        totals.games += counts.games;
        totals.wrong += counts.wrong;
        totals.actions += counts.actions;
        totals.hashes += counts.hashes;
    }
    Ok(())
}

impl Totals {
    fn text(&self) -> String {
        let Totals { games, wrong, actions, hashes } = self;
        let (games, actions, hashes) = (counted(*games, "game"), counted(*actions, "action"), counted(*hashes, "hash"));
        format!("{games}, {wrong} wrong; {actions} and {hashes} correct")
    }
}
