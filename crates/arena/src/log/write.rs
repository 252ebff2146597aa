//! Appending to a log.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::line::GameLine;
use super::read::{LONGEST_LINE, Log, LogError, Records};

/// How often a log is made to reach the disk. A killed process loses nothing, a power cut at most this much.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The text of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineText(Vec<u8>);

impl LineText {
    fn of(line: &impl Serialize) -> serde_json::Result<LineText> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        Ok(LineText(text))
    }

    /// The text of a game. One that would be too long to be read again is kept without what agents said, and if that is not
    /// enough, without its record.
    pub fn of_game(game: &GameLine) -> LineText {
        let of = |game: &GameLine| LineText::of(game).expect("a game is plain data");
        let is_short = |text: &LineText| (text.0.len() as u64) < LONGEST_LINE;
        Some(of(game)).filter(is_short).unwrap_or_else(|| {
            let silent = GameLine { exchanges: Vec::new(), ..game.clone() };
            Some(of(&silent)).filter(is_short).unwrap_or_else(|| of(&GameLine { record: None, ..silent }))
        })
    }
}

/// A log that is being written. Nobody else can write to it meanwhile.
#[derive(Debug)]
pub struct LogWriter {
    file: File,
    path: PathBuf,
    synced: Instant,
}

impl LogWriter {
    /// Opens a log, which is made if it does not exist, and reads what is in it. A last line that was not written to its end is
    /// cut off: the game was not finished.
    ///
    /// # Errors
    /// If it cannot be read or written, is in use, or is no log.
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
                failed("another run is writing to it; wait for its end, or choose another file".into())
            }
            TryLockError::Error(error) => failed(format!("cannot be locked: {error}")),
        })?;
        let whole = whole_lines(&mut file).map_err(|error| failed(format!("cannot be read: {error}")))?;
        let log = Log::read_from(path, &mut (&file).take(whole), Records::Drop)?;
        check_tail(&mut file, whole).map_err(failed)?;
        file.set_len(whole).map_err(|error| failed(format!("cannot be written: {error}")))?;
        Ok((LogWriter { file, path: path.to_owned(), synced: Instant::now() }, log))
    }

    /// Appends a line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, line: &impl Serialize) -> Result<(), LogError> {
        let text = LineText::of(line).map_err(|error| LogError::new(&self.path, None, error.to_string()))?;
        self.append_text(&text)
    }

    /// Appends a line that was put into text before, which can be done without the log.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append_text(&mut self, text: &LineText) -> Result<(), LogError> {
        let failed = |error: std::io::Error| LogError::new(&self.path, None, format!("cannot be written: {error}"));
        // One write for the whole line: whoever is killed leaves all of it, or a beginning that is noticed.
        self.file.write_all(&text.0).map_err(failed)?;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.file.sync_data().map_err(failed)?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Makes sure that everything has reached the disk.
    ///
    /// # Errors
    /// If it cannot.
    pub fn finish(self) -> Result<(), LogError> {
        self.file.sync_all().map_err(|error| LogError::new(&self.path, None, format!("cannot be written: {error}")))
    }
}

/// Checks that what stands behind the last whole line is the beginning of a line of a log, which may be cut off.
fn check_tail(file: &mut File, whole: u64) -> Result<(), String> {
    const BEGINNING: &[u8] = b"{\"line\":\"";
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(whole))
        .and_then(|_| file.take(BEGINNING.len() as u64).read_to_end(&mut tail))
        .map_err(|error| format!("cannot be read: {error}"))?;
    let is_log = BEGINNING.starts_with(&tail);
    if is_log { Ok(()) } else { Err("is no log: it does not end with a line of one; choose another file".to_owned()) }
}

/// How many bytes there are up to the last end of a line; the file is at its beginning afterwards.
fn whole_lines(file: &mut File) -> std::io::Result<u64> {
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
