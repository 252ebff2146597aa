//! A running program that is talked to by lines.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::group::Group;
use crate::agent::key_variables;
use crate::agent::reply::LONGEST_REPLY;
use crate::agent::settings::ProcessSettings;
use crate::protocol::{Fault, FaultClass};

/// How many texts wait for a program that does not read, and lines for us.
const WAITING: usize = 8;

/// The bytes that are kept of what a program writes to its standard error.
const LONGEST_TAIL: usize = 2000;

/// How long we wait before we look again whether a program still runs.
const SLICE: Duration = Duration::from_millis(50);

/// How long the last words of a program may take to arrive after its end.
const GRACE: Duration = Duration::from_millis(500);

/// A program that was started. It ends with this value, and everything that it has started with it.
pub(super) struct Program {
    group: Group,
    input: SyncSender<Vec<u8>>,
    lines: Receiver<Line>,
    errors: JoinHandle<()>,
    tail: Arc<Mutex<Vec<u8>>>,
}

/// A line that a program has written, without its end.
enum Line {
    Whole(Vec<u8>),
    /// The beginning of one that is longer than any may be.
    TooLong(Vec<u8>),
}

impl Line {
    fn is_blank(&self) -> bool {
        matches!(self, Line::Whole(line) if line.trim_ascii().is_empty())
    }
}

/// Why there is no line, and what came of it.
pub(super) type NoLine = (Fault, Vec<u8>);

impl Program {
    /// Starts a program.
    ///
    /// # Errors
    /// If that is not possible: then nobody can be reached, which is a matter of [`FaultClass::Connection`].
    pub(super) fn start(settings: &ProcessSettings) -> Result<Program, Fault> {
        let (name, arguments) = settings.command.split_first().ok_or_else(|| no_start(&"no program is named"))?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &settings.directory {
            command.current_dir(directory);
        }
        key_variables::remove_from(&mut command);
        let group = Group::start(command, settings).map_err(|error| no_start(&error))?;
        Program::talk_to(group).ok_or_else(|| no_start(&"it cannot be talked to"))
    }

    fn talk_to(mut group: Group) -> Option<Program> {
        let child = group.child();
        let (stdin, stdout, stderr) = (child.stdin.take()?, child.stdout.take()?, child.stderr.take()?);
        let (input, texts) = sync_channel(WAITING);
        let (sender, lines) = sync_channel(WAITING);
        let tail = Arc::default();
        thread::spawn(move || write_all(stdin, &texts));
        thread::spawn(move || read_lines(stdout, &sender));
        let errors = thread::spawn({
            let tail = Arc::clone(&tail);
            move || keep_tail(stderr, &tail)
        });
        Some(Program { group, input, lines, errors, tail })
    }

    /// Hands over a text to be written, and does not wait for that.
    ///
    /// # Errors
    /// If the program has not read the last ones, or has ended.
    pub(super) fn write(&mut self, text: Vec<u8>) -> Result<(), Fault> {
        use std::sync::mpsc::TrySendError;
        match self.input.try_send(text) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => {
                Err(Fault::new(FaultClass::Timeout, "the program does not read what it is asked"))
            }
            Err(TrySendError::Disconnected(_)) => Err(self.crashed()),
        }
    }

    /// Whether a line has come that nobody asked for. Blank ones do no harm, but can go on for ever: at the deadline nobody
    /// looks any further.
    pub(super) fn has_spoken(&self, deadline: Instant) -> bool {
        self.lines.try_iter().take_while(|_| Instant::now() < deadline).any(|line| !line.is_blank())
    }

    /// Waits for the next line that is not blank.
    ///
    /// # Errors
    /// If none comes in time, or it is too long, or the program has ended.
    pub(super) fn read(&mut self, deadline: Instant) -> Result<Vec<u8>, NoLine> {
        let mut last_words = None;
        loop {
            // Blank lines may come faster than they are read.
            if Instant::now() >= deadline {
                return Err((Fault::new(FaultClass::Timeout, "no whole reply in time"), Vec::new()));
            }
            let until = last_words.map_or(deadline, |words: Instant| words.min(deadline));
            match self.lines.recv_timeout(SLICE.min(until.saturating_duration_since(Instant::now()))) {
                Ok(line) if line.is_blank() => {}
                Ok(Line::Whole(line)) => return Ok(line),
                Ok(Line::TooLong(start)) => {
                    let message = format!("the program wrote a line of more than {LONGEST_REPLY} bytes");
                    return Err((Fault::new(FaultClass::Oversize, message), start));
                }
                Err(RecvTimeoutError::Disconnected) => return Err((self.crashed(), Vec::new())),
                Err(RecvTimeoutError::Timeout) if last_words.is_some_and(|words| Instant::now() >= words) => {
                    return Err((self.crashed(), Vec::new()));
                }
                // Somebody whom it has started may keep its output open.
                Err(RecvTimeoutError::Timeout) if last_words.is_none() && self.group.has_ended() => {
                    last_words = Some(Instant::now() + GRACE);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The fault of a program that has ended or closed its output, with its last words.
    fn crashed(&mut self) -> Fault {
        let ended_alone = wait_until(|| self.group.has_ended());
        let message = match self.group.end() {
            Some(status) if ended_alone => format!("the program ended: {status}"),
            _ => "the program closed its input or output".to_owned(),
        };
        wait_until(|| self.errors.is_finished());
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let tail = String::from_utf8_lossy(&tail);
        let words = last_chars(tail.trim(), 300);
        Fault::new(
            FaultClass::Crash,
            if words.is_empty() { message } else { format!("{message}; last words: {words}") },
        )
    }
}

fn no_start(error: &dyn std::fmt::Display) -> Fault {
    Fault::new(FaultClass::Connection, format!("the program cannot be started: {error}"))
}

fn last_chars(text: &str, count: usize) -> &str {
    let start = text.char_indices().rev().take(count).last();
    start.map_or("", |(index, _)| &text[index..])
}

/// Waits a little for something, and tells whether it has come true.
fn wait_until(mut is_true: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + GRACE;
    while !is_true() {
        if Instant::now() >= end {
            return false;
        }
        thread::sleep(Duration::from_millis(5));
    }
    true
}

fn write_all(mut stdin: ChildStdin, texts: &Receiver<Vec<u8>>) {
    for text in texts {
        if stdin.write_all(&text).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

/// Passes on lines until nobody wants them. A line counts once its end has come.
fn read_lines(stdout: ChildStdout, lines: &SyncSender<Line>) {
    let mut reader = BufReader::new(stdout);
    let mut line = Vec::new();
    loop {
        let most = (LONGEST_REPLY + 1).saturating_sub(line.len()) as u64;
        match reader.by_ref().take(most).read_until(b'\n', &mut line) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) | Ok(0) => return,
            Ok(_) => {}
        }
        let next = if line.last() == Some(&b'\n') {
            line.pop();
            Line::Whole(std::mem::take(&mut line))
        } else if line.len() > LONGEST_REPLY {
            Line::TooLong(std::mem::take(&mut line))
        } else {
            continue;
        };
        let is_last = matches!(next, Line::TooLong(_));
        if lines.send(next).is_err() || is_last {
            return;
        }
    }
}

/// Reads all that a program complains about, and keeps the end of it.
fn keep_tail(mut stderr: ChildStderr, tail: &Mutex<Vec<u8>>) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut bytes) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(&bytes[..count]);
        let surplus = tail.len().saturating_sub(LONGEST_TAIL);
        tail.drain(..surplus);
    }
}
