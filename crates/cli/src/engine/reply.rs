//! What the engine writes: whole replies, one at a time, from any thread.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use super::command::Refusal;

/// The lines of a reply before its end, or why there are none.
pub(crate) type Answer = Result<Vec<String>, String>;

/// The output, flushed after every message.
pub(crate) struct Output<W>(Mutex<W>);

impl<W: Write> Output<W> {
    /// Writes to this.
    pub(crate) fn new(writer: W) -> Output<W> {
        Output(Mutex::new(writer))
    }

    /// Sends a line that belongs to a reply which is not finished.
    pub(crate) fn info(&self, text: &str) -> io::Result<()> {
        self.send(&format!("info {}\n", one_line(text)))
    }

    /// Sends a reply: its lines and `ok`, or one line with an error.
    pub(crate) fn reply(&self, command: &'static str, answer: Answer) -> io::Result<()> {
        match answer {
            Ok(lines) => {
                self.send(&lines.iter().map(|line| format!("{line}\n")).chain([ok(command)]).collect::<String>())
            }
            Err(reason) => self.refuse(&Refusal { about: command, reason }),
        }
    }

    /// Sends an error.
    pub(crate) fn refuse(&self, refusal: &Refusal) -> io::Result<()> {
        self.send(&format!("error {} {}\n", refusal.about, one_line(&refusal.reason)))
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

/// A text without anything that a client could take for the end of a line.
fn one_line(text: &str) -> String {
    let ends_line = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    text.replace(ends_line, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_one_line_whatever_they_quote() {
        let output = Output::new(Vec::new());
        output.reply("play", Err("a\nb\u{2028}c\u{85}d".to_owned())).expect("memory");
        let written = output.0.into_inner().expect("no panic");
        assert_eq!(String::from_utf8(written).as_deref(), Ok("error play a\u{fffd}b\u{fffd}c\u{fffd}d\n"));
    }
}
