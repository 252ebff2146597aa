//! Work on many games: in parallel, with progress, in the order of the files.

use std::path::{Path, PathBuf};
use std::time::Duration;

use cli_support::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use ringrift_record::Entry;

use crate::record::input;

/// How many games are worked on before their results are taken.
const BATCH: usize = 256;
/// How many bytes of text these may have, about.
const BATCH_BYTES: usize = 64 << 20;

/// A game and what became of it.
pub(crate) struct Done<T> {
    /// The index of the file.
    pub(crate) file: usize,
    /// The number of the game in its file, counted from 1.
    pub(crate) number: usize,
    /// The line at which it begins.
    pub(crate) line: usize,
    /// What the work gave.
    pub(crate) result: T,
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
    let mut source = Source::new(files);
    loop {
        let batch = source.next_batch();
        for problem in source.take_problems() {
            bar.suspend(|| anstream::eprintln!("error: {problem}"));
        }
        let Some(last) = batch.last() else { break };
        bar.set_message(format!("file {} of {}", last.file + 1, files.len()));
        let results: Vec<T> = batch.par_iter().map(|game| work(&game.entry)).collect();
        for (game, result) in batch.into_iter().zip(results) {
            bar.inc(1);
            bar.suspend(|| take(&files[game.file], game.done(result)))?;
        }
    }
    bar.finish_and_clear();
    Ok(source.unusable())
}

/// A game of some file.
pub(crate) struct Game {
    file: usize,
    number: usize,
    entry: Entry,
}

impl Game {
    /// The game itself, not yet read.
    pub(crate) fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The game with what became of it.
    pub(crate) fn done<T>(&self, result: T) -> Done<T> {
        Done { file: self.file, number: self.number, line: self.entry.first_line(), result }
    }
}

/// The games of several files, one after the other.
pub(crate) struct Source<'a> {
    files: &'a [PathBuf],
    /// The index of the file to open next.
    next: usize,
    /// The file that is open, and how many of its games have been read.
    open: Option<(input::Games, usize)>,
    /// What could not be read, since this was last looked at.
    problems: Vec<String>,
    unusable: usize,
}

impl<'a> Source<'a> {
    /// The games of these files.
    pub(crate) fn new(files: &'a [PathBuf]) -> Source<'a> {
        Source { files, next: 0, open: None, problems: Vec::new(), unusable: 0 }
    }

    /// What could not be read, since this was last asked.
    pub(crate) fn take_problems(&mut self) -> Vec<String> {
        std::mem::take(&mut self.problems)
    }

    /// How many files could not be used so far.
    pub(crate) fn unusable(&self) -> usize {
        self.unusable
    }

    /// The next few games, from as many files as needed; none at the end.
    fn next_batch(&mut self) -> Vec<Game> {
        let mut batch = Vec::new();
        let mut bytes = 0;
        while batch.len() < BATCH && bytes < BATCH_BYTES {
            let Some(game) = self.next_game() else { break };
            bytes += game.entry.text().len();
            batch.push(game);
        }
        batch
    }

    /// The next game, from the next file that has one; none at the end.
    pub(crate) fn next_game(&mut self) -> Option<Game> {
        loop {
            let Some((games, count)) = &mut self.open else {
                if !self.open_next() {
                    return None;
                }
                continue;
            };
            match games.next() {
                Some(Ok(entry)) => {
                    *count += 1;
                    return Some(Game { file: self.next - 1, number: *count, entry });
                }
                Some(Err(error)) => self.give_up(&format!("cannot read on: {error}")),
                None if *count == 0 => self.give_up("there is no game in it"),
                None => self.open = None,
            }
        }
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
