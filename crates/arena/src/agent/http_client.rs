//! HTTP client for one POST request with a time limit for the complete response.

use std::io::{self, Read};
use std::time::Duration;

use ureq::unversioned::transport::DefaultConnector;

use super::network::{AllowList, GuardedResolver};
use crate::protocol::{Fault, FaultClass};

/// Length limit of the response header in bytes.
const LONGEST_HEADER: usize = 64 * 1024;

/// Response, possibly incomplete.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct HttpResponse {
    /// HTTP status; 0 if none was received.
    pub(super) status: u16,
    /// `Retry-After` in seconds; dates are not supported.
    pub(super) retry_after: Option<f64>,
    pub(super) body: Vec<u8>,
}

impl HttpResponse {
    pub(super) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Returns the fault for an unsuccessful status.
    pub(super) fn status_fault(&self) -> Fault {
        let text = String::from_utf8_lossy(&self.body[..self.body.len().min(400)]);
        let colon = if text.trim().is_empty() { "" } else { ": " };
        Fault::new(FaultClass::Http, format!("status {}{colon}{}", self.status, text.trim()))
    }
}

/// Client that does not follow redirects, use a proxy or reuse connections. A server may close an idle connection at any time; a
/// request on a reused connection would then fail and look like a fault of the agent.
#[derive(Clone, Debug)]
pub(super) struct HttpClient {
    agent: ureq::Agent,
}

impl HttpClient {
    /// Creates a client, optionally restricted to an allow-list.
    pub(super) fn new(allow: Option<&AllowList>) -> HttpClient {
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
        HttpClient { agent }
    }

    /// Sends JSON and reads the complete response.
    ///
    /// # Errors
    /// Returns the fault and the part of the response received so far.
    pub(super) fn post(&self, post: &PostRequest<'_>) -> Result<HttpResponse, (Fault, HttpResponse)> {
        let mut response = HttpResponse::default();
        if post.time.is_zero() {
            return Err((too_late(), response));
        }
        match self.exchange(post, &mut response) {
            Ok(()) if response.body.len() > post.limit => {
                response.body.truncate(post.limit);
                let message = format!("the reply is longer than {} bytes", post.limit);
                Err((Fault::new(FaultClass::Oversize, message), response))
            }
            Ok(()) => Ok(response),
            Err(error) => Err((fault_of(error), response)),
        }
    }

    fn exchange(&self, post: &PostRequest<'_>, response: &mut HttpResponse) -> Result<(), ureq::Error> {
        let request = self.agent.post(post.url).config().timeout_global(Some(post.time)).build();
        let mut request = request.content_type("application/json");
        if let Some(key) = post.key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let received = request.send(post.body)?;
        response.status = received.status().as_u16();
        let retry_after = received.headers().get("retry-after").and_then(|value| value.to_str().ok());
        response.retry_after = retry_after.and_then(|text| text.trim().parse().ok());
        let most = post.limit as u64 + 1;
        received.into_body().into_reader().take(most).read_to_end(&mut response.body)?;
        Ok(())
    }
}

#[derive(Copy, Clone)]
pub(super) struct PostRequest<'a> {
    pub(super) url: &'a str,
    pub(super) key: Option<&'a str>,
    pub(super) body: &'a [u8],
    /// Time limit for the complete exchange.
    pub(super) time: Duration,
    /// Length limit of the response body in bytes.
    pub(super) limit: usize,
}

fn too_late() -> Fault {
    Fault::new(FaultClass::Timeout, "no complete reply in time")
}

/// Converts an error to a fault. The message does not contain the URL, which can hold secrets.
fn fault_of(error: ureq::Error) -> Fault {
    use ureq::Error;
    let connection = |message: String| Fault::new(FaultClass::Connection, message);
    match error {
        Error::Timeout(_) => too_late(),
        Error::Io(error) if error.kind() == io::ErrorKind::TimedOut => too_late(),
        Error::Io(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
            connection("the connection was refused".to_owned())
        }
        Error::Io(error) => connection(format!("the connection broke: {error}")),
        Error::Protocol(error) => connection(format!("the reply is not HTTP: {error}")),
        Error::HostNotFound => connection("the host was not found".to_owned()),
        Error::LargeResponseHeader(..) => {
            Fault::new(FaultClass::Oversize, format!("the header of the reply is longer than {LONGEST_HEADER} bytes"))
        }
        Error::BadUri(_) | Error::Http(_) => connection("the URL cannot be used".to_owned()),
        other => connection(other.to_string()),
    }
}

/// Reports whether a text is an HTTP URL with a host.
pub(super) fn is_http_url(url: &str) -> bool {
    let uri: Option<ureq::http::Uri> = url.parse().ok();
    uri.is_some_and(|uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some())
}

/// Appends `path` to a URL unless the URL's path already ends with it. Drops trailing slashes and the fragment, keeps the query.
pub(super) fn with_path(url: &str, path: &str) -> String {
    let url = url.split_once('#').map_or(url, |(url, _)| url);
    let (base, query) = url.split_once('?').map_or((url, None), |(base, query)| (base, Some(query)));
    let base = base.trim_end_matches('/');
    let path = if base.ends_with(path) { "" } else { path };
    format!("{base}{path}{}", query.map_or(String::new(), |query| format!("?{query}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_is_appended_once() {
        for (url, expected) in [
            ("http://a", "http://a/act"),
            ("http://a//", "http://a/act"),
            ("http://a/act/", "http://a/act"),
            ("http://a/b/?key=1&x=/", "http://a/b/act?key=1&x=/"),
            ("http://a/act?q", "http://a/act?q"),
            ("http://a/fact#part", "http://a/fact/act"),
        ] {
            assert_eq!(with_path(url, "/act"), expected);
        }
    }

    #[test]
    fn http_urls_have_a_scheme_and_a_host() {
        for url in ["http://localhost:1", "https://[::1]/x?y"] {
            assert!(is_http_url(url), "{url}");
        }
        for url in ["", "localhost:80", "ftp://a", "http://", "file:///x", "http://a b"] {
            assert!(!is_http_url(url), "{url}");
        }
    }
}
