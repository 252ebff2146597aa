use serde_json::json;
use server::client::Client;
use server::table::Purpose;
use server::wire::{ClientMessage, NewGame, StageName};
use server::{AnalyseBody, AnalysisView, ImportBody, ImportedView};

use crate::games::{act_first, against, duel, open_game};
use crate::world::World;

fn analyse(client: &Client, body: &AnalyseBody) -> Result<AnalysisView, server::client::ClientError> {
    client.ask("POST", "/api/analyse", Some(body))
}

#[test]
fn records_go_out_and_come_back_as_boards() {
    let world = World::new();
    let (ann, bob, game) = duel(&world);
    for player in [&ann, &ann, &bob, &bob] {
        act_first(player, &game);
    }
    ann.command(&game, &ClientMessage::Resign { seat: None, client: None }).expect("resigned");
    let text = ann.raw("GET", &format!("/api/games/{game}/record"), &[], None).expect("a record").text();
    for part in ["Ann", "Bob", "resignation"] {
        assert!(text.contains(part), "{text}");
    }
    let json = ann.raw("GET", &format!("/api/games/{game}/record?form=json"), &[], None).expect("a record").text();
    for record in [text, json] {
        let made: ImportedView = bob.ask("POST", "/api/import", Some(&ImportBody { record })).expect("a board");
        let board = bob.look(&made.id).expect("a board");
        assert_eq!((board.table.purpose, board.table.actions, made.actions), (Purpose::Analysis, 4, 4));
        let seq = board.seq;
        bob.command(&made.id, &ClientMessage::Undo { seat: None, seq, client: None }).expect("undone");
    }
    let bad = ImportBody { record: "1. P z9".to_owned() };
    let error = bob.ask::<ImportedView>("POST", "/api/import", Some(&bad)).expect_err("no record");
    assert_eq!(error.code(), "bad_record");
    let form = ann.raw("GET", &format!("/api/games/{game}/record?form=pdf"), &[], None).expect("an answer");
    assert_eq!(form.status, 400);
}

#[test]
fn replays_wait_for_the_end_because_of_the_seed() {
    let world = World::new();
    let ann = world.guest("Ann");
    let game = ann.make(&NewGame { game: Some("asg".to_owned()), ..against("level:1") }).expect("a game").id;
    let path = format!("/api/games/{game}/record");
    assert_eq!(ann.raw("GET", &path, &[], None).expect("an answer").status, 409);
    let seq = ann.look(&game).expect("a game").seq;
    ann.act(&game, seq, json!([{ "type": "pass" }])).expect("legal");
    ann.command(&game, &ClientMessage::Resign { seat: None, client: None }).expect("resigned");
    let replay = ann.raw("GET", &path, &[], None).expect("a replay").text();
    let verified = asg::Replay::verify(&replay).expect("a replay");
    assert!(verified.difference.is_none());
    let made: ImportedView = ann.ask("POST", "/api/import", Some(&ImportBody { record: replay })).expect("a board");
    assert_eq!(ann.look(&made.id).expect("a board").table.game, "asg");
}

#[test]
fn every_ply_has_its_picture() {
    let world = World::new();
    let ann = world.guest("<b>Ann & \"Co\"</b>");
    let game = ann.make(&against("level:1")).expect("a game").id;
    act_first(&ann, &game);
    let get = |client: &Client, path: &str| {
        client.raw("GET", &format!("/api/games/{game}/{path}"), &[], None).expect("an answer")
    };
    let svg = get(&ann, "picture.svg?ply=1");
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    assert!(svg.header("content-security-policy").is_some_and(|policy| policy.contains("sandbox")));
    assert!(
        svg.text().starts_with("<svg ") && !svg.text().contains("<b>") && svg.text().contains("&lt;b"),
        "{}",
        svg.text()
    );
    let png = get(&world.stranger(), "picture.png?ply=0&width=300&theme=dark");
    assert!(png.body.starts_with(b"\x89PNG") && png.body == get(&ann, "picture.png?ply=0&width=300&theme=dark").body);
    let tag = png.header("etag").expect("a tag").to_owned();
    let path = format!("/api/games/{game}/picture.png?ply=0&width=300&theme=dark");
    let again = ann.raw("GET", &path, &[("if-none-match", &tag)], None).expect("an answer");
    assert_eq!((again.status, again.body.len()), (304, 0));
    for (path, status) in [
        ("picture.png?width=100000", 400),
        ("picture.png?width=0", 400),
        ("picture.svg?ply=99", 404),
        ("picture.svg?ply=-1", 400),
        ("picture.svg?theme=pink", 400),
    ] {
        assert_eq!(get(&ann, path).status, status, "{path}");
    }
    let asg = ann.make(&NewGame { game: Some("asg".to_owned()), ..against("level:1") }).expect("a game").id;
    let svg = ann.raw("GET", &format!("/api/games/{asg}/picture.svg"), &[], None).expect("an answer");
    assert!(svg.text().starts_with("<svg "));
}

#[test]
fn every_position_has_its_picture() {
    let world = World::new();
    let anybody = world.stranger();
    let get = |path: &str| anybody.raw("GET", &format!("/api/study/{path}"), &[], None).expect("an answer");
    let position = "position=G%20hex8%202p%20live;%20S%20c=112;%20M1%20ne2";
    let svg = get(&format!("picture.svg?{position}"));
    assert_eq!((svg.status, svg.header("content-type")), (200, Some("image/svg+xml")), "{}", svg.text());
    assert!(svg.header("content-security-policy").is_some_and(|policy| policy.contains("sandbox")));
    assert!(svg.text().starts_with("<svg "));
    let png = get(&format!("picture.png?{position}&width=300&theme=dark"));
    assert!(png.body.starts_with(b"\x89PNG") && png.header("content-type") == Some("image/png"));
    let tag = png.header("etag").expect("a tag").to_owned();
    let path = format!("/api/study/picture.png?{position}&width=300&theme=dark");
    let again = anybody.raw("GET", &path, &[("if-none-match", &tag)], None).expect("an answer");
    assert_eq!((again.status, again.body.len()), (304, 0));
    for (path, status, code) in [
        ("picture.svg".to_owned(), 400, "bad_query"),
        ("picture.svg?position=".to_owned(), 422, "bad_position"),
        ("picture.png?position=G%20round%202p".to_owned(), 422, "bad_position"),
        ("picture.png?position=%3Csvg%3E".to_owned(), 422, "bad_position"),
        (format!("picture.png?{position}&width=100000"), 400, "bad_width"),
        (format!("picture.svg?{position}&theme=pink"), 400, "bad_theme"),
        (format!("picture.svg?{position}&ply=1"), 400, "bad_query"),
    ] {
        let answer = get(&path);
        assert!(answer.status == status && answer.text().contains(code), "{path}: {} {}", answer.status, answer.text());
    }
}

#[test]
fn positions_are_analysed_unless_people_play_them() {
    let world = World::new();
    let ann = world.guest("Ann");
    let position = "G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement".to_owned();
    let body = AnalyseBody { position: Some(position), nodes: Some(200), ..AnalyseBody::default() };
    let found = analyse(&ann, &body).expect("an analysis");
    assert_eq!((found.actions[0].action.as_str(), found.actions[0].proved), ("M d4-d5", true));
    assert_eq!(analyse(&world.stranger(), &body).expect_err("nobody").code(), "no_guest");
    let bad = AnalyseBody { position: Some("nonsense".to_owned()), ..AnalyseBody::default() };
    assert_eq!(analyse(&ann, &bad).expect_err("no position").code(), "bad_position");
    assert_eq!(analyse(&ann, &AnalyseBody::default()).expect_err("nothing").code(), "bad_question");
    // A game against the computer may be analysed, one between people may not.
    let alone = ann.make(&against("level:1")).expect("a game").id;
    let of_game = |id| AnalyseBody { game: Some(id), nodes: Some(100), ..AnalyseBody::default() };
    analyse(&ann, &of_game(alone)).expect("an analysis");
    let (cleo, dan, game) = duel(&world);
    act_first(&cleo, &game);
    assert_eq!(analyse(&ann, &of_game(game.clone())).expect_err("being played").code(), "being_played");
    let server::wire::StateView::RingRift(state) = cleo.look(&game).expect("a game").state else { panic!("RingRift") };
    let same = AnalyseBody { position: Some(state.position), nodes: Some(100), ..AnalyseBody::default() };
    assert_eq!(analyse(&ann, &same).expect_err("being played").code(), "being_played");
    dan.command(&game, &ClientMessage::Resign { seat: None, client: None }).expect("resigned");
    analyse(&ann, &same).expect("it is over");
    analyse(&ann, &of_game(game)).expect("it is over");
}

#[test]
fn an_analysis_tells_the_cells_of_its_actions() {
    let world = World::new();
    let ann = world.guest("Ann");
    let of = |position: &str| AnalyseBody {
        position: Some(position.to_owned()),
        nodes: Some(200),
        lines: Some(20),
        ..AnalyseBody::default()
    };
    let body = of("G square8 2p; S d4=1,h8=2; M2 h7; E 0,18; P movement");
    let found = analyse(&ann, &body).expect("an analysis");
    for scored in &found.actions {
        assert_eq!((scored.action.clone(), scored.others.len()), (format!("M {}", scored.picks.join("-")), 0));
    }
    let threat = &found.threats[0];
    assert_eq!((threat.kind.as_str(), threat.line.len()), ("win", threat.cells.len()));
    assert_eq!(threat.cells[0].picks, ["h8", "h7"]);
    let hint = analyse(&ann, &AnalyseBody { threats: Some(false), ..body }).expect("an analysis");
    assert!(hint.threats.is_empty());
    assert_eq!(hint.actions, found.actions, "nothing else depends on it");
    let found = analyse(&ann, &of("G square8 2p; S d4=11,d5=2; P movement")).expect("an analysis");
    let capture = found.actions.iter().find(|scored| scored.action.starts_with("C d4-d6")).expect("a capture");
    assert_eq!((capture.picks.join("-"), capture.others.join("-")), ("d4-d6".to_owned(), "d5".to_owned()));
}

#[test]
fn streams_of_lines_are_resumed() {
    let world = World::new();
    let (ann, bob) = (world.guest("Ann"), world.guest("Bob"));
    let token = ann.new_token("bot", &["read", "play"]).expect("a token").token.expect("shown");
    let game = ann.make(&open_game()).expect("a game").id;
    bob.join(&game, None).expect("a seat");
    let lines = |path: &str, count: usize| -> Vec<serde_json::Value> {
        let mut stream = crate::world::Lines::open(world.base(), path, &token);
        (0..count).map(|_| stream.next()).collect()
    };
    let all = lines("/api/me/events?since=0", 3);
    assert_eq!(
        all.iter().map(|line| line["what"].as_str().unwrap_or("")).collect::<Vec<_>>(),
        ["seat_taken", "seat_taken", "started"]
    );
    let after = lines(&format!("/api/me/events?since={}", all[0]["id"]), 2);
    assert_eq!(after, all[1..]);
    let url = format!("{}/api/me/socket?since=0", world.base().replacen("http", "ws", 1));
    let mut socket = server::client::Socket::open(&url, None, Some(&token), None).expect("a socket");
    let over_socket: Vec<serde_json::Value> = (0..3).map(|_| socket.receive_as().expect("an event")).collect();
    assert_eq!(over_socket, all);
    let mut live = crate::world::Lines::open(world.base(), "/api/me/events", &token);
    let mut of_game = crate::world::Lines::open(world.base(), &format!("/api/games/{game}/events"), &token);
    assert_eq!(of_game.next()["type"], "snapshot");
    act_first(&ann, &game);
    assert_eq!(live.next()["what"], "acted");
    let update = of_game.next();
    assert_eq!((&update["type"], update["you"]["legal"].is_object()), (&json!("update"), true));
    let seq = update["seq"].as_u64().expect("a number");
    let resumed = lines(&format!("/api/games/{game}/events?since={}", seq - 1), 1);
    assert_eq!(resumed[0]["seq"], update["seq"]);
    assert_eq!(ann.look(&game).expect("a game").table.stage, StageName::Running);
}
