//! Small agent for both games, for trying out the arena. It can be used as an HTTP agent, as a program that reads requests
//! from standard input, and as a language model.
//!
//! `POST /act` replies to [`HttpAgent`](crate::agent::HttpAgent)s, `POST /v1/chat/completions` to
//! [`LlmAgent`](crate::agent::LlmAgent)s. Like a language model, the second endpoint replies with a tool call or JSON and
//! reports token counts.
//!
//! In ASG the stub plays like the stub of the reference implementation: it buys one troop if it can, otherwise it moves one
//! troop towards the enemy headquarters; with [`StubOptions::asg_bot`] a built-in bot plays instead. In RingRift it plays a
//! legal action.
//!
//! This module has no server: [`respond`] maps a request to a response, and the command line serves it.

mod act;
mod asg_bot;
mod model;

use std::io::{self, BufRead, Write};
use std::str::FromStr;

use game::bots::BotKind;
use serde_json::{Value, json};

pub use self::act::act;
pub use self::model::complete;

/// Length limit of a request body in bytes.
pub const LONGEST_REQUEST: usize = 16 * 1024 * 1024;

#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct StubOptions {
    /// Which legal action is played in RingRift.
    pub choice: Choice,
    /// Built-in bot that plays ASG; it needs requests with the full observation. `None` buys troops.
    pub asg_bot: Option<BotKind>,
}

/// Which legal action is played.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    #[default]
    First,
    Last,
    /// A random one, determined by this seed, the match id and the ply: the same request gets the same reply.
    Random(u64),
}

/// Parses `first`, `last`, `random` or `random:7`.
impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Choice, String> {
        match text.split_once(':').unwrap_or((text, "1")) {
            _ if text == "first" => Ok(Choice::First),
            _ if text == "last" => Ok(Choice::Last),
            ("random", seed) => {
                seed.parse().map(Choice::Random).map_err(|_| "expected a number after random:".to_owned())
            }
            _ => Err("expected first, last, random or random:SEED".to_owned()),
        }
    }
}

/// Response to an HTTP request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StubResponse {
    pub status: u16,
    pub content_type: &'static str,
    pub body: String,
}

/// Responds to an HTTP request. The body must not be longer than [`LONGEST_REQUEST`].
pub fn respond(method: &str, path: &str, body: &[u8], options: &StubOptions) -> StubResponse {
    let text = |status, body: &str| StubResponse { status, content_type: "text/plain", body: body.to_owned() };
    match (method, path) {
        ("GET", "/") => text(200, "ringside agent stub: POST /act, POST /v1/chat/completions\n"),
        ("POST", "/act") => reply(body, options, act),
        ("POST", "/v1/chat/completions") => reply(body, options, complete),
        (_, "/" | "/act" | "/v1/chat/completions") => text(405, "method not allowed\n"),
        _ => text(404, "not found\n"),
    }
}

type Handler = fn(&Value, &StubOptions) -> Result<Value, String>;

fn reply(body: &[u8], options: &StubOptions, handler: Handler) -> StubResponse {
    let request = serde_json::from_slice(body).map_err(|error| format!("the request is not JSON: {error}"));
    let (status, body) = match request.and_then(|request: Value| handler(&request, options)) {
        Ok(reply) => (200, reply),
        Err(problem) => (400, json!({ "error": { "message": problem } })),
    };
    StubResponse { status, content_type: "application/json", body: body.to_string() }
}

/// Replies to one JSON request per line until the input ends.
///
/// # Errors
/// Fails if a line cannot be read or a reply cannot be written.
///
/// ```
/// let request = br#"{"ply": 3, "observation": {"legal_actions": [{"id": 1, "action": "SP"}]}}"#;
/// let mut replies = Vec::new();
/// arena::stub::run_lines(&request[..], &mut replies, arena::stub::StubOptions::default())?;
/// assert!(String::from_utf8_lossy(&replies).contains(r#""actions":[{"id":1}]"#));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn run_lines(input: impl BufRead, mut output: impl Write, options: StubOptions) -> io::Result<()> {
    for line in input.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let request = serde_json::from_str(&line).map_err(|error| format!("the request is not JSON: {error}"));
        let reply = request.and_then(|request: Value| act(&request, &options));
        writeln!(output, "{}", reply.unwrap_or_else(|problem| json!({ "error": problem })))?;
        output.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_choices() {
        assert_eq!("last".parse(), Ok(Choice::Last));
        assert_eq!("random".parse(), Ok(Choice::Random(1)));
        assert_eq!("random:7".parse(), Ok(Choice::Random(7)));
        for wrong in ["", "second", "random:x", "first:2"] {
            assert!(wrong.parse::<Choice>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn replies_with_an_error_to_malformed_lines() {
        let mut replies = Vec::new();
        run_lines(&b"nonsense\n\n{}\n"[..], &mut replies, StubOptions::default())
            .expect("writing to a vector succeeds");
        let replies = String::from_utf8(replies).expect("replies are UTF-8");
        let lines: Vec<&str> = replies.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].contains("not JSON"), "{replies}");
        assert!(lines[1].contains("no observation"), "{replies}");
    }
}
