//! Rejected commands.

use api::client::{Client, ClientError};
use api::{ClientMessage, GameId, NewGame, Receipt};
use serde_json::json;

use crate::setup::{create, duel, open_game, snapshot};
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

/// Returns the status and the code of the response to a JSON body.
fn status_and_code(client: &Client, path: &str, body: &serde_json::Value) -> (u16, String) {
    let headers = [("content-type", "application/json")];
    let answer = client.raw("POST", path, &headers, Some(body.to_string().as_bytes())).expect("the server responds");
    let error: serde_json::Value = serde_json::from_slice(&answer.body).expect("the error is JSON");
    (answer.status, error["code"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn asg_orders_without_effect_have_status_422_and_documented_codes() {
    let server = TestServer::new();
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let game = create(&ann, &NewGame { game: Some("asg".to_owned()), ..open_game() });
    bob.join(&game, None).expect("the second seat is open");
    let seq = snapshot(&ann, &game).seq;
    for (order, code) in [
        (json!({ "type": "build" }), "unknown_type"),
        (json!({ "type": "move", "from": "x", "to": "y", "amount": 1 }), "unknown_from"),
        (json!({ "type": "reinforce", "amount": -1 }), "bad_amount"),
    ] {
        let body = json!({ "type": "act", "action": [order], "seq": seq });
        assert_eq!(status_and_code(&ann, &format!("/api/games/{game}/commands"), &body), (422, code.to_owned()));
    }
    let page = include_str!("../../../../../docs/server-codes.md");
    let missing: Vec<&str> = asg::OrderRejection::ALL
        .map(asg::OrderRejection::code)
        .into_iter()
        .filter(|code| !page.contains(code))
        .collect();
    assert_eq!(missing, Vec::<&str>::new(), "add them to docs/server-codes.md");
}

#[test]
fn actions_of_the_wrong_type_have_status_422() {
    let server = TestServer::new();
    let (ann, _bob, game, seq) = running_game(&server);
    let command = |action: serde_json::Value| json!({ "type": "act", "action": action, "seq": seq });
    let path = |rest: &str| format!("/api/games/{game}/{rest}");
    let status = |rest: &str, body: serde_json::Value| status_and_code(&ann, &path(rest), &body);
    assert_eq!(status("commands", command(json!(-1))), (422, "unknown_id".to_owned()));
    assert_eq!(status("commands", command(json!([]))), (422, "bad_shape".to_owned()));
    assert_eq!(status("preview", json!({ "action": 999_999 })), (422, "unknown_id".to_owned()));
    assert_eq!(status("why", json!({ "action": {} })), (422, "bad_shape".to_owned()));
    let eve = server.guest("Eve");
    let asg = create(&eve, &NewGame { game: Some("asg".to_owned()), ..open_game() });
    let preview = json!({ "action": "P d4" });
    let found = status_and_code(&eve, &format!("/api/games/{asg}/preview"), &preview);
    assert_eq!(found, (422, "bad_shape".to_owned()));
}
