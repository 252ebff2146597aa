//! Computer players: who may think, and when.

use std::time::{Duration, Instant};

use api::client::Client;
use api::{GameId, NewGame, NewSeat, ServerMessage, Visibility};

use crate::setup::{create, snapshot};
use crate::test_server::TestServer;

/// Creates a game between two bots.
fn bots_only(client: &Client, level: &str) -> GameId {
    let bot = || NewSeat::Bot { name: level.to_owned() };
    create(client, &NewGame { seats: vec![bot(), bot()], visibility: Visibility::Public, ..NewGame::default() })
}

fn actions(client: &Client, game: &GameId) -> usize {
    snapshot(client, game).table.actions
}

/// Waits until the bots have played.
fn wait_for_actions(client: &Client, game: &GameId) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while actions(client, game) == 0 {
        assert!(Instant::now() < deadline, "the bots do not play");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn games_of_bots_are_played_only_while_a_client_follows_them() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let game = bots_only(&ann, "level:1");
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(actions(&ann, &game), 0);
    let mut socket = ann.socket(&game, None).expect("the socket opens");
    let played = socket.until(|message| match message {
        ServerMessage::Update(update) => Some(update.table.actions),
        _ => None,
    });
    assert!(played.expect("the socket is open") > 0);
    drop(socket);
    let deadline = Instant::now() + Duration::from_secs(20);
    let is_over = || snapshot(&ann, &game).table.ending.is_some();
    loop {
        let before = actions(&ann, &game);
        std::thread::sleep(Duration::from_millis(500));
        if actions(&ann, &game) == before {
            break;
        }
        assert!(Instant::now() < deadline && !is_over(), "the bots play on");
    }
}

#[test]
fn operator_can_let_bots_play_unwatched() {
    let server = TestServer::with(|config| config.bots_play_unwatched = true);
    let ann = server.guest("Ann");
    let game = bots_only(&ann, "level:1");
    wait_for_actions(&ann, &game);
}

/// The server runs one worker. Another guest's strong bots must not delay the answer of a weak bot by a whole choice.
#[test]
fn weak_bot_answers_while_another_guest_fills_the_queue() {
    let server = TestServer::with(|config| {
        config.thinkers = Some(1);
        config.bots_play_unwatched = true;
    });
    let heavy = server.guest("Heavy");
    for _ in 0..10 {
        bots_only(&heavy, "level:10");
    }
    let ann = server.guest("Ann");
    let seats = vec![NewSeat::Bot { name: "level:1".to_owned() }, NewSeat::Me];
    let game = create(&ann, &NewGame { seats, ..NewGame::default() });
    wait_for_actions(&ann, &game);
}
