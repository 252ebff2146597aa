//! Opening files of records.

use std::io::BufRead;
use std::path::Path;

use cli_support::Failure;
use cli_support::files;
use ringrift_record::{Entries, Record};

/// Games of an open file.
pub(crate) type Games = Entries<Box<dyn BufRead>>;

/// Opens a file of records; `-` is standard input.
pub(crate) fn open(path: &Path) -> Result<Games, Failure> {
    let problem = |problem: String| Failure::BadInput(format!("{}: {problem}", path.display()));
    let input = files::open(path).map_err(problem)?;
    Entries::new(input).map_err(|error| problem(files::cannot_be_read(&error)))
}

/// Parses the number of a game in a file, from 1.
pub(crate) fn game_number(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|&number| number > 0).ok_or("expected a number from 1")
}

/// Reads one game of a file; numbers count from 1.
pub(crate) fn game(path: &Path, number: usize) -> Result<Record, Failure> {
    let problem = |problem: String| Failure::BadInput(format!("{}: {problem}", path.display()));
    let mut count = 0;
    for entry in open(path)? {
        let entry = entry.map_err(|error| problem(files::cannot_be_read(&error)))?;
        count += 1;
        if count == number {
            return entry.read().map_err(|error| problem(error.to_string()));
        }
    }
    Err(problem(match count {
        0 => "the file has no game".to_owned(),
        1 => format!("there is no game {number}; the file has one"),
        _ => format!("there is no game {number}; the file has games 1 to {count}"),
    }))
}
