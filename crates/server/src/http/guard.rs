//! What is refused before anybody looks at it, and the headers of every answer.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Instant;

use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use metrics::{counter, histogram};
use tracing::Instrument;

use super::App;
use super::caller::{Caller, address_of};
use super::error::ApiError;
use crate::config::Rates;
use crate::id::random_letters;

/// How many different askers are remembered before those are forgotten that have been quiet.
const MOST_REMEMBERED: usize = 20_000;

/// Who asks how often.
pub(crate) struct Limiters {
    requests: DefaultKeyedRateLimiter<String>,
    addresses: DefaultKeyedRateLimiter<IpAddr>,
    rules: DefaultKeyedRateLimiter<IpAddr>,
    new: DefaultKeyedRateLimiter<IpAddr>,
    messages: Quota,
}

impl Limiters {
    pub(crate) fn new(rates: Rates) -> Limiters {
        /// How many guests of one address may ask at the same time without waiting for each other.
        const GUESTS: u32 = 10;
        let number = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let a_second = |often: u32, burst: u32| Quota::per_second(number(often)).allow_burst(number(burst));
        let (often, burst) = (rates.requests_per_second, rates.requests_burst);
        let new = Quota::per_minute(number(rates.new_per_minute)).allow_burst(number(rates.new_burst));
        Limiters {
            requests: RateLimiter::keyed(a_second(often, burst)),
            addresses: RateLimiter::keyed(a_second(often.saturating_mul(GUESTS), burst.saturating_mul(GUESTS))),
            rules: RateLimiter::keyed(a_second(rates.rules_per_second, rates.rules_burst)),
            new: RateLimiter::keyed(new),
            messages: a_second(rates.messages_per_second, rates.messages_burst),
        }
    }

    /// Whether an address may make one more guest or game.
    pub(crate) fn check_new(&self, address: IpAddr) -> Result<(), ApiError> {
        check(&self.new, &address, "you make new guests or games too often")
    }

    /// The limit of a socket.
    pub(crate) fn of_socket(&self) -> DefaultDirectRateLimiter {
        RateLimiter::direct(self.messages)
    }

    /// Whether an address may ask once more, before it is found out who asks.
    fn check_address(&self, address: IpAddr, path: &str) -> Result<(), ApiError> {
        let limiter = if is_of_rules(path) { &self.rules } else { &self.addresses };
        check(limiter, &address, "too much is asked from your address")
    }

    fn check_request(&self, caller: &Caller, path: &str) -> Result<(), ApiError> {
        if is_of_rules(path) { Ok(()) } else { check(&self.requests, &caller.key(), "you ask too often") }
    }
}

fn is_file(path: &str) -> bool {
    path.starts_with("/web/") || path.starts_with("/book/")
}

fn is_of_rules(path: &str) -> bool {
    path.starts_with("/rules/")
}

fn check<K: Clone + Eq + Hash>(limiter: &DefaultKeyedRateLimiter<K>, key: &K, what: &str) -> Result<(), ApiError> {
    if limiter.len() > MOST_REMEMBERED {
        limiter.retain_recent();
    }
    limiter.check_key(key).map_err(|_| too_often(what))
}

fn too_often(what: &str) -> ApiError {
    counter!("rate_limited_total").increment(1);
    ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_often", format!("{what}; wait a moment"))
}

/// Refuses whoever asks too often. To find out who asks takes a look at the database, so addresses come first.
pub(super) async fn rate(State(app): State<App>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let path = parts.uri.path().to_owned();
    let allowed = async {
        app.limiters.check_address(address_of(&parts, &app), &path)?;
        // A page has many files, and who loads it makes no difference.
        if is_file(&path) {
            return Ok(());
        }
        let caller = Caller::from_request_parts(&mut parts, &app).await?;
        app.limiters.check_request(&caller, &path)
    };
    match allowed.await {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(error) => error.into_response(),
    }
}

/// Refuses what pages of other sites ask for in the name of their visitors.
pub(super) async fn origin(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_upgrade = request.headers().contains_key(header::UPGRADE);
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if (!is_safe || is_upgrade) && !is_own_origin(request.headers(), &app.config.origins) {
        counter!("foreign_origins_total").increment(1);
        let message = "pages of other sites may not do that; the operator can allow an origin";
        return ApiError::forbidden("foreign_origin", message).into_response();
    }
    next.run(request).await
}

/// Whether a request comes from our own pages, from a program, or from an origin that the operator allows.
fn is_own_origin(headers: &HeaderMap, allowed: &[String]) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = text(header::ORIGIN) else {
        // Browsers send an origin with everything that is not safe. Programs send none.
        return text(HeaderName::from_static("sec-fetch-site")).is_none_or(|site| site != "cross-site");
    };
    let host = text(header::HOST).unwrap_or_default();
    let own = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    own.is_some_and(|own| !host.is_empty() && own.eq_ignore_ascii_case(host)) || allowed.iter().any(|one| one == origin)
}

/// What a page may load: only what comes from here.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Adds the headers that every answer has.
pub(super) async fn headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let mut add = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    add(header::CONTENT_SECURITY_POLICY, POLICY);
    add(header::REFERRER_POLICY, "no-referrer");
    add(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    add(header::CACHE_CONTROL, "no-store");
    add(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    add(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    response
}

/// Gives every request a number, and takes note of how it went. What is in it, and secrets, are never noted.
pub(super) async fn observe(matched: Option<MatchedPath>, request: Request, next: Next) -> Response {
    let id = random_letters(5);
    let (method, begun) = (request.method().clone(), Instant::now());
    let route = matched.map_or_else(|| "none".to_owned(), |matched| matched.as_str().to_owned());
    let span = tracing::info_span!("request", %id, %method, route);
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, took) = (response.status().as_u16(), begun.elapsed());
    let labels = [("route", route), ("status", status.to_string())];
    histogram!("http_seconds", &labels).record(took);
    span.in_scope(|| tracing::debug!(status, micros = took.as_micros() as u64, "answered"));
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), value);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_pages_are_told_from_our_own() {
        let allowed = vec!["https://friend.example".to_owned()];
        let is_own = |pairs: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for &(name, value) in pairs {
                headers.insert(name, HeaderValue::from_static(value));
            }
            is_own_origin(&headers, &allowed)
        };
        assert!(is_own(&[("host", "localhost:7477")]));
        assert!(is_own(&[("host", "localhost:7477"), ("origin", "http://localhost:7477")]));
        assert!(is_own(&[("host", "a.example"), ("origin", "https://friend.example")]));
        assert!(!is_own(&[("host", "a.example"), ("origin", "https://b.example")]));
        assert!(!is_own(&[("host", "a.example"), ("origin", "null")]));
        assert!(!is_own(&[("host", "a.example"), ("origin", "https://a.example.evil")]));
        assert!(!is_own(&[("origin", "https://a.example")]));
        assert!(!is_own(&[("host", "a.example"), ("sec-fetch-site", "cross-site")]));
    }
}
