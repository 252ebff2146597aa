//! Lines of the engine protocol, in both directions.

use engine_protocol::{Command, PendingReply};

use crate::{Verdict, assert_short_line, with_text};

/// A command is parsed or rejected with a message, and a parsed one is written and parsed again. The lines are also read as
/// the reply of an engine.
pub(crate) fn line(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| {
        let mut has_command = false;
        let mut reply = PendingReply::new("go");
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            match Command::parse(line) {
                Ok(command) => {
                    assert_eq!(Command::parse(&command.to_string()), Ok(command));
                    has_command = true;
                }
                Err(rejection) => assert_short_line(&rejection.reason),
            }
            match reply.add_line(line) {
                Some(Ok(complete)) => {
                    let action = complete.best_action.unwrap_or_default();
                    assert_eq!(action.trim(), action);
                    reply = PendingReply::new("go");
                }
                Some(Err(error)) => {
                    assert!(!error.to_string().is_empty());
                    reply = PendingReply::new("go");
                }
                None => {}
            }
        }
        has_command
    })
}
