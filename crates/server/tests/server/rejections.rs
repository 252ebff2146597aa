//! Rejected commands.

use api::client::{Client, ClientError};
use api::{ClientMessage, GameId, Receipt};
use serde_json::json;

use crate::setup::{duel, snapshot};
use crate::test_server::TestServer;

fn code(result: Result<Receipt, ClientError>) -> String {
    result.expect_err("the command is rejected").code().to_owned()
}

/// Starts a game between two guests; returns the game and its sequence number.
fn running_game(server: &TestServer) -> (Client, Client, GameId, u64) {
    let (ann, bob, game) = duel(server);
    let seq = snapshot(&ann, &game).seq;
    (ann, bob, game, seq)
}

#[test]
fn rejects_action_out_of_turn() {
    let server = TestServer::new();
    let (_ann, bob, game, seq) = running_game(&server);
    assert_eq!(code(bob.act(&game, seq, "P d4")), "not_your_turn");
}

#[test]
fn rejects_action_of_a_guest_without_a_seat() {
    let server = TestServer::new();
    let (_ann, _bob, game, seq) = running_game(&server);
    assert_eq!(code(server.guest("Eve").act(&game, seq, "P d4")), "not_yours");
}

#[test]
fn rejects_action_of_a_visitor_who_is_not_signed_in() {
    let server = TestServer::new();
    let (_ann, _bob, game, seq) = running_game(&server);
    assert_eq!(code(server.visitor().act(&game, seq, "P d4")), "no_guest");
}

#[test]
fn rejects_illegal_action() {
    let server = TestServer::new();
    let (ann, _bob, game, seq) = running_game(&server);
    assert_eq!(code(ann.act(&game, seq, "M d4-d5")), "illegal");
}

#[test]
fn rejects_stale_action_with_the_current_state() {
    let server = TestServer::new();
    let (ann, _bob, game, seq) = running_game(&server);
    let ClientError::Rejected(rejection) = ann.act(&game, 1, "P d4").expect_err("the action is stale") else {
        panic!("expected a rejection by the table")
    };
    assert_eq!(rejection.code, "stale");
    assert_eq!(rejection.now.expect("the rejection contains the current state").seq, seq);
}

#[test]
fn rejects_action_for_another_seat() {
    let server = TestServer::new();
    let (ann, _bob, game, seq) = running_game(&server);
    let act = ClientMessage::Act { seat: Some(1), action: json!("P d4"), seq, client: None };
    assert_eq!(code(ann.command(&game, &act)), "not_yours");
}

#[test]
fn rejects_action_in_unknown_game() {
    let server = TestServer::new();
    let unknown: GameId = "aaaaaaaa".parse().expect("the text is a game id");
    assert_eq!(code(server.guest("Ann").act(&unknown, 0, "P d4")), "not_found");
}

#[test]
fn repeated_action_with_the_same_key_is_played_once() {
    let server = TestServer::new();
    let (ann, _bob, game, seq) = running_game(&server);
    let act = ClientMessage::Act { seat: None, action: json!("P d4"), seq, client: Some("one".to_owned()) };
    let first = ann.command(&game, &act).expect("the action is legal");
    let second = ann.command(&game, &act).expect("the repetition is accepted");
    assert_eq!(first, second);
    assert_eq!(snapshot(&ann, &game).seq, second.seq);
}
