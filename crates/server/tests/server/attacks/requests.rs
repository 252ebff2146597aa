//! Malformed and forged requests.

use api::GuestView;
use api::client::{Client, Socket};
use serde_json::json;

use crate::setup::{duel, open_game, snapshot};
use crate::test_server::TestServer;

pub(super) const JSON: (&str, &str) = ("content-type", "application/json");

/// Sends a request; returns the status and the error code.
fn status_and_code(client: &Client, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> (u16, String) {
    let answer = client.raw(method, path, headers, Some(body)).expect("the server responds");
    let value: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    (answer.status, value["code"].as_str().unwrap_or_default().to_owned())
}

/// Returns the status of a GET request.
pub(super) fn status_of(client: &Client, path: &str) -> u16 {
    client.raw("GET", path, &[], None).expect("the server responds").status
}

#[test]
fn rejects_malformed_bodies() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep_scenario = format!("{{\"game\":\"asg\",\"scenario\":{deep}}}");
    let bodies: [&[u8]; 10] = [
        b"",
        b"{",
        b"null",
        b"[]",
        b"[\"ringrift\"]",
        b"\"x\"",
        b"{\"board\":7}",
        b"{\"unknown\":1}",
        b"\xff\xfe",
        deep_scenario.as_bytes(),
    ];
    for body in bodies {
        let (status, code) = status_and_code(&ann, "POST", "/api/games", &[JSON], body);
        assert!((400..500).contains(&status), "{status}");
        assert_eq!(code, "bad_body");
    }
}

#[test]
fn rejects_too_long_bodies_and_wrong_content_types() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let huge = vec![b' '; 300 * 1024];
    assert_eq!(status_and_code(&ann, "POST", "/api/games", &[JSON], &huge).0, 413);
    assert_eq!(status_and_code(&ann, "POST", "/api/games", &[], b"{}").0, 415);
}

#[test]
fn rejects_invalid_maps() {
    let server = TestServer::new();
    let scenario = json!({ "game": "asg", "scenario": { "nodes": [1, 2, 3] } }).to_string();
    let rejected = status_and_code(&server.guest("Ann"), "POST", "/api/games", &[JSON], scenario.as_bytes());
    assert_eq!(rejected, (422, "bad_game".to_owned()));
}

#[test]
fn unknown_paths_and_games_are_not_found() {
    let server = TestServer::new();
    let visitor = server.visitor();
    for path in ["/api/games/x", "/api/games/ABCDEFGH", "/api/games/..%2f..%2fetc", "/nowhere", "/api/games/aaaaaaaa"] {
        assert_eq!(status_of(&visitor, path), 404, "{path}");
    }
}

#[test]
fn rejects_malformed_queries() {
    let server = TestServer::new();
    assert_eq!(status_of(&server.visitor(), "/api/games?most=x"), 400);
    assert_eq!(status_of(&server.visitor(), "/api/games?stage=lost"), 400);
}

#[test]
fn ignores_forged_cookies() {
    let server = TestServer::new();
    let (ann, _bob, game) = duel(&server);
    let cookie = ann.cookie().expect("Ann has a cookie");
    let visitor = server.visitor();
    let (head, mac) = cookie.rsplit_once('.').expect("the cookie ends with its MAC");
    let wrong_mac: String = mac.chars().map(|c| if c == 'a' { 'b' } else { 'a' }).collect();
    for forged in [format!("{head}.{wrong_mac}"), "ringside=x".to_owned(), cookie.replace(".0.", ".1.")] {
        visitor.set_cookie(Some(forged));
        assert_eq!(visitor.me().expect_err("the cookie is forged").code(), "no_guest");
    }
    visitor.set_cookie(Some(cookie));
    assert!(snapshot(&visitor, &game).you.is_some(), "the genuine cookie works");
}

#[test]
fn ending_sessions_revokes_all_other_cookies() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let other_device = server.visitor();
    other_device.set_cookie(ann.cookie());
    let _: GuestView = ann.request("POST", "/api/me/end-cookies", Some(&json!({}))).expect("Ann is signed in");
    assert_eq!(other_device.me().expect_err("the cookie is revoked").code(), "no_guest");
    assert_eq!(ann.me().expect("Ann has a new cookie").name, "Ann");
}

#[test]
fn rejects_requests_from_pages_of_other_sites() {
    let server = TestServer::new();
    let (ann, _bob, game) = duel(&server);
    let resign = json!({ "type": "resign" }).to_string();
    let path = format!("/api/games/{game}/commands");
    let evil = ("origin", "https://evil.example");
    let rejected = status_and_code(&ann, "POST", &path, &[JSON, evil], resign.as_bytes());
    assert_eq!(rejected, (403, "foreign_origin".to_owned()));
    let cross = ("sec-fetch-site", "cross-site");
    assert_eq!(status_and_code(&ann, "POST", &path, &[JSON, cross], resign.as_bytes()).0, 403);
    let url = format!("{}/api/games/{game}/socket", server.base().replacen("http", "ws", 1));
    assert!(Socket::open(&url, ann.cookie().as_deref(), None, Some("https://evil.example")).is_err());
    assert!(Socket::open(&url, ann.cookie().as_deref(), None, Some(server.base())).is_ok());
}

#[test]
fn responses_have_security_headers() {
    let server = TestServer::new();
    let answer = server.visitor().raw("GET", "/", &[], None).expect("the server responds");
    let policy = answer.header("content-security-policy").expect("the page has a content security policy");
    // The engine of the page is WebAssembly, which runs no text as a script.
    assert!(!policy.replace("'wasm-unsafe-eval'", "").contains("unsafe"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
}

#[test]
fn rejects_hosts_of_other_sites() {
    let server = TestServer::new();
    let address = server.base().trim_start_matches("http://").to_owned();
    let respond = |host: &str| {
        let mut stream = std::net::TcpStream::connect(&address).expect("the server accepts connections");
        let head =
            format!("GET /api/games HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: close\r\n\r\n");
        std::io::Write::write_all(&mut stream, head.as_bytes()).expect("the request can be sent");
        std::io::read_to_string(stream).expect("the server responds")
    };
    let rejected = respond("rebound.example:7477");
    assert!(rejected.starts_with("HTTP/1.1 421") && rejected.contains("unknown_host"), "{rejected}");
    assert!(respond(&address).starts_with("HTTP/1.1 200"));
}

#[test]
fn metrics_are_not_available_through_a_proxy() {
    let code = |server: &TestServer, headers: &[(&str, &str)]| {
        status_and_code(&server.visitor(), "GET", "/metrics", headers, b"")
    };
    let local_only = (403, "local_only".to_owned());
    let server = TestServer::new();
    assert_eq!(code(&server, &[]).0, 404, "metrics are disabled in tests, but the request is allowed");
    assert_eq!(code(&server, &[("x-forwarded-for", "127.0.0.1")]), local_only);
    assert_eq!(code(&server, &[("via", "1.1 proxy")]), local_only);
    let behind_proxy = TestServer::with(|config| config.trusted_proxies = vec!["127.0.0.1".to_owned()]);
    assert_eq!(code(&behind_proxy, &[]), local_only);
    let with_tls = TestServer::with(|config| config.tls = true);
    assert_eq!(code(&with_tls, &[]), local_only);
}

#[test]
fn guest_ids_and_secrets_are_not_sent_to_others() {
    let server = TestServer::new();
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let created = ann.create_game(&open_game()).expect("the game is created");
    bob.join(&created.id, None).expect("the second seat is open");
    let id = &created.id;
    let mut received = String::new();
    for path in [format!("/api/games/{id}"), "/api/games".to_owned(), format!("/games/{id}"), "/".to_owned()] {
        received += &bob.raw("GET", &path, &[], None).expect("the server responds").text();
    }
    let mut socket = bob.socket(id, Some(0)).expect("the socket opens");
    for _ in 0..3 {
        let message = socket.receive().expect("the socket is open");
        received += &serde_json::to_string(&message).expect("the message can be serialized");
    }
    let cookie = ann.cookie().expect("Ann has a cookie");
    let guest_id = cookie.trim_start_matches("ringside=").split('.').next().expect("the cookie has a value");
    assert!(!received.contains(guest_id));
    for secret in created.secrets.iter().flatten() {
        assert!(!received.contains(secret.as_str()));
    }
}
