//! What can go wrong with an agent.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind of failure of an agent. Each is somebody's fault, and none is a draw.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultClass {
    /// It could not be reached, or the connection broke.
    Connection,
    /// It did not answer in time.
    Timeout,
    /// It answered with a status of HTTP that is no success; redirections are not followed.
    Http,
    /// Its reply is no JSON.
    BadJson,
    /// Its reply is JSON, but not of the form that was asked for.
    BadShape,
    /// Its reply is too long.
    Oversize,
    /// Nothing that it wants to do is possible.
    Illegal,
    /// Its process ended.
    Crash,
    /// It said that it will not play on.
    Refused,
}

impl FaultClass {
    /// All of them.
    pub const ALL: [FaultClass; 9] = [
        FaultClass::Connection,
        FaultClass::Timeout,
        FaultClass::Http,
        FaultClass::BadJson,
        FaultClass::BadShape,
        FaultClass::Oversize,
        FaultClass::Illegal,
        FaultClass::Crash,
        FaultClass::Refused,
    ];

    /// The name in logs and reports, which never changes.
    pub const fn name(self) -> &'static str {
        match self {
            FaultClass::Connection => "connection",
            FaultClass::Timeout => "timeout",
            FaultClass::Http => "http",
            FaultClass::BadJson => "bad_json",
            FaultClass::BadShape => "bad_shape",
            FaultClass::Oversize => "oversize",
            FaultClass::Illegal => "illegal",
            FaultClass::Crash => "crash",
            FaultClass::Refused => "refused",
        }
    }
}

impl fmt::Display for FaultClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Largest message of a fault, in bytes.
const MAX_MESSAGE_BYTES: usize = 500;

/// A failure of an agent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[error("{class}: {message}")]
pub struct Fault {
    /// Its kind.
    pub class: FaultClass,
    /// What happened, in words.
    pub message: String,
}

impl Fault {
    /// Creates a fault. The message, which can repeat text of the agent, is truncated and made safe to show.
    pub fn new(class: FaultClass, message: impl Into<String>) -> Fault {
        let message = safe_text::excerpt_bytes(&message.into(), MAX_MESSAGE_BYTES);
        Fault { class, message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_truncated_and_made_safe() {
        let fault = Fault::new(FaultClass::Http, format!("\u{1b}[31m{}", "é".repeat(1000)));
        assert!(
            fault.message.starts_with("\u{fffd}[31mé") && fault.message.ends_with('…') && fault.message.len() < 510
        );
        for class in FaultClass::ALL {
            assert_eq!(serde_json::to_string(&class).expect("a name"), format!("\"{class}\""));
        }
    }
}
