//! Problems of a request.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A problem of a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// Path of the field, such as `state.players[0].ringsInHand`.
    pub at: String,
    /// Description in English.
    pub message: String,
}

/// All problems of a request: the body of responses with status 400 and above.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Problems {
    pub problems: Vec<Problem>,
}

impl Problems {
    /// Creates a list with one problem.
    pub fn one(at: impl Into<String>, message: impl fmt::Display) -> Problems {
        let mut problems = Problems::default();
        problems.add(at, message);
        problems
    }

    pub fn add(&mut self, at: impl Into<String>, message: impl fmt::Display) {
        self.problems.push(Problem { at: at.into(), message: message.to_string() });
    }

    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> =
            self.problems.iter().map(|Problem { at, message }| format!("{at}: {message}")).collect();
        f.write_str(&texts.join("; "))
    }
}

impl std::error::Error for Problems {}
