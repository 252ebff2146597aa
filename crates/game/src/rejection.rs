//! Rejections of moves.

use serde::{Deserialize, Serialize};

/// Reason why a move, or a part of one, is not accepted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[error("{message}{}", rule.as_ref().map_or(String::new(), |rule| format!(" ({rule})")))]
pub struct Rejection {
    /// Stable machine-readable kind, for example `illegal`.
    pub code: String,
    /// Rule that forbids the move, for example `RR-CANON-R091`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Explanation for a person.
    pub message: String,
    /// The explanation as an id with parameters, if it has one.
    #[serde(skip)]
    pub parts: Option<Box<ringrift::Message>>,
    /// Names of the cells that illustrate the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}

impl Rejection {
    /// Creates a rejection without rule and cells.
    pub fn new(code: &str, message: impl Into<String>) -> Rejection {
        Rejection { code: code.to_owned(), rule: None, message: message.into(), parts: None, cells: Vec::new() }
    }
}
