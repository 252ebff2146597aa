//! Agents: language models and other programs that play over HTTP.

use std::time::{Duration, Instant};

use api::client::Client;
use api::{GameId, NewGame, NewSeat, PliesView};

use crate::setup::{RESIGN, create, snapshot};
use crate::test_server::TestServer;

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
