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
    /// The index of the file.
    pub(super) file: usize,
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
    let mut source = Source { files, next: 0, open: None, problems: Vec::new(), unusable: 0 };
    loop {
        let batch = source.next_batch();
        for problem in source.problems.drain(..) {
            bar.suspend(|| anstream::eprintln!("error: {problem}"));
        }
        let Some(last) = batch.last() else { break };
        bar.set_message(format!("file {} of {}", last.file + 1, files.len()));
        let results: Vec<T> = batch.par_iter().map(|game| work(&game.entry)).collect();
        for (Game { file, number, entry }, result) in batch.into_iter().zip(results) {
            bar.inc(1);
            bar.suspend(|| take(&files[file], Done { file, number, line: entry.first_line(), result }))?;
        }
    }
    bar.finish_and_clear();
    Ok(source.unusable)
}

/// A game of some file.
struct Game {
    file: usize,
    number: usize,
    entry: Entry,
}

/// The games of several files, one after the other.
struct Source<'a> {
    files: &'a [PathBuf],
    /// The index of the file to open next.
    next: usize,
    /// The file that is open, and how many of its games have been read.
    open: Option<(input::Games, usize)>,
    /// What could not be read, since this was last looked at.
    problems: Vec<String>,
    unusable: usize,
}

impl Source<'_> {
    /// The next few games, from as many files as needed; none at the end.
    fn next_batch(&mut self) -> Vec<Game> {
        let mut batch = Vec::new();
        let mut bytes = 0;
        while batch.len() < BATCH && bytes < BATCH_BYTES {
            let Some((games, count)) = &mut self.open else {
                if !self.open_next() {
                    break;
                }
                continue;
            };
            match games.next() {
                Some(Ok(entry)) => {
                    *count += 1;
                    bytes += entry.text().len();
                    batch.push(Game { file: self.next - 1, number: *count, entry });
                }
                Some(Err(error)) => self.give_up(&format!("cannot read on: {error}")),
                None if *count == 0 => self.give_up("there is no game in it"),
                None => self.open = None,
            }
        }
        batch
    }

    /// Opens the next file that can be; false if there is none.
    fn open_next(&mut self) -> bool {
        while let Some(path) = self.files.get(self.next) {
            self.next += 1;
            match input::open(path) {
                Ok(games) => {
                    self.open = Some((games, 0));
                    return true;
                }
                Err(Failure::BadInput(problem)) => self.note(problem),
                Err(_) => self.note(format!("{}: cannot be opened", path.display())),
            }
        }
        false
    }

    /// Leaves the file that is open.
    fn give_up(&mut self, problem: &str) {
        self.open = None;
        self.note(format!("{}: {problem}", self.files[self.next - 1].display()));
    }

    fn note(&mut self, problem: String) {
        self.problems.push(problem);
        self.unusable += 1;
    }
}
