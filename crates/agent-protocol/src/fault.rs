//! Failures of agents.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Kind of failure of an agent. The agent is responsible for all of them, so a failure never makes a game a draw.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultClass {
    /// The agent could not be reached, or the connection broke.
    Connection,
    /// No complete reply before the deadline.
    Timeout,
    /// The HTTP status is not a success. Redirects are not followed.
    Http,
    /// The reply is not JSON.
    BadJson,
    /// The reply is JSON but does not have the required form.
    BadShape,
    /// The reply is too long.
    Oversize,
    /// No action of the reply is legal.
    Illegal,
    /// The process of the agent ended.
    Crash,
    /// The agent declined to play.
    Refused,
}

impl FaultClass {
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

    /// Returns the stable name in logs and reports.
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

/// Length limit of a fault message in bytes.
const MAX_MESSAGE_BYTES: usize = 500;

/// Failure of an agent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[error("{class}: {message}")]
pub struct Fault {
    pub class: FaultClass,
    pub message: String,
}

impl Fault {
    /// Creates a fault. The message can quote text of the agent, so it is truncated and its hidden characters are replaced.
    pub fn new(class: FaultClass, message: impl Into<String>) -> Fault {
        let message = safe_text::excerpt_bytes(&message.into(), MAX_MESSAGE_BYTES);
        Fault { class, message }
    }
}

/// Loss of a game by a failure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forfeit {
    pub seat: usize,
    #[serde(flatten)]
    pub fault: Fault,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_truncated_and_made_safe() {
        let fault = Fault::new(FaultClass::Http, format!("\u{1b}[31m{}", "é".repeat(1000)));
        assert!(fault.message.starts_with("\u{fffd}[31mé"), "{fault}");
        assert!(fault.message.ends_with('…'), "{fault}");
        assert!(fault.message.len() < 510);
    }

    #[test]
    fn classes_serialize_to_their_names() {
        for class in FaultClass::ALL {
            assert_eq!(
                serde_json::to_string(&class).expect("a fault class serializes to its name"),
                format!("\"{class}\"")
            );
        }
    }
}
