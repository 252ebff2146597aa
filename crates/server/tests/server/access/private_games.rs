//! Private games: only their players, their creator and guests with a share link can see them.

use std::collections::BTreeSet;

use api::client::Client;
use api::{GameId, NewGame, NewSeat, Purpose, ServerMessage, ShareLink, Visibility};
use serde_json::{Value, json};

use crate::setup::{RESIGN, act_first, create, finish_turn, open_game, snapshot};
use crate::test_server::{Lines, TestServer};

/// Headers with which a request opens a socket. Other routes ignore them.
const UPGRADE: [(&str, &str); 5] = [
    ("content-type", "application/json"),
    ("connection", "upgrade"),
    ("upgrade", "websocket"),
    ("sec-websocket-version", "13"),
    ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
];

/// Starts a private game between two guests, Ann and Bob, in which Ann has acted.
fn private_duel(server: &TestServer, request: &NewGame) -> (Client, Client, GameId) {
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let created = ann.create_game(request).expect("the game is created");
    bob.claim(created.secrets[1].as_ref().expect("the seat is open")).expect("the invitation is valid");
    act_first(&ann, &created.id);
    (ann, bob, created.id)
}

/// Returns a body with which a request to a route about a game is well-formed.
fn body_of(path: &str) -> Value {
    match path.rsplit('/').next().unwrap_or_default() {
        "commands" => json!({ "type": "resign" }),
        "preview" => json!({ "action": "P a1" }),
        "why" => json!({ "cell": "a1" }),
        "watch" => json!({ "secret": "a".repeat(32) }),
        _ => json!({}),
    }
}

/// Returns the method and the path of every route of the server's description with a parameter, and those about games.
fn routes(server: &TestServer) -> (Vec<(String, String)>, BTreeSet<String>) {
    let document: Value = server.visitor().request("GET", "/api/openapi.json", None::<&Value>).expect("it is served");
    let paths = document["paths"].as_object().expect("the description has paths");
    let (about_games, others): (Vec<_>, Vec<_>) =
        paths.iter().filter(|(path, _)| path.contains('{')).partition(|(path, _)| path.starts_with("/api/games/{id}"));
    let mut routes = Vec::new();
    for (path, methods) in about_games {
        let methods = methods.as_object().expect("a path has methods");
        routes.extend(methods.keys().map(|method| (method.to_uppercase(), path.clone())));
    }
    (routes, others.into_iter().map(|(path, _)| path.clone()).collect())
}

/// Sends a request to a route about a game. Returns the status and the error code.
fn ask(client: &Client, (method, path): &(String, String), game: &GameId) -> (u16, String) {
    let body = (method != "GET").then(|| body_of(path).to_string());
    let is_socket = path.ends_with("/socket");
    let headers = if is_socket { &UPGRADE[..] } else { &UPGRADE[..1] };
    let path = path.replace("{id}", game.as_str());
    let response = client.raw(method, &path, headers, body.as_deref().map(str::as_bytes)).expect("the server answers");
    let code = serde_json::from_slice::<Value>(&response.body).ok();
    (response.status, code.and_then(|body| Some(body.get("code")?.as_str()?.to_owned())).unwrap_or_default())
}

#[test]
fn every_route_of_a_private_game_is_closed_to_strangers() {
    let server = TestServer::new();
    let (_ann, _bob, game) = private_duel(&server, &NewGame::default());
    let (eve, visitor) = (server.guest("Eve"), server.visitor());
    let (routes, others) = routes(&server);
    assert!(routes.len() >= 18, "{routes:?}");
    // A route with the id of a game belongs below /api/games/{id}; these have other parameters.
    let known = ["/api/boards/{name}", "/api/lessons/{lesson}/{exercise}", "/api/me/tokens/{id}"];
    assert_eq!(others, known.map(str::to_owned).into_iter().collect::<BTreeSet<String>>());
    for route in &routes {
        let code = if route.1.ends_with("/watch") { "bad_secret" } else { "private" };
        assert_eq!(ask(&eve, route, &game), (403, code.to_owned()), "{route:?}");
        let (status, code) = ask(&visitor, route, &game);
        assert!(
            (status, code.as_str()) == (403, "private") || (status, code.as_str()) == (401, "no_guest"),
            "{route:?}"
        );
    }
    let analysis = eve.request::<Value>("POST", "/api/analyse", Some(&json!({ "game": game })));
    assert_eq!(analysis.expect_err("the game is private").code(), "private");
}

#[test]
fn share_links_let_guests_watch_until_they_are_deleted() {
    let server = TestServer::new();
    let (ann, bob, game) = private_duel(&server, &NewGame::default());
    let eve = server.guest("Eve");
    let ShareLink { path, secret } = ann.share(&game).expect("Ann plays the game");
    assert_eq!(path, format!("/games/{game}#share={secret}"));
    assert_eq!(bob.share(&game).expect("Bob plays the game").secret, secret, "the link stays the same");
    assert_eq!(eve.watch(&game, &"a".repeat(32)).expect_err("the secret is wrong").code(), "bad_secret");
    assert_eq!(eve.watch(&game, "nonsense").expect_err("the secret is malformed").code(), "bad_secret");
    eve.watch(&game, &secret).expect("the link is valid");
    eve.watch(&game, "nonsense").expect("Eve has access already");
    // Streams and sockets do not end by themselves.
    let is_stream = |path: &str| ["/events", "/socket"].iter().any(|end| path.ends_with(end));
    for route in routes(&server).0.iter().filter(|(method, path)| method == "GET" && !is_stream(path)) {
        assert_ne!(ask(&eve, route, &game).1, "private", "{route:?}");
    }
    assert!(snapshot(&eve, &game).you.is_none(), "a viewer only watches");
    assert_eq!(eve.act(&game, 3, "P a1").expect_err("a viewer has no seat").code(), "not_yours");
    assert_eq!(eve.join(&game, None).expect_err("a viewer has no invitation").code(), "private");
    for refused in [eve.share(&game).map(|_| ()), eve.unshare(&game)] {
        assert_eq!(refused.expect_err("a viewer cannot share the game").code(), "not_yours");
    }
    bob.unshare(&game).expect("Bob plays the game");
    assert_eq!(eve.game(&game).expect_err("the access is revoked").code(), "private");
    assert_eq!(eve.watch(&game, &secret).expect_err("the link is deleted").code(), "bad_secret");
    let fresh = ann.share(&game).expect("Ann plays the game").secret;
    assert_ne!(fresh, secret);
    eve.watch(&game, &fresh).expect("the new link is valid");
}

#[test]
fn share_links_survive_a_restart() {
    let mut server = TestServer::new();
    let (ann, _bob, game) = private_duel(&server, &NewGame::default());
    let (eve, cookie) = (server.guest("Eve"), ann.cookie());
    let secret = ann.share(&game).expect("Ann plays the game").secret;
    eve.watch(&game, &secret).expect("the link is valid");
    let viewer = eve.cookie();
    server.restart();
    let (ann, eve) = (server.visitor(), server.visitor());
    ann.set_cookie(cookie);
    eve.set_cookie(viewer);
    assert_eq!(snapshot(&eve, &game).table.id, game);
    assert_eq!(ann.share(&game).expect("Ann plays the game").secret, secret);
    eve.raw("DELETE", "/api/me", &[], None).expect("the guest is deleted");
    server.guest("Dan").watch(&game, &secret).expect("the link is still valid");
}

#[test]
fn a_secret_opens_only_its_own_game() {
    let server = TestServer::new();
    let (ann, _bob, game) = private_duel(&server, &NewGame::default());
    let other = create(&ann, &NewGame::default());
    let secret = ann.share(&game).expect("Ann plays the game").secret;
    ann.share(&other).expect("Ann plays the other game");
    let eve = server.guest("Eve");
    assert_eq!(eve.watch(&other, &secret).expect_err("the link is of another game").code(), "bad_secret");
    assert_eq!(ann.share(&create(&ann, &open_game())).expect_err("the game is public").code(), "public_game");
}

#[test]
fn open_sockets_and_streams_end_when_access_is_revoked() {
    let server = TestServer::new();
    let (ann, _bob, game) = private_duel(&server, &NewGame::default());
    let eve = server.guest("Eve");
    let secret = ann.share(&game).expect("Ann plays the game").secret;
    eve.watch(&game, &secret).expect("the link is valid");
    let mut socket = eve.socket(&game, None).expect("a viewer can open a socket");
    assert!(matches!(socket.receive(), Ok(ServerMessage::Snapshot(_))));
    let token = eve.new_token("reader", &["read"]).expect("the scope exists").token.expect("it is shown once");
    let mut lines = Lines::open(server.base(), &format!("/api/games/{game}/events"), &token);
    lines.next();
    ann.unshare(&game).expect("Ann plays the game");
    let closed = loop {
        if let Err(error) = socket.receive() {
            break error.to_string();
        }
    };
    assert!(closed.contains("1008") && closed.contains("no access"), "{closed}");
    while lines.next_if_any().is_some() {}
    assert!(eve.socket(&game, None).is_err(), "a new socket is refused");
}

#[test]
fn a_device_that_loses_its_seat_loses_its_access() {
    let server = TestServer::new();
    let (ann, phone) = (server.guest("Ann"), server.guest("Phone"));
    let created = ann.create_game(&NewGame::default()).expect("the game is created");
    phone.claim(created.secrets[0].as_ref().expect("the seat has a secret")).expect("the secret opens Ann's seat");
    let mut socket = phone.socket(&created.id, None).expect("the phone holds the seat");
    ann.renew(&created.id, None).expect("Ann holds the seat");
    while socket.receive().is_ok() {}
    assert_eq!(phone.game(&created.id).expect_err("the seat is lost").code(), "private");
}

#[test]
fn players_who_resigned_and_creators_without_a_seat_keep_their_access() {
    let server = TestServer::new();
    let (ann, bob, game) = private_duel(&server, &NewGame::default());
    bob.command(&game, &RESIGN).expect("a player can resign");
    for player in [&ann, &bob] {
        assert!(player.raw("GET", &format!("/api/games/{game}/record"), &[], None).is_ok_and(|got| got.status == 200));
    }
    let bots = vec![NewSeat::Bot { name: "level:1".to_owned() }; 2];
    let watched = create(&ann, &NewGame { seats: bots, ..NewGame::default() });
    assert!(snapshot(&ann, &watched).you.is_none());
    assert_eq!(bob.game(&watched).expect_err("Bob has not created it").code(), "private");
    let secret = ann.share(&watched).expect("Ann created the game").secret;
    bob.watch(&watched, &secret).expect("the link is valid");
}

#[test]
fn boards_on_one_screen_and_for_analysis_belong_to_their_owner() {
    let server = TestServer::new();
    let (ann, eve) = (server.guest("Ann"), server.guest("Eve"));
    let record = json!({ "record": "[Board \"square8\"]\n\n1. P d4*2; M d4-d6" });
    let imported: Value = ann.request("POST", "/api/import", Some(&record)).expect("the record is valid");
    let mut games = vec![imported["id"].as_str().expect("it has an id").parse().expect("it is an id")];
    for purpose in [Purpose::HotSeat, Purpose::Analysis] {
        games.push(create(&ann, &NewGame { purpose, seats: vec![NewSeat::Me; 2], ..NewGame::default() }));
    }
    for game in &games {
        assert_eq!(eve.game(game).expect_err("the board is Ann's").code(), "private");
        assert_eq!(&snapshot(&ann, game).table.id, game);
    }
}

#[test]
fn tokens_see_what_their_guest_sees() {
    let server = TestServer::new();
    let (ann, _bob, game) = private_duel(&server, &NewGame::default());
    let eve = server.guest("Eve");
    let with = |client: &Client, scopes: &[&str]| {
        let token = client.new_token("program", scopes).expect("the scopes exist").token.expect("it is shown once");
        client.with_token(&token)
    };
    let (reader, player) = (with(&eve, &["read"]), with(&ann, &["play"]));
    assert_eq!(reader.game(&game).expect_err("Eve has no access").code(), "private");
    assert_eq!(reader.share(&game).expect_err("the token only reads").code(), "scope");
    reader.watch(&game, &player.share(&game).expect("the token may play").secret).expect("the link is valid");
    assert_eq!(reader.game(&game).map(|now| now.table.id), Ok(game.clone()));
    assert_eq!(eve.game(&game).map(|now| now.table.id), Ok(game.clone()));
    assert_eq!(player.game(&game).expect_err("the token does not read").code(), "scope");
    player.command(&game, &RESIGN).expect("the token may play");
}

#[test]
fn viewers_of_delayed_games_see_the_past() {
    let server = TestServer::new();
    let delayed = NewGame { spectator_delay: 60_000, ..NewGame::default() };
    let (ann, _bob, game) = private_duel(&server, &delayed);
    finish_turn(&ann, &game);
    let eve = server.guest("Eve");
    eve.watch(&game, &ann.share(&game).expect("Ann plays the game").secret).expect("the link is valid");
    let (seen, now) = (snapshot(&eve, &game), snapshot(&ann, &game));
    assert!(seen.seq < now.seq && seen.moves.is_empty(), "{} {}", seen.seq, now.seq);
    assert_eq!(eve.legal(&game).expect_err("viewers see the past").code(), "delayed");
}

/// Link previews are made by programs without access, from the head of the page.
#[test]
fn only_public_games_have_link_previews() {
    let server = TestServer::new();
    let (ann, _, private) = private_duel(&server, &NewGame::default());
    let (.., public) = private_duel(&server, &NewGame { visibility: Visibility::Public, ..NewGame::default() });
    let page = |game: &GameId| ann.raw("GET", &format!("/games/{game}"), &[], None).expect("the page is served").text();
    let shown = page(&public);
    assert!(shown.contains("<meta property=\"og:title\" content=\"Ann – Bob · RingRift\">"), "{shown}");
    assert!(shown.contains(&format!("/api/games/{public}/picture.png?width=1200\">")), "{shown}");
    for hidden in [page(&private), page(&GameId::random())] {
        assert!(!hidden.contains("og:") && hidden.contains("game-page.js"), "{hidden}");
    }
}
