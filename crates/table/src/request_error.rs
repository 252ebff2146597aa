//! Errors of requests: an HTTP status, a stable code and a message.

use api::{ErrorView, Rejection};
use serde_json::Value;

use crate::Problem;

/// Why a request has no result. The status is that of the HTTP response.
#[derive(Clone, PartialEq, Debug)]
pub enum RequestError {
    Status(u16, Box<ErrorView>),
    /// A game rejected an action.
    Rejected(Box<Rejection>),
}

impl RequestError {
    pub fn new(status: u16, code: &str, message: impl Into<String>) -> RequestError {
        let view = ErrorView {
            code: code.to_owned(),
            message: message.into(),
            message_parts: None,
            rule: None,
            problems: Vec::new(),
        };
        RequestError::Status(status, Box::new(view))
    }

    pub fn bad_request(code: &str, message: impl Into<String>) -> RequestError {
        RequestError::new(400, code, message)
    }

    pub fn not_found(message: impl Into<String>) -> RequestError {
        RequestError::new(404, "not_found", message)
    }

    pub fn unprocessable(code: &str, message: impl Into<String>) -> RequestError {
        RequestError::new(422, code, message)
    }

    /// Lists all problems of a request.
    pub fn problems(code: &str, problems: Vec<impl Into<Problem>>) -> RequestError {
        let problems: Vec<Problem> = problems.into_iter().map(Into::into).collect();
        let (message_parts, rule) = match &problems[..] {
            [problem] => (problem.parts().cloned(), problem.rule().map(|rule| rule.to_string())),
            _ => (None, None),
        };
        let message = problems.iter().map(Problem::to_string).collect::<Vec<String>>().join("; ");
        let problems = problems.iter().map(|problem| problem.details().to_owned()).collect();
        let view = ErrorView { code: code.to_owned(), message, message_parts, rule, problems };
        RequestError::Status(422, Box::new(view))
    }

    /// A ply beyond the end of a game.
    pub fn no_such_ply(ply: usize, total: usize) -> RequestError {
        RequestError::not_found(format!("the game has no ply {ply}; the last one is {total}"))
    }

    /// A stored game cannot be replayed.
    pub fn damaged(message: &str) -> RequestError {
        RequestError::new(500, "damaged", message)
    }

    /// Returns the HTTP status.
    pub fn status(&self) -> u16 {
        match self {
            RequestError::Status(status, _) => *status,
            RequestError::Rejected(rejection) => match rejection.code.as_str() {
                "illegal" | "unreadable" | "bad_shape" | "bad_client" | "line_option" | "unknown_id" | "stale_id"
                | "too_many" => 422,
                code if asg::OrderRejection::from_code(code).is_some() => 422,
                "no_such_seat" => 404,
                _ => 409,
            },
        }
    }

    /// Returns the body of the response.
    pub fn body(&self) -> Value {
        let body = match self {
            RequestError::Status(_, view) => serde_json::to_value(view),
            RequestError::Rejected(rejection) => serde_json::to_value(rejection),
        };
        body.expect("an error serializes to JSON")
    }
}
