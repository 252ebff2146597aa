//! Running program with line-based input and output.

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

/// Capacity of the input queue in requests and of the output queue in lines.
const QUEUE_LENGTH: usize = 8;

/// Number of bytes kept from the end of standard error.
const LONGEST_TAIL: usize = 2000;

/// Interval between checks whether the program is still running.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Time to wait for remaining output after the program ended.
const GRACE_PERIOD: Duration = Duration::from_millis(500);

/// A started program. Dropping it kills the program and its process group.
pub(super) struct Program {
    group: Group,
    input: SyncSender<Vec<u8>>,
    lines: Receiver<Line>,
    errors: JoinHandle<()>,
    tail: Arc<Mutex<Vec<u8>>>,
}

/// A line of output without its line feed.
enum Line {
    Whole(Vec<u8>),
    /// Beginning of a line that exceeds the length limit.
    TooLong(Vec<u8>),
}

impl Line {
    fn is_blank(&self) -> bool {
        matches!(self, Line::Whole(line) if line.trim_ascii().is_empty())
    }
}

/// Fault instead of a line, and the part of the line that was read.
pub(super) type NoLine = (Fault, Vec<u8>);

impl Program {
    /// Starts a program.
    ///
    /// # Errors
    /// Returns [`FaultClass::Connection`] if the program cannot be started.
    pub(super) fn start(settings: &ProcessSettings) -> Result<Program, Fault> {
        let (name, arguments) = settings.command.split_first().ok_or_else(|| no_start(&"the command is empty"))?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &settings.directory {
            command.current_dir(directory);
        }
        key_variables::remove_from(&mut command);
        let group = Group::start(command, settings).map_err(|error| no_start(&error))?;
        Program::connect(group).ok_or_else(|| no_start(&"its input or output is not available"))
    }

    fn connect(mut group: Group) -> Option<Program> {
        let child = group.child();
        let (stdin, stdout, stderr) = (child.stdin.take()?, child.stdout.take()?, child.stderr.take()?);
        let (input, texts) = sync_channel(QUEUE_LENGTH);
        let (sender, lines) = sync_channel(QUEUE_LENGTH);
        let tail = Arc::default();
        thread::spawn(move || write_all(stdin, &texts));
        thread::spawn(move || read_lines(stdout, &sender));
        let errors = thread::spawn({
            let tail = Arc::clone(&tail);
            move || keep_tail(stderr, &tail)
        });
        Some(Program { group, input, lines, errors, tail })
    }

    /// Queues a text for standard input without waiting.
    ///
    /// # Errors
    /// Fails if the queue is full or the program has ended.
    pub(super) fn write(&mut self, text: Vec<u8>) -> Result<(), Fault> {
        use std::sync::mpsc::TrySendError;
        match self.input.try_send(text) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => Err(Fault::new(FaultClass::Timeout, "the program does not read its input")),
            Err(TrySendError::Disconnected(_)) => Err(self.crashed()),
        }
    }

    /// Reports whether there is an unread line that is not blank. Blank lines may arrive without end, so reading stops at the
    /// deadline.
    pub(super) fn has_unread_line(&self, deadline: Instant) -> bool {
        self.lines.try_iter().take_while(|_| Instant::now() < deadline).any(|line| !line.is_blank())
    }

    /// Waits for the next line that is not blank.
    ///
    /// # Errors
    /// Fails on timeout, if the line is too long, or if the program has ended.
    pub(super) fn read(&mut self, deadline: Instant) -> Result<Vec<u8>, NoLine> {
        let mut grace_end = None;
        loop {
            // A program that writes blank lines without pause never causes a timeout in `recv_timeout`.
            if Instant::now() >= deadline {
                return Err((Fault::new(FaultClass::Timeout, "no complete reply in time"), Vec::new()));
            }
            let until = grace_end.map_or(deadline, |end: Instant| end.min(deadline));
            match self.lines.recv_timeout(POLL_INTERVAL.min(until.saturating_duration_since(Instant::now()))) {
                Ok(line) if line.is_blank() => {}
                Ok(Line::Whole(line)) => return Ok(line),
                Ok(Line::TooLong(start)) => {
                    let message = format!("the program wrote a line of more than {LONGEST_REPLY} bytes");
                    return Err((Fault::new(FaultClass::Oversize, message), start));
                }
                Err(RecvTimeoutError::Disconnected) => return Err((self.crashed(), Vec::new())),
                Err(RecvTimeoutError::Timeout) if grace_end.is_some_and(|end| Instant::now() >= end) => {
                    return Err((self.crashed(), Vec::new()));
                }
                // A child of the program may keep the output open after the program ended.
                Err(RecvTimeoutError::Timeout) if grace_end.is_none() && self.group.has_ended() => {
                    grace_end = Some(Instant::now() + GRACE_PERIOD);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns the fault of a program that has ended or closed its output, with the end of standard error.
    fn crashed(&mut self) -> Fault {
        let ended_itself = wait_until(|| self.group.has_ended());
        let message = match self.group.kill() {
            Some(status) if ended_itself => format!("the program ended: {status}"),
            _ => "the program closed its input or output".to_owned(),
        };
        wait_until(|| self.errors.is_finished());
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let tail = String::from_utf8_lossy(&tail);
        let errors = last_chars(tail.trim(), 300);
        Fault::new(
            FaultClass::Crash,
            if errors.is_empty() { message } else { format!("{message}; standard error ends with: {errors}") },
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

/// Waits up to [`GRACE_PERIOD`] for a condition and reports whether it became true.
fn wait_until(mut is_true: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + GRACE_PERIOD;
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

/// Forwards complete lines until the receiver is dropped.
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

/// Reads standard error and stores its end.
fn keep_tail(mut stderr: ChildStderr, tail: &Mutex<Vec<u8>>) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut bytes) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(&bytes[..count]);
        let surplus = tail.len().saturating_sub(LONGEST_TAIL);
        tail.drain(..surplus);
    }
}
