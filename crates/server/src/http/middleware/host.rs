//! Check of the host that a request names.
//!
//! A page of another site can let its own name resolve to the address of this server, so that browsers send requests to the server as
//! if it belonged to that site (DNS rebinding). Such requests name the other site as their host.

use std::net::IpAddr;
use std::sync::Once;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use metrics::counter;

use crate::config::Config;
use crate::http::App;
use crate::http::error::ApiError;

/// Rejects requests whose host is neither an address, nor the local machine, nor one of the operator's names.
pub(crate) async fn require_known_host(State(app): State<App>, request: Request, next: Next) -> Response {
    warn_of_unknown_proxy(&app, &request);
    let host = request.headers().get(header::HOST).map(|host| host.to_str().unwrap_or("?").to_owned());
    // Requests without a host come from programs, not from browsers.
    let host = host.or_else(|| request.uri().authority().map(ToString::to_string));
    if host.is_some_and(|host| !is_known_host(&host, &app.config)) {
        counter!("unknown_hosts_total").increment(1);
        let message =
            "this server does not answer under this host name; the operator can add it to hosts in the settings";
        return ApiError::new(StatusCode::MISDIRECTED_REQUEST, "unknown_host", message).into_response();
    }
    next.run(request).await
}

/// Reports whether a host, with or without a port, is an address, the local machine, or a name of the operator.
fn is_known_host(host: &str, config: &Config) -> bool {
    let name = without_port(host).trim_end_matches('.').to_ascii_lowercase();
    let is_address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
    let is_name = |known: &str| known.trim_end_matches('.').eq_ignore_ascii_case(&name);
    is_address
        || name == "localhost"
        || name.ends_with(".localhost")
        || config.hosts.iter().any(|known| is_name(known))
        || config
            .origins
            .iter()
            .any(|origin| origin.split_once("://").is_some_and(|(_, known)| is_name(without_port(known))))
}

/// Returns a host without its port; brackets around an IPv6 address are kept.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') && !name.is_empty() => name,
        _ => host,
    }
}

/// Returns the name of a header that only proxies add.
pub(crate) fn forwarding_header(headers: &HeaderMap) -> Option<&'static str> {
    ["x-forwarded-for", "forwarded", "x-real-ip", "via"].into_iter().find(|name| headers.contains_key(*name))
}

/// Logs a warning once if a proxy that is not trusted forwards requests: all of its clients share one rate limit.
fn warn_of_unknown_proxy(app: &App, request: &Request) {
    static WARNED: Once = Once::new();
    if !app.config.trusted_proxies.is_empty() {
        return;
    }
    if let Some(name) = forwarding_header(request.headers()) {
        WARNED.call_once(|| {
            tracing::warn!(
                header = name,
                "a proxy forwards requests, but trusted_proxies is empty: all clients behind it share the limits of one address"
            );
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_local_names_and_names_of_the_operator_are_known() {
        let config = Config {
            hosts: vec!["play.example".into()],
            origins: vec!["https://friend.example:8443".into()],
            ..Config::default()
        };
        for host in [
            "localhost:7477",
            "LOCALHOST",
            "ring.localhost:1",
            "127.0.0.1:7477",
            "192.168.1.20",
            "[::1]:7477",
            "[fe80::1]",
            "play.example",
            "Play.Example.:443",
            "friend.example",
        ] {
            assert!(is_known_host(host, &config), "{host}");
        }
        for host in
            ["evil.example", "evil.example:7477", "localhost.evil.example", "127.0.0.1.evil.example", "", ":80", "?"]
        {
            assert!(!is_known_host(host, &config), "{host}");
        }
    }
}
