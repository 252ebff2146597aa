//! Client side of the protocol: reads replies.

use std::fmt;

/// Incomplete reply of an engine to one command.
///
/// Skips lines with unknown keywords, as the protocol requires of clients.
#[derive(Clone, Debug)]
pub struct PendingReply {
    command: &'static str,
    best_action: Option<String>,
}

/// Complete reply of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineReply {
    /// Notation of the chosen action; present only in replies to `go`.
    pub best_action: Option<String>,
}

/// Reply that ended with `error`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineError {
    command: &'static str,
    text: String,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the engine replied to {} with an error: {}", self.command, self.text)
    }
}

impl std::error::Error for EngineError {}

impl PendingReply {
    /// Creates an empty reply to the command with this name.
    pub fn new(command: &'static str) -> PendingReply {
        PendingReply { command, best_action: None }
    }

    /// Adds the next line. Returns the result when the line ends the reply.
    pub fn add_line(&mut self, line: &str) -> Option<Result<EngineReply, EngineError>> {
        let line = line.trim();
        match line.split_once(' ').unwrap_or((line, "")) {
            ("ok", command) if command == self.command => {
                Some(Ok(EngineReply { best_action: self.best_action.take() }))
            }
            ("error", text) => Some(Err(EngineError { command: self.command, text: text.to_owned() })),
            ("bestaction", action) => {
                self.best_action = Some(action.trim().to_owned());
                None
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collects_lines_until_ok() {
        let mut reply = PendingReply::new("go");
        for line in ["info nodes 7", "unknown", "bestaction P d4*2 ", "ok position"] {
            assert_eq!(reply.add_line(line), None, "{line}");
        }
        let expected = EngineReply { best_action: Some("P d4*2".to_owned()) };
        assert_eq!(reply.add_line("ok go\r"), Some(Ok(expected)));
    }

    #[test]
    fn reports_errors_with_the_command() {
        let error = PendingReply::new("go").add_line("error go the game is over").expect("the reply ends");
        let text = error.expect_err("the reply is an error").to_string();
        assert_eq!(text, "the engine replied to go with an error: go the game is over");
    }
}
