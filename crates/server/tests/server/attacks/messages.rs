//! Sockets and streams: malformed and excessive messages, deleted games and banned guests.

use std::time::Duration;

use api::ClientMessage;
use api::client::Message;
use server::bans::Ban;
use server::store::Op;

use crate::setup::{RESIGN, act_first, create, duel, open_game, rejection, snapshot};
use crate::test_server::{Lines, TestServer};

#[test]
fn limits_messages_of_a_socket_and_answers_each() {
    let server = TestServer::with(|config| {
        config.rates.messages_burst = 10;
        config.rates.messages_per_second = 1;
    });
    let ann = server.guest("Ann");
    let game = create(&ann, &open_game());
    let mut socket = ann.socket(&game, None).expect("the socket opens");
    for number in 0..30 {
        let text = format!("{{\"type\":\"undo\",\"seq\":0,\"client\":\"{number}\"}}");
        socket.send_text(&text).expect("the socket is open");
    }
    let mut limited = 0;
    for number in 0..30 {
        let rejected = rejection(&mut socket);
        assert_eq!(rejected.client, Some(number.to_string()));
        limited += usize::from(rejected.code == "too_often");
    }
    assert!((15..=20).contains(&limited), "{limited}");
}

#[test]
fn closes_sockets_of_a_deleted_game() {
    let server = TestServer::new();
    let (ann, _bob, game) = duel(&server);
    let mut watcher = server.visitor().socket(&game, None).expect("the socket opens");
    watcher.receive().expect("the socket starts with a snapshot");
    server.operate(Op::DeleteGame { game: game.clone() });
    // The room notices the deletion when it writes the next action.
    let seq = snapshot(&ann, &game).seq;
    ann.act(&game, seq, "P d4").expect_err("the game is deleted");
    let end = loop {
        if let Err(error) = watcher.receive() {
            break error.to_string();
        }
    };
    assert!(end.contains("the game was closed"), "{end}");
    assert_eq!(ann.game(&game).expect_err("the game is deleted").code(), "not_found");
}

#[test]
fn ends_streams_of_banned_guests() {
    let server = TestServer::new();
    let (ann, bob, game) = duel(&server);
    let token = ann.new_token("bot", &["read"]).expect("the scopes are valid").token.expect("a new token is shown");
    let mut game_events = Lines::open(server.base(), &format!("/api/games/{game}/events"), &token);
    let mut all_events = Lines::open(server.base(), "/api/me/events?since=0", &token);
    assert_eq!(game_events.next()["type"], "snapshot");
    assert_eq!(all_events.next()["what"], "seat_taken");
    let cookie = ann.cookie().expect("Ann has a cookie");
    let id = cookie.split(['=', '.']).nth(1).expect("the cookie contains the guest id");
    let guest = id.parse().expect("the text is a guest id");
    server.operate(Op::Ban { guest, ban: Some(Ban { reason: "a reason".to_owned(), until: None }) });
    // Streams check the guest again every 15 seconds.
    std::thread::sleep(Duration::from_secs(16));
    bob.command(&game, &RESIGN).expect("a player can resign");
    assert_eq!(game_events.next_if_any(), None);
    // Events that were read before the ban may still arrive.
    while let Some(event) = all_events.next_if_any() {
        assert_ne!(event["what"], "resigned");
    }
}

#[test]
fn malformed_messages_change_nothing() {
    let server = TestServer::new();
    let (ann, bob, game) = duel(&server);
    let before = snapshot(&ann, &game);
    let mut socket = bob.socket(&game, None).expect("the socket opens");
    let seq = before.seq;
    for text in [
        "",
        "{",
        "[]",
        "{\"type\":\"win\"}",
        "{\"type\":\"act\"}",
        "{\"type\":\"act\",\"action\":\"P d4\",\"seq\":-1}",
        "{\"type\":\"act\",\"action\":\"P d4\",\"seq\":99999999999999999999}",
        &format!("{{\"type\":\"act\",\"action\":\"P d4\",\"seq\":{seq}}}"),
        &format!("{{\"type\":\"act\",\"action\":\"P d4\",\"seq\":{seq},\"seat\":0}}"),
        &format!("{{\"type\":\"act\",\"action\":\"P d4\",\"seq\":{seq},\"seat\":77}}"),
        &format!("{{\"type\":\"act\",\"action\":{{\"a\":[1,2]}},\"seq\":{seq}}}"),
        &format!("{{\"type\":\"act\",\"action\":\"{}\",\"seq\":{seq}}}", "x".repeat(30_000)),
        &format!("{}1{}", "[".repeat(20_000), "]".repeat(20_000)),
    ] {
        socket.send_text(text).expect("the socket is open");
        assert_eq!(rejection(&mut socket).hash, before.hash, "{}", &text[..text.len().min(80)]);
    }
    assert_eq!(snapshot(&ann, &game).seq, seq);
    act_first(&ann, &game);
}

#[test]
fn closes_sockets_that_send_too_long_or_binary_messages() {
    let server = TestServer::new();
    let (_ann, bob, game) = duel(&server);
    let mut socket = bob.socket(&game, None).expect("the socket opens");
    socket.send_text(&"x".repeat(100_000)).expect("the socket is open");
    assert!(socket.until(|_| None::<()>).is_err());
    let mut socket = bob.socket(&game, None).expect("the socket opens");
    socket.send_frame(Message::binary(vec![1, 2, 3])).expect("the socket is open");
    assert!(socket.until(|_| None::<()>).is_err());
}

#[test]
fn rejects_commands_of_spectators() {
    let server = TestServer::new();
    let (_ann, _bob, game) = duel(&server);
    let mut watcher = server.visitor().socket(&game, None).expect("the socket opens");
    let resign = ClientMessage::Resign { seat: Some(0), client: Some("mine".to_owned()) };
    watcher.send(&resign).expect("the socket is open");
    let rejected = rejection(&mut watcher);
    assert_eq!(rejected.code, "no_guest");
    assert_eq!(rejected.client.as_deref(), Some("mine"));
}
