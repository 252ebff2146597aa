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
