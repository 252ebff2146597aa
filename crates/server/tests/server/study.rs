//! What belongs to no table: positions, lessons, boards, replays, the page; and the past of games.

use serde_json::{Value, json};
use server::client::{Client, ClientError};
use server::table::Purpose;
use server::wire::{ClientMessage, LegalView, NewGame, StateView};
use server::{
    AttemptView, BoardView, CheckedView, LessonView, LineView, MapView, PlayedLine, PliesView, RecordView, ReplayView,
    ReviewLine, StudyPreview, StudyView, Verdict, WhyView,
};

use crate::games::{act_first, against, duel};
use crate::world::World;

#[expect(clippy::needless_pass_by_value, reason = "every body is made for one call")]
fn post<T: serde::de::DeserializeOwned>(client: &Client, path: &str, body: Value) -> Result<T, ClientError> {
    client.ask("POST", path, Some(&body))
}

#[test]
fn positions_can_be_studied_without_a_table_or_a_name() {
    let world = World::new();
    let anybody = world.stranger();
    let start: StudyView =
        post(&anybody, "/api/study", json!({ "options": { "regions": "no_main" } })).expect("a start");
    let Some(LegalView::RingRift { groups }) = &start.legal else { panic!("{:?}", start.legal) };
    assert_eq!((groups[0].choices.len(), start.board.as_str()), (192, "square8"));
    assert_eq!((start.state.steps[0].name.as_ref(), start.state.step), ("place", Some(0)));
    assert_eq!(start.state.players[1].goals.len(), 3);
    let place = json!({ "position": start.state.position, "action": "P d4*2" });
    let preview: StudyPreview = post(&anybody, "/api/study/preview", place.clone()).expect("a preview");
    let placed: StudyView = post(&anybody, "/api/study/act", place).expect("legal");
    assert_eq!((placed.state.clone(), placed.events.clone()), (preview.state, preview.events));
    assert_eq!(placed.state.stacks["d4"], "11");
    let bad = json!({ "position": placed.state.position, "action": "M d4-d5" });
    let error = post::<StudyView>(&anybody, "/api/study/act", bad).expect_err("illegal");
    assert_eq!(error.code(), "illegal");
    let why = json!({ "position": placed.state.position, "cell": "d5" });
    let why: WhyView = post(&anybody, "/api/study/why", why).expect("an answer");
    assert!(!why.possible && why.rule.is_some(), "{why:?}");
    for nonsense in
        [json!({ "position": "nonsense" }), json!({ "board": "round" }), json!({ "position": "G", "board": "hex8" })]
    {
        assert_eq!(
            post::<StudyView>(&anybody, "/api/study", nonsense).expect_err("no position").code(),
            "bad_position"
        );
    }
}

#[test]
fn what_comes_first_is_told_before_anything_is_called_possible() {
    let world = World::new();
    let anybody = world.stranger();
    let position = "G square8 2p; S a1=1,h1=1,c1=2,h8=2; P movement";
    let ask = |cell: &str, picked: &[&str]| -> WhyView {
        let question = json!({ "position": position, "cell": cell, "picked": picked });
        post(&anybody, "/api/study/why", question).expect("an answer")
    };
    assert!(ask("a1", &[]).possible && ask("e1", &["a1"]).possible);
    for (cell, cells) in [("a4", &["a1"][..]), ("e1", &["a1", "h1"]), ("c1", &["a1", "h1"])] {
        let why = ask(cell, &[]);
        assert_eq!((why.possible, why.rule.as_deref()), (false, Some("RR-CANON-R090")), "{cell}");
        assert!(why.reason.starts_with("first choose ") && why.cells == cells, "{why:?}");
    }
    let behind = ask("c1", &["a1"]);
    assert!(!behind.possible && behind.cells.contains(&"d1".to_owned()), "{behind:?}");
    assert!(!ask("b3", &[]).reason.starts_with("first choose "), "nothing leads there");
}

#[test]
fn pieces_are_checked_and_everything_wrong_is_told() {
    let world = World::new();
    let anybody = world.stranger();
    let check = |body: Value| -> CheckedView { post(&anybody, "/api/study/check", body).expect("an answer") };
    let good =
        check(json!({ "stacks": { "d4": "112" }, "markers": { "d5": 2 }, "collapsed": { "a1": 1 }, "player": 2 }));
    let study = good.study.expect("a position");
    assert_eq!((study.state.player, study.state.players[0].hand), (Some(2), 16), "the rest of the rings is in hand");
    let bad = check(json!({ "stacks": { "d4": "11", "e5": "19" }, "markers": { "z9": 1, "d4": 7 } }));
    let texts: Vec<&str> = bad.problems.iter().map(|problem| problem.text.as_str()).collect();
    assert!(bad.study.is_none() && texts.len() == 3, "{texts:?}");
    let twice = check(json!({ "stacks": { "d4": "1" }, "markers": { "d4": 1 } }));
    assert_eq!(twice.problems[0].cells, ["d4"]);
    let many = check(json!({ "stacks": { "d4": "1" }, "hands": [400, 0] }));
    assert!(many.study.is_none() && !many.problems.is_empty());
    let sly = check(json!({ "phase": "movement; S a1=1" }));
    assert!(sly.problems[0].text.contains("no phase"), "{:?}", sly.problems);
}

/// Rows of markers between rows of stacks, each of which can pay for every slide: far more slides than any game has.
fn countless_slides() -> String {
    let column = |x: u8| char::from(b'a' + x);
    let row =
        |y: u8, rings: &str| (0..19).map(|x| format!("{}{y}{rings}", column(x))).collect::<Vec<String>>().join(",");
    let rows = |from: u8, rings: &str| (from..=19).step_by(2).map(|y| row(y, rings)).collect::<Vec<String>>().join(",");
    format!("G square19 2p live rings=255; S {}; M1 {}; P recovery", rows(1, "=12"), rows(2, ""))
}

#[test]
fn lists_that_are_too_long_say_what_is_missing() {
    let world = World::new();
    let anybody = world.stranger();
    let position = countless_slides();
    let study: StudyView = post(&anybody, "/api/study", json!({ "position": position })).expect("a position");
    let Some(LegalView::RingRift { groups }) = study.legal else { panic!("no choices") };
    let [slides, skip] = &groups[..] else { panic!("{} groups", groups.len()) };
    assert!(slides.choices.len() == 20_000 && slides.left_out > 100_000, "{}", slides.left_out);
    assert!(slides.choices.iter().all(|choice| choice.details.is_none() && choice.picks.len() == 3));
    let note = slides.note.as_deref().unwrap_or_default();
    assert!(note.contains("only the first 20000 of") && note.contains("told by its preview"), "{note}");
    assert_eq!((skip.choices.len(), skip.left_out, skip.note.as_deref()), (1, 0, None));
    let unlisted = json!({ "position": position, "action": "R s18-s19 xa1" });
    let preview: Result<StudyPreview, ClientError> = post(&anybody, "/api/study/preview", unlisted);
    assert!(preview.is_ok(), "what is not listed can be done: {preview:?}");
    let why = json!({ "position": position, "cell": "a1", "picked": ["s18", "s19"] });
    assert!(post::<WhyView>(&anybody, "/api/study/why", why).expect("an answer").possible);
    // A table would send the list again and again.
    let seats = json!([{ "who": "me" }, { "who": "bot", "name": "level:1" }]);
    let game = json!({ "position": position, "seats": seats });
    let refused = post::<Value>(&world.guest("Ann"), "/api/games", game).expect_err("too many actions");
    assert!(refused.to_string().contains("at most 20000"), "{refused}");
}

#[test]
fn regions_are_listed_with_their_cells_and_what_they_cost() {
    let world = World::new();
    let position = "G square8 2p; S a1=2,h8=2,e5=1; M1 a2,b1,g8,h7; P territory_processing";
    let study: StudyView = post(&world.stranger(), "/api/study", json!({ "position": position })).expect("a position");
    let Some(LegalView::RingRift { groups }) = study.legal else { panic!("no choices") };
    let regions = &groups.iter().find(|group| group.kind == "region").expect("regions").choices;
    assert_eq!(regions.len(), 2, "{regions:?}");
    for (region, cells) in regions.iter().zip([["a1", "b1", "a2"], ["h8", "h7", "g8"]]) {
        assert_eq!(region.others, cells);
        assert!(region.details.as_deref().is_some_and(|text| text.ends_with("; costs a cap")), "{region:?}");
    }
}

#[test]
fn lines_are_written_and_read() {
    let world = World::new();
    let anybody = world.stranger();
    let start: StudyView = post(&anybody, "/api/study", json!({})).expect("a start");
    let line = json!({ "start": start.state.position, "actions": ["P d4*2", "M d4-d6"] });
    let record: RecordView = post(&anybody, "/api/study/record", line).expect("a record");
    let read: LineView = post(&anybody, "/api/study/read", json!({ "text": record.text })).expect("a line");
    assert_eq!(read.actions, ["P d4*2", "M d4-d6"]);
    let played: PlayedLine = post(&anybody, "/api/study/line", json!(read)).expect("a line");
    assert_eq!((played.steps.len(), played.steps[1].player, played.steps[1].turn), (2, 1, 1));
    let after: StudyView =
        post(&anybody, "/api/study", json!({ "position": played.steps[1].position })).expect("a position");
    assert_eq!(after.state.player, Some(2));
    let position: LineView =
        post(&anybody, "/api/study/read", json!({ "text": start.state.position })).expect("a line");
    assert!(position.actions.is_empty());
    let wrong = json!({ "start": start.state.position, "actions": ["P d4*2", "M d4-d5"] });
    let error = post::<RecordView>(&anybody, "/api/study/record", wrong).expect_err("illegal");
    assert!(error.to_string().contains("action 2"), "{error}");
    assert_eq!(
        post::<LineView>(&anybody, "/api/study/read", json!({ "text": "1. P z9" })).expect_err("none").code(),
        "bad_record"
    );
}

#[test]
fn lessons_are_told_and_tried() {
    let world = World::new();
    let anybody = world.stranger();
    let lessons: Vec<LessonView> = anybody.ask("GET", "/api/lessons", None::<&()>).expect("lessons");
    assert_eq!(lessons.len(), 8);
    let open: AttemptView = post(&anybody, "/api/lessons/1/1", json!({ "actions": [] })).expect("an exercise");
    assert_eq!(open.verdict, Verdict::Open);
    assert_eq!(post::<AttemptView>(&anybody, "/api/lessons/9/1", json!({})).expect_err("none").code(), "not_found");
    assert_eq!(post::<AttemptView>(&anybody, "/api/lessons/0/0", json!({})).expect_err("none").code(), "not_found");
    let illegal = json!({ "actions": ["M a1-a2"] });
    assert_eq!(post::<AttemptView>(&anybody, "/api/lessons/1/1", illegal).expect_err("illegal").code(), "illegal");
}

#[test]
fn the_past_of_a_game_is_told_ply_by_ply() {
    let world = World::new();
    let (ann, bob, game) = duel(&world);
    for player in [&ann, &ann, &bob] {
        act_first(player, &game);
    }
    let plies = |query: &str| -> PliesView {
        ann.ask("GET", &format!("/api/games/{game}/plies{query}"), None::<&()>).expect("plies")
    };
    let all = plies("");
    assert_eq!((all.total, all.plies.len()), (3, 4));
    assert!(all.plies[0].action.is_none() && all.plies[3].seat == Some(1));
    assert_eq!(all.plies[3].state, ann.look(&game).expect("a game").state);
    assert_eq!(plies("?from=2&to=2").plies, all.plies[2..3]);
    assert_eq!(plies("?from=3&to=99").plies, all.plies[3..]);
    let beyond = ann.raw("GET", &format!("/api/games/{game}/plies?from=4"), &[], None).expect("an answer");
    assert_eq!(beyond.status, 404);
    let StateView::RingRift(state) = &all.plies[0].state else { panic!("a game of RingRift") };
    assert!(state.stacks.is_empty());
}

#[test]
fn boards_have_places_for_all_cells() {
    let world = World::new();
    let anybody = world.stranger();
    for (name, cells) in [("square8", 64), ("hex8", 61), ("hexagonal12", 469)] {
        let board: BoardView = anybody.ask("GET", &format!("/api/boards/{name}"), None::<&()>).expect("a board");
        assert_eq!(board.cells.len(), cells);
        assert!(board.cells.iter().all(|cell| cell.x < board.width && cell.y < board.height));
    }
    assert_eq!(anybody.raw("GET", "/api/boards/round", &[], None).expect("an answer").status, 404);
}

#[test]
fn maps_and_replays_are_played_again() {
    let world = World::new();
    let ann = world.guest("Ann");
    let game = ann.make(&NewGame { game: Some("asg".to_owned()), ..against("level:1") }).expect("a game").id;
    let map: MapView = ann.ask("GET", &format!("/api/games/{game}/map"), None::<&()>).expect("a map");
    assert!(map.nodes.len() > 2 && map.nodes.iter().filter(|node| node.hq.is_some()).count() == 2);
    let seq = ann.look(&game).expect("a game").seq;
    ann.act(&game, seq, json!([{ "type": "pass" }])).expect("legal");
    ann.command(&game, &ClientMessage::Resign { seat: None, client: None }).expect("resigned");
    let replay = ann.raw("GET", &format!("/api/games/{game}/record"), &[], None).expect("a replay").text();
    let view: ReplayView = post(&world.stranger(), "/api/asg/replay", json!({ "replay": replay })).expect("a view");
    assert_eq!((view.map.nodes.len(), view.difference), (map.nodes.len(), None));
    assert!(!view.plies.is_empty() && view.plies[0].side == "P1" && view.ending.is_object(), "{:?}", view.ending);
    for bad in ["", "{}", "[[[["] {
        let error = post::<ReplayView>(&ann, "/api/asg/replay", json!({ "replay": bad })).expect_err("no replay");
        assert_eq!(error.code(), "bad_replay");
    }
}

#[test]
fn whole_games_are_reviewed_when_nobody_plays_them() {
    let world = World::new();
    let (ann, bob, game) = duel(&world);
    act_first(&ann, &game);
    let path = format!("/api/games/{game}/review");
    assert_eq!(ann.raw("GET", &path, &[], None).expect("an answer").status, 403);
    bob.command(&game, &ClientMessage::Resign { seat: None, client: None }).expect("resigned");
    let lines = ann.raw("GET", &path, &[], None).expect("a review").text();
    let lines: Vec<ReviewLine> = lines.lines().map(|line| serde_json::from_str(line).expect("a line")).collect();
    let Some(ReviewLine::Review(review)) = lines.last() else { panic!("{lines:?}") };
    assert_eq!((review.chances.len(), review.players.len()), (2, 2));
    assert!(review.chances.iter().all(Option::is_some), "nobody stands there any more");
    let progress = |line: &ReviewLine| match line {
        ReviewLine::Progress { done, of } => Some((*done, *of)),
        _ => None,
    };
    let steps: Vec<(usize, usize)> = lines.iter().filter_map(progress).collect();
    assert_eq!(steps, [(1, 3), (2, 3), (3, 3)], "it tells how far it is");
}

#[test]
fn reviews_do_not_help_people_who_play() {
    let world = World::new();
    let (ann, _, game) = duel(&world);
    act_first(&ann, &game);
    let StateView::RingRift(state) = ann.look(&game).expect("a game").state else { panic!("a game of RingRift") };
    let board = NewGame { position: Some(state.position), purpose: Purpose::Analysis, ..NewGame::default() };
    let copy = ann.make(&board).expect("a board").id;
    act_first(&ann, &copy);
    let lines = ann.raw("GET", &format!("/api/games/{copy}/review"), &[], None).expect("a review").text();
    let last: ReviewLine = serde_json::from_str(lines.lines().last().expect("a line")).expect("a line");
    let ReviewLine::Review(review) = last else { panic!("{last:?}") };
    assert_eq!(review.chances[0], None, "people stand there");
    assert!(review.chances[1].is_some() && review.faults.is_empty());
}

#[test]
fn replays_that_would_fill_the_memory_are_refused() {
    let world = World::new();
    let node = |id: String| json!({ "id": id, "x": 0, "y": 0, "owner": "Neutral", "supplyYield": 0 });
    let scenario = asg::library::ALL[0].scenario();
    let mut file = serde_json::to_value(scenario.file()).expect("a map");
    let (mut more, mut edges) = (Vec::new(), Vec::new());
    for number in 0..3_000 {
        more.push(node(format!("n{number}")));
        edges.push(json!(["p1_hq", format!("n{number}")]));
    }
    file["map"]["nodes"].as_array_mut().expect("nodes").extend(more);
    file["map"]["edges"].as_array_mut().expect("edges").extend(edges);
    let scenario = std::sync::Arc::new(asg::Scenario::from_json(&file).expect("a map"));
    let mut replay = asg::Replay::new(scenario, asg::Rules::V0, 1, "2026-11-16");
    replay.turns = (0..40).map(|_| asg::replay::Turn::new("bot", Vec::new())).collect();
    let body = json!({ "replay": replay.to_json() });
    let error = post::<ReplayView>(&world.stranger(), "/api/asg/replay", body).expect_err("too much");
    assert!(error.to_string().contains("plies times nodes"), "{error}");
}

#[test]
fn the_page_is_served_with_its_files_and_nothing_else() {
    let world = World::new();
    let anybody = world.stranger();
    let get = |path: &str, headers: &[(&str, &str)]| anybody.raw("GET", path, headers, None).expect("an answer");
    for path in ["/", "/games/anything", "/sandbox", "/learn", "/rules", "/asg/rules", "/asg/replay"] {
        let page = get(path, &[]);
        assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")), "{path}");
        assert!(page.header("content-security-policy").is_some_and(|policy| policy.contains("script-src 'self'")));
    }
    let missing = get("/nothing", &[("accept", "text/html")]);
    assert_eq!((missing.status, missing.header("content-type")), (404, Some("text/html; charset=utf-8")));
    assert_eq!(get("/nothing", &[]).header("content-type"), Some("application/json"));
    let script = get("/web/start.js", &[]);
    assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
    let tag = script.header("etag").expect("a tag").to_owned();
    assert_eq!(get("/web/start.js", &[("if-none-match", &tag)]).status, 304);
    let packed = get("/web/start.js", &[("accept-encoding", "gzip")]);
    assert!(packed.header("content-encoding") == Some("gzip") && packed.body.len() < script.body.len() / 2);
    for path in
        ["/web/", "/web/none.js", "/web/../Cargo.toml", "/web/%2e%2e/Cargo.toml", "/web/lib", "/book/lessons.toml"]
    {
        assert_eq!(get(path, &[]).status, 404, "{path}");
    }
}
