//! Limits on requests, new guests and games.

use api::ClientMessage;
use serde_json::json;
use server::Rates;

use super::requests::{JSON, status_of};
use crate::setup::{create, open_game};
use crate::test_server::TestServer;

#[test]
fn limits_new_guests_and_games() {
    let server = TestServer::with(|config| {
        config.rates = Rates { new_per_minute: 1, new_burst: 3, ..config.rates };
    });
    let ann = server.guest("Ann");
    create(&ann, &open_game());
    create(&ann, &open_game());
    assert_eq!(ann.create_game(&open_game()).expect_err("the limit is 3").code(), "too_often");
}

#[test]
fn limits_requests_of_a_guest() {
    let server = TestServer::with(|config| {
        config.rates = Rates { requests_per_second: 1, requests_burst: 20, ..config.rates };
    });
    let ann = server.guest("Ann");
    let mut responses = (0..400).map(|_| ann.raw("GET", "/api/me", &[], None).expect("the server responds"));
    let limited = responses.find(|response| response.status == 429).expect("a request exceeds the limit");
    assert_eq!(limited.header("retry-after"), Some("1"));
}

#[test]
fn limits_requests_with_forged_tokens() {
    let server = TestServer::with(|config| {
        config.rates = Rates { requests_per_second: 1, requests_burst: 3, ..Rates::default() };
    });
    let forger = server.visitor().with_token(&"a".repeat(32));
    let statuses: Vec<u16> = (0..60).map(|_| status_of(&forger, "/api/me")).collect();
    assert_eq!(statuses[0], 401);
    assert!(statuses.contains(&429), "{statuses:?}");
}

#[test]
fn rules_service_has_its_own_higher_limit() {
    let server = TestServer::with(|config| config.rates = Rates::default());
    let body = json!({ "position": "G square8 2p; S d4=1,h8=2; H 3,2; P movement", "move": "M d4-d5" }).to_string();
    for _ in 0..300 {
        let answer = server.visitor().raw("POST", "/rules/evaluate_move", &[JSON], Some(body.as_bytes()));
        assert_eq!(answer.expect("the server responds").status, 200);
    }
}

#[test]
fn limits_unfinished_games_of_a_guest() {
    let server = TestServer::with(|config| config.games_per_guest = 2);
    let ann = server.guest("Ann");
    let first = create(&ann, &open_game());
    create(&ann, &open_game());
    assert_eq!(ann.create_game(&open_game()).expect_err("the limit is 2").code(), "too_many_games");
    let abort = ClientMessage::Abort { seat: None, client: None };
    ann.command(&first, &abort).expect("a game that has not started can be aborted");
    create(&ann, &open_game());
}
