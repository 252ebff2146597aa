//! Remote engine, called by `POST …/rules/evaluate_move`.

use std::io::{self, Read};
use std::time::Duration;

use api::rules::TextOr;
use arena::agent::{AllowList, GuardedResolver};
use ringrift::{Action, FingerprintHash, Player, Position, Reason, Setup};
use serde::Deserialize;
use serde_json::json;
use ureq::http::Uri;
use ureq::unversioned::transport::DefaultConnector;

use crate::rules::engines::{Engine, EngineError};
use rules_messages::{ComparedState, EngineVerdict, Status, VerdictRejection};

/// Largest response, in bytes.
const MAX_REPLY: u64 = 1 << 20;

/// Settings of a remote engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemoteSettings {
    /// Base URL, without the path.
    pub url: String,
    /// Hosts and networks that requests may go to.
    pub allow: AllowList,
    /// Timeout of a whole request.
    pub timeout: Duration,
}

/// Error in the settings of a remote engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RemoteError {
    #[error("the URL of the remote engine must be http or https, with a host and without user, query or fragment")]
    Address,
    #[error("the host '{0}' of the remote engine is not on the allow-list")]
    NotAllowed(String),
}

/// Remote engine. It follows no redirects and uses no proxy, so that requests only go to hosts on the allow-list.
#[derive(Debug)]
pub struct Remote {
    agent: ureq::Agent,
    url: String,
    timeout: Duration,
}

impl Remote {
    /// Checks the settings; does not connect.
    ///
    /// # Errors
    /// If the URL is invalid or its host is not allowed.
    pub fn new(settings: &RemoteSettings) -> Result<Remote, RemoteError> {
        let uri: Uri = settings.url.parse().map_err(|_| RemoteError::Address)?;
        let host = uri.host().filter(|host| !host.is_empty()).ok_or(RemoteError::Address)?;
        let has_user = uri.authority().is_some_and(|authority| authority.as_str().contains('@'));
        let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
        if !is_web || has_user || uri.query().is_some() || settings.url.contains('#') {
            return Err(RemoteError::Address);
        }
        if !settings.allow.has_host(host) {
            return Err(RemoteError::NotAllowed(ringrift::excerpt(host)));
        }
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .max_response_header_size(64 * 1024)
            .timeout_global(Some(settings.timeout))
            .user_agent(concat!("ringside/", env!("CARGO_PKG_VERSION")))
            .build();
        let resolver = GuardedResolver { allow: settings.allow.clone() };
        Ok(Remote {
            agent: ureq::Agent::with_parts(config, DefaultConnector::default(), resolver),
            url: format!("{}/rules/evaluate_move", settings.url.trim_end_matches('/')),
            timeout: settings.timeout,
        })
    }

    /// Sends a request; returns status and body of the response.
    fn post(&self, body: &str) -> Result<(u16, Vec<u8>), ureq::Error> {
        let response = self.agent.post(&self.url).content_type("application/json").send(body)?;
        let (status, mut bytes) = (response.status().as_u16(), Vec::new());
        response.into_body().into_reader().take(MAX_REPLY + 1).read_to_end(&mut bytes)?;
        Ok((status, bytes))
    }

    fn error(&self, error: ureq::Error) -> EngineError {
        match error {
            ureq::Error::Timeout(_) => EngineError::Timeout(self.timeout),
            ureq::Error::Io(error) if error.kind() == io::ErrorKind::TimedOut => EngineError::Timeout(self.timeout),
            ureq::Error::Other(error) => EngineError::Unreachable(error.to_string()),
            error => EngineError::Unreachable(error.to_string()),
        }
    }
}

impl Engine for Remote {
    fn name(&self) -> &'static str {
        "remote"
    }

    fn judge(&self, position: &Position, action: Action) -> Result<EngineVerdict, EngineError> {
        let body = json!({ "position": position.to_string(), "move": position.action_text(action) }).to_string();
        let (status, bytes) = self.post(&body).map_err(|error| self.error(error))?;
        if bytes.len() as u64 > MAX_REPLY {
            return Err(EngineError::Reply(format!("longer than {MAX_REPLY} bytes")));
        }
        if !(200..300).contains(&status) {
            let text = ringrift::excerpt(&String::from_utf8_lossy(&bytes[..bytes.len().min(200)]));
            return Err(EngineError::Status { status, text });
        }
        read_verdict(&bytes)
    }

    fn legal(&self, _: &Position) -> Option<Vec<Action>> {
        None
    }
}

/// Parses the body of a successful response.
///
/// # Errors
/// If the response is malformed.
pub fn read_verdict(body: &[u8]) -> Result<EngineVerdict, EngineError> {
    let reply: Reply = serde_json::from_slice(body).map_err(|error| EngineError::Reply(error.to_string()))?;
    reply.verdict()
}

/// Response of this service, or of another service with the alternative field names. Both names of a value may be present if
/// the values are equal.
#[derive(Deserialize)]
struct Reply {
    valid: bool,
    #[serde(default, alias = "validation_error", alias = "validationError")]
    reason: Option<TextOr<ReplyReason>>,
    #[serde(default)]
    next: Option<ReplyNext>,
    #[serde(default)]
    hash: Option<String>,
    #[serde(default, rename = "referenceHash")]
    reference_hash: Option<String>,
    #[serde(default, alias = "stateHash")]
    state_hash: Option<String>,
    #[serde(default)]
    s: Option<ReplyProgress>,
    #[serde(default, alias = "sInvariant")]
    s_invariant: Option<ReplyProgress>,
    #[serde(default)]
    status: Option<String>,
    #[serde(default, alias = "gameStatus")]
    game_status: Option<String>,
    #[serde(default)]
    outcome: Option<ReplyOutcome>,
}

#[derive(Deserialize)]
struct ReplyReason {
    #[serde(default)]
    rule: Option<String>,
    message: String,
    #[serde(default)]
    cells: Vec<String>,
}

#[derive(Deserialize)]
struct ReplyNext {
    #[serde(default)]
    position: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ReplyProgress {
    After(u32),
    Both { after: u32 },
}

#[derive(Deserialize)]
struct ReplyOutcome {
    #[serde(default)]
    winner: Option<u8>,
    #[serde(default)]
    reason: Option<String>,
}

impl Reply {
    fn verdict(self) -> Result<EngineVerdict, EngineError> {
        if !self.valid {
            return Ok(EngineVerdict::Invalid(match self.reason {
                Some(TextOr::Object(ReplyReason { rule, message, cells })) => VerdictRejection { rule, message, cells },
                Some(TextOr::Text(message)) => VerdictRejection { message, ..VerdictRejection::default() },
                None => VerdictRejection { message: "no reason given".to_owned(), ..VerdictRejection::default() },
            }));
        }
        let (hash, reference_hash) = self.hashes()?;
        let s = either(
            ("s", self.s.map(ReplyProgress::after)),
            ("s_invariant", self.s_invariant.map(ReplyProgress::after)),
        )?;
        let status = either(("status", self.status), ("game_status", self.game_status))?;
        let state = self.next.and_then(|next| next.position);
        let state = state.map(|text| Setup::parse(&text).map_err(|error| EngineError::Reply(error.to_string())));
        Ok(EngineVerdict::Valid(Box::new(ComparedState {
            state: state.transpose()?,
            hash,
            reference_hash,
            progress: s.ok_or_else(|| malformed("a legal move without S"))?,
            status: match (status.as_deref(), self.outcome) {
                (Some("active"), _) => Status::Active,
                (Some("completed" | "finished"), Some(outcome)) => Status::Completed {
                    winner: outcome.winner.and_then(Player::from_seat),
                    reason: outcome.reason.as_deref().and_then(Reason::from_name),
                },
                _ => return Err(malformed("a legal move without a status, or a finished game without an outcome")),
            },
        })))
    }

    /// Returns the hash of the fingerprint and the reference hash. `state_hash` can be either; their lengths differ.
    fn hashes(&self) -> Result<(Option<FingerprintHash>, Option<String>), EngineError> {
        let hash = match &self.hash {
            Some(text) => Some(FingerprintHash::parse(text).ok_or_else(|| malformed("invalid hash"))?),
            None => None,
        };
        let state_hash = self.state_hash.as_deref();
        let parsed = state_hash.and_then(FingerprintHash::parse);
        let reference = state_hash.filter(|_| parsed.is_none()).map(str::to_owned);
        let hash = either(("hash", hash), ("state_hash", parsed))?;
        let reference_hash = either(("referenceHash", self.reference_hash.clone()), ("state_hash", reference))?;
        if hash.is_none() && reference_hash.is_none() {
            return Err(malformed("a legal move without a hash"));
        }
        Ok((hash, reference_hash))
    }
}

impl ReplyProgress {
    fn after(self) -> u32 {
        match self {
            ReplyProgress::After(after) | ReplyProgress::Both { after } => after,
        }
    }
}

/// Returns a value that a reply contains under one of two names, or under both if they agree.
fn either<T: PartialEq>(
    (name, value): (&str, Option<T>),
    (other_name, other): (&str, Option<T>),
) -> Result<Option<T>, EngineError> {
    if value.is_some() && other.is_some() && value != other {
        return Err(malformed(&format!("{name} and {other_name} differ")));
    }
    Ok(value.or(other))
}

fn malformed(what: &str) -> EngineError {
    EngineError::Reply(what.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(url: &str, allow: &str) -> RemoteSettings {
        RemoteSettings {
            url: url.to_owned(),
            allow: allow.parse().expect("the list is valid"),
            timeout: Duration::from_millis(300),
        }
    }

    #[test]
    fn rejects_malformed_and_disallowed_urls() {
        for url in ["http://a.org", "https://a.org:8443/base/", "http://A.ORG"] {
            assert!(Remote::new(&settings(url, "a.org")).is_ok(), "{url}");
        }
        for url in
            ["", "a.org", "ftp://a.org", "file:///etc/passwd", "http://u:p@a.org", "http://a.org?x", "http://a.org#x"]
        {
            assert_eq!(Remote::new(&settings(url, "a.org")).err(), Some(RemoteError::Address), "{url}");
        }
        for url in ["http://b.org", "http://a.org.evil.net", "http://127.0.0.1"] {
            assert!(matches!(Remote::new(&settings(url, "a.org")), Err(RemoteError::NotAllowed(_))), "{url}");
        }
    }

    #[test]
    fn rejects_host_names_that_resolve_to_private_addresses() {
        let remote = Remote::new(&settings("http://localhost:9", "localhost")).expect("the name is listed");
        let position = Position::parse("G square8 2p; H 18,18").expect("the position is valid");
        let error = remote.judge(&position, position.legal_actions()[0]).expect_err("localhost is a private address");
        assert!(error.to_string().contains("neither public nor listed"), "{error}");
    }

    #[test]
    fn parses_replies_of_both_forms() {
        let read = |text: &str| serde_json::from_str::<Reply>(text).expect(text).verdict();
        let own =
            r#"{"valid":true,"hash":"00000000000000000000000000000000","s":{"before":1,"after":2},"status":"active"}"#;
        assert_eq!(read(own).expect("the reply is well-formed").next().expect("valid").progress, 2);
        let theirs =
            r#"{"valid":true,"state_hash":"64d970e91e560723","s_invariant":2,"game_status":"active","next_state":{}}"#;
        assert!(read(theirs).expect("the reply is well-formed").is_valid());
        let both = r#"{"valid":true,"hash":"00000000000000000000000000000000","state_hash":"64d970e91e560723",
            "s":{"before":1,"after":2},"s_invariant":2,"status":"active","game_status":"active"}"#;
        let verdict = read(both).expect("both names may be present");
        let next = verdict.next().expect("the move is valid");
        assert_eq!(next.hash.map(|hash| hash.to_string()).as_deref(), Some("00000000000000000000000000000000"));
        assert_eq!(next.reference_hash.as_deref(), Some("64d970e91e560723"));
        let no = r#"{"valid":false,"validation_error":"not your turn"}"#;
        assert!(!read(no).expect("the reply is well-formed").is_valid());
        for text in [
            r#"{"valid":true}"#,
            r#"{"valid":true,"hash":"xyz","s":1,"status":"active"}"#,
            r#"{"valid":true,"hash":"00000000000000000000000000000000","status":"active"}"#,
            r#"{"valid":true,"hash":"00000000000000000000000000000000","s":1,"status":"completed"}"#,
            r#"{"valid":true,"hash":"00000000000000000000000000000000","s":1,"status":"paused"}"#,
            r#"{"valid":true,"hash":"00000000000000000000000000000000","s":1,"s_invariant":2,"status":"active"}"#,
            r#"{"valid":true,"hash":"00000000000000000000000000000000","s":1,"status":"active","game_status":"completed"}"#,
            r#"{"valid":true,"hash":"00000000000000000000000000000000","state_hash":"00000000000000000000000000000001","s":1,"status":"active"}"#,
            r#"{"valid":true,"referenceHash":"64d970e91e560723","state_hash":"64d970e91e560724","s":1,"status":"active"}"#,
            r#"{"valid":true,"hash":"00000000000000000000000000000000","s":1,"status":"active","next":{"position":"?"}}"#,
        ] {
            assert!(matches!(read(text), Err(EngineError::Reply(_))), "{text}");
        }
    }
}
