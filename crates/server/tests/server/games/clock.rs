//! Starts of the server with a wrong system time. The tests shift all stored times instead of the system time.

use api::client::Client;
use api::{ClockRules, NewGame};
use server::time::DAY;

use crate::setup::{act_first, create, duel, open_game, snapshot};
use crate::test_server::TestServer;

/// Returns a client of the same guest after a restart, which changes the port.
fn same_guest(server: &TestServer, client: &Client) -> Client {
    let same = server.visitor();
    same.set_cookie(client.cookie());
    same
}

/// Shifts all stored times by a number of days.
fn shift(server: &TestServer, days: i64) {
    let millis = days * DAY as i64;
    server.sql(&format!(
        "DROP TRIGGER IF EXISTS entries_never_change;
         UPDATE meta SET value = value + {millis} WHERE key = 'alive';
         UPDATE guests SET seen = seen + {millis};
         UPDATE games SET changed = changed + {millis}, wake = wake + {millis};
         UPDATE entries SET at = at + {millis};"
    ));
}

#[test]
fn a_clock_far_ahead_deletes_nothing_until_the_operator_accepts_it() {
    let mut server = TestServer::new();
    let ann = server.guest("Ann");
    server.stop();
    shift(&server, -200);
    let error = server.try_start().expect_err("Ann would be deleted");
    assert!(error.contains("--accept-clock") && error.contains("delete inactive guests"), "{error}");
    shift(&server, 200);
    server.start();
    assert_eq!(same_guest(&server, &ann).me().expect("Ann was not deleted").name, "Ann");
    server.stop();
    shift(&server, -200);
    server.configure(|config| config.accept_clock = true);
    server.start();
}

#[test]
fn a_clock_far_ahead_ends_no_game() {
    let mut server = TestServer::new();
    create(&server.guest("Ann"), &open_game());
    server.stop();
    shift(&server, -15);
    let error = server.try_start().expect_err("the game would end");
    assert!(error.contains("end idle games"), "{error}");
}

#[test]
fn a_server_that_was_off_for_long_starts_if_nothing_would_be_lost() {
    let mut server = TestServer::new();
    server.guest("Ann");
    server.stop();
    shift(&server, -100);
    server.start();
}

#[test]
fn time_comes_back_when_the_clock_does() {
    let mut server = TestServer::new();
    let (ann, bob, _) = duel(&server);
    let clock = ClockRules::Increment { base: 600_000, increment: 0 };
    let game = create(&ann, &NewGame { clock, ..open_game() });
    bob.join(&game, None).expect("the second seat is open");
    let left = |client: &Client| snapshot(client, &game).table.clock.left[0];
    let before = left(&ann);
    server.stop();
    shift(&server, 200);
    let error = server.try_start().expect_err("the system time is 200 days behind");
    assert!(error.contains("--accept-clock"), "{error}");
    server.configure(|config| config.accept_clock = true);
    server.start();
    let ann = same_guest(&server, &ann);
    act_first(&ann, &game);
    assert!((before - 60_000..=before).contains(&left(&ann)), "the jump of the clock is not charged");
    let tomorrow = server::time::SteadyClock::start().now().plus(DAY);
    let games = ann.games("mine=true").expect("the games are listed");
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game.changed < tomorrow), "the times of all unfinished games come back: {games:?}");
}
