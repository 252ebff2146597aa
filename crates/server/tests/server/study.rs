//! Positions outside of games, lessons, boards, replays, game history, reviews and static files.

use ai::puzzle::PuzzleGoal;
use api::client::{Client, ClientError};
use api::{
    AttemptView, BoardView, CheckedView, ChoiceGroup, ExerciseResult, GameId, LegalView, LessonView, LineView, MapView,
    NewGame, PlayedLine, PliesView, PuzzleView, RecordView, ReplayView, ReviewLine, ReviewView, StateView,
    StudyPreview, StudyView, WhyView,
};
use serde_json::{Value, json};

use crate::setup::{RESIGN, act_first, against, create, duel, snapshot};
use crate::test_server::TestServer;

#[expect(clippy::needless_pass_by_value, reason = "each body is built for one call")]
fn post<T: serde::de::DeserializeOwned>(client: &Client, path: &str, body: Value) -> Result<T, ClientError> {
    client.request("POST", path, Some(&body))
}

fn get<T: serde::de::DeserializeOwned>(client: &Client, path: &str) -> T {
    client.request("GET", path, None::<&()>).expect("the request is valid")
}

/// Returns the groups of legal RingRift actions.
fn groups(study: &StudyView) -> &[ChoiceGroup] {
    let Some(LegalView::RingRift { groups }) = &study.legal else { panic!("{:?}", study.legal) };
    groups
}

#[test]
fn start_position_lists_its_legal_actions() {
    let server = TestServer::new();
    let body = json!({ "options": { "regions": "no_main" } });
    let start: StudyView = post(&server.visitor(), "/api/study", body).expect("the rules are valid");
    assert_eq!(start.board, "square8");
    assert_eq!(groups(&start)[0].choices.len(), 192);
    assert_eq!(start.state.steps[0].name, "place");
    assert_eq!(start.state.step, Some(0));
    assert_eq!(start.state.players[1].goals.len(), 3);
}

#[test]
fn preview_and_action_have_the_same_effect() {
    let server = TestServer::new();
    let visitor = server.visitor();
    let start: StudyView = post(&visitor, "/api/study", json!({})).expect("the rules are valid");
    let place = json!({ "position": start.state.position, "action": "P d4*2" });
    let preview: StudyPreview = post(&visitor, "/api/study/preview", place.clone()).expect("the action is legal");
    let placed: StudyView = post(&visitor, "/api/study/act", place).expect("the action is legal");
    assert_eq!(placed.state, preview.state);
    assert_eq!(placed.events, preview.events);
    assert_eq!(placed.state.stacks["d4"], "11");
}

#[test]
fn rejects_and_explains_illegal_actions_in_positions() {
    let server = TestServer::new();
    let visitor = server.visitor();
    let position = "G square8 2p; S d4=11,h8=2; H 16,17; P movement";
    let bad = json!({ "position": position, "action": "M d4-d5" });
    let error = post::<StudyView>(&visitor, "/api/study/act", bad).expect_err("the action is illegal");
    assert_eq!(error.code(), "illegal");
    let question = json!({ "position": position, "cell": "d5", "picked": ["d4"] });
    let why: WhyView = post(&visitor, "/api/study/why", question).expect("the question is valid");
    assert!(!why.possible);
    assert!(why.rule.is_some(), "{why:?}");
}

#[test]
fn rejects_malformed_positions() {
    let server = TestServer::new();
    for body in
        [json!({ "position": "nonsense" }), json!({ "board": "round" }), json!({ "position": "G", "board": "hex8" })]
    {
        let error = post::<StudyView>(&server.visitor(), "/api/study", body).expect_err("the position is malformed");
        assert_eq!(error.code(), "bad_position");
    }
}

#[test]
fn explains_which_cell_must_be_selected_first() {
    let server = TestServer::new();
    let visitor = server.visitor();
    let position = "G square8 2p; S a1=1,h1=1,c1=2,h8=2; P movement";
    let why = |cell: &str, picked: &[&str]| -> WhyView {
        let question = json!({ "position": position, "cell": cell, "picked": picked });
        post(&visitor, "/api/study/why", question).expect("the question is valid")
    };
    assert!(why("a1", &[]).possible);
    assert!(why("e1", &["a1"]).possible);
    for (cell, cells) in [("a4", &["a1"][..]), ("e1", &["a1", "h1"]), ("c1", &["a1", "h1"])] {
        let why = why(cell, &[]);
        assert!(!why.possible, "{cell}");
        assert_eq!(why.rule.as_deref(), Some("RR-CANON-R090"), "{cell}");
        assert!(why.reason.starts_with("first choose "), "{why:?}");
        assert_eq!(why.cells, cells);
    }
    let behind = why("c1", &["a1"]);
    assert!(!behind.possible);
    assert!(behind.cells.contains(&"d1".to_owned()), "{behind:?}");
    assert!(!why("b3", &[]).reason.starts_with("first choose "), "no action leads to b3");
}

fn check(server: &TestServer, body: Value) -> CheckedView {
    post(&server.visitor(), "/api/study/check", body).expect("the request is well-formed")
}

#[test]
fn valid_setup_is_completed_with_rings_in_hand() {
    let server = TestServer::new();
    let setup = json!({ "stacks": { "d4": "112" }, "markers": { "d5": 2 }, "collapsed": { "a1": 1 }, "player": 2 });
    let study = check(&server, setup).study.expect("the setup is valid");
    assert_eq!(study.state.player, Some(2));
    assert_eq!(study.state.players[0].hand, 16);
}

#[test]
fn invalid_setup_lists_all_problems() {
    let server = TestServer::new();
    let checked = check(&server, json!({ "stacks": { "d4": "11", "e5": "19" }, "markers": { "z9": 1, "d4": 7 } }));
    assert!(checked.study.is_none());
    assert_eq!(checked.problems.len(), 3, "{:?}", checked.problems);
    let twice = check(&server, json!({ "stacks": { "d4": "1" }, "markers": { "d4": 1 } }));
    assert_eq!(twice.problems[0].cells, ["d4"]);
    assert_eq!(twice.problems[0].text, "d4 can hold only one of these: a stack, a marker, or territory.");
    assert_eq!(twice.problems[0].text_parts.as_ref().map(|parts| &*parts.id), Some("setup.two_occupants"));
    let many = check(&server, json!({ "stacks": { "d4": "1" }, "hands": [400, 0] }));
    assert!(many.study.is_none());
    assert!(!many.problems.is_empty());
}

#[test]
fn phase_cannot_inject_other_fields() {
    let server = TestServer::new();
    let checked = check(&server, json!({ "phase": "movement; S a1=1" }));
    assert!(checked.problems[0].text.contains("There is no phase"), "{:?}", checked.problems);
}

/// Returns a position with far more legal recovery slides than any real game: rows of markers alternate with rows of
/// stacks, and every stack can pay for every slide.
fn position_with_many_slides() -> String {
    let column = |x: u8| char::from(b'a' + x);
    let row =
        |y: u8, rings: &str| (0..19).map(|x| format!("{}{y}{rings}", column(x))).collect::<Vec<String>>().join(",");
    let rows = |from: u8, rings: &str| (from..=19).step_by(2).map(|y| row(y, rings)).collect::<Vec<String>>().join(",");
    format!("G square19 2p live rings=255; S {}; M1 {}; P recovery", rows(1, "=12"), rows(2, ""))
}

#[test]
fn long_lists_are_cut_with_a_note() {
    let server = TestServer::new();
    let body = json!({ "position": position_with_many_slides() });
    let study: StudyView = post(&server.visitor(), "/api/study", body).expect("the position is valid");
    let [slides, skip] = groups(&study) else { panic!("expected two groups") };
    assert_eq!(slides.choices.len(), 20_000);
    assert!(slides.left_out > 100_000, "{}", slides.left_out);
    assert!(slides.choices.iter().all(|choice| choice.details.is_none() && choice.picks.len() == 3));
    let note = slides.note.as_deref().unwrap_or_default();
    assert!(note.contains("first 20000 of") && note.contains("preview an action"), "{note}");
    assert_eq!(skip.choices.len(), 1);
    assert_eq!(skip.left_out, 0);
    assert_eq!(skip.note, None);
}

#[test]
fn actions_that_are_not_listed_are_legal() {
    let server = TestServer::new();
    let (visitor, position) = (server.visitor(), position_with_many_slides());
    let unlisted = json!({ "position": position, "action": "R s18-s19 xa1" });
    post::<StudyPreview>(&visitor, "/api/study/preview", unlisted).expect("the action is legal");
    let question = json!({ "position": position, "cell": "a1", "picked": ["s18", "s19"] });
    assert!(post::<WhyView>(&visitor, "/api/study/why", question).expect("the question is valid").possible);
}

#[test]
fn games_cannot_start_with_too_many_legal_actions() {
    let server = TestServer::new();
    let seats = json!([{ "who": "me" }, { "who": "bot", "name": "level:1" }]);
    let game = json!({ "position": position_with_many_slides(), "seats": seats });
    let error = post::<Value>(&server.guest("Ann"), "/api/games", game).expect_err("the list would be too long");
    assert!(error.to_string().contains("the limit is 20000"), "{error}");
}

#[test]
fn regions_are_listed_with_cells_and_cost() {
    let server = TestServer::new();
    let position = "G square8 2p; S a1=2,h8=2,e5=1; M1 a2,b1,g8,h7; P territory_processing";
    let body = json!({ "position": position });
    let study: StudyView = post(&server.visitor(), "/api/study", body).expect("the position is valid");
    let regions = groups(&study).iter().find(|group| group.kind == "region").expect("regions can be claimed");
    assert_eq!(regions.choices.len(), 2);
    for (region, cells) in regions.choices.iter().zip([["a1", "b1", "a2"], ["h8", "h7", "g8"]]) {
        assert_eq!(region.others, cells);
        assert!(region.details.as_deref().is_some_and(|text| text.contains("cap")), "{region:?}");
    }
}

#[test]
fn lines_are_written_as_records_and_read_back() {
    let server = TestServer::new();
    let visitor = server.visitor();
    let start: StudyView = post(&visitor, "/api/study", json!({})).expect("the rules are valid");
    let line = json!({ "start": start.state.position, "actions": ["P d4*2", "M d4-d6"] });
    let record: RecordView = post(&visitor, "/api/study/record", line).expect("the line is legal");
    let read: LineView =
        post(&visitor, "/api/study/read", json!({ "text": record.text })).expect("the record is valid");
    assert_eq!(read.actions, ["P d4*2", "M d4-d6"]);
    let played: PlayedLine = post(&visitor, "/api/study/line", json!(read)).expect("the line is legal");
    assert_eq!(played.steps.len(), 2);
    assert_eq!(played.steps[1].player, 1);
    assert_eq!(played.steps[1].turn, 1);
    let body = json!({ "position": played.steps[1].position });
    let after: StudyView = post(&visitor, "/api/study", body).expect("the position is valid");
    assert_eq!(after.state.player, Some(2));
}

#[test]
fn position_texts_are_read_as_lines_without_actions() {
    let server = TestServer::new();
    let body = json!({ "text": "G square8 2p; H 18,18" });
    let line: LineView = post(&server.visitor(), "/api/study/read", body).expect("the position is valid");
    assert!(line.actions.is_empty());
}

/// Document 003, 2.2 and 2.3: `L` and `LR` are two actions.
#[test]
fn line_and_option_are_two_actions_of_a_line_of_play() {
    let server = TestServer::new();
    let visitor = server.visitor();
    let start = "G square8 2p; S e5=11,h8=2; M1 a1,b1,c1,d1; P line_processing";
    let play =
        |actions: Value| post::<PlayedLine>(&visitor, "/api/study/line", json!({ "start": start, "actions": actions }));
    let played = play(json!(["L 1", "LR 2:2"])).expect("the line is legal");
    assert_eq!(played.steps.iter().map(|step| step.action.as_str()).collect::<Vec<_>>(), ["L 1; LR 2:2"]);
    let error = play(json!(["L 1"])).expect_err("the option is missing").to_string();
    assert!(error.contains("action 1: this can mean several actions: L 1; LR 1, "), "{error}");
    let error = play(json!(["L 1", "LR 2"])).expect_err("the segment is missing").to_string();
    assert!(error.contains("action 2: several segments can be taken; "), "{error}");
    let start = "G square8 2p; S e5=11,h8=2; M1 a1,b1,c1,d1,a3,b3,c3,d3; P line_processing";
    let line = json!({ "start": start, "actions": ["L 1", "L 2; LR 1"] });
    let error = post::<PlayedLine>(&visitor, "/api/study/line", line).expect_err("the first line is not taken");
    assert!(error.to_string().contains("action 1: this can mean several actions"), "{error}");
}

#[test]
fn rejects_illegal_lines_and_malformed_records() {
    let server = TestServer::new();
    let visitor = server.visitor();
    let illegal = json!({ "start": "G square8 2p; H 18,18", "actions": ["P d4*2", "M d4-d5"] });
    let error = post::<RecordView>(&visitor, "/api/study/record", illegal).expect_err("the second action is illegal");
    assert!(error.to_string().contains("action 2"), "{error}");
    let malformed = json!({ "text": "1. P z9" });
    let error = post::<LineView>(&visitor, "/api/study/read", malformed).expect_err("the record is malformed");
    assert_eq!(error.code(), "bad_record");
}

#[test]
fn rejected_texts_have_sentences_for_readers_and_names_for_programs() {
    let server = TestServer::new();
    let visitor = server.visitor();
    let body = |path: &str, body: Value| -> Value {
        let headers = [("content-type", "application/json")];
        let answer = visitor.raw("POST", path, &headers, Some(body.to_string().as_bytes()));
        let answer = answer.expect("the server responds");
        assert_eq!(answer.status, 422, "{path}");
        serde_json::from_slice(&answer.body).expect("the error is JSON")
    };
    let error = body("/api/study/read", json!({ "text": "[Board \"square8\"]\n\n1. P d4*2; M d4-d5" }));
    assert_eq!(error["message"], "action 2, M d4-d5, is not possible: a stack 2 high moves at least 2 cells, not 1");
    assert_eq!(error["rule"], "RR-CANON-R091");
    assert_eq!(error["message_parts"]["id"], "action.illegal");
    let error = body("/api/study", json!({ "options": { "landing": "keep" } }));
    let message = error["message"].as_str().expect("there is a message");
    assert!(message.starts_with("If “Landing on a marker” is “Own markers, free”, "), "{message}");
    assert_eq!(error["message_parts"]["id"], "ruleset.endless");
    let problem = error["problems"][0].as_str().expect("there is a problem");
    assert!(problem.contains("landing=keep") && problem.contains("turn_cap="), "{problem}");
}

#[test]
fn lessons_are_listed_and_exercises_evaluated() {
    let server = TestServer::new();
    let visitor = server.visitor();
    let lessons: Vec<LessonView> = get(&visitor, "/api/lessons");
    assert_eq!(lessons.len(), 8);
    let open: AttemptView = post(&visitor, "/api/lessons/1/1", json!({ "actions": [] })).expect("the exercise exists");
    assert_eq!(open.verdict, ExerciseResult::Open);
}

#[test]
fn rejects_unknown_exercises_and_illegal_attempts() {
    let server = TestServer::new();
    let code = |path: &str, body: Value| {
        let error = post::<AttemptView>(&server.visitor(), path, body).expect_err("the attempt is rejected");
        error.code().to_owned()
    };
    assert_eq!(code("/api/lessons/9/1", json!({})), "not_found");
    assert_eq!(code("/api/lessons/0/0", json!({})), "not_found");
    assert_eq!(code("/api/lessons/1/1", json!({ "actions": ["M a1-a2"] })), "illegal");
}

#[test]
fn history_contains_every_ply() {
    let server = TestServer::new();
    let (ann, bob, game) = duel(&server);
    for player in [&ann, &ann, &bob] {
        act_first(player, &game);
    }
    let plies = |query: &str| -> PliesView { get(&ann, &format!("/api/games/{game}/plies{query}")) };
    let all = plies("");
    assert_eq!(all.total, 3);
    assert_eq!(all.plies.len(), 4);
    assert_eq!(all.plies[0].action, None);
    let StateView::RingRift(state) = &all.plies[0].state else { panic!("expected a RingRift state") };
    assert!(state.stacks.is_empty());
    assert_eq!(all.plies[3].seat, Some(1));
    assert_eq!(all.plies[3].state, snapshot(&ann, &game).state);
    assert_eq!(plies("?from=2&to=2").plies, all.plies[2..3]);
    assert_eq!(plies("?from=3&to=99").plies, all.plies[3..]);
    let beyond = ann.raw("GET", &format!("/api/games/{game}/plies?from=4"), &[], None).expect("the server responds");
    assert_eq!(beyond.status, 404);
}

#[test]
fn boards_place_every_cell_within_their_extent() {
    let server = TestServer::new();
    let visitor = server.visitor();
    for (name, cells) in [("square8", 64), ("hex8", 61), ("hexagonal12", 469)] {
        let board: BoardView = get(&visitor, &format!("/api/boards/{name}"));
        assert_eq!(board.cells.len(), cells);
        assert!(board.cells.iter().all(|cell| cell.x < board.width && cell.y < board.height));
    }
    assert_eq!(visitor.raw("GET", "/api/boards/round", &[], None).expect("the server responds").status, 404);
}

/// Plays one ply of an ASG game and resigns; returns its map and replay.
fn finished_asg_game(ann: &Client) -> (MapView, String) {
    let game = create(ann, &NewGame { game: Some("asg".to_owned()), ..against("level:1") });
    let map: MapView = get(ann, &format!("/api/games/{game}/map"));
    let seq = snapshot(ann, &game).seq;
    ann.act(&game, seq, json!([{ "type": "pass" }])).expect("the order is valid");
    ann.command(&game, &RESIGN).expect("a player can resign");
    let replay = ann.raw("GET", &format!("/api/games/{game}/record"), &[], None).expect("the server responds").text();
    (map, replay)
}

#[test]
fn asg_replays_are_simulated_again() {
    let server = TestServer::new();
    let (map, replay) = finished_asg_game(&server.guest("Ann"));
    assert_eq!(map.nodes.iter().filter(|node| node.hq.is_some()).count(), 2);
    let body = json!({ "replay": replay });
    let view: ReplayView = post(&server.visitor(), "/api/asg/replay", body).expect("the replay is valid");
    assert_eq!(view.map.nodes.len(), map.nodes.len());
    assert_eq!(view.difference, None);
    assert_eq!(view.plies[0].side, "P1");
    assert!(view.ending.is_object(), "{:?}", view.ending);
}

#[test]
fn rejects_malformed_replays() {
    let server = TestServer::new();
    for replay in ["", "{}", "[[[["] {
        let body = json!({ "replay": replay });
        let error =
            post::<ReplayView>(&server.visitor(), "/api/asg/replay", body).expect_err("the replay is malformed");
        assert_eq!(error.code(), "bad_replay");
    }
}

#[test]
fn rejects_replays_that_need_too_much_memory() {
    let server = TestServer::new();
    let node = |id: String| json!({ "id": id, "x": 0, "y": 0, "owner": "Neutral", "supplyYield": 0 });
    let scenario = asg::library::ALL[0].scenario();
    let mut file = serde_json::to_value(scenario.file()).expect("the map can be serialized");
    let (mut nodes, mut edges) = (Vec::new(), Vec::new());
    for number in 0..3_000 {
        nodes.push(node(format!("n{number}")));
        edges.push(json!(["p1_hq", format!("n{number}")]));
    }
    file["map"]["nodes"].as_array_mut().expect("the map has nodes").extend(nodes);
    file["map"]["edges"].as_array_mut().expect("the map has edges").extend(edges);
    let scenario = std::sync::Arc::new(asg::Scenario::from_json(&file).expect("the map is valid"));
    let mut replay = asg::Replay::new(scenario, asg::Rules::V0, 1, "2026-11-16");
    replay.turns = (0..40).map(|_| asg::replay::Turn::new("bot", Vec::new())).collect();
    let body = json!({ "replay": replay.to_json() });
    let error = post::<ReplayView>(&server.visitor(), "/api/asg/replay", body).expect_err("the replay is too large");
    assert!(error.to_string().contains("too large"), "{error}");
}

/// Returns all lines of a review.
pub(crate) fn review_lines(client: &Client, game: &GameId) -> Vec<ReviewLine> {
    let text = client.raw("GET", &format!("/api/games/{game}/review"), &[], None).expect("the server responds").text();
    text.lines().map(|line| serde_json::from_str(line).expect("each line is a ReviewLine")).collect()
}

pub(crate) fn last_review(lines: &[ReviewLine]) -> &ReviewView {
    let Some(ReviewLine::Review(review)) = lines.last() else { panic!("{lines:?}") };
    review
}

#[test]
fn finished_games_are_reviewed_with_progress() {
    let server = TestServer::new();
    let (ann, bob, game) = duel(&server);
    act_first(&ann, &game);
    bob.command(&game, &RESIGN).expect("a player can resign");
    let lines = review_lines(&ann, &game);
    let review = last_review(&lines);
    assert_eq!(review.chances.len(), 2);
    assert!(review.chances.iter().all(Option::is_some));
    assert_eq!(review.players.len(), 2);
    let progress = |line: &ReviewLine| match line {
        ReviewLine::Progress { done, of } => Some((*done, *of)),
        _ => None,
    };
    let steps: Vec<(usize, usize)> = lines.iter().filter_map(progress).collect();
    assert_eq!(steps, [(1, 3), (2, 3), (3, 3)]);
}

#[test]
fn attempts_at_puzzles_are_checked() {
    let server = TestServer::new();
    let visitor = server.visitor();
    let puzzle = table::study::puzzles().iter().find(|puzzle| puzzle.goal != PuzzleGoal::WinInTwo);
    let puzzle = puzzle.expect("there are puzzles of one turn");
    let goal = puzzle.goal.to_string();
    let check = |position: &str, goal: &str, actions: &[String]| {
        post::<PuzzleView>(&visitor, "/api/puzzles", json!({ "position": position, "goal": goal, "actions": actions }))
    };
    let verdict = |actions| check(&puzzle.position, &goal, actions).expect("the puzzle exists").verdict;
    assert_eq!(verdict(&puzzle.solution[..1]), ExerciseResult::Open);
    assert_eq!(verdict(&puzzle.solution), ExerciseResult::Solved);
    // The server evaluates no other positions.
    for (position, goal) in [("G square8 2p; H 18,18", goal.as_str()), (&puzzle.position, "claim 99")] {
        assert_eq!(check(position, goal, &[]).expect_err("the puzzle is unknown").code(), "not_found");
    }
}

#[test]
fn links_to_puzzles_have_a_preview() {
    let server = TestServer::new();
    let puzzle = table::study::puzzles().first().expect("there are puzzles");
    let html = |path: &str| server.visitor().raw("GET", path, &[], None).expect("the page is served").text();
    let page = html(&format!("/puzzles/{}", puzzle.id));
    assert!(page.contains("RingRift puzzle\">") && page.contains("picture.png?width=1200&amp;position=G%20"), "{page}");
    assert!(!html("/puzzles/none").contains("og:title"));
}

#[test]
fn links_to_positions_have_a_preview() {
    let server = TestServer::new();
    let page = |query: &str| {
        let page = server.visitor().raw("GET", &format!("/sandbox{query}"), &[], None).expect("the page is served");
        assert_eq!(page.status, 200, "{query}");
        (page.header("etag").map(str::to_owned), page.text())
    };
    let (tag, plain) = page("");
    assert!(!plain.contains("og:"), "{plain}");
    // Browsers write spaces as + or %20.
    for text in ["G%20square8%202p;%20S%20d4=12,e5=2;%20T%202", "G+square8+2p%3B+S+d4%3D12%2Ce5%3D2%3B+T+2"] {
        let (_, shown) = page(&format!("?position={text}&other=1"));
        assert!(shown.contains("og:title\" content=\"Orange to move · RingRift position\">"), "{shown}");
        assert!(shown.contains("content=\"Square board 8×8, 2 players, turn "), "{shown}");
        assert!(shown.contains("/api/study/picture.png?width=1200&amp;position=G%20square8%202p"), "{shown}");
        assert!(shown.contains("/sandbox?position=G%20square8%202p"), "{shown}");
    }
    // The service worker stores the page under its entity tag.
    let long = format!("?position=G%20square8%202p;%20S%20{}", "d4=1,".repeat(2_000));
    for query in ["?position=", "?position=%3Cscript%3E", "?position=%ff", "?position=a&position=b", "?utm=x", &long] {
        assert_eq!(page(query), (tag.clone(), plain.clone()), "{query}");
    }
}

#[test]
fn pages_are_served_as_html() {
    let server = TestServer::new();
    for path in [
        "/",
        "/games/anything",
        "/sandbox",
        "/learn",
        "/puzzles",
        "/puzzles/none",
        "/rules",
        "/asg/rules",
        "/asg/replay",
    ] {
        let page = server.visitor().raw("GET", path, &[], None).expect("the server responds");
        assert_eq!(page.status, 200, "{path}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        assert!(page.header("content-security-policy").is_some_and(|policy| policy.contains("script-src 'self'")));
    }
}

#[test]
fn unknown_paths_give_a_page_or_json() {
    let server = TestServer::new();
    let visitor = server.visitor();
    let page = visitor.raw("GET", "/nothing", &[("accept", "text/html")], None).expect("the server responds");
    assert_eq!(page.status, 404);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let error = visitor.raw("GET", "/nothing", &[], None).expect("the server responds");
    assert_eq!(error.header("content-type"), Some("application/json"));
}

#[test]
fn static_files_are_cached_and_compressed() {
    let server = TestServer::new();
    let get = |headers: &[(&str, &str)]| {
        server.visitor().raw("GET", "/web/start.js", headers, None).expect("the server responds")
    };
    let script = get(&[]);
    assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
    let tag = script.header("etag").expect("the file has an entity tag");
    assert_eq!(get(&[("if-none-match", tag)]).status, 304);
    let compressed = get(&[("accept-encoding", "gzip")]);
    assert_eq!(compressed.header("content-encoding"), Some("gzip"));
    assert!(compressed.body.len() < script.body.len() / 2);
}

#[test]
fn only_files_of_the_page_are_served() {
    let server = TestServer::new();
    for path in
        ["/web/", "/web/none.js", "/web/../Cargo.toml", "/web/%2e%2e/Cargo.toml", "/web/lib", "/book/lessons.toml"]
    {
        assert_eq!(server.visitor().raw("GET", path, &[], None).expect("the server responds").status, 404, "{path}");
    }
}
