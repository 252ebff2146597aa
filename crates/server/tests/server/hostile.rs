//! What should not be sent, is.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;
use server::client::{Client, Socket};
use server::id::GameId;
use server::store::Op;
use server::wire::{ClientMessage, NewGame, NewSeat, ServerMessage};
use server::{PliesView, Rates};
use tokio_tungstenite::tungstenite::Message;

use crate::games::{act_first, duel, open_game};
use crate::world::{Lines, World};

fn code_of(client: &Client, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> (u16, String) {
    let answer = client.raw(method, path, headers, Some(body)).expect("an answer");
    let value: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    (answer.status, value["code"].as_str().unwrap_or_default().to_owned())
}

const JSON: (&str, &str) = ("content-type", "application/json");

#[test]
fn malformed_huge_and_nested_bodies_are_refused() {
    let world = World::new();
    let ann = world.guest("Ann");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep_scenario = format!("{{\"game\":\"asg\",\"scenario\":{deep}}}");
    let bodies: [&[u8]; 8] =
        [b"", b"{", b"null", b"\"x\"", b"{\"board\":7}", b"{\"unknown\":1}", b"\xff\xfe", deep_scenario.as_bytes()];
    for body in bodies {
        let (status, code) = code_of(&ann, "POST", "/api/games", &[JSON], body);
        assert!((400..500).contains(&status) && code == "bad_body", "{status} {code}");
    }
    let huge = vec![b' '; 300 * 1024];
    assert_eq!(code_of(&ann, "POST", "/api/games", &[JSON], &huge).0, 413);
    assert_eq!(code_of(&ann, "POST", "/api/games", &[], b"{}").0, 415);
    let scenario = json!({ "game": "asg", "scenario": { "nodes": [1, 2, 3] } }).to_string();
    let (status, code) = code_of(&ann, "POST", "/api/games", &[JSON], scenario.as_bytes());
    assert_eq!((status, code.as_str()), (422, "bad_game"));
    for path in ["/api/games/x", "/api/games/ABCDEFGH", "/api/games/..%2f..%2fetc", "/nowhere", "/api/games/aaaaaaaa"] {
        assert_eq!(ann.raw("GET", path, &[], None).expect("an answer").status, 404, "{path}");
    }
    assert_eq!(ann.raw("GET", "/api/games?most=x", &[], None).expect("an answer").status, 400);
    assert_eq!(ann.raw("GET", "/api/games?stage=lost", &[], None).expect("an answer").status, 400);
}

#[test]
fn forged_identities_are_nobody() {
    let world = World::new();
    let (ann, _bob, game) = duel(&world);
    let cookie = ann.cookie().expect("a cookie");
    let stranger = world.stranger();
    let (head, proof) = cookie.rsplit_once('.').expect("parts");
    let other: String = proof.chars().map(|c| if c == 'a' { 'b' } else { 'a' }).collect();
    for forged in [format!("{head}.{other}"), "ringside=x".to_owned(), cookie.replace(".0.", ".1.")] {
        stranger.set_cookie(Some(forged));
        assert_eq!(stranger.me().expect_err("nobody").code(), "no_guest");
    }
    stranger.set_cookie(Some(cookie));
    assert!(stranger.look(&game).expect("a game").you.is_some(), "the genuine one works");
    // Ann leaves all devices but hers.
    let _: server::MeView = ann.ask("POST", "/api/me/end-cookies", Some(&json!({}))).expect("done");
    assert_eq!(stranger.me().expect_err("nobody").code(), "no_guest");
    assert_eq!(ann.me().expect("herself").name, "Ann");
}

#[test]
fn pages_of_other_sites_can_do_nothing() {
    let world = World::new();
    let (ann, _bob, game) = duel(&world);
    let evil = ("origin", "https://evil.example");
    let resign = json!({ "type": "resign" }).to_string();
    let path = format!("/api/games/{game}/commands");
    let (status, code) = code_of(&ann, "POST", &path, &[JSON, evil], resign.as_bytes());
    assert_eq!((status, code.as_str()), (403, "foreign_origin"));
    let cross = ("sec-fetch-site", "cross-site");
    assert_eq!(code_of(&ann, "POST", &path, &[JSON, cross], resign.as_bytes()).0, 403);
    let url = format!("{}/api/games/{game}/socket", world.base().replacen("http", "ws", 1));
    assert!(Socket::open(&url, ann.cookie().as_deref(), None, Some("https://evil.example")).is_err());
    assert!(Socket::open(&url, ann.cookie().as_deref(), None, Some(world.base())).is_ok());
    let answer = ann.raw("GET", "/", &[], None).expect("a page");
    let policy = answer.header("content-security-policy").expect("a policy");
    assert!(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
}

#[test]
fn whoever_floods_is_slowed_down() {
    let world = World::with(|config| {
        config.rates =
            Rates { requests_per_second: 1, requests_burst: 20, new_per_minute: 1, new_burst: 3, ..Rates::default() };
        config.rates.messages_burst = 10;
        config.rates.messages_per_second = 1;
    });
    let ann = world.guest("Ann");
    let (game, _) = (ann.make(&open_game()).expect("a game").id, ());
    let mut socket = ann.socket(&game, None).expect("a socket");
    for number in 0..30 {
        socket.send_text(&format!("{{\"type\":\"undo\",\"seq\":0,\"client\":\"{number}\"}}")).expect("sent");
    }
    let mut slowed = 0;
    for number in 0..30 {
        let refused = socket.until(|message| match message {
            ServerMessage::Rejected(view) => Some((view.code, view.client)),
            _ => None,
        });
        let (code, client) = refused.expect("a refusal");
        assert_eq!(client, Some(number.to_string()), "whoever waits is answered");
        slowed += usize::from(code == "too_often");
    }
    assert!((15..=20).contains(&slowed), "{slowed}");
    ann.make(&open_game()).expect("the second");
    assert_eq!(ann.make(&open_game()).expect_err("too often").code(), "too_often");
    let statuses: Vec<u16> = (0..40).map(|_| ann.raw("GET", "/api/me", &[], None).expect("an answer").status).collect();
    assert!(statuses.contains(&429), "{statuses:?}");
    let limited = ann.raw("GET", "/api/me", &[], None).expect("an answer");
    assert_eq!(limited.header("retry-after"), Some("1"));
}

#[test]
fn forged_tokens_are_slowed_down_too() {
    let world = World::with(|config| {
        config.rates = Rates { requests_per_second: 1, requests_burst: 3, ..Rates::default() };
    });
    let forger = world.stranger().with_token(&"a".repeat(32));
    let codes: Vec<u16> = (0..60).map(|_| forger.raw("GET", "/api/me", &[], None).expect("an answer").status).collect();
    assert_eq!((codes[0], codes.contains(&429)), (401, true), "{codes:?}");
}

#[test]
fn the_rules_service_may_be_asked_often() {
    let world = World::with(|config| config.rates = Rates::default());
    let body = json!({ "position": "G square8 2p; S d4=1,h8=2; H 3,2; P movement", "move": "M d4-d5" }).to_string();
    for _ in 0..300 {
        let answer = world.stranger().raw("POST", "/rules/evaluate_move", &[JSON], Some(body.as_bytes()));
        assert_eq!(answer.expect("an answer").status, 200);
    }
}

#[test]
fn sockets_of_a_game_that_is_deleted_are_closed() {
    let world = World::new();
    let (ann, _bob, game) = duel(&world);
    let mut watcher = world.stranger().socket(&game, None).expect("a socket");
    watcher.receive().expect("a snapshot");
    world.operate(Op::DeleteGame { game: game.clone() });
    // The next action finds it out.
    let now = ann.look(&game).expect("it is still open");
    ann.act(&game, now.seq, "P d4").expect_err("it is gone");
    let end = loop {
        if let Err(error) = watcher.receive() {
            break error.to_string();
        }
    };
    assert!(end.contains("gone"), "{end}");
    assert_eq!(ann.look(&game).expect_err("gone").code(), "not_found");
}

#[test]
fn whoever_is_shut_out_hears_no_more() {
    let world = World::new();
    let (ann, bob, game) = duel(&world);
    let token = ann.new_token("bot", &["read"]).expect("a token").token.expect("shown");
    let mut of_game = Lines::open(world.base(), &format!("/api/games/{game}/events"), &token);
    let mut of_all = Lines::open(world.base(), "/api/me/events?since=0", &token);
    assert_eq!(
        (of_game.next()["type"].as_str(), of_all.next()["what"].as_str()),
        (Some("snapshot"), Some("seat_taken"))
    );
    let cookie = ann.cookie().expect("a cookie");
    let guest = cookie.split(['=', '.']).nth(1).expect("parts").parse().expect("a guest");
    world.operate(Op::Ban { guest, reason: Some("a reason".to_owned()) });
    std::thread::sleep(Duration::from_secs(16));
    bob.command(&game, &ClientMessage::Resign { seat: None, client: None }).expect("resigned");
    assert_eq!(of_game.next_if_any(), None);
    // What had been read before may still come.
    while let Some(event) = of_all.next_if_any() {
        assert_ne!(event["what"], "resigned");
    }
}

#[test]
fn games_of_one_guest_are_counted() {
    let world = World::with(|config| config.games_per_guest = 2);
    let ann = world.guest("Ann");
    let first = ann.make(&open_game()).expect("a game").id;
    ann.make(&open_game()).expect("a game");
    assert_eq!(ann.make(&open_game()).expect_err("too many").code(), "too_many_games");
    ann.command(&first, &ClientMessage::Abort { seat: None, client: None }).expect("called off");
    ann.make(&open_game()).expect("there is room again");
}

#[test]
fn slow_and_silent_connections_are_closed() {
    let world = World::new();
    let address = world.base().trim_start_matches("http://").to_owned();
    let mut slow = TcpStream::connect(&address).expect("a connection");
    slow.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n").expect("sent");
    slow.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
    let begun = Instant::now();
    let mut rest = Vec::new();
    let _ = slow.read_to_end(&mut rest);
    assert!(begun.elapsed() < Duration::from_secs(20), "half a head is not waited for");
    // Others are served meanwhile.
    assert_eq!(world.stranger().raw("GET", "/health", &[], None).expect("an answer").text(), "ok\n");
}

#[test]
fn nonsense_on_sockets_changes_nothing() {
    let world = World::new();
    let (ann, bob, game) = duel(&world);
    let before = ann.look(&game).expect("a game");
    let mut socket = bob.socket(&game, None).expect("a socket");
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
        socket.send_text(text).expect("sent");
        let refused = socket.until(|message| match message {
            ServerMessage::Rejected(view) => Some(view),
            _ => None,
        });
        assert_eq!(refused.expect("a refusal").hash, before.hash, "{}", &text[..text.len().min(80)]);
    }
    assert_eq!(ann.look(&game).expect("a game").seq, seq);
    // Too long a message, or one that is no text, ends the socket.
    socket.send_text(&"x".repeat(100_000)).expect("sent");
    assert!(socket.until(|_| None::<()>).is_err());
    let mut socket = bob.socket(&game, None).expect("a socket");
    socket.send_frame(Message::binary(vec![1, 2, 3])).expect("sent");
    assert!(socket.until(|_| None::<()>).is_err());
    // Spectators can only look.
    let mut watcher = world.stranger().socket(&game, None).expect("a socket");
    watcher.send(&ClientMessage::Resign { seat: Some(0), client: Some("mine".to_owned()) }).expect("sent");
    let refused = watcher.until(|message| match message {
        ServerMessage::Rejected(view) => Some((view.code, view.client)),
        _ => None,
    });
    assert_eq!(refused.expect("a refusal"), ("no_guest".to_owned(), Some("mine".to_owned())));
    act_first(&ann, &game);
}

#[test]
fn secrets_are_told_to_nobody_else() {
    let world = World::new();
    let ann = world.guest("Ann");
    let made = ann.make(&open_game()).expect("a game");
    let bob = world.guest("Bob");
    bob.join(&made.id, None).expect("a seat");
    let mut told = String::new();
    for path in
        [format!("/api/games/{}", made.id), "/api/games".to_owned(), format!("/games/{}", made.id), "/".to_owned()]
    {
        told += &bob.raw("GET", &path, &[], None).expect("an answer").text();
    }
    let mut socket = bob.socket(&made.id, Some(0)).expect("a socket");
    for _ in 0..3 {
        told += &serde_json::to_string(&socket.receive().expect("a message")).expect("JSON");
    }
    let id = ann.cookie().expect("a cookie");
    let id = id.trim_start_matches("ringside=").split('.').next().expect("a name").to_owned();
    assert!(!told.contains(&id), "the name inside the server is no business of others");
    for secret in made.secrets.iter().flatten() {
        assert!(!told.contains(secret.as_str()));
    }
}

#[test]
fn spectators_see_later_what_is_to_be_seen_later() {
    let world = World::new();
    let (ann, bob) = (world.guest("Ann"), world.guest("Bob"));
    let game = ann.make(&NewGame { spectator_delay: 1_500, ..open_game() }).expect("a game").id;
    bob.join(&game, None).expect("a seat");
    std::thread::sleep(Duration::from_millis(1_600));
    let mut watcher = world.stranger().socket(&game, None).expect("a socket");
    let ServerMessage::Snapshot(first) = watcher.receive().expect("a message") else { panic!("a snapshot") };
    let begun = Instant::now();
    act_first(&ann, &game);
    assert_eq!(world.stranger().look(&game).expect("a game").seq, first.seq);
    assert_eq!(world.stranger().legal(&game).expect_err("later").code(), "delayed");
    let ServerMessage::Update(update) = watcher.receive().expect("a message") else { panic!("an update") };
    assert!(begun.elapsed() >= Duration::from_millis(1_400), "{:?}", begun.elapsed());
    assert_eq!(update.seq, first.seq + 1);
    assert_eq!(bob.look(&game).expect("a game").seq, update.seq, "players see it at once");
    bob.command(&game, &ClientMessage::Resign { seat: None, client: None }).expect("resigned");
    let listed = |client: &Client, query: &str| client.games(query).expect("a list").remove(0);
    assert_eq!(listed(&world.stranger(), "").stage, "running", "lists do not tell the end early");
    assert!(world.stranger().games("stage=over").expect("a list").is_empty());
    assert_eq!(listed(&bob, "mine=true").stage, "over");
    std::thread::sleep(Duration::from_millis(1_600));
    assert_eq!(listed(&world.stranger(), "").ranks.as_deref(), Some("1/2"));
}

#[test]
fn agents_of_the_operator_cannot_be_spent_by_guests() {
    let world = World::with(|config| {
        let text = "[agents.stub]\nkind = \"http\"\nurl = \"http://127.0.0.1:9\"\ntimeout_ms = 500\n";
        config.agents = server::Config::parse(text).expect("settings").agents;
    });
    let ann = world.guest("Ann");
    let seats = vec![NewSeat::Me, NewSeat::Agent { name: "stub".to_owned() }];
    let error = ann.make(&NewGame { seats, ..NewGame::default() }).expect_err("not for guests");
    assert_eq!(error.code(), "bad_game");
}

/// A world with an agent that guests may play against.
fn with_agent(url: &str) -> World {
    let text = format!("[agents.stub]\nkind = \"http\"\nurl = \"{url}\"\ntimeout_ms = 1000\npublic = true\n");
    World::with(|config| config.agents = server::Config::parse(&text).expect("settings").agents)
}

#[test]
fn agents_play_and_lose_when_they_say_nothing_of_use() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    std::thread::spawn(move || arena::stub::run(listener, arena::stub::StubOptions::default()));
    for (url, plays) in [(url.as_str(), true), ("http://127.0.0.1:9", false)] {
        for game in ["ringrift", "asg"] {
            let world = with_agent(url);
            let ann = world.guest("Ann");
            let seats = vec![NewSeat::Agent { name: "stub".to_owned() }, NewSeat::Me];
            let wish = NewGame { game: Some(game.to_owned()), seats, ..NewGame::default() };
            let id = ann.make(&wish).expect("a game").id;
            let deadline = Instant::now() + Duration::from_secs(20);
            loop {
                let now = ann.look(&id).expect("a game");
                match now.table.ending {
                    Some(ending) => {
                        assert_eq!((ending.reason.as_ref(), ending.winner, plays), ("forfeit", Some(1), false));
                        break;
                    }
                    None if now.table.to_move == Some(1) => {
                        assert!(plays && !now.moves.is_empty());
                        what_agents_say_is_told_at_the_end(&ann, &id);
                        break;
                    }
                    None => assert!(Instant::now() < deadline, "the agent is asked"),
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }
}

fn what_agents_say_is_told_at_the_end(ann: &Client, id: &GameId) {
    let text = |path: &str| ann.raw("GET", &format!("/api/games/{id}{path}"), &[], None).expect("an answer").text();
    let mut socket = ann.socket(id, Some(1)).expect("a socket");
    let update = serde_json::to_string(&socket.receive().expect("an update")).expect("text");
    for told in [text(""), text("/plies"), text("/record"), update] {
        assert!(!told.contains("rawReply") && !told.contains("rationale") && !told.contains("\"note\""), "{told}");
    }
    ann.command(id, &ClientMessage::Resign { seat: None, client: None }).expect("resigned");
    let record = text("/record");
    let is_told = if record.starts_with('{') { record.contains("rawReply") } else { record.contains("{") };
    assert!(is_told, "{record}");
    let plies: PliesView = serde_json::from_str(&text("/plies")).expect("plies");
    let note = plies.plies[1].note.as_ref().expect("a note of the agent");
    assert!(note.rationale.is_some() && note.raw.contains("actions"), "{note:?}");
}
