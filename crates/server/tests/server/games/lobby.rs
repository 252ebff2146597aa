//! Creating, listing and ending games.

use std::time::{Duration, Instant};

use api::client::Client;
use api::{ClientMessage, ClockRules, GameId, GameSummary, NewGame, NewSeat, Purpose, StageName, StateView};
use serde_json::json;
use server::rules::{Mode, Settings};

use crate::setup::{
    RESIGN, act_first, against, create, duel, finish_turn, open_game, snapshot, three_players_first_resigned, undo,
};
use crate::test_server::TestServer;

/// Returns the games that a query finds.
fn list(client: &Client, query: &str) -> Vec<GameSummary> {
    client.games(query).expect("the query is valid")
}

/// Returns the summary of one game in a list.
fn summary(client: &Client, query: &str, game: &GameId) -> GameSummary {
    list(client, query).into_iter().find(|summary| summary.id == *game).expect("the game is listed")
}

#[test]
fn guests_meet_in_the_lobby_and_play() {
    let server = TestServer::new();
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let game = create(&ann, &open_game());
    let lobby = list(&bob, "stage=waiting");
    assert_eq!(lobby.len(), 1);
    assert_eq!(lobby[0].seats[0].name, "Ann");
    bob.join(&game, None).expect("the second seat is open");
    assert!(list(&bob, "stage=waiting").is_empty());
    let now = snapshot(&ann, &game);
    assert_eq!(now.table.stage, StageName::Running);
    assert_eq!(now.table.to_move, Some(0));
    let receipt = ann.act(&game, now.seq, "P d4").expect("the action is legal");
    let after = snapshot(&bob, &game);
    assert_eq!(after.seq, receipt.seq);
    assert_eq!(after.hash, receipt.hash);
    let StateView::RingRift(state) = after.state else { panic!("expected a RingRift state") };
    assert_eq!(state.stacks["d4"], "1");
    assert_eq!(list(&bob, "mine=true").len(), 1);
    assert!(after.you.expect("Bob holds a seat").legal.is_none(), "it is Ann's turn");
}

/// Ruling D25: games without an edition are standard, which files write as `canon regions=no_main`.
#[test]
fn games_without_an_edition_are_standard() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    for (edition, rules, title) in [
        (None, "square8 2p canon regions=no_main", "square8 2p standard"),
        (Some("standard"), "square8 2p canon regions=no_main", "square8 2p standard"),
        (Some("canon"), "square8 2p canon", "square8 2p canon"),
        (Some("live"), "square8 2p live", "square8 2p live"),
    ] {
        let game = create(&ann, &NewGame { edition: edition.map(str::to_owned), ..open_game() });
        let table = snapshot(&ann, &game).table;
        assert_eq!(table.rules, rules, "{edition:?}");
        assert_eq!(table.rules_title, title, "{edition:?}");
        assert_eq!(summary(&ann, "mine=true", &game).rules_title, title, "{edition:?}");
    }
}

#[test]
fn lists_show_whose_turn_it_is() {
    let server = TestServer::new();
    let (ann, bob, game) = duel(&server);
    let turn = |client: &Client, query: &str| {
        let summary = summary(client, query, &game);
        (summary.to_move, summary.your_turn)
    };
    assert_eq!(turn(&ann, "mine=true"), (Some(0), true));
    assert_eq!(turn(&bob, "mine=true"), (Some(0), false));
    assert_eq!(turn(&server.visitor(), "stage=running"), (Some(0), false));
    finish_turn(&ann, &game);
    assert_eq!(turn(&ann, ""), (Some(1), false));
    assert_eq!(turn(&bob, "stage=running"), (Some(1), true));
    bob.command(&game, &RESIGN).expect("a player can resign");
    assert_eq!(turn(&bob, "stage=over"), (None, false));
}

#[test]
fn waiting_games_have_no_seat_to_move() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let game = create(&ann, &open_game());
    let summary = summary(&ann, "mine=true&stage=waiting", &game);
    assert_eq!(summary.to_move, None);
    assert!(!summary.your_turn);
}

#[test]
fn lists_are_read_page_by_page() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let games = [create(&ann, &open_game()), create(&ann, &open_game())];
    let first = list(&ann, "mine=true&most=1").remove(0);
    let second = list(&ann, &format!("mine=true&most=1&before={}&last={}", first.changed.0, first.id)).remove(0);
    assert_ne!(first.id, second.id);
    assert!(games.contains(&first.id) && games.contains(&second.id));
    assert_eq!(ann.games("before=1&last=nonsense").expect_err("last is not a game id").code(), "bad_last");
}

#[test]
fn player_who_resigned_is_not_to_move() {
    let server = TestServer::new();
    let (players, _) = three_players_first_resigned(&server);
    assert!(!list(&players[0], "mine=true")[0].your_turn);
}

#[test]
fn game_of_three_continues_when_one_resigns() {
    let server = TestServer::new();
    let (players, game) = three_players_first_resigned(&server);
    let now = snapshot(&players[1], &game);
    assert_eq!(now.table.stage, StageName::Running);
    assert_eq!(now.table.seats[0].gone.as_deref(), Some("resignation"));
    // A substitute bot moves for Ann, then it is Bob's turn.
    let deadline = Instant::now() + Duration::from_secs(20);
    while snapshot(&players[1], &game).table.to_move != Some(1) {
        assert!(Instant::now() < deadline, "the substitute does not move");
        std::thread::sleep(Duration::from_millis(20));
    }
    players[1].command(&game, &RESIGN).expect("a player can resign");
    let ending = snapshot(&players[2], &game).table.ending.expect("the game is over");
    assert_eq!(ending.winner, Some(2));
    assert_eq!(ending.ranks, Some(vec![3, 2, 1]));
}

#[test]
fn clock_runs_out_without_any_request() {
    let server = TestServer::new();
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let clock = ClockRules::Increment { base: 300, increment: 0 };
    let game = create(&ann, &NewGame { clock, ..open_game() });
    bob.join(&game, None).expect("the second seat is open");
    std::thread::sleep(Duration::from_millis(500));
    let now = snapshot(&bob, &game);
    let ending = now.table.ending.expect("the game is over");
    assert_eq!(ending.reason, "timeout");
    assert_eq!(ending.winner, Some(1));
    assert_eq!(now.table.clock.left[0], 0);
}

#[test]
fn clocks_stop_while_the_server_is_down() {
    let mut server = TestServer::new();
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let clock = ClockRules::Increment { base: 2_000, increment: 0 };
    let game = create(&ann, &NewGame { clock, ..open_game() });
    bob.join(&game, None).expect("the second seat is open");
    let cookie = ann.cookie();
    server.stop();
    std::thread::sleep(Duration::from_millis(2_500));
    server.start();
    let ann = server.visitor();
    ann.set_cookie(cookie);
    let now = snapshot(&ann, &game);
    assert_eq!(now.table.stage, StageName::Running);
    assert!(now.table.clock.left[0] > 500, "{:?}", now.table.clock);
}

#[test]
fn one_guest_plays_all_seats_of_a_hot_seat_game() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let game = create(&ann, &NewGame { purpose: Purpose::HotSeat, ..NewGame::default() });
    for _ in 0..6 {
        act_first(&ann, &game);
    }
    assert!(list(&server.visitor(), "").is_empty(), "hot-seat games are not public");
}

#[test]
fn analysis_board_starts_anywhere_and_undoes_everything() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let board = NewGame {
        purpose: Purpose::Analysis,
        position: Some("G square8 2p; S a1=11,c1=2,h8=2; M2 a4; H 3,3; P movement".to_owned()),
        ..NewGame::default()
    };
    let game = create(&ann, &board);
    act_first(&ann, &game);
    act_first(&ann, &game);
    undo(&ann, &game);
    undo(&ann, &game);
    assert_eq!(snapshot(&ann, &game).table.actions, 0);
    assert!(list(&server.visitor(), "").is_empty(), "analysis boards are not public");
}

#[test]
fn rematch_rotates_seats_and_keeps_other_devices() {
    let server = TestServer::new();
    let (ann, bob, game) = duel(&server);
    let phone = server.guest("Phone");
    let secret = bob.renew(&game, None).expect("Bob holds the seat").secret;
    phone.claim(&secret.parse().expect("the text is a secret")).expect("the secret opens Bob's seat");
    ann.command(&game, &RESIGN).expect("a player can resign");
    let rematch = ClientMessage::Rematch { seat: None, client: None };
    ann.command(&game, &rematch).expect("Ann can ask for a rematch");
    bob.command(&game, &rematch).expect("Bob can agree");
    let next = snapshot(&ann, &game).table.next_game.expect("the rematch is created");
    let now = snapshot(&bob, &next);
    assert_eq!(now.table.seats[0].name, "Bob");
    assert_eq!(now.table.to_move, Some(0));
    act_first(&bob, &next);
    assert_eq!(snapshot(&phone, &next).you.expect("the phone holds Bob's seat").seats, [0]);
}

#[test]
fn rejects_invalid_requests_with_all_problems() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let seats =
        vec![NewSeat::Me, NewSeat::Bot { name: "level:99".to_owned() }, NewSeat::Agent { name: "x".to_owned() }];
    let request = NewGame { seats, clock: ClockRules::Days { days: 99 }, ..NewGame::default() };
    let text = ann.create_game(&request).expect_err("the request is invalid").to_string();
    for part in ["2 seats, but 3 are given", "seat 1: ", "no agents", "1 to 30, not 99"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn rejects_requests_with_one_invalid_field() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let new = NewGame::default;
    for (case, request, expected) in [
        ("unknown board", NewGame { board: Some("round".to_owned()), ..new() }, "board: "),
        ("too many players", NewGame { players: Some(9), ..new() }, "9"),
        ("unknown game", NewGame { game: Some("chess".to_owned()), ..new() }, "unknown game chess"),
        ("position without pieces", NewGame { position: Some("G square8 2p".to_owned()), ..new() }, "position: "),
    ] {
        let text = ann.create_game(&request).expect_err(case).to_string();
        assert!(text.contains(expected), "{case}: {text}");
    }
}

#[test]
fn games_work_in_every_rules_mode() {
    for mode in [Mode::Shadow, Mode::Spec] {
        let server = TestServer::with_rules(Settings { mode, ..Settings::default() }, |_| {});
        let (ann, bob, game) = duel(&server);
        for player in [&ann, &ann, &bob, &bob] {
            act_first(player, &game);
        }
        let seq = snapshot(&ann, &game).seq;
        assert_eq!(ann.act(&game, seq, "M a1-h3").expect_err("the action is illegal").code(), "illegal");
        let body = json!({ "position": "G square8 2p; S d4=1,h8=2; P movement", "move": "M d4-d5" });
        let evaluated: serde_json::Value =
            ann.request("POST", "/rules/evaluate_move", Some(&body)).expect("the request is valid");
        assert_eq!(evaluated["valid"], true);
    }
}

#[test]
fn running_games_between_people_may_not_be_analysed() {
    let server = TestServer::new();
    let (ann, bob, game) = duel(&server);
    let may_analyse = |game: &GameId| snapshot(&ann, game).table.may_analyse;
    assert!(!may_analyse(&game));
    bob.command(&game, &RESIGN).expect("a player can resign");
    assert!(may_analyse(&game), "the game is over");
    assert!(may_analyse(&create(&ann, &against("level:1"))), "the opponent is a bot");
}

#[test]
fn asg_games_cannot_be_analysed() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let game = create(&ann, &NewGame { game: Some("asg".to_owned()), ..against("level:1") });
    assert!(!snapshot(&ann, &game).table.may_analyse);
}

#[test]
fn ending_names_the_deciding_cells() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let end = |position: &str, action: &str| {
        let game = create(&ann, &NewGame { position: Some(position.to_owned()), ..against("level:1") });
        let seq = snapshot(&ann, &game).seq;
        ann.act(&game, seq, action).expect("the action is legal");
        snapshot(&ann, &game).table.ending.expect("the action ends the game")
    };
    let eliminated = end("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement", "M d4-d5");
    assert_eq!(eliminated.reason, "ring_elimination");
    assert_eq!(eliminated.winner, Some(0));
    assert_eq!(eliminated.cells, ["d5"]);
    let territory = end("G square8 2p; S a5=1,h8=2; C1 a1:h4; M1 b5; P movement", "M a5-c5");
    assert_eq!(territory.reason, "territory_control");
    assert_eq!(territory.cells.len(), 33);
}

#[test]
fn resignation_has_no_deciding_cells() {
    let server = TestServer::new();
    let (ann, bob, game) = duel(&server);
    ann.command(&game, &RESIGN).expect("a player can resign");
    assert!(snapshot(&bob, &game).table.ending.expect("the game is over").cells.is_empty());
}
