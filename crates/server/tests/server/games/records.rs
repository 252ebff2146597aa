//! Records, pictures, analysis and event streams.

use api::client::{Client, ClientError, Socket};
use api::{AnalyseBody, AnalysisView, ClientMessage, ImportBody, ImportedView, NewGame, Purpose};
use serde_json::{Value, json};

use crate::setup::{RESIGN, act_first, against, create, duel, snapshot, undo};
use crate::test_server::{Lines, TestServer};

fn analyse(client: &Client, body: &AnalyseBody) -> Result<AnalysisView, ClientError> {
    client.request("POST", "/api/analyse", Some(body))
}

fn import(client: &Client, record: &str) -> Result<ImportedView, ClientError> {
    client.request("POST", "/api/import", Some(&ImportBody { record: record.to_owned() }))
}

/// Sends a GET request and returns the text of the response.
fn text_of(client: &Client, path: &str) -> String {
    client.raw("GET", path, &[], None).expect("the server responds").text()
}

#[test]
fn records_can_be_exported_and_imported() {
    let server = TestServer::new();
    let (ann, bob, game) = duel(&server);
    for player in [&ann, &ann, &bob, &bob] {
        act_first(player, &game);
    }
    ann.command(&game, &RESIGN).expect("a player can resign");
    let text = text_of(&ann, &format!("/api/games/{game}/record"));
    for part in ["Ann", "Bob", "resignation"] {
        assert!(text.contains(part), "{text}");
    }
    let lines = |text: &str| text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count();
    let turns = text_of(&ann, &format!("/api/games/{game}/record?layout=turns"));
    // The last line is the result.
    assert_eq!((lines(&text), lines(&turns)), (1 + 1, 2 + 1), "{text}{turns}");
    let json = text_of(&ann, &format!("/api/games/{game}/record?form=json"));
    for record in [text, json] {
        let imported = import(&bob, &record).expect("the record is valid");
        assert_eq!(imported.actions, 4);
        let board = snapshot(&bob, &imported.id);
        assert_eq!(board.table.purpose, Purpose::Analysis);
        assert_eq!(board.table.actions, 4);
        undo(&bob, &imported.id);
    }
}

#[test]
fn draws_by_agreement_are_recorded() {
    let server = TestServer::new();
    let (ann, bob, game) = duel(&server);
    act_first(&ann, &game);
    let draw = ClientMessage::Draw { seat: None, agree: true, client: None };
    ann.command(&game, &draw).expect("a player can offer a draw");
    assert_eq!(snapshot(&bob, &game).table.draw, Some(0));
    bob.command(&game, &draw).expect("the opponent can agree");
    let ending = snapshot(&ann, &game).table.ending.expect("the game is over");
    assert_eq!((&*ending.reason, ending.ranks, ending.winner), ("agreement", Some(vec![1, 1]), None));
    let text = text_of(&bob, &format!("/api/games/{game}/record"));
    for part in ["[Result \"1/2-1/2\"]", "[Termination \"agreement\"]"] {
        assert!(text.contains(part), "{text}");
    }
    import(&bob, &text).expect("the record is valid");
}

#[test]
fn rejects_malformed_records_and_unknown_forms() {
    let server = TestServer::new();
    let (ann, _bob, game) = duel(&server);
    assert_eq!(import(&ann, "1. P z9").expect_err("the record is malformed").code(), "bad_record");
    let answer = ann.raw("GET", &format!("/api/games/{game}/record?form=pdf"), &[], None);
    assert_eq!(answer.expect("the server responds").status, 400);
    let answer = ann.raw("GET", &format!("/api/games/{game}/record?layout=columns"), &[], None);
    assert_eq!(answer.expect("the server responds").status, 400);
}

#[test]
fn asg_replays_are_available_after_the_end() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let game = create(&ann, &NewGame { game: Some("asg".to_owned()), ..against("level:1") });
    let path = format!("/api/games/{game}/record");
    assert_eq!(ann.raw("GET", &path, &[], None).expect("the server responds").status, 409);
    let seq = snapshot(&ann, &game).seq;
    ann.act(&game, seq, json!([{ "type": "pass" }])).expect("the order is valid");
    ann.command(&game, &RESIGN).expect("a player can resign");
    let replay = text_of(&ann, &path);
    let verified = asg::Replay::verify(&replay).expect("the replay can be read");
    assert!(verified.difference.is_none());
    let imported = import(&ann, &replay).expect("the replay is valid");
    assert_eq!(snapshot(&ann, &imported.id).table.game, "asg");
}

/// Checks that a picture is a sandboxed SVG; returns its text.
fn check_svg(client: &Client, path: &str) -> String {
    let svg = client.raw("GET", path, &[], None).expect("the server responds");
    assert_eq!(svg.status, 200, "{}", svg.text());
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    assert!(svg.header("content-security-policy").is_some_and(|policy| policy.contains("sandbox")));
    assert!(svg.text().starts_with("<svg "));
    svg.text()
}

/// Checks that a picture is a PNG, and that the client can cache it.
fn check_png(client: &Client, path: &str) {
    let png = client.raw("GET", path, &[], None).expect("the server responds");
    assert_eq!(png.header("content-type"), Some("image/png"));
    assert!(png.body.starts_with(b"\x89PNG"));
    assert_eq!(client.raw("GET", path, &[], None).expect("the server responds").body, png.body);
    let tag = png.header("etag").expect("the picture has an entity tag");
    let cached = client.raw("GET", path, &[("if-none-match", tag)], None).expect("the server responds");
    assert_eq!(cached.status, 304);
    assert!(cached.body.is_empty());
}

#[test]
fn games_have_pictures_with_escaped_names() {
    let server = TestServer::new();
    let ann = server.guest("<b>Ann & \"Co\"</b>");
    let game = create(&ann, &against("level:1"));
    act_first(&ann, &game);
    let svg = check_svg(&ann, &format!("/api/games/{game}/picture.svg?ply=1"));
    assert!(!svg.contains("<b>") && svg.contains("&lt;b"), "{svg}");
    assert!(svg.contains("– Computer (level 1)") && svg.contains(" to move: "), "{svg}");
    assert!(!svg.contains("level:1") && !svg.contains("ply ") && !svg.contains("Game "), "{svg}");
    check_png(&ann, &format!("/api/games/{game}/picture.png?ply=0&width=300&theme=dark"));
    for (query, status) in [
        ("picture.png?width=100000", 400),
        ("picture.png?width=0", 400),
        ("picture.svg?ply=99", 404),
        ("picture.svg?ply=-1", 400),
        ("picture.svg?theme=pink", 400),
        ("picture.svg?material=glass", 400),
    ] {
        let answer = ann.raw("GET", &format!("/api/games/{game}/{query}"), &[], None).expect("the server responds");
        assert_eq!(answer.status, status, "{query}");
    }
}

#[test]
fn asg_games_have_pictures() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let game = create(&ann, &NewGame { game: Some("asg".to_owned()), ..against("level:1") });
    check_svg(&ann, &format!("/api/games/{game}/picture.svg"));
}

#[test]
fn positions_have_pictures() {
    let server = TestServer::new();
    let visitor = server.visitor();
    let position = "position=G%20hex8%202p%20live;%20S%20c=112;%20M1%20ne2";
    check_svg(&visitor, &format!("/api/study/picture.svg?{position}"));
    check_png(&visitor, &format!("/api/study/picture.png?{position}&width=300&theme=dark"));
    let slate = check_svg(&visitor, &format!("/api/study/picture.svg?{position}&theme=dark&material=slate"));
    assert!(slate.contains("#2b333b") && !slate.contains("#4a3526"), "{slate}");
    for (query, status, code) in [
        ("picture.svg".to_owned(), 400, "bad_query"),
        ("picture.svg?position=".to_owned(), 422, "bad_position"),
        ("picture.png?position=G%20round%202p".to_owned(), 422, "bad_position"),
        ("picture.png?position=%3Csvg%3E".to_owned(), 422, "bad_position"),
        (format!("picture.png?{position}&width=100000"), 400, "bad_width"),
        (format!("picture.svg?{position}&theme=pink"), 400, "bad_theme"),
        (format!("picture.svg?{position}&material=glass"), 400, "bad_theme"),
        (format!("picture.svg?{position}&ply=1"), 400, "bad_query"),
    ] {
        let answer = visitor.raw("GET", &format!("/api/study/{query}"), &[], None).expect("the server responds");
        assert_eq!(answer.status, status, "{query}");
        assert!(answer.text().contains(code), "{query}: {}", answer.text());
    }
}

fn analyse_position(position: &str) -> AnalyseBody {
    AnalyseBody { position: Some(position.to_owned()), nodes: Some(200), lines: Some(20), ..AnalyseBody::default() }
}

#[test]
fn analysis_proves_a_win() {
    let server = TestServer::new();
    let body = analyse_position("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement");
    let best = analyse(&server.guest("Ann"), &body).expect("the position is valid").actions.remove(0);
    assert_eq!(best.action, "M d4-d5");
    assert!(best.proved);
    assert_eq!(analyse(&server.visitor(), &body).expect_err("analysis needs a guest").code(), "no_guest");
}

#[test]
fn rejects_malformed_analysis_requests() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let code = |body: &AnalyseBody| analyse(&ann, body).expect_err("the request is malformed").code().to_owned();
    assert_eq!(code(&analyse_position("nonsense")), "bad_position");
    assert_eq!(code(&AnalyseBody::default()), "bad_question");
}

#[test]
fn analysis_names_the_cells_of_actions_and_threats() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let body = analyse_position("G square8 2p; S d4=1,h8=2; M2 h7; E 0,18; P movement");
    let found = analyse(&ann, &body).expect("the position is valid");
    for scored in &found.actions {
        assert_eq!(scored.action, format!("M {}", scored.picks.join("-")));
        assert!(scored.others.is_empty());
    }
    let threat = &found.threats[0];
    assert_eq!(threat.kind, "win");
    assert_eq!(threat.line.len(), threat.cells.len());
    assert_eq!(threat.cells[0].picks, ["h8", "h7"]);
    let without_threats = analyse(&ann, &AnalyseBody { threats: Some(false), ..body }).expect("the position is valid");
    assert!(without_threats.threats.is_empty());
    assert_eq!(without_threats.actions, found.actions);
}

#[test]
fn analysis_names_captured_cells() {
    let server = TestServer::new();
    let body = analyse_position("G square8 2p; S d4=11,d5=2; P movement");
    let found = analyse(&server.guest("Ann"), &body).expect("the position is valid");
    let capture = found.actions.iter().find(|scored| scored.action.starts_with("C d4-d6"));
    let capture = capture.expect("the capture is legal");
    assert_eq!(capture.picks, ["d4", "d6"]);
    assert_eq!(capture.others, ["d5"]);
}

/// Starts a game between two guests; returns a token of the first.
fn game_with_token(server: &TestServer) -> (Client, Client, api::GameId, String) {
    let (ann, bob, game) = duel(server);
    let token = ann.new_token("bot", &["read", "play"]).expect("the scopes are valid");
    (ann, bob, game, token.token.expect("a new token is shown"))
}

#[test]
fn guest_streams_resume_after_an_event() {
    let server = TestServer::new();
    let (_ann, _bob, _game, token) = game_with_token(&server);
    let lines = |since: &Value, count: usize| -> Vec<Value> {
        let mut stream = Lines::open(server.base(), &format!("/api/me/events?since={since}"), &token);
        (0..count).map(|_| stream.next()).collect()
    };
    let all = lines(&json!(0), 3);
    let kinds: Vec<&str> = all.iter().filter_map(|line| line["what"].as_str()).collect();
    assert_eq!(kinds, ["seat_taken", "seat_taken", "started"]);
    assert_eq!(lines(&all[0]["id"], 2), all[1..]);
    let url = format!("{}/api/me/socket?since=0", server.base().replacen("http", "ws", 1));
    let mut socket = Socket::open(&url, None, Some(&token), None).expect("the socket opens");
    let over_socket: Vec<Value> = (0..3).map(|_| socket.receive_as().expect("the socket is open")).collect();
    assert_eq!(over_socket, all);
}

#[test]
fn streams_report_new_actions_and_resume() {
    let server = TestServer::new();
    let (ann, _bob, game, token) = game_with_token(&server);
    let mut guest_events = Lines::open(server.base(), "/api/me/events", &token);
    let mut game_events = Lines::open(server.base(), &format!("/api/games/{game}/events"), &token);
    assert_eq!(game_events.next()["type"], "snapshot");
    act_first(&ann, &game);
    assert_eq!(guest_events.next()["what"], "acted");
    let update = game_events.next();
    assert_eq!(update["type"], "update");
    assert!(update["you"]["legal"].is_object());
    let seq = update["seq"].as_u64().expect("the update has a sequence number");
    let mut resumed = Lines::open(server.base(), &format!("/api/games/{game}/events?since={}", seq - 1), &token);
    assert_eq!(resumed.next()["seq"], update["seq"]);
}
