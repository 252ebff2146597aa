//! One request over HTTP and its whole answer, under one deadline.

use std::io::{self, Read};
use std::time::Duration;

use ureq::unversioned::transport::DefaultConnector;

use super::network::{AllowList, GuardedResolver};
use crate::protocol::{Fault, FaultClass};

/// The most bytes of a header that are read.
const LONGEST_HEADER: usize = 64 * 1024;

/// An answer, as far as it came.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Answer {
    /// The status; 0 if none came.
    pub(super) status: u16,
    /// The seconds that a busy server asks to wait for; dates are not read.
    pub(super) retry_after: Option<f64>,
    /// The body.
    pub(super) body: Vec<u8>,
}

impl Answer {
    /// Whether the status says that all is well.
    pub(super) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The fault of an answer whose status is no success.
    pub(super) fn status_fault(&self) -> Fault {
        let text = String::from_utf8_lossy(&self.body[..self.body.len().min(400)]);
        let colon = if text.trim().is_empty() { "" } else { ": " };
        Fault::new(FaultClass::Http, format!("status {}{colon}{}", self.status, text.trim()))
    }
}

/// What can send requests. Redirections are not followed, no proxy is used, and no connection is kept: a server may close one
/// at any time, and a request that dies with it would look like a fault of the agent.
#[derive(Clone, Debug)]
pub(super) struct Sender {
    agent: ureq::Agent,
}

impl Sender {
    /// To anywhere, or only where requests may go.
    pub(super) fn new(allow: Option<&AllowList>) -> Sender {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .max_idle_connections(0)
            .max_response_header_size(LONGEST_HEADER)
            .user_agent(concat!("ringside/", env!("CARGO_PKG_VERSION")))
            .build();
        let agent = match allow {
            None => config.into(),
            Some(allow) => {
                let resolver = GuardedResolver { allow: allow.clone() };
                ureq::Agent::with_parts(config, DefaultConnector::default(), resolver)
            }
        };
        Sender { agent }
    }

    /// Sends JSON, and reads all of the answer, at most `limit` bytes.
    ///
    /// # Errors
    /// If that takes too long or goes wrong, with as much as has come.
    pub(super) fn post(&self, post: &Post<'_>) -> Result<Answer, (Fault, Answer)> {
        let mut answer = Answer::default();
        if post.time.is_zero() {
            return Err((too_late(), answer));
        }
        match self.exchange(post, &mut answer) {
            Ok(()) if answer.body.len() > post.limit => {
                answer.body.truncate(post.limit);
                let message = format!("the reply is longer than {} bytes", post.limit);
                Err((Fault::new(FaultClass::Oversize, message), answer))
            }
            Ok(()) => Ok(answer),
            Err(error) => Err((fault_of(error), answer)),
        }
    }

    fn exchange(&self, post: &Post<'_>, answer: &mut Answer) -> Result<(), ureq::Error> {
        let request = self.agent.post(post.url).config().timeout_global(Some(post.time)).build();
        let mut request = request.content_type("application/json");
        if let Some(key) = post.key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let response = request.send(post.body)?;
        answer.status = response.status().as_u16();
        let retry_after = response.headers().get("retry-after").and_then(|value| value.to_str().ok());
        answer.retry_after = retry_after.and_then(|text| text.trim().parse().ok());
        let most = post.limit as u64 + 1;
        response.into_body().into_reader().take(most).read_to_end(&mut answer.body)?;
        Ok(())
    }
}

/// A request.
#[derive(Copy, Clone)]
pub(super) struct Post<'a> {
    pub(super) url: &'a str,
    pub(super) key: Option<&'a str>,
    pub(super) body: &'a [u8],
    /// The time for all of it.
    pub(super) time: Duration,
    /// The most bytes of the answer.
    pub(super) limit: usize,
}

fn too_late() -> Fault {
    Fault::new(FaultClass::Timeout, "no whole reply in time")
}

/// What went wrong, in words that tell nothing about where the request went: addresses can hold secrets.
fn fault_of(error: ureq::Error) -> Fault {
    use ureq::Error;
    let connection = |message: String| Fault::new(FaultClass::Connection, message);
    match error {
        Error::Timeout(_) => too_late(),
        Error::Io(error) if error.kind() == io::ErrorKind::TimedOut => too_late(),
        Error::Io(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
            connection("nobody answers there: the connection was refused".to_owned())
        }
        Error::Io(error) => connection(format!("the connection broke: {error}")),
        Error::Protocol(error) => connection(format!("the reply is no HTTP: {error}")),
        Error::HostNotFound => connection("there is no such host".to_owned()),
        Error::LargeResponseHeader(..) => {
            Fault::new(FaultClass::Oversize, format!("the header of the reply is longer than {LONGEST_HEADER} bytes"))
        }
        Error::BadUri(_) | Error::Http(_) => connection("the address cannot be used".to_owned()),
        other => connection(other.to_string()),
    }
}

/// Whether a text is an address that requests can be sent to.
pub(super) fn is_address(url: &str) -> bool {
    let uri: Option<ureq::http::Uri> = url.parse().ok();
    uri.is_some_and(|uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some())
}

/// An address with a path behind it, unless it is there already. Slashes at the end are dropped, a query stays.
pub(super) fn with_path(url: &str, path: &str) -> String {
    let url = url.split_once('#').map_or(url, |(url, _)| url);
    let (place, query) = url.split_once('?').map_or((url, None), |(place, query)| (place, Some(query)));
    let place = place.trim_end_matches('/');
    let path = if place.ends_with(path) { "" } else { path };
    format!("{place}{path}{}", query.map_or(String::new(), |query| format!("?{query}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_appended_once() {
        for (url, whole) in [
            ("http://a", "http://a/act"),
            ("http://a//", "http://a/act"),
            ("http://a/act/", "http://a/act"),
            ("http://a/b/?key=1&x=/", "http://a/b/act?key=1&x=/"),
            ("http://a/act?q", "http://a/act?q"),
            ("http://a/fact#part", "http://a/fact/act"),
        ] {
            assert_eq!(with_path(url, "/act"), whole);
        }
    }

    #[test]
    fn addresses_have_a_scheme_and_a_host() {
        for url in ["http://localhost:1", "https://[::1]/x?y"] {
            assert!(is_address(url), "{url}");
        }
        for url in ["", "localhost:80", "ftp://a", "http://", "file:///x", "http://a b"] {
            assert!(!is_address(url), "{url}");
        }
    }
}
