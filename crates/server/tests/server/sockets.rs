//! Sockets: order, resumption, commands and malformed messages.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use api::client::{Client, Replica, ReplicaStatus, Socket};
use api::{ClientMessage, GameId, NewGame, Purpose, ServerMessage};
use serde_json::json;

use crate::setup::{act_first, create, duel, finish_turn, rejection, snapshot, undo};
use crate::test_server::TestServer;

fn next(socket: &mut Socket) -> ServerMessage {
    socket.receive().expect("the socket is open")
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

#[test]
fn requests_without_an_upgrade_are_rejected_as_json() {
    let server = TestServer::new();
    let (ann, _, game) = duel(&server);
    let upgrade = [("connection", "upgrade"), ("upgrade", "websocket"), ("sec-websocket-version", "1")];
    for path in [format!("/api/games/{game}/socket"), "/api/me/socket".to_owned()] {
        for headers in [&[][..], &upgrade] {
            let answer = ann.raw("GET", &path, headers, None).expect("the server responds");
            let error: api::ErrorView = serde_json::from_slice(&answer.body).expect("the error is JSON");
            assert_eq!((answer.status, error.code.as_str()), (400, "no_upgrade"), "{path}: {}", error.message);
        }
        assert_eq!(ann.raw("HEAD", &path, &[], None).expect("the server responds").status, 400, "{path}");
    }
}

/// A frame announces its length before its content, and the server would keep a long one in memory until it is complete.
#[test]
fn sockets_end_when_a_frame_announces_too_much() {
    let server = TestServer::new();
    let (ann, _, game) = duel(&server);
    let address = server.base().trim_start_matches("http://");
    for path in [format!("/api/games/{game}/socket"), "/api/me/socket".to_owned()] {
        let mut stream = std::net::TcpStream::connect(address).expect("the server accepts connections");
        stream.set_read_timeout(Some(Duration::from_secs(10))).expect("the timeout is valid");
        let head = format!(
            "GET {path} HTTP/1.1\r\nhost: {address}\r\ncookie: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            ann.cookie().expect("Ann is signed in")
        );
        stream.write_all(head.as_bytes()).expect("the request can be sent");
        // The head of a masked text frame of one mebibyte, and a few bytes of it.
        stream.write_all(&[0x81, 0xff, 0, 0, 0, 0, 0, 16, 0, 0, 1, 2, 3, 4, 5, 6]).expect("the frame can be sent");
        let mut received = Vec::new();
        let ended = stream.read_to_end(&mut received);
        let is_reset = |error: &std::io::Error| error.kind() == std::io::ErrorKind::ConnectionReset;
        assert!(ended.is_ok() || ended.as_ref().is_err_and(is_reset), "{path}: {ended:?}");
        assert!(received.starts_with(b"HTTP/1.1 101"), "{path}: {}", String::from_utf8_lossy(&received));
    }
}

/// Imports an ASG match.
pub(crate) fn long_game(client: &Client, plies: usize) -> GameId {
    let mut file = serde_json::to_value(asg::library::ALL[0].scenario().file()).expect("the map can be serialized");
    file["settings"]["turnCapPlies"] = json!(plies + 100);
    let scenario = std::sync::Arc::new(asg::Scenario::from_json(&file).expect("the map is valid"));
    let mut replay = asg::Replay::new(scenario, asg::Rules::V0, 1, "2026-11-16");
    replay.turns = (0..plies).map(|_| asg::replay::Turn::new("bot", Vec::new())).collect();
    let body = json!({ "record": replay.to_json() }).to_string();
    let headers = [("content-type", "application/json")];
    let answer = client.raw("POST", "/api/import", &headers, Some(body.as_bytes())).expect("the server responds");
    let imported: api::ImportedView = serde_json::from_slice(&answer.body).expect("the replay is imported");
    assert_eq!(imported.actions, plies);
    imported.id
}

/// Resuming from the first entry once replayed the game for every few updates, on the threads that serve all connections.
#[test]
fn sockets_that_resume_a_long_game_do_not_delay_other_requests() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let game = long_game(&ann, 900);
    let end = Instant::now() + Duration::from_secs(3);
    let times: Vec<Duration> = std::thread::scope(|scope| {
        for _ in 0..10 {
            let mut socket = ann.socket(&game, Some(1)).expect("the socket opens");
            scope.spawn(move || {
                let first = next(&mut socket);
                assert!(matches!(&first, ServerMessage::Update(update) if update.seq == 2), "{first:?}");
                let is_last = |message| matches!(message, ServerMessage::Update(update) if update.seq >= 900);
                while Instant::now() < end && socket.receive().is_ok_and(|message| !is_last(message)) {}
            });
        }
        let visitor = server.visitor();
        let time = |_| {
            let started = Instant::now();
            assert_eq!(visitor.raw("GET", "/health", &[], None).expect("the server responds").status, 200);
            std::thread::sleep(Duration::from_millis(20));
            started.elapsed()
        };
        (0..40).map(time).collect()
    });
    let slow = times.iter().filter(|time| **time > Duration::from_millis(500)).count();
    assert!(slow <= 4, "{slow} of 40 requests took more than half a second: {times:?}");
}

#[test]
fn snapshots_longer_than_a_frame_arrive_whole() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let game = create(&ann, &NewGame { purpose: Purpose::Analysis, ..NewGame::default() });
    for _ in 0..20 {
        act_first(&ann, &game);
    }
    let mut socket = ann.socket(&game, None).expect("the socket opens");
    let message = next(&mut socket);
    assert!(serde_json::to_string(&message).expect("a message serializes to JSON").len() > 4_096);
    let ServerMessage::Snapshot(received) = message else { panic!("expected a snapshot") };
    assert_eq!(received.hash, snapshot(&ann, &game).hash);
}
