//! Problems of requests, as texts for people.

use std::fmt;

use api::MessageParts;
use ringrift::{IllegalAction, ResolveActionError};
use ringrift::{Message, Rule, RulesetError};
use ringrift_record::{RecordError, RecordProblem};

use crate::texts;

/// A problem of a request. Its [`Display`](fmt::Display) form is the English text.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    text: String,
    parts: Option<MessageParts>,
    rule: Option<Rule>,
    /// Text for programs, with the names that requests use.
    details: Option<String>,
}

impl Problem {
    /// An action cannot be played.
    pub(crate) fn illegal_action(number: usize, text: &str, why: &IllegalAction) -> Problem {
        let message =
            texts::ACTION_ILLEGAL.with("number", number).with("action", text).with("reason", why.reason.clone());
        Problem { rule: Some(why.rule), ..Problem::from(&message) }
    }

    /// Returns the text as an id with parameters, if it has one.
    pub fn parts(&self) -> Option<&MessageParts> {
        self.parts.as_ref()
    }

    /// Returns the rule that an action violates.
    pub fn rule(&self) -> Option<Rule> {
        self.rule
    }

    /// Returns the text for programs, with the names that requests use.
    pub fn details(&self) -> &str {
        self.details.as_deref().unwrap_or(&self.text)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<String> for Problem {
    fn from(text: String) -> Problem {
        Problem { text, parts: None, rule: None, details: None }
    }
}

impl From<&str> for Problem {
    fn from(text: &str) -> Problem {
        text.to_owned().into()
    }
}

impl From<&Message> for Problem {
    fn from(message: &Message) -> Problem {
        Problem { parts: Some(message.into()), ..message.to_string().into() }
    }
}

impl From<RulesetError> for Problem {
    fn from(error: RulesetError) -> Problem {
        let details = error.to_string();
        match error.message() {
            Some(message) => Problem { details: Some(details), ..Problem::from(&message) },
            None => details.into(),
        }
    }
}

impl From<RecordError> for Problem {
    fn from(error: RecordError) -> Problem {
        match &*error.problem {
            RecordProblem::Ply { ply, text, source: ResolveActionError::Illegal { why, .. } } => {
                Problem { details: Some(error.to_string()), ..Problem::illegal_action(*ply, text, why) }
            }
            _ => error.to_string().into(),
        }
    }
}
