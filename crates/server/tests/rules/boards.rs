//! States as objects, on every board and in every edition.

use api::rules::StateObject;
use axum::http::StatusCode;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};
use rules_messages::{position_of_state, state_of_position};
use serde_json::{Value, json};
use server::rules::Mode;

use crate::app::App;

pub(crate) fn rules() -> impl Iterator<Item = Ruleset> {
    let editions = [Edition::Canon, Edition::Compact, Edition::Live];
    let all = editions.into_iter().flat_map(|edition| {
        BoardKind::ALL.into_iter().flat_map(move |board| (2..=4).map(move |players| (edition, board, players)))
    });
    let usual =
        all.filter_map(|(edition, board, players)| Ruleset::new(edition, board, players, &Overrides::default()).ok());
    // The live edition defines no board `hexagonal`, and its game records use this name for `hexagonal12`. With these options
    // `hexagonal` is valid in the live edition, and must not be read as `hexagonal12`.
    let mut overrides = Overrides::default();
    overrides.set("rings", "30").expect("the option is valid");
    overrides.set("line_length", "4").expect("the option is valid");
    usual.chain([Ruleset::new(Edition::Live, BoardKind::Hexagonal, 2, &overrides).expect("the rules are valid")])
}

#[test]
fn objects_and_positions_convert_into_each_other() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut seen = 0;
    for rules in rules() {
        let mut position = Position::new(&rules).expect("the position is valid");
        for ply in 0..120 {
            if ply % 5 == 0 || position.outcome().is_some() {
                let object = state_of_position(&position);
                assert_eq!(position_of_state(&object).as_ref(), Ok(&position), "{position}");
                let json = serde_json::to_string(&object).expect("the value can be serialized");
                let read: StateObject = serde_json::from_str(&json).expect("the object can be read back");
                assert_eq!(read, object);
                seen += 1;
            }
            let legal = position.legal_actions();
            if legal.is_empty() {
                break;
            }
            position.play(legal[random.random_range(0..legal.len())]).expect("the action is legal");
        }
    }
    assert!(seen > 500, "only {seen} positions were compared");
}

#[tokio::test]
async fn moves_are_evaluated_from_objects_on_every_board() {
    let app = App::new(Mode::Spec);
    for rules in rules().filter(|rules| rules.players == 2) {
        let position = Position::new(&rules).expect("the position is valid");
        let action = position.legal_actions()[0];
        let body = json!({ "state": state_of_position(&position), "move": position.action_text(action) });
        let answer = app.evaluate(&body).await;
        assert_eq!(answer["valid"], true, "{rules}: {answer}");
        assert_eq!(answer["engine"], "spec", "{rules}: {answer}");
    }
    assert_eq!(app.mismatches(), [0; 4]);
}

pub(crate) fn state() -> Value {
    json!({
        "board": {
            "type": "square8", "size": 8,
            "stacks": {
                "0,0": {
                    "position": { "x": 0, "y": 0 }, "rings": [2, 1],
                    "stackHeight": 2, "capHeight": 1, "controllingPlayer": 1,
                },
                "7,7": { "rings": [2] },
            },
            "markers": { "3,3": { "player": 1, "position": { "x": 3, "y": 3 }, "type": "regular" } },
            "collapsedSpaces": { "5,5": 2 },
            "territories": {}, "formedLines": [], "eliminatedRings": { "1": 1 },
        },
        "players": [
            { "playerNumber": 1, "ringsInHand": 10, "eliminatedRings": 1, "territorySpaces": 0, "username": "a" },
            { "playerNumber": 2, "ringsInHand": 9, "eliminatedRings": 0, "territorySpaces": 1 },
        ],
        "currentPlayer": 1, "currentPhase": "movement", "gameStatus": "active", "mustMoveFromStackKey": "0,0",
        "totalRingsInPlay": 36, "totalRingsEliminated": 1, "victoryThreshold": 19, "territoryVictoryThreshold": 33,
        "moveHistory": [], "id": "x",
    })
}

/// Converts all field names to snake case.
fn snake(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| {
                let mut text = String::new();
                for letter in name.chars() {
                    if letter.is_ascii_uppercase() {
                        text.push('_');
                    }
                    text.push(letter.to_ascii_lowercase());
                }
                (text, snake(value))
            })
            .collect(),
        Value::Array(values) => values.iter().map(snake).collect(),
        value => value.clone(),
    }
}

#[tokio::test]
async fn reads_field_names_in_camel_case_and_snake_case() {
    let app = App::new(Mode::Fast);
    let expected = "G square8 2p canon; S a1=21,h8=2; M1 d4; C2 f6; H 10,9; E 1,0; T 1; P movement a1";
    let expected = app.evaluate(&json!({ "position": expected, "move": "M a1-a3" })).await;
    for body in [
        json!({ "state": state(), "move": "M a1-a3" }),
        json!({ "gameState": state(), "move": "M a1-a3" }),
        json!({ "game_state": snake(&state()), "move": { "type": "move_stack", "from": "0,0", "to": "0,2" } }),
    ] {
        assert_eq!(app.evaluate(&body).await, expected);
    }
    let short = json!({
        "boardType": "square8",
        "board": {
            "stacks": { "a1": "21", "h8": [2] }, "markers": { "d4": 1 }, "collapsed_spaces": { "f6": { "player": 2 } },
        },
        "players": [{ "ringsInHand": 10, "eliminatedRings": 1 }, { "ringsInHand": 9 }],
        "currentPlayer": 1, "currentPhase": "movement", "mustMoveFromStackKey": { "x": 0, "y": 0 },
    });
    assert_eq!(app.evaluate(&json!({ "state": short, "move": "M a1-a3" })).await, expected);
}

#[tokio::test]
async fn lists_all_problems_of_a_state() {
    let app = App::new(Mode::Fast);
    let mut bad = state();
    bad["board"]["stacks"]["0,0"]["stackHeight"] = json!(5);
    bad["board"]["stacks"]["7,7"]["rings"] = json!([3]);
    bad["board"]["markers"]["9,9"] = json!(1);
    bad["players"][1]["territorySpaces"] = json!(4);
    bad["currentPhase"] = json!("thinking");
    bad["victoryThreshold"] = json!(20);
    let (status, answer) = app.post("/rules/legal_moves", json!({ "state": bad }).to_string()).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let places: Vec<&str> = answer["problems"]
        .as_array()
        .expect("the value is a list")
        .iter()
        .filter_map(|problem| problem["at"].as_str())
        .collect();
    for at in [
        "state.board.stacks[0,0].stackHeight",
        "state.board.stacks[7,7]",
        "state.board.markers[9,9]",
        "state.players[1].territorySpaces",
        "state.currentPhase",
        "state.victoryThreshold",
    ] {
        assert!(places.contains(&at), "{at} not in {answer}");
    }
}

#[tokio::test]
async fn rejects_states_that_break_the_rules() {
    let app = App::new(Mode::Fast);
    for (path, value, message) in [
        ("/players/0/ringsInHand", json!(40), "only 18"),
        ("/board/stacks/0,0/controllingPlayer", json!(2), "bottom to top"),
        ("/currentPlayer", json!(3), "no player 3"),
        ("/currentPhase", json!("chain_capture"), "cannot capture|has no action in this phase"),
        ("/gameStatus", json!("completed"), "needs its reason"),
        ("/gameStatus", json!("paused"), "active or completed"),
        ("/board/size", json!(19), "expected 8, found 19"),
        ("/board/type", json!("round"), "board"),
        ("/totalRingsEliminated", json!(3), "expected 1, found 3"),
    ] {
        let mut bad = state();
        *bad.pointer_mut(path).expect(path) = value;
        let (status, answer) = app.post("/rules/legal_moves", json!({ "state": bad }).to_string()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{path}: {answer}");
        assert!(message.split('|').any(|part| answer.to_string().contains(part)), "{path}: {answer}");
    }
}

/// Edition, name, options and expected board.
const BOARD_NAMES: [[&str; 4]; 16] = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/board_names.rs"));

/// Document 003, 1.2 and 4.4: the board `hexagonal` has radius 12 in the live edition.
#[tokio::test]
async fn states_and_texts_read_the_board_names_of_the_edition() {
    let app = App::new(Mode::Fast);
    let players = json!([{ "ringsInHand": 0 }, { "ringsInHand": 0 }]);
    for [edition, name, options, board] in BOARD_NAMES {
        let given: serde_json::Map<String, Value> = options
            .split_whitespace()
            .filter_map(|option| option.split_once('='))
            .map(|(name, value)| (name.to_owned(), value.into()))
            .collect();
        let state: StateObject = serde_json::from_value(json!({
            "boardType": name, "edition": edition, "options": given, "players": players, "currentPlayer": 1,
            "board": {
                "type": name,
                "stacks": { "a1": "1", "a8": "2" },
            },
        }))
        .expect("the state can be read");
        let mut state = state;
        if name.starts_with("hex") {
            let Some(api::rules::TextOr::Object(object)) = &mut state.board else { panic!("the board is an object") };
            object.stacks = serde_json::from_value(json!({ "0.0": "1", "1.0": "2" })).expect("the stacks can be read");
        }
        match position_of_state(&state) {
            Err(problems) => assert_eq!(board, "error", "{edition} {name} {options}: {problems:?}"),
            Ok(position) => {
                assert_eq!(position.rules().board.name(), board, "{edition} {name} {options}");
                let written = state_of_position(&position);
                assert_eq!(position_of_state(&written).as_ref(), Ok(&position));
            }
        }
        let stacks = if name.starts_with("hex") { "0.0=1,1.0=2" } else { "a1=1,a8=2" };
        let text = format!("G {name} 2p {edition} {options}; S {stacks}");
        let (status, answer) = app.post("/rules/legal_moves", json!({ "position": text }).to_string()).await;
        assert_eq!(status == StatusCode::OK, board != "error", "{text}: {answer}");
    }
}

/// The name in `board.type` may not contradict the name in `boardType`.
#[test]
fn names_of_different_boards_contradict_each_other() {
    let read = |edition: &str, outer: &str, inner: &str, options: Value| {
        let state: StateObject = serde_json::from_value(json!({
            "boardType": outer, "edition": edition, "options": options, "currentPlayer": 1,
            "players": [{ "ringsInHand": 3 }, { "ringsInHand": 3 }], "board": { "type": inner },
        }))
        .expect("the state can be read");
        position_of_state(&state).is_ok()
    };
    let sized = json!({ "rings": 36, "line_length": 4 });
    assert!(read("live", "hexagonal", "hexagonal12", json!({})));
    assert!(read("live", "hexagonal12", "hexagonal", json!({})));
    assert!(!read("live", "hexagonal12", "hexagonal", sized.clone()));
    assert!(!read("canon", "hexagonal12", "hexagonal", sized));
}
