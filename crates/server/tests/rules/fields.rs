//! The fields of states that the rulebooks require (RR-CANON-R050, R051, and section 1.3 of the compact rulebook), and
//! fields that they do not name.

use axum::http::StatusCode;
use ringrift::{BoardKind, Position};
use rules_messages::state_of_position;
use serde_json::{Value, json};
use server::rules::Mode;

use crate::app::App;
use crate::boards::{rules, state};

const POSITION: &str = "G square8 2p canon; S a1=1,b1=2,h8=2; M2 d5; C1 f6; H 3,3; E 2,1; P movement";

/// Sends a state to `/rules/legal_moves`; returns the status and the problems.
async fn send(app: &App, state: &Value) -> (StatusCode, Value) {
    let (status, answer) = app.post("/rules/legal_moves", json!({ "state": state }).to_string()).await;
    (status, answer["problems"].clone())
}

fn has_all(value: &Value, names: &[&str]) {
    for name in names {
        assert!(value.get(name).is_some_and(|field| !field.is_null()), "{name} is missing in {value}");
    }
}

#[tokio::test]
async fn states_have_the_fields_of_r050_and_r051() {
    let app = App::new(Mode::Fast);
    let answer = app.evaluate(&json!({ "position": POSITION, "move": "C a1-c1 xb1" })).await;
    let state = &answer["next"]["state"];
    has_all(state, &["boardType", "board", "players", "currentPlayer", "currentPhase", "moveHistory"]);
    has_all(state, &["totalRingsInPlay", "totalRingsEliminated", "victoryThreshold", "territoryVictoryThreshold"]);
    let board = &state["board"];
    has_all(board, &["stacks", "markers", "collapsedSpaces", "eliminatedRings", "size", "type"]);
    assert_eq!(board["size"], 8);
    assert_eq!(board["type"], "square8");
    assert_eq!(board["eliminatedRings"], json!({ "1": 2, "2": 1 }));
    assert_eq!(board["collapsedSpaces"], json!({ "5,5": 1 }));
    assert_eq!(
        board["stacks"]["2,0"],
        json!({
            "position": { "x": 2, "y": 0 }, "rings": [2, 1], "stackHeight": 2, "capHeight": 1, "controllingPlayer": 1,
        })
    );
    assert_eq!(
        board["markers"],
        json!({
            "0,0": { "player": 1, "position": { "x": 0, "y": 0 }, "type": "regular" },
            "3,4": { "player": 2, "position": { "x": 3, "y": 4 }, "type": "regular" },
        })
    );
    for player in state["players"].as_array().expect("players are a list") {
        has_all(player, &["ringsInHand", "eliminatedRings", "territorySpaces"]);
    }
}

#[tokio::test]
async fn pieces_on_hexagons_have_cube_coordinates() {
    let app = App::new(Mode::Fast);
    let body = json!({ "position": "G hexagonal 2p canon; S 0.0=1,-3.3=2; P movement", "move": "M 0.0-2.0" });
    let board = &app.evaluate(&body).await["next"]["state"]["board"];
    assert_eq!(board["stacks"]["2,0,-2"]["position"], json!({ "x": 2, "y": 0, "z": -2 }));
    assert_eq!(board["markers"]["0,0,0"]["position"], json!({ "x": 0, "y": 0, "z": 0 }));
}

/// In `canon` and `compact`, the radius of a hexagonal board is its size minus 1; in `live`, radius 12 has size 25 and
/// radius 4 has size 9.
#[tokio::test]
async fn every_board_has_its_size_and_reads_both_sizes_of_hexagons() {
    let app = App::new(Mode::Fast);
    for rules in rules().filter(|rules| rules.players == 2) {
        let is_live = rules.describe().0 == ringrift::Edition::Live;
        let (written, others): (u32, &[u32]) = match (rules.board, is_live) {
            (BoardKind::Square8, _) => (8, &[8]),
            (BoardKind::Square19, _) => (19, &[19]),
            (BoardKind::Hex8, false) => (5, &[5, 9]),
            (BoardKind::Hex8, true) => (9, &[5, 9]),
            (BoardKind::Hexagonal, false) => (11, &[11, 21]),
            (BoardKind::Hexagonal, true) => (21, &[11, 21]),
            (BoardKind::Hexagonal12, false) => (13, &[13, 25]),
            (BoardKind::Hexagonal12, true) => (25, &[13, 25]),
        };
        let position = Position::new(&rules).expect("the position is valid");
        let mut state = json!(state_of_position(&position));
        assert_eq!(state["board"]["size"], written, "{rules}");
        for size in 1..30 {
            state["board"]["size"] = json!(size);
            let (status, problems) = send(&app, &state).await;
            assert_eq!(status == StatusCode::OK, others.contains(&size), "{rules}, size {size}: {problems}");
            if status != StatusCode::OK {
                assert_eq!(problems[0]["at"], "state.board.size");
            }
        }
    }
}

#[tokio::test]
async fn redundant_fields_are_checked() {
    let app = App::new(Mode::Fast);
    assert_eq!(send(&app, &state()).await.0, StatusCode::OK);
    for (path, value, at, message) in [
        ("/board/stacks/0,0/position", json!({ "x": 1, "y": 0 }), "stacks[0,0].position", "expected a1, found b1"),
        ("/board/stacks/0,0/position", json!("0,9"), "stacks[0,0].position", "not on square8"),
        ("/board/markers/3,3/position", json!("d5"), "markers[3,3].position", "expected d4, found d5"),
        ("/board/markers/3,3/type", json!("collapsed"), "markers[3,3].type", "expected regular, found 'collapsed'"),
        ("/board/eliminatedRings", json!({ "1": 0 }), "eliminatedRings[1]", "expected 1, found 0"),
        ("/board/eliminatedRings", json!({ "2": 3 }), "eliminatedRings[2]", "expected 0, found 3"),
        ("/board/eliminatedRings", json!({ "3": 0 }), "eliminatedRings[3]", "no player 3"),
        ("/board/eliminatedRings", json!({ "red": 0 }), "eliminatedRings[red]", "number of a seat"),
    ] {
        let mut bad = state();
        *bad.pointer_mut(path).expect(path) = value;
        let (status, problems) = send(&app, &bad).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{path}: {problems}");
        assert_eq!(problems[0]["at"], json!(format!("state.board.{at}")), "{problems}");
        assert!(problems[0]["message"].as_str().is_some_and(|text| text.contains(message)), "{problems}");
    }
    let mut other_names = state();
    other_names["board"]["stacks"]["0,0"]["position"] = json!("a1");
    other_names["board"]["markers"]["3,3"]["position"] = json!("3,3");
    other_names["board"]["eliminatedRings"] = Value::Null;
    assert_eq!(send(&app, &other_names).await.0, StatusCode::OK);
}

#[tokio::test]
async fn history_continues_from_move_to_move() {
    let app = App::new(Mode::Fast);
    let start = "G square8 2p canon; H 18,18";
    let first = app.evaluate(&json!({ "position": start, "move": "P d4*2" })).await;
    let placed = json!({
        "moveNumber": 1, "type": "place_ring", "player": 1, "to": { "x": 3, "y": 3 }, "placementCount": 2,
        "algebraicNotation": "P d4*2",
    });
    assert_eq!(first["next"]["state"]["moveHistory"], json!([placed]));
    let second = app.evaluate(&json!({ "state": first["next"]["state"], "move": "M d4-d6" })).await;
    let moved = json!({
        "moveNumber": 2, "type": "move_stack", "player": 1, "from": { "x": 3, "y": 3 }, "to": { "x": 3, "y": 5 },
        "algebraicNotation": "M d4-d6",
    });
    assert_eq!(second["next"]["state"]["moveHistory"], json!([placed, moved]));
}

/// The structure of the history is defined by each implementation (RR-CANON-R051).
#[tokio::test]
async fn every_history_is_accepted() {
    let app = App::new(Mode::Fast);
    for history in [json!([]), json!(null), json!({ "a": 1 }), json!("M a1-a3"), json!([7, { "id": "x" }, null])] {
        let mut given = state();
        given["moveHistory"] = history.clone();
        let answer = app.evaluate(&json!({ "state": given, "move": "M a1-a3" })).await;
        let found = answer["next"]["state"]["moveHistory"].as_array().expect("the history is a list");
        let kept = history.as_array().cloned().unwrap_or_default();
        assert_eq!(found[..kept.len()], kept);
        assert_eq!(found.len(), kept.len() + 1);
        assert_eq!(found[kept.len()]["moveNumber"], json!(kept.len() + 1));
        given.as_object_mut().expect("the state is an object").remove("moveHistory");
        given["move_history"] = history;
        assert_eq!(app.evaluate(&json!({ "state": given, "move": "M a1-a3" })).await, answer);
    }
}

/// Adds a field to each object in a value; returns the variants. Keys of maps are cells and seats, not fields.
fn with_unknown_fields(value: &Value) -> Vec<Value> {
    let maps = ["stacks", "markers", "collapsedSpaces", "eliminatedRings", "options"];
    let mut paths = vec![String::new()];
    let mut next = 0;
    while let Some(path) = paths.get(next).cloned() {
        next += 1;
        match value.pointer(&path) {
            Some(Value::Object(fields)) => paths.extend(fields.keys().map(|name| format!("{path}/{name}"))),
            Some(Value::Array(items)) => paths.extend((0..items.len()).map(|index| format!("{path}/{index}"))),
            _ => {}
        }
    }
    let objects = paths.iter().filter(|path| value.pointer(path).is_some_and(Value::is_object));
    let objects = objects.filter(|path| !maps.iter().any(|map| path.ends_with(map)));
    let mut variants = Vec::new();
    for path in objects {
        let mut variant = value.clone();
        variant.pointer_mut(path).expect("the path exists")["unknownField"] = json!({ "deep": [1, null] });
        variants.push(variant);
    }
    variants
}

#[tokio::test]
async fn unknown_fields_are_ignored_at_every_level() {
    let app = App::new(Mode::Fast);
    let mut state = state();
    state["rounds"] = json!({ "opener": null });
    state["board"]["collapsedSpaces"] = json!({ "f6": { "player": 2 } });
    state["options"] = json!({});
    let written = json!({ "type": "move_stack", "from": { "x": 0, "y": 0 }, "to": "a3" });
    let body = json!({ "state": state, "move": written });
    let answer = app.evaluate(&body).await;
    assert_eq!(answer["valid"], true, "{answer}");
    let variants = with_unknown_fields(&body);
    assert!(variants.len() >= 11, "{}", variants.len());
    for variant in variants {
        assert_eq!(app.evaluate(&variant).await, answer, "{variant}");
    }
    let (status, list) = app.post("/rules/legal_moves", body.to_string()).await;
    assert_eq!(status, StatusCode::OK, "the move is an unknown field here: {list}");
    for variant in with_unknown_fields(&json!({ "state": state })) {
        assert_eq!(app.post("/rules/legal_moves", variant.to_string()).await.1, list, "{variant}");
    }
}

#[tokio::test]
async fn unknown_options_are_rejected() {
    let app = App::new(Mode::Fast);
    let mut bad = state();
    bad["options"] = json!({ "gravity": "on" });
    let (status, problems) = send(&app, &bad).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert_eq!(problems[0]["at"], "state.options.gravity");
}
