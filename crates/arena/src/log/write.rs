//! Appending to a log.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::line::GameLine;
use super::read::{LONGEST_LINE, Log, LogError, Records, game_in};
use crate::gzip::MAGIC;

/// Minimum interval between syncs to disk. A killed process loses no data; a power failure can lose the lines since the last sync.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// Serialized line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineText(Vec<u8>);

impl LineText {
    pub(crate) fn of(line: &impl Serialize) -> serde_json::Result<LineText> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        Ok(LineText(text))
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Parses a serialized game. Returns `None` if the text is not the complete line of a game.
    pub(crate) fn parse_game(text: &[u8]) -> Option<(LineText, GameLine)> {
        let game = game_in(text).filter(|_| text.last() == Some(&b'\n') && (text.len() as u64) < LONGEST_LINE)?;
        Some((LineText(text.to_owned()), game))
    }

    /// Serializes a game. If the line would be too long to be read again, exchanges are left out, and if necessary the record
    /// too.
    pub fn of_game(game: &GameLine) -> LineText {
        let of = |game: &GameLine| LineText::of(game).expect("a game is serializable");
        let is_short = |text: &LineText| (text.0.len() as u64) < LONGEST_LINE;
        Some(of(game)).filter(is_short).unwrap_or_else(|| {
            let without_exchanges = GameLine { exchanges: Vec::new(), ..game.clone() };
            Some(of(&without_exchanges))
                .filter(is_short)
                .unwrap_or_else(|| of(&GameLine { record: None, ..without_exchanges }))
        })
    }
}

/// Writer of a log. It holds a file lock against other writers.
#[derive(Debug)]
pub struct LogWriter {
    file: File,
    path: PathBuf,
    synced: Instant,
}

impl LogWriter {
    /// Opens or creates a log and reads its contents. An incomplete last line is removed.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written, is locked by another run, or is not a log.
    pub fn open(path: &Path) -> Result<(LogWriter, Log), LogError> {
        let failed = |problem: String| LogError::new(path, None, problem);
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| failed(format!("cannot be written: {error}")))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                failed("another run is writing to it; wait until it ends, or choose another file".into())
            }
            TryLockError::Error(error) => failed(format!("cannot be locked: {error}")),
        })?;
        check_not_compressed(&mut file).map_err(failed)?;
        let complete = complete_length(&mut file).map_err(|error| failed(format!("cannot be read: {error}")))?;
        let log = Log::read_from(path, &mut (&file).take(complete), Records::Drop)?;
        check_tail(&mut file, complete).map_err(failed)?;
        file.set_len(complete).map_err(|error| failed(format!("cannot be written: {error}")))?;
        Ok((LogWriter { file, path: path.to_owned(), synced: Instant::now() }, log))
    }

    /// Serializes and appends a line.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn append(&mut self, line: &impl Serialize) -> Result<(), LogError> {
        let text = LineText::of(line).map_err(|error| LogError::new(&self.path, None, error.to_string()))?;
        self.append_text(&text)
    }

    /// Appends a serialized line. Threads that share the writer in a mutex serialize their lines before they lock it.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn append_text(&mut self, text: &LineText) -> Result<(), LogError> {
        let failed = |error: std::io::Error| LogError::new(&self.path, None, format!("cannot be written: {error}"));
        // One write per line: a killed process leaves the complete line or a detectable beginning.
        self.file.write_all(&text.0).map_err(failed)?;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.file.sync_data().map_err(failed)?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Syncs the file to disk.
    ///
    /// # Errors
    /// Fails if the file cannot be synced.
    pub fn finish(self) -> Result<(), LogError> {
        self.file.sync_all().map_err(|error| LogError::new(&self.path, None, format!("cannot be written: {error}")))
    }
}

/// Checks that a log is not compressed: lines cannot be appended to a compressed one.
fn check_not_compressed(file: &mut File) -> Result<(), String> {
    let mut first = Vec::new();
    file.take(MAGIC.len() as u64).read_to_end(&mut first).map_err(|error| format!("cannot be read: {error}"))?;
    if first != MAGIC {
        return Ok(());
    }
    Err("is compressed; decompress it with gzip -d, then the run can be continued".to_owned())
}

/// Checks that the incomplete last line is the beginning of a log line before it is removed.
fn check_tail(file: &mut File, complete: u64) -> Result<(), String> {
    const BEGINNING: &[u8] = b"{\"line\":\"";
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(complete))
        .and_then(|_| file.take(BEGINNING.len() as u64).read_to_end(&mut tail))
        .map_err(|error| format!("cannot be read: {error}"))?;
    let is_log = BEGINNING.starts_with(&tail);
    if is_log { Ok(()) } else { Err("is not a log: its last line is not a log line; choose another file".to_owned()) }
}

/// Returns the length up to the last line feed and rewinds the file.
fn complete_length(file: &mut File) -> std::io::Result<u64> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut end = length;
    let mut block = vec![0; 64 << 10];
    while end > 0 {
        let size = end.min(block.len() as u64);
        file.seek(SeekFrom::Start(end - size))?;
        let part = &mut block[..size as usize];
        file.read_exact(part)?;
        if let Some(place) = part.iter().rposition(|&byte| byte == b'\n') {
            end = end - size + place as u64 + 1;
            break;
        }
        end -= size;
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(end)
}
