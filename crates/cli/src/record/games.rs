//! Games of several files, processed in parallel, with the results in the order of the games.

use std::path::{Path, PathBuf};
use std::time::Duration;

use cli_support::Failure;
use cli_support::runs::cores;
use indicatif::{ProgressBar, ProgressStyle};
use ringrift_record::Entry;

use crate::ordered_workers::OrderedWorkers;
use crate::record::input;

/// Game with the result of its processing.
pub(crate) struct Done<T> {
    /// Index of the file.
    pub(crate) file: usize,
    /// Number of the game in its file, from 1.
    pub(crate) number: usize,
    /// First line of the game.
    pub(crate) line: usize,
    pub(crate) result: T,
}

/// Processes every game of the files on all cores, and passes the results to `take` in order. Returns the number of files that
/// could not be read, after printing an error for each.
pub(super) fn each_game<T: Send>(
    files: &[PathBuf],
    process: impl Fn(&Entry) -> T + Sync,
    mut take: impl FnMut(&Path, Done<T>) -> Result<(), Failure>,
) -> Result<usize, Failure> {
    let bar = ProgressBar::new_spinner()
        .with_style(ProgressStyle::with_template("{spinner} {pos} games, {msg}").expect("the template is valid"));
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut source = Source::new(files);
    let workers = OrderedWorkers { jobs: cores(), is_stopped: &|| false };
    workers.run(
        || source.next_game(&bar),
        |game| process(&game.entry),
        |game, result| {
            bar.set_message(format!("file {} of {}", game.file + 1, files.len()));
            bar.inc(1);
            bar.suspend(|| take(&files[game.file], game.done(result)))
        },
    )?;
    bar.finish_and_clear();
    Ok(source.unusable())
}

/// Unparsed game of a file.
pub(crate) struct UnparsedGame {
    file: usize,
    number: usize,
    entry: Entry,
}

impl UnparsedGame {
    pub(crate) fn entry(&self) -> &Entry {
        &self.entry
    }

    /// Returns the game with the result of its processing.
    pub(crate) fn done<T>(&self, result: T) -> Done<T> {
        Done { file: self.file, number: self.number, line: self.entry.first_line(), result }
    }
}

/// Reader of the games of several files, one after the other.
pub(crate) struct Source<'a> {
    files: &'a [PathBuf],
    /// Index of the file to open next.
    next: usize,
    /// The open file, and the number of its games that have been read.
    open: Option<(input::Games, usize)>,
    /// Errors that have not been printed yet.
    problems: Vec<String>,
    unusable: usize,
}

impl<'a> Source<'a> {
    pub(crate) fn new(files: &'a [PathBuf]) -> Source<'a> {
        Source { files, next: 0, open: None, problems: Vec::new(), unusable: 0 }
    }

    /// Returns the number of files that could not be read so far.
    pub(crate) fn unusable(&self) -> usize {
        self.unusable
    }

    /// Returns the next game, and prints an error for each unreadable file before it.
    pub(crate) fn next_game(&mut self, bar: &ProgressBar) -> Option<UnparsedGame> {
        let game = self.read_game();
        for problem in std::mem::take(&mut self.problems) {
            bar.suspend(|| anstream::eprintln!("error: {problem}"));
        }
        game
    }

    fn read_game(&mut self) -> Option<UnparsedGame> {
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
                    return Some(UnparsedGame { file: self.next - 1, number: *count, entry });
                }
                Some(Err(error)) => self.abandon_file(&format!("cannot be read further: {error}")),
                None if *count == 0 => self.abandon_file("the file has no game"),
                None => self.open = None,
            }
        }
    }

    /// Opens the next readable file. Returns false if there is none.
    fn open_next(&mut self) -> bool {
        while let Some(path) = self.files.get(self.next) {
            self.next += 1;
            match input::open(path) {
                Ok(games) => {
                    self.open = Some((games, 0));
                    return true;
                }
                Err(Failure::BadInput(problem)) => self.add_problem(problem),
                Err(_) => self.add_problem(format!("{}: cannot be read", path.display())),
            }
        }
        false
    }

    fn abandon_file(&mut self, problem: &str) {
        self.open = None;
        self.add_problem(format!("{}: {problem}", self.files[self.next - 1].display()));
    }

    fn add_problem(&mut self, problem: String) {
        self.problems.push(problem);
        self.unusable += 1;
    }
}
