//! Origin check, time limit, response headers and request log.

use std::time::{Duration, Instant};

use api::id::random_letters;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use metrics::{counter, histogram};
use tracing::Instrument;

use crate::http::App;
use crate::http::error::ApiError;

/// Content security policy of the page: all resources come from this server.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
                              connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
                              base-uri 'none'; frame-ancestors 'none'";

/// Rejects unsafe requests and socket upgrades from pages of other sites.
pub(crate) async fn require_own_origin(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_upgrade = request.headers().contains_key(header::UPGRADE);
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if (!is_safe || is_upgrade) && !is_own_origin(request.headers(), &app.config.origins) {
        counter!("foreign_origins_total").increment(1);
        let message = "requests from pages of other sites are not allowed; the operator can allow an origin";
        return ApiError::forbidden("foreign_origin", message).into_response();
    }
    next.run(request).await
}

/// Reports whether a request comes from this server's pages, from a program, or from an allowed origin.
fn is_own_origin(headers: &HeaderMap, allowed: &[String]) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = text(header::ORIGIN) else {
        // Browsers send the origin with every unsafe request; programs do not.
        return text(HeaderName::from_static("sec-fetch-site")).is_none_or(|site| site != "cross-site");
    };
    let host = text(header::HOST).unwrap_or_default();
    let own = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    own.is_some_and(|own| !host.is_empty() && own.eq_ignore_ascii_case(host)) || allowed.iter().any(|one| one == origin)
}

/// Ends requests whose response does not begin within a time limit.
pub(crate) async fn limit_time(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let message =
                "the request took too long, and the server cannot tell whether it took effect; check, then try again";
            ApiError::new(StatusCode::REQUEST_TIMEOUT, "timeout", message).into_response()
        }
    }
}

/// Adds security and cache headers to every response that does not set them.
pub(crate) async fn add_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let mut add = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    add(header::CONTENT_SECURITY_POLICY, CONTENT_POLICY);
    add(header::REFERRER_POLICY, "no-referrer");
    add(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    add(header::CACHE_CONTROL, "no-store");
    add(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    add(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    response
}

/// Gives every request an id, and records its route, status and latency. Bodies, queries and secrets are never logged.
pub(crate) async fn observe(matched: Option<MatchedPath>, request: Request, next: Next) -> Response {
    let id = random_letters(5);
    let (method, started) = (request.method().clone(), Instant::now());
    let route = matched.map_or_else(|| "none".to_owned(), |matched| matched.as_str().to_owned());
    let span = tracing::info_span!("request", %id, %method, route);
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, took) = (response.status().as_u16(), started.elapsed());
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
    use axum::Router;
    use axum::body::{Body, to_bytes};
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use tower::ServiceExt as _;

    use super::*;

    fn is_own(pairs: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        for &(name, value) in pairs {
            headers.insert(name, HeaderValue::from_static(value));
        }
        is_own_origin(&headers, &["https://friend.example".to_owned()])
    }

    #[test]
    fn accepts_programs_own_pages_and_allowed_origins() {
        assert!(is_own(&[("host", "localhost:7477")]));
        assert!(is_own(&[("host", "localhost:7477"), ("origin", "http://localhost:7477")]));
        assert!(is_own(&[("host", "a.example"), ("origin", "https://friend.example")]));
    }

    #[test]
    fn rejects_other_origins() {
        assert!(!is_own(&[("host", "a.example"), ("origin", "https://b.example")]));
        assert!(!is_own(&[("host", "a.example"), ("origin", "null")]));
        assert!(!is_own(&[("host", "a.example"), ("origin", "https://a.example.evil")]));
        assert!(!is_own(&[("origin", "https://a.example")]));
        assert!(!is_own(&[("host", "a.example"), ("sec-fetch-site", "cross-site")]));
    }

    #[tokio::test]
    async fn requests_that_take_too_long_are_reported_as_json() {
        let slow = || async {
            tokio::time::sleep(Duration::from_secs(60)).await;
            "done"
        };
        let limit = from_fn_with_state(Duration::from_millis(10), limit_time);
        let router = Router::new().route("/slow", get(slow)).route("/fast", get(|| async { "done" })).layer(limit);
        let respond = |path: &str| router.clone().oneshot(Request::get(path).body(Body::empty()).expect("a request"));
        let response = respond("/slow").await.expect("the router responds");
        assert_eq!(response.status(), StatusCode::REQUEST_TIMEOUT);
        let body = to_bytes(response.into_body(), 10_000).await.expect("the body is short");
        let error: api::ErrorView = serde_json::from_slice(&body).expect("the error is JSON");
        assert_eq!(error.code, "timeout");
        assert_eq!(respond("/fast").await.expect("the router responds").status(), StatusCode::OK);
    }
}
