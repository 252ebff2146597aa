//! Moves of every type in every notation.

use axum::http::StatusCode;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use ringrift::{Action, BoardKind, Edition, Overrides, Position, Ruleset};
use serde_json::{Value, json};
use server::rules::Mode;

use crate::app::App;

/// Checks that all `moves` are legal in a position and are notations of the same move, `canonical`.
async fn check(position: &str, moves: Vec<Value>, canonical: &str) {
    let app = App::new(Mode::Fast);
    for written in moves {
        let answer = app.evaluate(&json!({ "position": position, "move": written })).await;
        assert_eq!(answer["valid"], json!(true), "{written}: {answer}");
        assert_eq!(answer["move"], json!(canonical), "{written}");
        let before = Position::parse(position).expect("the position is valid");
        let mut after = before.clone();
        let action = after.read_action(canonical).expect("the action is legal");
        after.play(action).expect("the action is legal");
        assert_eq!(answer["moveType"], json!(before.move_type(action)));
        assert_eq!(answer["next"]["position"], json!(after.to_string()));
        assert_eq!(answer["fingerprint"], json!(after.fingerprint()));
        assert_eq!(answer["hash"], json!(after.fingerprint_hash().to_string()));
        assert_eq!(answer["s"], json!({ "before": before.progress(), "after": after.progress() }));
    }
}

#[tokio::test]
async fn reads_placements_in_every_notation() {
    check(
        "G square8 2p; H 18,18",
        vec![
            json!("P d4*2"),
            json!("place_ring d4*2"),
            json!({ "type": "place_ring", "to": "d4", "placementCount": 2, "player": 1 }),
            json!({ "type": "place_ring", "to": { "x": 3, "y": 3 }, "placement_count": 2 }),
            json!({ "type": "P", "position": "3,3", "count": 2 }),
            json!({ "type": "place_ring", "algebraicNotation": "P d4*2", "id": "move-1", "timestamp": "now" }),
        ],
        "P d4*2",
    )
    .await;
    let text = "G square8 2p; S a1=1,h8=2; H 2,2; P ring_placement";
    check(text, vec![json!("SP"), json!({ "type": "skip_placement" })], "SP").await;
}

#[tokio::test]
async fn reads_moves_and_captures_in_every_notation() {
    let text = "G square8 2p; S a1=1,b1=2,h8=2; P movement";
    let moves = vec![
        json!("M a1-a3"),
        json!({ "type": "move_stack", "from": "a1", "to": "a3" }),
        json!({ "type": "move_ring", "from": { "x": 0, "y": 0 }, "to": "0,2" }),
    ];
    check(text, moves, "M a1-a3").await;
    let captures = vec![
        json!("C a1-c1 xb1"),
        json!({ "type": "overtaking_capture", "from": "a1", "captureTarget": "b1", "to": "c1" }),
        json!({ "type": "overtaking_capture", "from": "a1", "capture_target": { "x": 1, "y": 0 }, "to": "c1" }),
        json!({ "type": "chain_capture", "from": "a1", "to": "c1" }),
    ];
    check(text, captures, "C a1-c1 xb1").await;
    let chain = "G square8 2p; S c1=21,d1=2,h8=2; P chain_capture c1";
    let captures = vec![
        json!("CC c1-e1 xd1"),
        json!({ "type": "continue_capture_segment", "from": "c1", "captureTarget": "d1", "to": "e1" }),
    ];
    check(chain, captures, "CC c1-e1 xd1").await;
    let offer = "G square8 2p; S c1=1,d1=2,h8=2; P capture c1";
    check(offer, vec![json!("SC"), json!({ "type": "skip_capture" })], "SC").await;
}

#[tokio::test]
async fn reads_lines_in_every_notation() {
    let exact = "G square8 2p; S h8=1,c2=1,h1=2; M1 a1,b1,c1; P line_processing";
    let moves = vec![
        json!("L 1"),
        json!({ "type": "process_line", "line": 1 }),
        json!({ "type": "process_line", "to": "a1" }),
        json!({ "type": "line_formation", "cells": ["c1", "a1", { "x": 1, "y": 0 }] }),
        json!({ "type": "process_line", "positions": ["0,0", "1,0", "2,0"], "collapsedMarkers": ["a1", "b1", "c1"] }),
    ];
    check(exact, moves, "L 1").await;
    let long = "G square8 2p; S h8=1,d2=1,h1=2; M1 a1,b1,c1,d1; P line_processing";
    let whole = vec![
        json!("L 1; LR 1"),
        json!({ "type": "choose_line_reward", "option": 1 }),
        json!({ "type": "choose_line_option", "line": 1, "option": 1 }),
        json!({ "type": "choose_line_option", "to": "b1", "collapsed_markers": ["a1", "b1", "c1", "d1"] }),
    ];
    check(long, whole, "L 1; LR 1").await;
    let part = vec![
        json!("L 1; LR 2:2"),
        json!({ "type": "choose_line_reward", "option": 2, "segment": 2 }),
        json!({ "type": "choose_line_option", "cells": ["a1", "b1", "c1", "d1"], "collapsedPositions": ["b1", "c1", "d1"] }),
    ];
    check(long, part, "L 1; LR 2:2").await;
}

#[tokio::test]
async fn reads_territory_and_payments_in_every_notation() {
    let text = "G square8 2p; S a1=12,d1=1,h8=2; M1 a2,b1; P territory_processing";
    let moves = vec![
        json!("T 1"),
        json!({ "type": "process_territory_region", "to": "a1" }),
        json!({ "type": "choose_territory_option", "region": 1 }),
        json!({ "type": "territory_claim", "cells": [{ "x": 0, "y": 0 }] }),
        json!({ "type": "process_territory_region", "spaces": ["0,0"] }),
    ];
    check(text, moves, "T 1").await;
    check(text, vec![json!("ST"), json!({ "type": "skip_territory_processing" })], "ST").await;
    let payment = "G square8 2p; S d1=1,h8=2,h7=1; P territory_elimination";
    let moves = vec![
        json!("E d1"),
        json!({ "type": "eliminate_rings_from_stack", "to": "d1" }),
        json!({ "type": "eliminate_rings_from_stack", "from": "3,0" }),
    ];
    check(payment, moves, "E d1").await;
    let forced = "G square8 2p; S a1=1,h8=1,d4=2; C2 a2,b1,b2,g8,g7,h7; P forced_elimination";
    check(forced, vec![json!("E a1"), json!({ "type": "forced_elimination", "to": "a1" })], "E a1").await;
}

#[tokio::test]
async fn reads_swap_of_the_live_edition() {
    let swap = "G square8 2p live swap=on; S d4=1; M1 d2; H 17,18; T 2; P ring_placement; N 2";
    check(swap, vec![json!("SW"), json!({ "type": "swap_sides" })], "SW").await;
}

/// Plays random games and sends each move back to the service as `legal_moves` lists it, once with its text and once
/// without.
#[tokio::test]
async fn listed_moves_can_be_sent_back() {
    let app = App::new(Mode::Fast);
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut kinds = std::collections::BTreeSet::new();
    for (edition, players) in [(Edition::Canon, 2), (Edition::Compact, 3), (Edition::Live, 2), (Edition::Live, 4)] {
        let mut overrides = Overrides::default();
        if edition == Edition::Live {
            overrides.set("swap", "on").expect("the option is valid");
            overrides.set("rings", "6").expect("the option is valid");
        }
        for board in
            [BoardKind::Square8, BoardKind::Hex8].into_iter().take(if edition == Edition::Live { 2 } else { 1 })
        {
            for _ in 0..3 {
                let rules = Ruleset::new(edition, board, players, &overrides).expect("the rules are valid");
                let mut position = Position::new(&rules).expect("the position is valid");
                for _ in 0..200 {
                    let legal = position.legal_actions();
                    if legal.is_empty() {
                        break;
                    }
                    let swap = legal.iter().copied().find(|&action| action == Action::SwapSides);
                    let action = swap.unwrap_or(legal[random.random_range(0..legal.len())]);
                    check_listed(&app, &position, action, &mut kinds).await;
                    position.play(action).expect("the action is legal");
                }
            }
        }
    }
    for kind in
        ["place_ring", "move_stack", "overtaking_capture", "continue_capture_segment", "skip_placement", "skip_capture"]
    {
        assert!(kinds.contains(kind), "{kind} not in {kinds:?}");
    }
    for kind in
        ["process_line", "choose_territory_option", "eliminate_rings_from_stack", "forced_elimination", "swap_sides"]
    {
        assert!(kinds.contains(kind), "{kind} not in {kinds:?}");
    }
    for kind in ["recovery_slide", "skip_recovery", "skip_territory_processing", "choose_line_option"] {
        assert!(kinds.contains(kind), "{kind} not in {kinds:?}");
    }
}

async fn check_listed(app: &App, position: &Position, action: Action, kinds: &mut std::collections::BTreeSet<String>) {
    let (status, list) = app.post("/rules/legal_moves", json!({ "position": position.to_string() }).to_string()).await;
    assert_eq!(status, StatusCode::OK, "{list}");
    let text = position.action_text(action);
    let moves = list["moves"].as_array().expect("the value is a list");
    assert_eq!(list["count"], json!(moves.len()));
    let listed = moves.iter().find(|listed| listed["text"] == json!(text)).expect("the action is listed").clone();
    kinds.insert(listed["type"].as_str().expect("the move has a type").to_owned());
    let answer = app.evaluate(&json!({ "position": position.to_string(), "move": listed })).await;
    assert_eq!(answer["valid"], true, "{position}");
    assert_eq!(answer["move"], text, "{position}");
    let mut fields = listed;
    fields.as_object_mut().expect("the move is an object").remove("text");
    let body = json!({ "position": position.to_string(), "move": fields }).to_string();
    let (status, answer) = app.post("/rules/evaluate_move", body).await;
    // Without the text, the cells of a line, region or recovery slide can match several moves.
    let may_be_ambiguous = matches!(
        action,
        Action::TakeLine { .. }
            | Action::TakeSegment { .. }
            | Action::ClaimRegion { .. }
            | Action::Recover { .. }
            | Action::RecoverSegment { .. }
    );
    if may_be_ambiguous && status == StatusCode::BAD_REQUEST {
        assert!(answer.to_string().contains("several"), "{answer}");
    } else {
        assert_eq!(answer["valid"], true, "{position}: {answer}");
        assert_eq!(answer["move"], text, "{position}: {answer}");
    }
}

#[tokio::test]
async fn rejects_illegal_moves_with_rule_and_cells() {
    let app = App::new(Mode::Fast);
    let text = "G square8 2p; S d4=111,h8=2; P movement";
    for (position, written, rule) in [
        (text, json!("M d4-d6"), "RR-CANON-R091"),
        (text, json!({ "type": "move_stack", "from": "h8", "to": "h7" }), "RR-CANON-"),
        (text, json!({ "type": "move_stack", "from": "d4", "to": "d8", "player": 2 }), "RR-CANON-R070"),
        (text, json!("L 1"), "RR-CANON-R121"),
        (text, json!({ "type": "process_line", "to": "a1" }), "RR-CANON-R121"),
        (text, json!("T 1"), "RR-CANON-R144"),
        (text, json!({ "type": "process_territory_region", "to": "a1" }), "RR-CANON-"),
        (text, json!("SW"), "RR-CANON-R175"),
        (text, json!({ "type": "recovery_slide", "from": "a1", "to": "a2" }), "RR-CANON-R110"),
        (text, json!({ "type": "no_line_action" }), "RR-CANON-R071"),
        (text, json!({ "type": "build_stack", "to": "a2" }), "RR-CANON-"),
        ("G square8 2p; H 18,18", json!("SP"), "RR-CANON-R080"),
    ] {
        let answer = app.evaluate(&json!({ "position": position, "move": written })).await;
        assert_eq!(answer["valid"], json!(false), "{written}: {answer}");
        let found = answer["reason"]["rule"].as_str().expect("the reason names a rule");
        assert!(found.starts_with(rule), "{written}: {found}");
        assert!(!answer["reason"]["message"].as_str().expect("the answer has a message").is_empty());
        assert!(answer["reason"]["cells"].is_array() && answer.get("next").is_none());
        assert_eq!(answer["s"]["before"], answer["s"]["after"]);
    }
}

#[tokio::test]
async fn finished_games_have_an_outcome_and_no_moves() {
    let app = App::new(Mode::Fast);
    let before = "G square8 2p; S a1=11,h8=2; M1 c1; E 18,0";
    let answer = app.evaluate(&json!({ "position": before, "move": "M a1-c1" })).await;
    assert_eq!(answer["status"], "completed");
    assert_eq!(answer["outcome"], json!({ "winner": 1, "reason": "ring_elimination", "ranks": [1, 2] }));
    let over = json!({ "state": answer["next"]["state"], "move": "M c1-c2" });
    let again = app.evaluate(&over).await;
    assert_eq!(again["valid"], false);
    assert_eq!(again["status"], "completed");
    let (_, list) = app.post("/rules/legal_moves", json!({ "position": answer["next"]["position"] }).to_string()).await;
    assert_eq!(list["count"], 0);
    assert_eq!(list["phase"], "game_over");
}

#[tokio::test]
async fn only_the_live_edition_has_a_reference_hash() {
    let app = App::new(Mode::Fast);
    let answer = app.evaluate(&json!({ "position": "G square8 2p live; H 18,18", "move": "P d4" })).await;
    assert_eq!(answer["referenceHash"].as_str().map(str::len), Some(16));
    let answer = app.evaluate(&json!({ "position": "G square8 2p; H 18,18", "move": "P d4" })).await;
    assert!(answer.get("referenceHash").is_none());
}

#[tokio::test]
async fn malformed_moves_name_the_wrong_field() {
    let app = App::new(Mode::Fast);
    let long = "G square8 2p; S h8=1,d2=1,h1=2; M1 a1,b1,c1,d1; P line_processing";
    let two = "G square8 2p; S a1=1,b1=2,h8=2; P movement";
    for (position, written, at) in [
        (two, json!("X a1"), "move"),
        (two, json!({ "type": "jump", "to": "a1" }), "move.type"),
        (two, json!({ "type": "move_stack", "to": "a3" }), "move.from"),
        (two, json!({ "type": "move_stack", "from": "a1" }), "move.to"),
        (two, json!({ "type": "move_stack", "from": "a9", "to": "a1" }), "move.from"),
        (two, json!({ "type": "move_stack", "algebraicNotation": "C a1-c1 xb1" }), "move.algebraicNotation"),
        (two, json!({ "type": "move_stack", "from": { "x": "0", "y": 0 }, "to": "a3" }), "move.from.x"),
        (two, json!({ "from": "a1", "to": "a3" }), "move"),
        (two, json!(7), "move"),
        (long, json!("LR 2"), "move"),
        (long, json!({ "type": "choose_line_option", "option": 2 }), "move"),
        (long, json!({ "type": "choose_line_option", "option": 3 }), "move.option"),
        (long, json!({ "type": "process_line", "cells": ["a1", "z9"] }), "move.cells[1]"),
    ] {
        let (status, answer) =
            app.post("/rules/evaluate_move", json!({ "position": position, "move": written }).to_string()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{written}: {answer}");
        assert_eq!(answer["problems"][0]["at"], json!(at), "{written}: {answer}");
    }
}

/// Document 003, 2.2 and 2.3: `process_line` and `choose_line_option` are two moves.
#[tokio::test]
async fn line_and_option_are_two_moves() {
    let app = App::new(Mode::Spec);
    let start = "G square8 2p; S h8=1,d2=1,h1=2; M1 a1,b1,c1,d1; P line_processing";
    for first in [
        json!("L 1"),
        json!({ "type": "process_line", "line": 1, "player": 1 }),
        json!({ "type": "process_line", "to": "b1" }),
        json!({ "type": "process_line", "algebraicNotation": "L 1" }),
    ] {
        let chosen = app.evaluate(&json!({ "position": start, "move": first })).await;
        assert_eq!(
            (&chosen["valid"], &chosen["move"], &chosen["moveType"]),
            (&json!(true), &json!("L 1"), &json!("process_line"))
        );
        assert_eq!(chosen["lineOptions"], json!(["LR 1", "LR 2:1", "LR 2:2"]), "{first}");
        assert_eq!(chosen["next"]["state"]["chosenLine"], 1);
        assert_eq!(chosen["s"]["before"], chosen["s"]["after"]);
        for second in [json!("LR 2:2"), json!({ "type": "choose_line_option", "option": 2, "segment": 2 })] {
            let by_state = json!({ "state": chosen["next"]["state"], "move": second });
            let by_text = json!({ "position": chosen["next"]["position"], "chosenLine": 1, "move": second });
            for body in [by_state, by_text] {
                let taken = app.evaluate(&body).await;
                assert_eq!((&taken["valid"], &taken["move"]), (&json!(true), &json!("L 1; LR 2:2")), "{body}: {taken}");
                assert!(taken.get("lineOptions").is_none() && taken["next"]["state"].get("chosenLine").is_none());
                assert_eq!(taken["next"]["state"]["moveHistory"].as_array().map(Vec::len), Some(1));
            }
        }
    }
    assert_eq!(app.mismatches(), [0; 4]);
}

/// The option belongs to the chosen line, not to another one.
#[tokio::test]
async fn option_takes_the_chosen_line() {
    let app = App::new(Mode::Fast);
    let start = "G square8 2p; S h8=1,d2=1,h1=2; M1 a1,b1,c1,d1,a3,b3,c3,d3; P line_processing";
    let taken = app.evaluate(&json!({ "position": start, "chosenLine": 2, "move": "LR 1" })).await;
    assert_eq!(taken["move"], "L 2; LR 1");
    let body = json!({ "position": start, "move": "LR 1" }).to_string();
    let (status, answer) = app.post("/rules/evaluate_move", body).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{answer}");
    let body = json!({ "position": start, "chosenLine": 2, "move": "LR 2" }).to_string();
    let (_, answer) = app.post("/rules/evaluate_move", body).await;
    assert!(answer.to_string().contains("'L 2; LR 2:1' for a3 to c3 or 'L 2; LR 2:2' for b3 to d3"), "{answer}");
}
