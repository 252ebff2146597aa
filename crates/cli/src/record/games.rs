//! Work on many games: in parallel, with progress, in the order of the files.

use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use ringrift_record::Entry;

use crate::failure::Failure;
use crate::record::input;

/// How many games are worked on before their results are taken.
const BATCH: usize = 256;
/// How many bytes of text these may have, about.
const BATCH_BYTES: usize = 64 << 20;

/// A game and what became of it.
pub(super) struct Done<T> {
    /// The number of the game in its file, counted from 1.
    pub(super) number: usize,
    /// The line at which it begins.
    pub(super) line: usize,
    /// What the work gave.
    pub(super) result: T,
}

/// Does some work on every game of some files, on all cores, and hands over the results in order. Says how many files could
/// not be used; the user has been told then.
pub(super) fn each_game<T: Send>(
    files: &[PathBuf],
    work: impl Fn(&Entry) -> T + Sync,
    mut take: impl FnMut(&Path, Done<T>) -> Result<(), Failure>,
) -> Result<usize, Failure> {
    let bar = ProgressBar::new_spinner()
        .with_style(ProgressStyle::with_template("{spinner} {pos} games, {msg}").expect("a valid template"));
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut unusable = 0;
    for (index, path) in files.iter().enumerate() {
        bar.set_message(format!("file {} of {}: {}", index + 1, files.len(), path.display()));
        let handled = each_game_of(path, &work, |done| {
            bar.inc(1);
            bar.suspend(|| take(path, done))
        });
        match handled {
            Ok(()) => {}
            Err(Failure::BadInput(problem)) => {
                bar.suspend(|| anstream::eprintln!("error: {problem}"));
                unusable += 1;
            }
            Err(failure) => return Err(failure),
        }
    }
    bar.finish_and_clear();
    Ok(unusable)
}

fn each_game_of<T: Send>(
    path: &Path,
    work: &(impl Fn(&Entry) -> T + Sync),
    mut take: impl FnMut(Done<T>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut games = input::open(path)?;
    let mut count = 0;
    loop {
        let (batch, problem) = next_batch(&mut games);
        let results: Vec<T> = batch.par_iter().map(work).collect();
        for (entry, result) in batch.iter().zip(results) {
            count += 1;
            take(Done { number: count, line: entry.first_line(), result })?;
        }
        if let Some(error) = problem {
            return Err(Failure::BadInput(format!("{}: cannot read on: {error}", path.display())));
        }
        if batch.is_empty() {
            break;
        }
    }
    if count == 0 {
        return Err(Failure::BadInput(format!("{}: there is no game in it", path.display())));
    }
    Ok(())
}

/// The next few games, and what kept from reading more of them.
fn next_batch(games: &mut input::Games) -> (Vec<Entry>, Option<std::io::Error>) {
    let mut batch = Vec::new();
    let mut bytes = 0;
    while batch.len() < BATCH && bytes < BATCH_BYTES {
        match games.next() {
            Some(Ok(entry)) => {
                bytes += entry.text().len();
                batch.push(entry);
            }
            Some(Err(error)) => return (batch, Some(error)),
            None => break,
        }
    }
    (batch, None)
}
