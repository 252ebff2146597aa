//! Guests: recovery, deletion and tokens.

use api::{NewGame, NewSeat, RecoveryCode, TokenView, Visibility};

use crate::setup::{create, duel, open_game, snapshot};
use crate::test_server::TestServer;

#[test]
fn recovery_code_signs_in_as_the_same_guest() {
    let server = TestServer::new();
    let (ann, _bob, game) = duel(&server);
    let code = ann.new_recovery().expect("Ann is signed in");
    let recovered = server.visitor();
    assert_eq!(recovered.recover(&code).expect("the code is valid").name, "Ann");
    assert!(snapshot(&recovered, &game).you.is_some());
}

#[test]
fn rejects_unknown_recovery_code() {
    let server = TestServer::new();
    let wrong = RecoveryCode { code: "aaaaaaaa-aaaaaaaa-aaaaaaaa-aaaaaaaa".to_owned() };
    assert_eq!(server.visitor().recover(&wrong).expect_err("the code is unknown").code(), "bad_code");
}

#[test]
fn new_name_appears_in_games() {
    let server = TestServer::new();
    let (ann, bob, game) = duel(&server);
    ann.rename("Annabel").expect("the name is valid");
    assert_eq!(snapshot(&bob, &game).table.seats[0].name, "Annabel");
}

#[test]
fn deleted_guest_loses_name_cookie_and_other_devices() {
    let server = TestServer::new();
    let (ann, bob, game) = duel(&server);
    let other_device = server.visitor();
    other_device.recover(&ann.new_recovery().expect("Ann is signed in")).expect("the code is valid");
    let answer = ann.raw("DELETE", "/api/me", &[], None).expect("the server responds");
    assert_eq!(answer.status, 204);
    assert_eq!(ann.cookie(), None);
    assert_eq!(snapshot(&bob, &game).table.seats[0].name, "deleted guest");
    assert_eq!(other_device.me().expect_err("the guest is deleted").code(), "no_guest");
}

#[test]
fn tokens_allow_only_their_scopes() {
    let server = TestServer::new();
    let (ann, _bob, game) = duel(&server);
    let with_scopes = |scopes: &[&str]| {
        let token = ann.new_token("bot", scopes).expect("the scopes are valid").token;
        ann.with_token(&token.expect("a new token is shown"))
    };
    let reader = with_scopes(&["read"]);
    let seq = snapshot(&reader, &game).seq;
    assert_eq!(reader.act(&game, seq, "P d4").expect_err("the token cannot play").code(), "scope");
    assert_eq!(reader.create_game(&open_game()).expect_err("the token cannot create games").code(), "scope");
    let player = with_scopes(&["read", "play"]);
    player.act(&game, seq, "P d4").expect("the token can play");
    assert_eq!(player.new_token("more", &["play"]).expect_err("tokens cannot create tokens").code(), "scope");
}

#[test]
fn rejects_malformed_token() {
    let server = TestServer::new();
    let client = server.visitor().with_token("x");
    assert_eq!(client.me().expect_err("the token is malformed").code(), "bad_token");
}

#[test]
fn deleted_token_stops_working() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let token = ann.new_token("bot", &["read"]).expect("the scopes are valid");
    let client = ann.with_token(&token.token.expect("a new token is shown"));
    client.me().expect("the token is valid");
    let listed: Vec<TokenView> = ann.request("GET", "/api/me/tokens", None::<&()>).expect("Ann is signed in");
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].token, None);
    ann.raw("DELETE", &format!("/api/me/tokens/{}", listed[0].id), &[], None).expect("the server responds");
    assert_eq!(client.me().expect_err("the token is deleted").code(), "bad_token");
}

#[test]
fn guests_cannot_take_the_names_of_computer_players() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    for name in ["Computer, level 5", "c\u{43e}mputer level 3", "level:2", "deleted guest"] {
        assert_eq!(server.visitor().sign_in(name).expect_err("the name is reserved").code(), "look_alike", "{name}");
        assert_eq!(ann.rename(name).expect_err("the name is reserved").code(), "look_alike", "{name}");
    }
}

#[test]
fn a_player_cannot_have_the_name_of_a_bot_at_the_same_table() {
    let server = TestServer::new();
    let (ann, eve) = (server.guest("Ann"), server.guest("Gr\u{435}edy"));
    let bot = NewSeat::Bot { name: "greedy".to_owned() };
    let asg = NewGame { game: Some("asg".to_owned()), visibility: Visibility::Public, ..NewGame::default() };
    let own = NewGame { seats: vec![NewSeat::Me, bot.clone()], ..asg.clone() };
    assert_eq!(eve.create_game(&own).expect_err("the bot has this name").code(), "look_alike");
    let open = NewGame { seats: vec![NewSeat::Open, bot], ..asg };
    let game = create(&ann, &open);
    assert_eq!(eve.join(&game, None).expect_err("the bot has this name").code(), "look_alike");
    let secret = ann.renew(&game, Some(0)).expect("Ann created the game").secret;
    let claimed = eve.claim(&secret.parse().expect("it is a secret"));
    assert_eq!(claimed.expect_err("the bot has this name").code(), "look_alike");
}

#[test]
fn a_player_cannot_take_the_name_of_another_player_while_the_game_is_not_open() {
    let mut server = TestServer::new();
    let (_ann, bob, _game) = duel(&server);
    let cookie = bob.cookie();
    // After a restart, no game is open.
    server.restart();
    let bob = server.visitor();
    bob.set_cookie(cookie);
    assert_eq!(bob.rename("\u{391}nn").expect_err("the name looks like Ann").code(), "look_alike");
    assert_eq!(bob.rename("Bobby").expect("the name is different").name, "Bobby");
}

#[test]
fn a_player_cannot_take_the_name_of_another_player_of_the_game() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let game = create(&ann, &open_game());
    for name in ["Ann", "\u{410}nn", "\u{ff21}NN"] {
        let error = server.guest(name).join(&game, None).expect_err("the name looks like Ann");
        assert_eq!(error.code(), "look_alike", "{name}");
    }
    let bob = server.guest("Bob");
    bob.join(&game, None).expect("the second seat is open");
    assert_eq!(bob.rename("\u{391}nn").expect_err("the name looks like Ann").code(), "look_alike");
    assert_eq!(bob.rename("Bobby").expect("the name is different").name, "Bobby");
}
