//! HTTP agents with failing servers.

use std::time::{Duration, Instant};

use crate::fake_server::{Answer, FakeServer, unused_url};
use arena::agent::{HttpAgent, HttpSettings, LONGEST_REPLY, Observation, SettingsError};
use arena::{Exchange, FaultClass};
use serde_json::json;

use crate::common::{LONG, PASS, SHORT, asg_game, ask, assert_fault, ringrift_game};

fn agent_at(url: &str) -> HttpAgent {
    HttpAgent::new(&HttpSettings { url: url.to_owned(), observation: Observation::Auto })
        .expect("the settings are valid")
}

fn exchange(answer: Answer, time: Duration) -> Exchange {
    let server = FakeServer::start(vec![answer]);
    ask(&mut agent_at(&server.url()), &asg_game(), time)
}

#[track_caller]
fn check(answer: Answer, class: FaultClass, words: &str) -> Exchange {
    let exchange = exchange(answer, LONG);
    assert_fault(&exchange, class, words);
    exchange
}

/// Checks that an endless response ends at the deadline.
#[track_caller]
fn check_slow(answer: Answer) -> Exchange {
    let begin = Instant::now();
    let exchange = exchange(answer, SHORT);
    assert_fault(&exchange, FaultClass::Timeout, "in time");
    // The deadline of a socket can be rounded down by some milliseconds.
    assert!(begin.elapsed() > SHORT / 2 && begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    exchange
}

fn header(length: usize) -> String {
    format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n")
}

#[test]
fn valid_replies_are_returned_unchanged() {
    let body = r#"{"api_version": "0.1", "actions": [{"type": "pass"}], "rationale_text": "tired", "agent_info": {}}"#;
    let exchange = exchange(Answer::ok(body), LONG);
    let reply = exchange.reply.expect("the reply is valid");
    assert_eq!(reply.actions, [json!({ "type": "pass" })]);
    assert_eq!(reply.rationale.as_deref(), Some("tired"));
    assert_eq!(exchange.raw, body);
    assert_eq!(exchange.usage.requests, 1);
}

#[test]
fn requests_have_the_form_of_the_reference() {
    let server = FakeServer::start(vec![Answer::ok(PASS)]);
    let url = format!("{}/some/?key=1", server.url());
    let game = asg_game();
    ask(&mut agent_at(&url), &game, LONG).reply.expect("the reply is valid");
    let full = HttpSettings { url, observation: Observation::Full };
    ask(&mut HttpAgent::new(&full).expect("the settings are valid"), &game, LONG).reply.expect("the reply is valid");
    let received = server.received();
    assert_eq!(received[0].line, "POST /some/act?key=1 HTTP/1.1");
    assert_eq!(received[0].header("content-type"), Some("application/json"));
    assert_eq!(received[0].header("authorization"), None);
    let request = received[0].json();
    let fields: Vec<&String> = request.as_object().expect("the value is an object").keys().collect();
    let expected = ["action_budget", "api_version", "match_id", "observation", "player", "ply", "scenario_id"];
    assert_eq!(fields, expected);
    assert_eq!(request["observation"].as_object().map(serde_json::Map::len), Some(5));
    assert!(received[1].json()["observation"]["legalActions"].is_array());
}

#[test]
fn ringrift_requests_are_complete() {
    let server = FakeServer::start(vec![Answer::ok(r#"{"actions": [{"id": 1}]}"#)]);
    ask(&mut agent_at(&server.url()), &ringrift_game(), LONG).reply.expect("the reply is valid");
    let observation = server.received()[0].json()["observation"].clone();
    assert!(observation["picture"].is_string() && observation["legal_actions"][0]["id"] == 1);
}

#[test]
fn refused_and_closed_connections_are_connection_faults() {
    assert_fault(&ask(&mut agent_at(&unused_url()), &asg_game(), LONG), FaultClass::Connection, "refused");
    check(Answer::Close, FaultClass::Connection, "");
    check(Answer::Bytes(Vec::new()), FaultClass::Connection, "");
    check(Answer::Bytes(b"HTTP/1.1 200 OK\r\ncontent-le".to_vec()), FaultClass::Connection, "");
    check(Answer::Bytes(b"SSH-2.0-OpenSSH_9.6\r\n\r\n".to_vec()), FaultClass::Connection, "");
}

#[test]
fn incomplete_bodies_are_recorded() {
    let exchange = check(Answer::Bytes(format!("{}{PASS}", header(1000)).into_bytes()), FaultClass::Connection, "");
    assert_eq!(exchange.raw, PASS);
}

#[test]
fn malformed_chunks_are_connection_faults() {
    let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    check(Answer::Bytes(format!("{head}zz\r\n{PASS}\r\n").into_bytes()), FaultClass::Connection, "");
    let chunked = format!("{head}{:x}\r\n{PASS}\r\n0\r\n\r\n", PASS.len());
    assert!(exchange(Answer::Bytes(chunked.into_bytes()), LONG).reply.is_ok());
}

#[test]
fn bodies_end_at_the_content_length() {
    check(Answer::Bytes(format!("{}{PASS}", header(10)).into_bytes()), FaultClass::BadJson, "not JSON");
}

#[test]
fn silent_servers_time_out() {
    check_slow(Answer::Silence);
}

#[test]
fn slow_responses_time_out() {
    let pause = Duration::from_millis(100);
    check_slow(Answer::Dribble(header(9).into_bytes(), pause));
    let body = format!("{}{PASS}", header(PASS.len()));
    check_slow(Answer::Dribble(body.clone().into_bytes(), pause));
    // The header arrives at once, the body byte by byte.
    let exchange = check_slow(Answer::Trickle(header(PASS.len()).into_bytes(), PASS.as_bytes().to_vec(), pause));
    assert!(PASS.starts_with(&exchange.raw) && exchange.raw.len() < PASS.len(), "{}", exchange.raw);
}

#[test]
fn expired_deadlines_time_out() {
    assert_fault(&exchange(Answer::ok(PASS), Duration::ZERO), FaultClass::Timeout, "in time");
}

#[test]
fn unsuccessful_statuses_are_http_faults() {
    let exchange = check(Answer::status(500, "out of order"), FaultClass::Http, "status 500: out of order");
    assert_eq!(exchange.raw, "out of order");
    check(Answer::status(404, PASS), FaultClass::Http, "status 404");
    check(Answer::status(304, ""), FaultClass::Http, "status 304");
    assert!(self::exchange(Answer::status(201, PASS), LONG).reply.is_ok());
}

#[test]
fn redirects_are_not_followed() {
    let server = FakeServer::start(vec![Answer::status(302, "elsewhere").with_header("location", "/act")]);
    let exchange = ask(&mut agent_at(&server.url()), &asg_game(), LONG);
    assert_fault(&exchange, FaultClass::Http, "status 302");
    assert_eq!(server.received().len(), 1);
}

#[test]
fn oversized_responses_are_rejected() {
    let exchange = check(Answer::ok(vec![b' '; 300_000]), FaultClass::Oversize, "256000 bytes");
    assert_eq!(exchange.raw.len(), LONGEST_REPLY);
    let endless = Answer::Endless(b"HTTP/1.1 200 OK\r\n\r\n".to_vec(), vec![b'['; 10_000]);
    check(endless, FaultClass::Oversize, "256000 bytes");
    let header = Answer::Endless(b"HTTP/1.1 200 OK\r\nx: ".to_vec(), vec![b'x'; 10_000]);
    check(header, FaultClass::Oversize, "header");
    let mut most = PASS.as_bytes().to_vec();
    most.resize(LONGEST_REPLY, b' ');
    assert!(self::exchange(Answer::ok(most), LONG).reply.is_ok());
}

#[test]
fn malformed_json_and_wrong_shapes_have_different_faults() {
    check(Answer::ok(""), FaultClass::BadJson, "");
    check(Answer::ok("<html>"), FaultClass::BadJson, "");
    check(Answer::ok("[".repeat(200_000)), FaultClass::BadJson, "recursion");
    check(Answer::ok(r#"{"a":"#.repeat(50_000)), FaultClass::BadJson, "recursion");
    let exchange = check(Answer::ok(b"\0{\"actions\": []}".to_vec()), FaultClass::BadJson, "");
    assert!(exchange.raw.starts_with('\0'));
    let exchange = check(Answer::ok(b"{\"actions\": [\"\xff\xfe\"]}".to_vec()), FaultClass::BadJson, "");
    assert!(exchange.raw.contains('\u{fffd}'));
    check(Answer::ok("[]"), FaultClass::BadShape, "a list");
    check(Answer::ok("{}"), FaultClass::BadShape, "no actions");
    check(Answer::ok(r#"{"actions": "pass"}"#), FaultClass::BadShape, "a string");
    check(Answer::ok(r#"{"api_version": 0.1, "actions": []}"#), FaultClass::BadShape, "api_version");
    check(Answer::ok(r#"{"refused": "I resign"}"#), FaultClass::Refused, "I resign");
}

#[test]
fn rejected_actions_do_not_affect_the_others() {
    let body = r#"{"actions": [{"type": "move", "amount": -1}, {"type": "reinforce", "amount": 1}]}"#;
    let mut game = asg_game();
    let reply = exchange(Answer::ok(body), LONG).reply.expect("the reply is valid");
    let submission = arena::AgentGame::submit(&mut game, &reply.actions);
    assert_eq!((submission.played.len(), submission.rejected.len()), (1, 1));
    let hq = game.scenario().hq(asg::Side::P1);
    let start = asg::Position::start(game.scenario()).node_state(hq).forces[asg::Side::P1];
    assert_eq!(game.position().node_state(hq).forces[asg::Side::P1], start + 1);
}

#[test]
fn invalid_urls_are_rejected() {
    for url in ["", "localhost", "ftp://host/", "http://"] {
        let settings = HttpSettings { url: url.to_owned(), observation: Observation::Auto };
        assert_eq!(HttpAgent::new(&settings).expect_err(url), SettingsError::Address);
    }
}

#[test]
fn failed_tls_handshakes_are_connection_faults() {
    let server = FakeServer::start(vec![Answer::Close, Answer::Bytes(b"HTTP/1.1 400 No TLS\r\n\r\n".to_vec())]);
    let url = server.url().replace("http:", "https:");
    for _ in 0..2 {
        let fault = ask(&mut agent_at(&url), &asg_game(), SHORT).reply.expect_err("the exchange fails");
        assert!(matches!(fault.class, FaultClass::Connection | FaultClass::Timeout), "{fault}");
    }
}
