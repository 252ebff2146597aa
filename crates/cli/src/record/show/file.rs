//! The games of a file, read lazily.

use std::io::BufRead;
use std::path::Path;

use cli_support::Failure;
use ringrift_record::{Entries, Entry, Record};

use crate::record::input;

/// Number of games read ahead, so that the games of small files are counted.
const READ_AHEAD: usize = 100;

/// Games of a file. Their numbers count from 1.
pub(crate) struct GameFile {
    /// Name of the file in messages.
    name: String,
    entries: Entries<Box<dyn BufRead>>,
    seen: Vec<Entry>,
    is_complete: bool,
}

/// Game chosen from a file.
pub(crate) struct Chosen {
    pub(crate) record: Record,
    /// For example `game 2 of 3`.
    pub(crate) title: String,
}

impl GameFile {
    /// Opens a file of games.
    pub(crate) fn open(path: &Path) -> Result<GameFile, Failure> {
        let name = if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() };
        Ok(GameFile::new(name, input::open(path)?))
    }

    pub(super) fn new(name: String, entries: Entries<Box<dyn BufRead>>) -> GameFile {
        GameFile { name, entries, seen: Vec::new(), is_complete: false }
    }

    /// Reports whether there is a game with this number. Fails if the file cannot be read up to it.
    pub(crate) fn has(&mut self, number: usize) -> Result<bool, String> {
        while self.seen.len() < number.saturating_add(READ_AHEAD) && !self.is_complete {
            match self.entries.next() {
                Some(Ok(entry)) => self.seen.push(entry),
                Some(Err(error)) => return Err(self.problem(&format!("cannot be read further: {error}"))),
                None => self.is_complete = true,
            }
        }
        Ok(number <= self.seen.len())
    }

    /// Reads the game with this number. Fails if there is none or if it is damaged.
    pub(crate) fn read(&mut self, number: usize) -> Result<Chosen, String> {
        if !self.has(number)? {
            return Err(self.missing(number));
        }
        let title = self.title(number);
        match self.seen[number - 1].read() {
            Ok(record) => Ok(Chosen { record, title }),
            Err(error) => Err(self.problem(&format!("{title}: {error}"))),
        }
    }

    /// Returns the error for a number that no game has.
    pub(crate) fn missing(&self, number: usize) -> String {
        self.problem(&match self.seen.len() {
            0 => "the file has no game".to_owned(),
            1 => format!("there is no game {number}; the file has one"),
            count => format!("there is no game {number}; the file has games 1 to {count}"),
        })
    }

    /// Returns the number of the game, and the number of games if it is known.
    pub(crate) fn title(&self, number: usize) -> String {
        let count = if self.is_complete { format!(" of {}", self.seen.len()) } else { String::new() };
        format!("game {number}{count}")
    }

    /// Reports whether the file has more than one game.
    pub(crate) fn has_several_games(&self) -> bool {
        self.seen.len() > 1
    }

    fn problem(&self, problem: &str) -> String {
        format!("{}: {problem}", self.name)
    }
}
