//! Checks of single responses: statuses, error codes, headers and schemas.

use std::collections::BTreeMap;

use serde_json::Value;

use super::http::{Request, Response};
use super::openapi::{Description, Operation};
use super::schema::difference;

/// The manual's page of codes.
const CODES: &str = include_str!("../../../../docs/server-codes.md");

/// Codes of errors that the server must never report here: no disk fails, nothing is damaged, and the server does not stop.
const NEVER: [&str; 5] = ["damaged", "broken", "closing", "not_saved", "maybe_saved"];

/// Longest body of an error, in bytes, unless it has the state of a game.
const MAX_ERROR: usize = 64 * 1024;

/// Documented error codes with their statuses.
pub(super) struct Codes(BTreeMap<String, Vec<String>>);

impl Codes {
    /// Reads the tables of the manual's page.
    pub(super) fn documented() -> Codes {
        let mut codes = BTreeMap::new();
        for line in CODES.lines().filter(|line| line.starts_with("| `")) {
            let mut columns = line.trim_matches('|').split('|').map(str::trim);
            let (names, statuses) = (columns.next().unwrap_or_default(), columns.next().unwrap_or_default());
            for name in names.split(',') {
                let known: &mut Vec<String> = codes.entry(name.trim().trim_matches('`').to_owned()).or_default();
                known.extend(statuses.split(',').map(|status| status.trim().to_owned()));
            }
        }
        Codes(codes)
    }

    /// Returns what is wrong with the code of an error response.
    fn problem(&self, code: &str, status: u16) -> Option<String> {
        let Some(statuses) = self.0.get(code) else {
            return Some(format!("the code `{code}` is not in docs/server-codes.md"));
        };
        let has_status =
            |known: &String| *known == status.to_string() || (known == "4xx" && (400..500).contains(&status));
        if !statuses.iter().any(has_status) {
            return Some(format!("docs/server-codes.md lists `{code}` with other statuses than {status}"));
        }
        NEVER.contains(&code).then(|| format!("the code `{code}` reports a failure of the server"))
    }

    /// Returns what is wrong with the code of a rejected socket message.
    pub(super) fn message_problem(&self, code: &str) -> Option<String> {
        match self.0.contains_key(code) {
            false => Some(format!("the code `{code}` is not in docs/server-codes.md")),
            true => NEVER.contains(&code).then(|| format!("the code `{code}` reports a failure of the server")),
        }
    }
}

/// Returns everything that is wrong with a response.
pub(super) fn problems(
    description: &Description,
    codes: &Codes,
    operation: &Operation,
    request: &Request,
    response: &Response,
) -> Vec<String> {
    let is_head = request.method == b"HEAD";
    // The server adds this header to all responses, but not those to malformed HTTP.
    if response.header("x-request-id").is_none() {
        let is_known = matches!(response.status, 400 | 408 | 413 | 414 | 429 | 431 | 505);
        let text = || format!("status {} without the header x-request-id", response.status);
        return if is_known && request.may_be_dropped { Vec::new() } else { vec![text()] };
    }
    let mut problems = Vec::new();
    if response.header("x-content-type-options") != Some("nosniff") {
        problems.push("the header x-content-type-options is missing".to_owned());
    }
    if (200..300).contains(&response.status) || response.status == 101 {
        if !is_head {
            problems.extend(body_problem(description, operation, response));
        }
    } else if response.status >= 400 {
        problems.extend(error_problems(description, codes, operation, response, is_head));
    } else if response.status != 304 {
        problems.push(format!("unexpected status {}", response.status));
    }
    problems
}

/// Compares the body of a successful response with its schema.
fn body_problem(description: &Description, operation: &Operation, response: &Response) -> Option<String> {
    if !operation.is_described {
        return None;
    }
    let Some(contents) = operation.responses.get(&response.status) else {
        return Some(format!("the OpenAPI description does not list the status {}", response.status));
    };
    if contents.is_empty() || response.status == 101 {
        return None;
    }
    let kind = response.content_type();
    let Some(schema) = contents.get(kind) else {
        return Some(format!("the OpenAPI description does not list the content type {kind}"));
    };
    let schema = schema.as_ref()?;
    let of_json = |bytes: &[u8]| match serde_json::from_slice::<Value>(bytes) {
        Ok(value) => difference(&description.document, schema, &value),
        Err(error) => Some(format!("the body is not JSON: {error}")),
    };
    match kind {
        "application/json" => of_json(&response.body),
        "application/x-ndjson" => response.lines().find_map(of_json),
        _ => None,
    }
}

fn error_problems(
    description: &Description,
    codes: &Codes,
    operation: &Operation,
    response: &Response,
    is_head: bool,
) -> Vec<String> {
    let status = response.status;
    let mut problems = Vec::new();
    if matches!(status, 429 | 503) && response.header("retry-after").is_none() {
        problems.push(format!("status {status} without the header Retry-After"));
    }
    if status == 405 && response.header("allow").is_none() {
        problems.push("status 405 without the header Allow".to_owned());
    }
    if is_head {
        return problems;
    }
    let text = || String::from_utf8_lossy(&response.body).chars().take(300).collect::<String>();
    let Some(body) = response.json().filter(|_| response.content_type() == "application/json") else {
        problems.push(format!("status {status} without an error in JSON: {}", text()));
        return problems;
    };
    let documented = operation.responses.get(&status).and_then(|contents| contents.get("application/json"));
    let has_schema = |schema: &Value| difference(&description.document, schema, &body).is_none();
    if let Some(code) = body["code"].as_str() {
        problems.extend(codes.problem(code, status));
        if body["message"].as_str().is_none_or(str::is_empty) {
            problems.push(format!("the error has no message: {}", text()));
        }
    } else if status >= 500 || !documented.is_some_and(|schema| schema.as_ref().is_some_and(has_schema)) {
        problems.push(format!("status {status} with an unknown body: {}", text()));
    }
    if response.body.len() > MAX_ERROR && body["now"].is_null() {
        problems.push(format!("the error has {} bytes", response.body.len()));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_the_manual_are_known_with_their_statuses() {
        let codes = Codes::documented();
        assert_eq!(codes.problem("stale", 409), None);
        assert_eq!(codes.problem("bad_query", 400), None);
        assert_eq!(codes.problem("not_begun", 409), None);
        assert!(codes.problem("stale", 400).is_some_and(|text| text.contains("other statuses than 400")));
        assert!(codes.problem("no_such_code", 400).is_some_and(|text| text.contains("is not in")));
        assert!(codes.problem("broken", 500).is_some_and(|text| text.contains("failure of the server")));
    }
}
