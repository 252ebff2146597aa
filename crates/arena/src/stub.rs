//! A small agent for both games, to try things out with: it answers over HTTP, on its standard output, and as a model would.
//!
//! `POST /act` is what [`HttpAgent`](crate::agent::HttpAgent)s ask, and `POST /v1/chat/completions` what
//! [`LlmAgent`](crate::agent::LlmAgent)s do: there the stub plays the part of a model, calls the tool or answers in JSON, and
//! counts tokens, so that everything can be tried without a model. In ASG it does what the reference's stub does: it buys one
//! troop if it can, and walks one a step towards the enemy's headquarters if not. In RingRift it takes a legal action.

mod act;
mod model;

use std::io::{self, BufRead, Write};
use std::net::TcpListener;
use std::str::FromStr;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};

pub use self::act::act;
pub use self::model::complete;

/// The most bytes of a request.
const LONGEST_REQUEST: usize = 16 * 1024 * 1024;

/// How the stub plays.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct StubOptions {
    /// Which legal action it takes in RingRift.
    pub choice: Choice,
}

/// Which of several possibilities is taken.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// The first.
    #[default]
    First,
    /// The last.
    Last,
    /// Any, drawn from this seed, the name of the match and the ply: the same question gets the same answer.
    Random(u64),
}

/// As `first`, `last`, `random` or `random:7`.
impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Choice, String> {
        match text.split_once(':').unwrap_or((text, "1")) {
            _ if text == "first" => Ok(Choice::First),
            _ if text == "last" => Ok(Choice::Last),
            ("random", seed) => seed.parse().map(Choice::Random).map_err(|_| "the seed is a number".to_owned()),
            _ => Err("expected first, last, random or random:SEED".to_owned()),
        }
    }
}

/// Answers over HTTP until the program ends.
///
/// # Errors
/// If the listener cannot be used.
pub fn run(listener: TcpListener, options: StubOptions) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async { serve(tokio::net::TcpListener::from_std(listener)?, options).await })
}

/// Answers over HTTP, as part of a program that does other things too.
///
/// # Errors
/// If the listener cannot be used.
pub async fn serve(listener: tokio::net::TcpListener, options: StubOptions) -> io::Result<()> {
    axum::serve(listener, router(options)).await
}

/// What is answered at which path.
pub fn router(options: StubOptions) -> Router {
    Router::new()
        .route("/", get(|| async { "ringside agent stub: POST /act, POST /v1/chat/completions\n" }))
        .route("/act", post(|state, body| async move { answer(state, &body, act) }))
        .route("/v1/chat/completions", post(|state, body| async move { answer(state, &body, complete) }))
        .layer(DefaultBodyLimit::max(LONGEST_REQUEST))
        .with_state(Arc::new(options))
}

type Answering = fn(&Value, &StubOptions) -> Result<Value, String>;

fn answer(State(options): State<Arc<StubOptions>>, body: &Bytes, answering: Answering) -> Response {
    let request = serde_json::from_slice(body).map_err(|error| format!("the request is no JSON: {error}"));
    let (status, answer) = match request.and_then(|request: Value| answering(&request, &options)) {
        Ok(answer) => (StatusCode::OK, answer),
        Err(problem) => (StatusCode::BAD_REQUEST, json!({ "error": { "message": problem } })),
    };
    (status, [(header::CONTENT_TYPE, "application/json")], answer.to_string()).into_response()
}

/// Answers requests line by line until there are no more.
///
/// # Errors
/// If a line cannot be read or an answer cannot be written.
///
/// ```
/// let request = br#"{"ply": 3, "observation": {"legal_actions": [{"id": 1, "action": "SP"}]}}"#;
/// let mut answers = Vec::new();
/// arena::stub::run_lines(&request[..], &mut answers, arena::stub::StubOptions::default())?;
/// assert!(String::from_utf8_lossy(&answers).contains(r#""actions":[{"id":1}]"#));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn run_lines(input: impl BufRead, mut output: impl Write, options: StubOptions) -> io::Result<()> {
    for line in input.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let request = serde_json::from_str(&line).map_err(|error| format!("the request is no JSON: {error}"));
        let answer = request.and_then(|request: Value| act(&request, &options));
        writeln!(output, "{}", answer.unwrap_or_else(|problem| json!({ "error": problem })))?;
        output.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_have_names() {
        assert_eq!("last".parse(), Ok(Choice::Last));
        assert_eq!(("random".parse(), "random:7".parse()), (Ok(Choice::Random(1)), Ok(Choice::Random(7))));
        for wrong in ["", "second", "random:x", "first:2"] {
            assert!(wrong.parse::<Choice>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn lines_that_are_no_requests_are_answered_too() {
        let mut answers = Vec::new();
        run_lines(&b"nonsense\n\n{}\n"[..], &mut answers, StubOptions::default()).expect("it is written");
        let answers = String::from_utf8(answers).expect("a text");
        let lines: Vec<&str> = answers.lines().collect();
        assert!(lines.len() == 2 && lines[0].contains("no JSON") && lines[1].contains("no observation"), "{answers}");
    }
}
