//! Saving a game to a file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cli_support::Failure;
use cli_support::files::Sink;
use ringrift_record::{MAX_GAME_BYTES, Record};

use super::game::TerminalGame;
use crate::record::input;

/// Minimum time between two saves while computer players are to move.
const PAUSE: Duration = Duration::from_millis(200);

/// File of a game, if it is saved.
pub(super) struct Saving {
    path: Option<PathBuf>,
    last: Option<Instant>,
}

impl Saving {
    /// Saves to a new file. Fails if the file exists. `None` saves nothing.
    pub(super) fn new(path: Option<&Path>) -> Result<Saving, String> {
        if let Some(path) = path {
            check_new(path)?;
        }
        Ok(Saving::unchecked(path))
    }

    /// Saves to a file without checking whether it exists. `None` saves nothing.
    pub(super) fn unchecked(path: Option<&Path>) -> Saving {
        Saving { path: path.map(Path::to_owned), last: None }
    }

    /// Returns the file of the game.
    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Saves the game. The old file is replaced when the new one is complete.
    pub(super) fn save(&mut self, game: &TerminalGame) -> Result<(), String> {
        let Some(path) = &self.path else { return Ok(()) };
        self.last = Some(Instant::now());
        write(path, &game.record()).map_err(|failure| match failure {
            Failure::BadInput(problem) => problem,
            Failure::Output(error) => format!("{}: cannot be written: {error}", path.display()),
            _ => format!("{}: cannot be written", path.display()),
        })
    }

    /// Saves the game, unless it was saved a moment ago and a computer player is to move.
    pub(super) fn save_throttled(&mut self, game: &TerminalGame) -> Result<(), String> {
        let is_waiting = game.participant_to_move().is_none_or(super::participant::Participant::is_human);
        let is_recent = self.last.is_some_and(|last| last.elapsed() < PAUSE);
        if is_recent && !is_waiting { Ok(()) } else { self.save(game) }
    }

    /// Saves the next game to another file, so that the file of the last game stays.
    pub(super) fn next(&self) -> Saving {
        Saving::unchecked(self.path.as_deref().map(free_name).as_deref())
    }
}

fn check_new(path: &Path) -> Result<(), String> {
    let name = path.display();
    if path.as_os_str().is_empty() || path == Path::new("-") {
        return Err("a file name is missing".to_owned());
    }
    match std::fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => Err(format!("{name} is a folder")),
        Ok(_) => Err(format!("{name} exists already; --resume {name} continues the game in it")),
        Err(_) => Ok(()),
    }
}

/// Returns `game-2.rrn` for `game.rrn`, or the next free number.
fn free_name(path: &Path) -> PathBuf {
    let text = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let stem = text(path.file_stem()).unwrap_or_default();
    let ending = text(path.extension()).map_or(String::new(), |ending| format!(".{ending}"));
    let numbered = |number: u32| path.with_file_name(format!("{stem}-{number}{ending}"));
    (2..).map(numbered).find(|path| !path.exists()).unwrap_or_else(|| numbered(1))
}

fn write(path: &Path, record: &Record) -> Result<(), Failure> {
    let mut standard = io::sink();
    let mut sink = Sink::replacing(Some(path), &mut standard)?;
    sink.write_all(record.to_string().as_bytes())?;
    sink.finish()
}

/// Game read from a file.
pub(super) struct SavedGame {
    pub(super) record: Record,
    /// The file contains only this game, as text. The game can then be saved there.
    pub(super) is_only_game: bool,
}

/// Reads a game of a file; numbers count from 1.
pub(super) fn read(path: &Path, number: usize) -> Result<SavedGame, Failure> {
    let record = input::game(path, number)?;
    let is_only_game =
        number == 1 && std::fs::metadata(path).is_ok_and(|file| is_small_file(&file)) && is_one_game(path);
    Ok(SavedGame { record, is_only_game })
}

fn is_small_file(file: &std::fs::Metadata) -> bool {
    file.is_file() && file.len() <= MAX_GAME_BYTES as u64
}

fn is_one_game(path: &Path) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| Record::parse(&text).is_ok())
}
