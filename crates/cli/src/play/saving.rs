//! Keeping a game in a file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cli_support::Failure;
use cli_support::files::Sink;
use ringrift_record::{MAX_GAME_BYTES, Record};

use super::game::Game;
use crate::record::input;

/// While computers play among themselves, the game is kept no more often than this.
const PAUSE: Duration = Duration::from_millis(200);

/// Where a game is kept, if it is.
pub(super) struct Saving {
    path: Option<PathBuf>,
    last: Option<Instant>,
}

impl Saving {
    /// Keeps a game nowhere, or in a file that must not exist yet.
    pub(super) fn new(path: Option<&Path>) -> Result<Saving, String> {
        if let Some(path) = path {
            check_new(path)?;
        }
        Ok(Saving::again(path))
    }

    /// Keeps a game in the file from which it comes.
    pub(super) fn again(path: Option<&Path>) -> Saving {
        Saving { path: path.map(Path::to_owned), last: None }
    }

    /// Where the game is kept.
    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Keeps the game as it is. What was in the file stays until all of the new is written.
    pub(super) fn save(&mut self, game: &Game) -> Result<(), String> {
        let Some(path) = &self.path else { return Ok(()) };
        self.last = Some(Instant::now());
        write(path, &game.record()).map_err(|failure| match failure {
            Failure::BadInput(problem) => problem,
            Failure::Output(error) => format!("cannot write {}: {error}", path.display()),
            _ => format!("cannot write {}", path.display()),
        })
    }

    /// Keeps the game unless it was kept a moment ago and computers go on playing.
    pub(super) fn save_now_and_then(&mut self, game: &Game) -> Result<(), String> {
        let is_asked = game.person_to_move().is_none_or(super::person::Person::is_human);
        let is_recent = self.last.is_some_and(|last| last.elapsed() < PAUSE);
        if is_recent && !is_asked { Ok(()) } else { self.save(game) }
    }

    /// Keeps the next game in another file: the one of the last game stays.
    pub(super) fn next(&self) -> Saving {
        Saving::again(self.path.as_deref().map(free_name).as_deref())
    }
}

fn check_new(path: &Path) -> Result<(), String> {
    let name = path.display();
    if path.as_os_str().is_empty() || path == Path::new("-") {
        return Err("a game is kept in a file; name one".to_owned());
    }
    match std::fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => Err(format!("{name} is a folder")),
        Ok(_) => Err(format!("{name} exists already; --resume {name} goes on with the game in it")),
        Err(_) => Ok(()),
    }
}

/// `game-2.rrn` beside `game.rrn`, or the next number that is free.
fn free_name(path: &Path) -> PathBuf {
    let text = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let stem = text(path.file_stem()).unwrap_or_default();
    let ending = text(path.extension()).map_or(String::new(), |ending| format!(".{ending}"));
    let numbered = |number: u32| path.with_file_name(format!("{stem}-{number}{ending}"));
    (2..).map(numbered).find(|path| !path.exists()).unwrap_or_else(|| numbered(1))
}

fn write(path: &Path, record: &Record) -> Result<(), Failure> {
    let mut standard = io::sink();
    let mut sink = Sink::new(Some(path), &mut standard)?;
    sink.write_all(record.to_string().as_bytes())?;
    sink.finish()
}

/// A game from a file.
pub(super) struct Kept {
    pub(super) record: Record,
    /// Whether the file is this game as text and nothing else, so that the game can be kept there again.
    pub(super) is_alone: bool,
}

/// Reads a game of a file, counted from 1.
pub(super) fn read(path: &Path, number: usize) -> Result<Kept, Failure> {
    let record = input::game(path, number)?;
    let is_alone = number == 1 && std::fs::metadata(path).is_ok_and(|file| is_small_file(&file)) && is_one_game(path);
    Ok(Kept { record, is_alone })
}

fn is_small_file(file: &std::fs::Metadata) -> bool {
    file.is_file() && file.len() <= MAX_GAME_BYTES as u64
}

fn is_one_game(path: &Path) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| Record::parse(&text).is_ok())
}
