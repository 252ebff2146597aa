//! Streams the lines of large logs in batches.

use std::collections::HashSet;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::line::GameLine;
use super::read::{Log, LogError, game_in, open};

/// Approximate size of a batch in bytes.
const BATCH_SIZE: usize = 8 << 20;

/// A line of a log, parsed if it is a game.
pub struct BatchLine {
    /// The line including its line feed.
    pub text: Vec<u8>,
    /// The game, including its record and the replies of agents; `None` if the line is not a game.
    pub game: Option<GameLine>,
}

/// Calls `visit` with the lines of logs, batch by batch. A game that occurs several times is passed once. Games that are not in
/// `log` are skipped: they were appended after it was read.
///
/// # Errors
/// Fails if a file cannot be read, or with the error of `visit`.
pub fn for_each_batch<E: From<LogError>>(
    paths: &[PathBuf],
    log: &Log,
    mut visit: impl FnMut(&Path, Vec<BatchLine>) -> Result<(), E>,
) -> Result<(), E> {
    let mut seen = HashSet::new();
    for path in paths {
        let failed = |error: std::io::Error| LogError::new(path, None, format!("cannot be read: {error}"));
        let mut input = open(path)?;
        loop {
            let lines = next_batch(&mut input).map_err(failed)?;
            if lines.is_empty() {
                break;
            }
            let mut is_new = |line: &BatchLine| match &line.game {
                None => true,
                Some(GameLine { run, game, .. }) => {
                    log.game(run, game).is_some() && seen.insert((run.clone(), game.clone()))
                }
            };
            let read: Vec<BatchLine> = lines.into_par_iter().map(read).collect();
            visit(path, read.into_iter().filter(&mut is_new).collect())?;
        }
    }
    Ok(())
}

fn read(text: Vec<u8>) -> BatchLine {
    let game = game_in(&text);
    BatchLine { text, game }
}

/// Returns the next batch of complete lines.
fn next_batch(input: &mut impl BufRead) -> std::io::Result<Vec<Vec<u8>>> {
    let (mut lines, mut size) = (Vec::new(), 0);
    while size < BATCH_SIZE {
        let mut line = Vec::new();
        input.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        size += line.len();
        lines.push(line);
    }
    Ok(lines)
}
