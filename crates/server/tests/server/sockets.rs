//! Sockets: order, resumption, commands and malformed messages.

use api::client::{Replica, ReplicaStatus, Socket};
use api::{ClientMessage, NewGame, Purpose, Rejection, ServerMessage};
use serde_json::json;

use crate::setup::{act_first, create, duel, finish_turn, snapshot, undo};
use crate::test_server::TestServer;

fn next(socket: &mut Socket) -> ServerMessage {
    socket.receive().expect("the socket is open")
}

/// Waits for the next rejection.
fn rejection(socket: &mut Socket) -> Rejection {
    let found = socket.until(|message| match message {
        ServerMessage::Rejected(rejection) => Some(rejection),
        _ => None,
    });
    found.expect("the socket is open")
}

#[test]
fn replicas_of_player_and_spectator_follow_the_game() {
    let server = TestServer::new();
    let (ann, bob, game) = duel(&server);
    let own = ann.socket(&game, None).expect("the socket opens");
    let watching = server.visitor().socket(&game, None).expect("the socket opens");
    for turn in 0..6 {
        finish_turn(if turn % 2 == 0 { &ann } else { &bob }, &game);
    }
    let last = snapshot(&ann, &game);
    for mut socket in [own, watching] {
        let mut replica = Replica::new();
        while replica.seq() < Some(last.seq) {
            assert_eq!(replica.receive(&next(&mut socket)), ReplicaStatus::Applied);
        }
        assert_eq!(replica.hash(), last.hash);
    }
}

#[test]
fn sockets_resume_after_any_entry() {
    let server = TestServer::new();
    let (ann, bob, game) = duel(&server);
    finish_turn(&ann, &game);
    finish_turn(&bob, &game);
    let last = snapshot(&ann, &game);
    for since in 0..last.seq {
        let mut socket = server.visitor().socket(&game, Some(since)).expect("the socket opens");
        for seq in since + 1..=last.seq {
            let ServerMessage::Update(update) = next(&mut socket) else { panic!("expected an update") };
            assert_eq!(update.seq, seq);
        }
    }
}

#[test]
fn socket_without_missed_entries_starts_with_a_snapshot() {
    let server = TestServer::new();
    let (ann, _bob, game) = duel(&server);
    let seq = snapshot(&ann, &game).seq;
    let mut socket = server.visitor().socket(&game, Some(seq)).expect("the socket opens");
    assert!(matches!(next(&mut socket), ServerMessage::Snapshot(snapshot) if snapshot.seq == seq));
}

#[test]
fn many_missed_entries_are_sent_in_order() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let game = create(&ann, &NewGame { purpose: Purpose::Analysis, ..NewGame::default() });
    for _ in 0..50 {
        act_first(&ann, &game);
        undo(&ann, &game);
    }
    let last = snapshot(&ann, &game);
    let mut socket = ann.socket(&game, Some(0)).expect("the socket opens");
    for seq in 1..=last.seq {
        let ServerMessage::Update(update) = next(&mut socket) else { panic!("expected an update") };
        assert_eq!(update.seq, seq);
    }
    act_first(&ann, &game);
    assert!(matches!(next(&mut socket), ServerMessage::Update(update) if update.seq == last.seq + 1));
}

#[test]
fn commands_are_answered_with_their_key() {
    let server = TestServer::new();
    let (ann, _bob, game) = duel(&server);
    let mut socket = ann.socket(&game, None).expect("the socket opens");
    let ServerMessage::Snapshot(now) = next(&mut socket) else { panic!("expected a snapshot") };
    let act = |action: &str, client: &str| ClientMessage::Act {
        seat: None,
        action: json!(action),
        seq: now.seq,
        client: Some(client.to_owned()),
    };
    socket.send(&act("T 1", "bad")).expect("the socket is open");
    let rejected = rejection(&mut socket);
    assert_eq!(rejected.client.as_deref(), Some("bad"));
    assert_eq!(rejected.seq, now.seq);
    assert_eq!(rejected.hash, now.hash);
    socket.send(&act("P d4", "good")).expect("the socket is open");
    let receipt = socket.until(|message| match message {
        ServerMessage::Done(receipt) => Some(receipt),
        _ => None,
    });
    assert_eq!(receipt.expect("the socket is open").client.as_deref(), Some("good"));
}

#[test]
fn answers_follow_the_first_snapshot_and_the_missed_updates() {
    let server = TestServer::new();
    let (ann, _bob, game) = duel(&server);
    let seq = snapshot(&ann, &game).seq;
    let act = ClientMessage::Act { seat: None, action: json!("T 1"), seq, client: Some("early".to_owned()) };
    for since in [None, Some(0), Some(seq)].into_iter().cycle().take(30) {
        let mut socket = ann.socket(&game, since).expect("the socket opens");
        socket.send(&act).expect("the socket is open");
        let mut seen = since.unwrap_or(0);
        loop {
            match next(&mut socket) {
                ServerMessage::Snapshot(snapshot) => seen = snapshot.seq,
                ServerMessage::Update(update) => seen = update.seq,
                ServerMessage::Rejected(rejected) => {
                    assert_eq!(rejected.client.as_deref(), Some("early"));
                    break;
                }
                _ => {}
            }
        }
        assert_eq!(seen, seq, "since {since:?}");
    }
}

#[test]
fn malformed_messages_are_rejected_with_their_key() {
    let server = TestServer::new();
    let (ann, _bob, game) = duel(&server);
    let mut socket = ann.socket(&game, None).expect("the socket opens");
    for (text, client) in [
        ("{}", None),
        ("no JSON", None),
        ("{\"type\":\"act\",\"client\":7}", None),
        ("{\"type\":\"act\",\"client\":\"odd\"}", Some("odd")),
        ("{\"type\":\"dance\",\"client\":\"odd\",\"more\":[{}]}", Some("odd")),
    ] {
        socket.send_text(text).expect("the socket is open");
        let rejected = rejection(&mut socket);
        assert_eq!(rejected.code, "bad_message", "{text}");
        assert_eq!(rejected.client.as_deref(), client, "{text}");
    }
}
