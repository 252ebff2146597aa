//! Server side of the protocol.
//!
//! One thread reads lines into the [`RequestQueue`], the calling thread answers them. So `stop`, `isready` and `quit` work
//! while a search runs. The server does not read while the queue is full, so a client cannot queue commands without limit.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;

use crate::command::{Command, NO_COMMAND, Rejection};
use crate::lines::{Line, MAX_LINE_BYTES, next_line};
use crate::output::{Output, Reply};
use crate::queue::{NextRequest, Pushed, Request, RequestQueue};

/// Answers the commands of a session.
pub trait Handler {
    /// Answers a command. A search must end soon after [`Search::is_stopped`] returns true.
    fn answer(&mut self, command: &Command, search: &Search<'_>) -> Reply;
}

/// Connection of a search to the client.
pub struct Search<'a> {
    is_stopped: &'a (dyn Fn() -> bool + Sync),
    info: &'a dyn Fn(&str),
}

impl<'a> Search<'a> {
    /// Returns a function that reports whether the search must end.
    pub fn is_stopped(&self) -> &'a (dyn Fn() -> bool + Sync) {
        self.is_stopped
    }

    /// Sends the client one `info` line.
    pub fn info(&self, text: &str) {
        (self.info)(text);
    }
}

/// Answers commands until `quit` or the end of input.
///
/// # Errors
///
/// If the output cannot be written.
pub fn serve<I, O>(input: I, output: O, handler: &mut impl Handler) -> io::Result<()>
where
    I: BufRead + Send + 'static,
    O: Write + Send + 'static,
{
    let (queue, output) = (Arc::new(RequestQueue::default()), Arc::new(Output::new(output)));
    let reader = (Arc::clone(&queue), Arc::clone(&output));
    // The thread is not joined, because it may wait for input forever.
    thread::spawn(move || receive(input, &reader.0, &reader.1));
    while let Some(next) = queue.next() {
        let is_last = next.request.command == Ok(Command::Quit);
        answer(handler, next, &queue, &output)?;
        if is_last {
            break;
        }
    }
    Ok(())
}

/// Answers one request. If it is a search, first answers the `isready` commands that directly follow it in the queue.
fn answer(
    handler: &mut impl Handler,
    next: NextRequest,
    queue: &RequestQueue,
    output: &Output<impl Write>,
) -> io::Result<()> {
    for _ in 0..next.isready_count {
        output.reply(Command::IsReady.name(), Ok(Vec::new()))?;
    }
    let command = match next.request.command {
        Ok(command) => command,
        Err(rejection) => return output.reject(&rejection),
    };
    let is_stopped = || queue.is_stopped(next.number);
    // If writing fails here, writing the reply fails too and ends the session.
    let info = |text: &str| drop(output.info(text));
    let reply = handler.answer(&command, &Search { is_stopped: &is_stopped, info: &info });
    output.reply(command.name(), reply)
}

/// Reads lines until `quit` or the end of input.
fn receive(mut input: impl BufRead, queue: &RequestQueue, output: &Output<impl Write>) {
    while let Some(line) = next_line(&mut input) {
        let Some(request) = parse_line(&line) else { continue };
        let is_last = request.command == Ok(Command::Quit);
        if queue.push(request) == Pushed::IsReadyNow {
            // If writing fails here, writing the next reply fails too and ends the session.
            let _ = output.reply(Command::IsReady.name(), Ok(Vec::new()));
        }
        if is_last {
            break;
        }
    }
    queue.close();
}

/// Parses a line. Returns `None` if it is blank.
fn parse_line(line: &Line) -> Option<Request> {
    let invalid = |reason| Request { command: Err(Rejection { command: NO_COMMAND, reason }), bytes: 0 };
    match line {
        // Some programs begin their output with a byte order mark.
        Line::Text(text) => match text.trim_start_matches('\u{feff}').trim() {
            "" => None,
            text => Some(Request { command: Command::parse(text), bytes: text.len() }),
        },
        Line::TooLong => {
            Some(invalid(format!("the line has more than {MAX_LINE_BYTES} bytes and was skipped; send shorter lines")))
        }
        Line::NotUtf8(from) => {
            Some(invalid(format!("the line is not UTF-8 from byte {from} on; send plain UTF-8 text")))
        }
    }
}

#[cfg(test)]
mod tests;
