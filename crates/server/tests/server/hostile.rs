//! Malformed, forged and excessive requests.

use std::time::{Duration, Instant};

use api::client::{Client, Message, Socket};
use api::{ClientMessage, GameId, GuestView, NewGame, NewSeat, PliesView, Rejection, ServerMessage};
use serde_json::json;
use server::Rates;
use server::bans::Ban;
use server::store::Op;

use crate::setup::{RESIGN, act_first, create, duel, open_game, snapshot};
use crate::test_server::{Lines, TestServer};

const JSON: (&str, &str) = ("content-type", "application/json");

/// Sends a request; returns the status and the error code.
fn status_and_code(client: &Client, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> (u16, String) {
    let answer = client.raw(method, path, headers, Some(body)).expect("the server responds");
    let value: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    (answer.status, value["code"].as_str().unwrap_or_default().to_owned())
}

/// Returns the status of a GET request.
fn status_of(client: &Client, path: &str) -> u16 {
    client.raw("GET", path, &[], None).expect("the server responds").status
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
fn rejects_malformed_bodies() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep_scenario = format!("{{\"game\":\"asg\",\"scenario\":{deep}}}");
    let bodies: [&[u8]; 10] = [
        b"",
        b"{",
        b"null",
        b"[]",
        b"[\"ringrift\"]",
        b"\"x\"",
        b"{\"board\":7}",
        b"{\"unknown\":1}",
        b"\xff\xfe",
        deep_scenario.as_bytes(),
    ];
    for body in bodies {
        let (status, code) = status_and_code(&ann, "POST", "/api/games", &[JSON], body);
        assert!((400..500).contains(&status), "{status}");
        assert_eq!(code, "bad_body");
    }
}

#[test]
fn rejects_too_long_bodies_and_wrong_content_types() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let huge = vec![b' '; 300 * 1024];
    assert_eq!(status_and_code(&ann, "POST", "/api/games", &[JSON], &huge).0, 413);
    assert_eq!(status_and_code(&ann, "POST", "/api/games", &[], b"{}").0, 415);
}

#[test]
fn rejects_invalid_maps() {
    let server = TestServer::new();
    let scenario = json!({ "game": "asg", "scenario": { "nodes": [1, 2, 3] } }).to_string();
    let rejected = status_and_code(&server.guest("Ann"), "POST", "/api/games", &[JSON], scenario.as_bytes());
    assert_eq!(rejected, (422, "bad_game".to_owned()));
}

#[test]
fn unknown_paths_and_games_are_not_found() {
    let server = TestServer::new();
    let visitor = server.visitor();
    for path in ["/api/games/x", "/api/games/ABCDEFGH", "/api/games/..%2f..%2fetc", "/nowhere", "/api/games/aaaaaaaa"] {
        assert_eq!(status_of(&visitor, path), 404, "{path}");
    }
}

#[test]
fn rejects_malformed_queries() {
    let server = TestServer::new();
    assert_eq!(status_of(&server.visitor(), "/api/games?most=x"), 400);
    assert_eq!(status_of(&server.visitor(), "/api/games?stage=lost"), 400);
}

#[test]
fn ignores_forged_cookies() {
    let server = TestServer::new();
    let (ann, _bob, game) = duel(&server);
    let cookie = ann.cookie().expect("Ann has a cookie");
    let visitor = server.visitor();
    let (head, mac) = cookie.rsplit_once('.').expect("the cookie ends with its MAC");
    let wrong_mac: String = mac.chars().map(|c| if c == 'a' { 'b' } else { 'a' }).collect();
    for forged in [format!("{head}.{wrong_mac}"), "ringside=x".to_owned(), cookie.replace(".0.", ".1.")] {
        visitor.set_cookie(Some(forged));
        assert_eq!(visitor.me().expect_err("the cookie is forged").code(), "no_guest");
    }
    visitor.set_cookie(Some(cookie));
    assert!(snapshot(&visitor, &game).you.is_some(), "the genuine cookie works");
}

#[test]
fn ending_sessions_revokes_all_other_cookies() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let other_device = server.visitor();
    other_device.set_cookie(ann.cookie());
    let _: GuestView = ann.request("POST", "/api/me/end-cookies", Some(&json!({}))).expect("Ann is signed in");
    assert_eq!(other_device.me().expect_err("the cookie is revoked").code(), "no_guest");
    assert_eq!(ann.me().expect("Ann has a new cookie").name, "Ann");
}

#[test]
fn rejects_requests_from_pages_of_other_sites() {
    let server = TestServer::new();
    let (ann, _bob, game) = duel(&server);
    let resign = json!({ "type": "resign" }).to_string();
    let path = format!("/api/games/{game}/commands");
    let evil = ("origin", "https://evil.example");
    let rejected = status_and_code(&ann, "POST", &path, &[JSON, evil], resign.as_bytes());
    assert_eq!(rejected, (403, "foreign_origin".to_owned()));
    let cross = ("sec-fetch-site", "cross-site");
    assert_eq!(status_and_code(&ann, "POST", &path, &[JSON, cross], resign.as_bytes()).0, 403);
    let url = format!("{}/api/games/{game}/socket", server.base().replacen("http", "ws", 1));
    assert!(Socket::open(&url, ann.cookie().as_deref(), None, Some("https://evil.example")).is_err());
    assert!(Socket::open(&url, ann.cookie().as_deref(), None, Some(server.base())).is_ok());
}

#[test]
fn responses_have_security_headers() {
    let server = TestServer::new();
    let answer = server.visitor().raw("GET", "/", &[], None).expect("the server responds");
    let policy = answer.header("content-security-policy").expect("the page has a content security policy");
    assert!(!policy.contains("unsafe"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
}

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
fn limits_new_guests_and_games() {
    let server = TestServer::with(|config| {
        config.rates = Rates { new_per_minute: 1, new_burst: 3, ..config.rates };
    });
    let ann = server.guest("Ann");
    create(&ann, &open_game());
    create(&ann, &open_game());
    assert_eq!(ann.create_game(&open_game()).expect_err("the limit is 3").code(), "too_often");
}

#[test]
fn limits_requests_of_a_guest() {
    let server = TestServer::with(|config| {
        config.rates = Rates { requests_per_second: 1, requests_burst: 20, ..config.rates };
    });
    let ann = server.guest("Ann");
    let mut responses = (0..400).map(|_| ann.raw("GET", "/api/me", &[], None).expect("the server responds"));
    let limited = responses.find(|response| response.status == 429).expect("a request exceeds the limit");
    assert_eq!(limited.header("retry-after"), Some("1"));
}

#[test]
fn limits_requests_with_forged_tokens() {
    let server = TestServer::with(|config| {
        config.rates = Rates { requests_per_second: 1, requests_burst: 3, ..Rates::default() };
    });
    let forger = server.visitor().with_token(&"a".repeat(32));
    let statuses: Vec<u16> = (0..60).map(|_| status_of(&forger, "/api/me")).collect();
    assert_eq!(statuses[0], 401);
    assert!(statuses.contains(&429), "{statuses:?}");
}

#[test]
fn rules_service_has_its_own_higher_limit() {
    let server = TestServer::with(|config| config.rates = Rates::default());
    let body = json!({ "position": "G square8 2p; S d4=1,h8=2; H 3,2; P movement", "move": "M d4-d5" }).to_string();
    for _ in 0..300 {
        let answer = server.visitor().raw("POST", "/rules/evaluate_move", &[JSON], Some(body.as_bytes()));
        assert_eq!(answer.expect("the server responds").status, 200);
    }
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
fn limits_unfinished_games_of_a_guest() {
    let server = TestServer::with(|config| config.games_per_guest = 2);
    let ann = server.guest("Ann");
    let first = create(&ann, &open_game());
    create(&ann, &open_game());
    assert_eq!(ann.create_game(&open_game()).expect_err("the limit is 2").code(), "too_many_games");
    let abort = ClientMessage::Abort { seat: None, client: None };
    ann.command(&first, &abort).expect("a game that has not started can be aborted");
    create(&ann, &open_game());
}

#[test]
fn rejects_hosts_of_other_sites() {
    let server = TestServer::new();
    let address = server.base().trim_start_matches("http://").to_owned();
    let respond = |host: &str| {
        let mut stream = std::net::TcpStream::connect(&address).expect("the server accepts connections");
        let head =
            format!("GET /api/games HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: close\r\n\r\n");
        std::io::Write::write_all(&mut stream, head.as_bytes()).expect("the request can be sent");
        std::io::read_to_string(stream).expect("the server responds")
    };
    let rejected = respond("rebound.example:7477");
    assert!(rejected.starts_with("HTTP/1.1 421") && rejected.contains("unknown_host"), "{rejected}");
    assert!(respond(&address).starts_with("HTTP/1.1 200"));
}

#[test]
fn metrics_are_not_available_through_a_proxy() {
    let code = |server: &TestServer, headers: &[(&str, &str)]| {
        status_and_code(&server.visitor(), "GET", "/metrics", headers, b"")
    };
    let local_only = (403, "local_only".to_owned());
    let server = TestServer::new();
    assert_eq!(code(&server, &[]).0, 404, "metrics are disabled in tests, but the request is allowed");
    assert_eq!(code(&server, &[("x-forwarded-for", "127.0.0.1")]), local_only);
    assert_eq!(code(&server, &[("via", "1.1 proxy")]), local_only);
    let behind_proxy = TestServer::with(|config| config.trusted_proxies = vec!["127.0.0.1".to_owned()]);
    assert_eq!(code(&behind_proxy, &[]), local_only);
    let with_tls = TestServer::with(|config| config.tls = true);
    assert_eq!(code(&with_tls, &[]), local_only);
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

#[test]
fn guest_ids_and_secrets_are_not_sent_to_others() {
    let server = TestServer::new();
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let created = ann.create_game(&open_game()).expect("the game is created");
    bob.join(&created.id, None).expect("the second seat is open");
    let id = &created.id;
    let mut received = String::new();
    for path in [format!("/api/games/{id}"), "/api/games".to_owned(), format!("/games/{id}"), "/".to_owned()] {
        received += &bob.raw("GET", &path, &[], None).expect("the server responds").text();
    }
    let mut socket = bob.socket(id, Some(0)).expect("the socket opens");
    for _ in 0..3 {
        let message = socket.receive().expect("the socket is open");
        received += &serde_json::to_string(&message).expect("the message can be serialized");
    }
    let cookie = ann.cookie().expect("Ann has a cookie");
    let guest_id = cookie.trim_start_matches("ringside=").split('.').next().expect("the cookie has a value");
    assert!(!received.contains(guest_id));
    for secret in created.secrets.iter().flatten() {
        assert!(!received.contains(secret.as_str()));
    }
}

#[test]
fn guests_cannot_use_agents_that_are_not_public() {
    let server = TestServer::with(|config| {
        let text = "[agents.stub]\nkind = \"http\"\nurl = \"http://127.0.0.1:9\"\ntimeout_ms = 500\n";
        config.agents = server::Config::parse(text).expect("the configuration is valid").agents;
    });
    let seats = vec![NewSeat::Me, NewSeat::Agent { name: "stub".to_owned() }];
    let request = NewGame { seats, ..NewGame::default() };
    let error = server.guest("Ann").create_game(&request).expect_err("the agent is not public");
    assert_eq!(error.code(), "bad_game");
}

/// Starts a server with a public agent and a game between Ann and that agent. The agent moves first.
fn game_against_agent(url: &str, game: &str) -> (TestServer, Client, GameId) {
    let text = format!("[agents.stub]\nkind = \"http\"\nurl = \"{url}\"\ntimeout_ms = 1000\npublic = true\n");
    let agents = server::Config::parse(&text).expect("the configuration is valid").agents;
    let server = TestServer::with(|config| config.agents = agents);
    let ann = server.guest("Ann");
    let seats = vec![NewSeat::Agent { name: "stub".to_owned() }, NewSeat::Me];
    let id = create(&ann, &NewGame { game: Some(game.to_owned()), seats, ..NewGame::default() });
    (server, ann, id)
}

/// Serves the agent stub until the test process ends. Returns its URL.
fn start_stub() -> String {
    use axum::body::Bytes;
    use axum::http::{Method, Uri, header};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let url = format!("http://{}", listener.local_addr().expect("the listener has an address"));
    listener.set_nonblocking(true).expect("the listener can be made non-blocking");
    let handle = |method: Method, uri: Uri, body: Bytes| async move {
        let response = arena::stub::respond(method.as_str(), uri.path(), &body, &arena::stub::StubOptions::default());
        ([(header::CONTENT_TYPE, response.content_type)], response.body)
    };
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime starts");
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener).expect("the listener is non-blocking");
            axum::serve(listener, axum::Router::new().fallback(handle)).await
        })
    });
    url
}

#[test]
fn agents_move_and_their_notes_stay_hidden_until_the_end() {
    let url = start_stub();
    for game in ["ringrift", "asg"] {
        let (_server, ann, id) = game_against_agent(&url, game);
        let deadline = Instant::now() + Duration::from_secs(20);
        while snapshot(&ann, &id).table.to_move != Some(1) {
            assert!(Instant::now() < deadline, "the agent does not move");
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(!snapshot(&ann, &id).moves.is_empty());
        check_notes(&ann, &id);
    }
}

/// Checks that the record and the history contain the notes of the agent after the end of the game, and that no response
/// contains them earlier.
fn check_notes(ann: &Client, id: &GameId) {
    let text =
        |path: &str| ann.raw("GET", &format!("/api/games/{id}{path}"), &[], None).expect("the server responds").text();
    let mut socket = ann.socket(id, Some(1)).expect("the socket opens");
    let update = socket.receive().expect("the socket is open");
    let update = serde_json::to_string(&update).expect("the update can be serialized");
    for received in [text(""), text("/plies"), text("/record"), update] {
        for name in ["rawReply", "rationale", "\"note\""] {
            assert!(!received.contains(name), "{received}");
        }
    }
    ann.command(id, &RESIGN).expect("a player can resign");
    let record = text("/record");
    let has_note = if record.starts_with('{') { record.contains("rawReply") } else { record.contains('{') };
    assert!(has_note, "{record}");
    let plies: PliesView = serde_json::from_str(&text("/plies")).expect("the history can be parsed");
    let note = plies.plies[1].note.as_ref().expect("the agent's action has a note");
    assert!(note.rationale.is_some(), "{note:?}");
    assert!(note.raw.contains("actions"), "{note:?}");
}

#[test]
fn unreachable_agents_forfeit() {
    for game in ["ringrift", "asg"] {
        let (_server, ann, id) = game_against_agent("http://127.0.0.1:9", game);
        let deadline = Instant::now() + Duration::from_secs(20);
        let ending = loop {
            if let Some(ending) = snapshot(&ann, &id).table.ending {
                break ending;
            }
            assert!(Instant::now() < deadline, "the agent does not forfeit");
            std::thread::sleep(Duration::from_millis(20));
        };
        assert_eq!(ending.reason, "forfeit");
        assert_eq!(ending.winner, Some(1));
    }
}
