//! Spectators of games with a spectator delay.

use std::time::{Duration, Instant};

use api::client::Client;
use api::{NewGame, ServerMessage};

use crate::setup::{RESIGN, act_first, create, open_game, snapshot};
use crate::test_server::TestServer;

#[test]
fn delayed_spectators_see_updates_later_than_players() {
    let server = TestServer::new();
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let game = create(&ann, &NewGame { spectator_delay: 1_500, ..open_game() });
    bob.join(&game, None).expect("the second seat is open");
    std::thread::sleep(Duration::from_millis(1_600));
    let mut watcher = server.visitor().socket(&game, None).expect("the socket opens");
    let first = watcher.receive().expect("the socket is open");
    let ServerMessage::Snapshot(first) = first else { panic!("expected a snapshot") };
    let started = Instant::now();
    act_first(&ann, &game);
    assert_eq!(snapshot(&server.visitor(), &game).seq, first.seq);
    assert_eq!(server.visitor().legal(&game).expect_err("spectators are delayed").code(), "delayed");
    let update = watcher.receive().expect("the socket is open");
    let ServerMessage::Update(update) = update else { panic!("expected an update") };
    assert!(started.elapsed() >= Duration::from_millis(1_400), "{:?}", started.elapsed());
    assert_eq!(update.seq, first.seq + 1);
    assert_eq!(snapshot(&bob, &game).seq, update.seq, "players see the action at once");
}

#[test]
fn lists_hide_the_result_of_a_delayed_game() {
    let server = TestServer::new();
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let game = create(&ann, &NewGame { spectator_delay: 1_500, ..open_game() });
    bob.join(&game, None).expect("the second seat is open");
    bob.command(&game, &RESIGN).expect("a player can resign");
    let listed = |client: &Client, query: &str| client.games(query).expect("the query is valid").remove(0);
    assert_eq!(listed(&bob, "mine=true").stage, "over");
    assert_eq!(listed(&server.visitor(), "").stage, "running");
    assert!(server.visitor().games("stage=over").expect("the query is valid").is_empty());
    std::thread::sleep(Duration::from_millis(1_600));
    assert_eq!(listed(&server.visitor(), "").ranks.as_deref(), Some("1/2"));
}

/// The attack: lists show when the players of a delayed game act, how often, and that the game has ended.
#[test]
fn lists_do_not_reveal_activity_of_delayed_games() {
    let server = TestServer::new();
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let delayed = create(&ann, &NewGame { spectator_delay: 3_000, ..open_game() });
    bob.join(&delayed, None).expect("the second seat is open");
    let other = create(&ann, &open_game());
    bob.join(&other, None).expect("the second seat is open");
    let visitor = server.visitor();
    let listed = |query: &str| visitor.games(query).expect("the query is valid");
    let before = listed("stage=running");
    assert_eq!(before.iter().map(|game| &game.id).collect::<Vec<_>>(), [&other, &delayed]);
    act_first(&ann, &delayed);
    act_first(&ann, &delayed);
    assert_eq!(listed("stage=running"), before, "after two actions");
    bob.command(&delayed, &RESIGN).expect("a player can resign");
    for query in ["stage=running", ""] {
        assert_eq!(listed(query), before, "after the end, {query:?}");
        let page = listed(&format!("{query}&most=1&before={}&last={}", before[0].changed.0, before[0].id));
        assert_eq!(page, before[1..], "second page, {query:?}");
    }
    assert_eq!(listed("stage=over"), []);
    let own = ann.games("mine=true&stage=over").expect("the query is valid");
    assert_eq!((own.len(), own[0].actions), (1, 2), "players see their games at once");
    std::thread::sleep(Duration::from_millis(3_100));
    let over = listed("stage=over");
    assert_eq!((over.len(), over[0].actions), (1, 2));
    assert!(over[0].changed > before[1].changed);
    assert_eq!(listed("stage=running"), before[..1]);
    assert_eq!(listed("")[0].id, delayed, "the list is ordered by the end of the game");
}

#[test]
fn rejections_do_not_reveal_activity_of_delayed_games() {
    let server = TestServer::new();
    let (ann, bob, cleo) = (server.guest("Ann"), server.guest("Bob"), server.guest("Cleo"));
    let game = create(&ann, &NewGame { spectator_delay: 60_000, ..open_game() });
    bob.join(&game, None).expect("the second seat is open");
    act_first(&ann, &game);
    let seen = snapshot(&cleo, &game);
    assert!(seen.seq < snapshot(&ann, &game).seq);
    let post = |path: &str, body: &str| {
        let headers = [("content-type", "application/json")];
        let answer = cleo.raw("POST", &format!("/api/games/{game}/{path}"), &headers, Some(body.as_bytes()));
        let body = answer.expect("the server responds").body;
        let value: serde_json::Value = serde_json::from_slice(&body).expect("the answer is JSON");
        (value["seq"].as_u64(), value["hash"].as_str().map(str::to_owned))
    };
    let visible = (Some(seen.seq), Some(seen.hash.clone()));
    assert_eq!(post("join", "{}"), visible, "the game has begun");
    assert_eq!(post("commands", r#"{"type":"sync"}"#), visible);
    let mut socket = cleo.socket(&game, None).expect("the socket opens");
    let _ = socket.receive().expect("the socket is open");
    socket.send_text("nonsense").expect("the socket is open");
    let ServerMessage::Rejected(rejection) = socket.receive().expect("the socket is open") else {
        panic!("expected a rejection")
    };
    assert_eq!((Some(rejection.seq), Some(rejection.hash)), visible);
}
