//! Output of the server side.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use crate::command::Rejection;

/// The lines of a reply before `ok`, or the reason of an `error`.
pub type Reply = Result<Vec<String>, String>;

/// Output that several threads share. Each message is written and flushed as a whole.
pub(crate) struct Output<W>(Mutex<W>);

impl<W: Write> Output<W> {
    pub(crate) fn new(writer: W) -> Output<W> {
        Output(Mutex::new(writer))
    }

    /// Writes one `info` line of an unfinished reply.
    pub(crate) fn info(&self, text: &str) -> io::Result<()> {
        self.send(&format!("info {}\n", one_line(text)))
    }

    /// Writes a reply: its lines and `ok`, or one line with `error`.
    pub(crate) fn reply(&self, command: &'static str, reply: Reply) -> io::Result<()> {
        match reply {
            Ok(lines) => {
                self.send(&lines.iter().map(|line| format!("{line}\n")).chain([ok(command)]).collect::<String>())
            }
            Err(reason) => self.reject(&Rejection { command, reason }),
        }
    }

    /// Writes an `error` line.
    pub(crate) fn reject(&self, rejection: &Rejection) -> io::Result<()> {
        self.send(&format!("error {} {}\n", rejection.command, one_line(&rejection.reason)))
    }

    fn send(&self, text: &str) -> io::Result<()> {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writer.write_all(text.as_bytes())?;
        writer.flush()
    }
}

fn ok(command: &str) -> String {
    format!("ok {command}\n")
}

/// Replaces all characters that a client could interpret as the end of a line.
fn one_line(text: &str) -> String {
    let ends_line = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    text.replace(ends_line, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_stay_on_one_line() {
        let output = Output::new(Vec::new());
        output.reply("play", Err("a\nb\u{2028}c\u{85}d".to_owned())).expect("memory can be written");
        let written = output.0.into_inner().expect("no thread panicked");
        assert_eq!(String::from_utf8(written).as_deref(), Ok("error play a\u{fffd}b\u{fffd}c\u{fffd}d\n"));
    }
}
