//! `ringside conform` on data that differs from the engines.

use serde_json::{Value, json};

use crate::conform::{case, changed_game, game_with_a_pass, perft_table, short_game, write_lines};
use crate::ringside;
use crate::support::TempFolder;

/// Checks that both engines find exactly one difference in a file, with this place and these values.
fn check_difference(folder: &TempFolder, content: &[Value], place: &str, expected: &str, got: &str) {
    let path = write_lines(folder, "differing", content);
    for engine in ["fast", "spec"] {
        let out = ringside(&["conform", "--engine", engine, &path]).check_failure();
        let shown: Vec<&str> = out.lines().take(4).collect();
        assert_eq!(shown[0], format!("difference in {place}"), "{out}");
        assert!(shown[1].starts_with("  position  G square8 2p canon"), "{out}");
        assert_eq!(shown[2], format!("  expected  {expected}"), "{out}");
        assert_eq!(shown[3], format!("  got       {got}"), "{out}");
        assert_eq!(out.matches("difference in ").count(), 1, "{out}");
        assert!(out.contains(&format!("{path}: ")) && out.contains(" 1 differences\n"), "{out}");
    }
}

#[test]
fn finds_differences_before_a_move() {
    let folder = TempFolder::new();
    let check = |pointer: &str, value: Value, what: &str, expected: &str, got: &str| {
        let game = changed_game(1, pointer, value);
        check_difference(&folder, &game, &format!("game 1 (seed 7), step 0: {what}"), expected, got);
    };
    check("/ph", json!("ring_placement"), "phase", "\"ring_placement\"", "\"movement\"");
    check("/p", json!(2), "player", "2", "1");
    check("/i", json!(3), "step number", "3", "0");
    check("/mv", json!("move:a1>b1"), "the move played", "move:a1>b1", "no legal action");
}

#[test]
fn finds_differences_of_the_legal_actions() {
    let folder = TempFolder::new();
    let legal = short_game()[1]["legal"].as_array().unwrap().clone();
    let place = "game 1 (seed 7), step 0: legal actions";
    let fewer: Vec<Value> = legal.iter().filter(|&text| text != "move:a1>h8").cloned().collect();
    let extra = "17 actions; extra [\"move:a1>h8\"]";
    check_difference(&folder, &changed_game(1, "/legal", fewer.into()), place, "16 actions; missing nothing", extra);
    let more: Vec<Value> = legal.iter().cloned().chain(["move:a1>z1".into()]).collect();
    let missing = "18 actions; missing [\"move:a1>z1\"]";
    check_difference(&folder, &changed_game(1, "/legal", more.into()), place, missing, "17 actions; extra nothing");
    let twice: Vec<Value> = legal.iter().cloned().chain(["move:a1>h8".into()]).collect();
    let game = changed_game(1, "/legal", twice.into());
    check_difference(&folder, &game, place, "18 actions; missing nothing", "17 actions; extra nothing");
}

#[test]
fn finds_differences_after_a_move() {
    let folder = TempFolder::new();
    let check = |pointer: &str, value: Value, what: &str, expected: &str, got: &str| {
        let game = changed_game(1, &format!("/after/{pointer}"), value);
        let place = format!("game 1 (seed 7), step 0: {what} after move:a1>c1");
        check_difference(&folder, &game, &place, expected, got);
    };
    check("ph", json!("line_processing"), "phase", "\"line_processing\"", "\"game_over\"");
    check("p", json!(2), "player", "2", "0");
    check("status", json!("active"), "status", "\"active\"", "\"completed\"");
    let stacks = r#"{"c1": "1", "h1": "2"}"#;
    check("st", json!({"c1": "11", "h1": "2"}), "stacks", r#"{"c1": "11", "h1": "2"}"#, stacks);
    check("mk", json!({}), "markers", "{}", r#"{"a1": 1}"#);
    check("co", json!({"b1": 1}), "collapsed cells", r#"{"b1": 1}"#, "{}");
    let counts = "hands, credits and territory";
    check("pl", json!([[0, 18, 0], [0, 0, 0]]), counts, "[[0, 18, 0], [0, 0, 0]]", "[[0, 19, 0], [0, 0, 0]]");
    check("S", json!(19), "S", "19", "20");
}

#[test]
fn finds_differences_of_passes() {
    let folder = TempFolder::new();
    let place = "game 1 (seed 7), step 0: passes after move:a1>a2";
    let mut game = game_with_a_pass();
    game[1]["ev"] = json!([]);
    check_difference(&folder, &game, place, "[]", "[(\"pass\", 2)]");
    game[1]["ev"] = json!([["pass", 2], ["pass", 1]]);
    check_difference(&folder, &game, place, "[(\"pass\", 2), (\"pass\", 1)]", "[(\"pass\", 2)]");
}

#[test]
fn finds_differences_of_the_result() {
    let folder = TempFolder::new();
    let check = |pointer: &str, value: Value, what: &str, expected: &str, got: &str| {
        let game = changed_game(2, pointer, value);
        check_difference(&folder, &game, &format!("game 1 (seed 7), step 0: {what}"), expected, got);
    };
    check("/steps", json!(2), "number of steps", "2", "1");
    check("/winner", json!(2), "winner", "Some(2)", "Some(1)");
    check("/winner", json!(0), "winner", "Some(0)", "Some(1)");
    check("/reason", json!("stalemate"), "reason", "Some(\"stalemate\")", "Some(\"ring_elimination\")");
    check("/turns", json!(2), "turns", "2", "1");
    check("/kinds", json!({"cap": 1}), "kinds of moves", r#"{"cap": 1}"#, r#"{"move": 1}"#);
    check("/final/0/1", json!(20), "final counts", "[[0, 20, 0], [0, 0, 0]]", "[[0, 19, 0], [0, 0, 0]]");
    check("/end", json!("cap"), "end", "\"cap\"", "\"game_over\"");
}

#[test]
fn finds_differences_of_the_header() {
    let folder = TempFolder::new();
    let check = |pointer: &str, value: Value, what: &str, expected: &str, got: &str| {
        let game = changed_game(0, pointer, value);
        check_difference(&folder, &game, &format!("game 1 (seed 7), step 0: {what}"), expected, got);
    };
    check("/size", json!(9), "size", "9", "8");
    check("/totalSpaces", json!(61), "totalSpaces", "61", "64");
    check("/ringsPerPlayer", json!(20), "ringsPerPlayer", "20", "18");
    check("/lineLength", json!(4), "lineLength", "4", "3");
    check("/victoryThreshold", json!(18), "victoryThreshold", "18", "19");
    check("/territoryVictoryThreshold", json!(32), "territoryVictoryThreshold", "Some(32)", "Some(33)");
    check("/init/S", json!(18), "S at the start", "18", "19");
    let (expected, got) = (r#"["moore", "moore", "moore"]"#, r#"["moore", "moore", "von_neumann"]"#);
    check("/adj/2", json!("moore"), "adj", expected, got);
}

#[test]
fn checks_the_next_game_after_a_difference() {
    let folder = TempFolder::new();
    let wrong = changed_game(1, "/p", json!(2));
    let games = [wrong.clone(), short_game(), wrong].concat();
    let path = write_lines(&folder, "games.jsonl", &games);
    let out = ringside(&["conform", &path]).check_failure();
    assert!(out.contains("difference in game 1 (seed 7)") && out.contains("difference in game 3 (seed 7)"), "{out}");
    assert!(out.contains("3 games, 3 steps, 51 legal actions compared, 2 differences"), "{out}");
    let out = ringside(&["conform", "--show", "1", &path]).check_failure();
    assert_eq!(out.matches("difference in game").count(), 1, "{out}");
}

#[test]
fn finds_differences_of_cases() {
    let folder = TempFolder::new();
    let check = |number: usize, key: &str, value: Value, what: &str, expected: &str, got: &str| {
        let mut changed = case();
        changed["script"][number][key] = value;
        check_difference(&folder, &[changed], &format!("case 1 (R092 R170): {what}"), expected, got);
    };
    check(0, "phase", json!("ring_placement"), "phase move", "\"ring_placement\"", "\"movement\"");
    check(1, "player", json!(2), "turn 1", "2", "1");
    check(2, "value", json!(16), "nlegal 17", "16", "17");
    check(4, "move", json!("move:a1>a2"), "can M a1-a3", "true", "false");
    check(5, "move", json!("move:a1>a3"), "cannot M a1-a2", "false", "true");
    check(6, "sizes", json!([1]), "regions", "[1]", "[]");
    check(8, "cells", json!({"a1": "M2"}), "is a1=M1, c1=S1, d1=.", r#"{"a1": "M2"}"#, r#"{"a1": "M1"}"#);
    check(9, "value", json!(2), "dS 1", "2", "1");
    check(10, "values", json!([18, 0]), "elim 19,0", "[18, 0]", "[19, 0]");
    let (expected, got) = (r#"Some((2, "ring_elimination"))"#, r#"Some((1, "ring_elimination"))"#);
    check(13, "winner", json!(2), "win 1 elimination", expected, got);
    let mut other_text = case();
    other_text["setup"] = "S a1=11,h1=2; M1 c1; E 17,0".into();
    let out = ringside(&["conform", &write_lines(&folder, "case", &[other_text])]).check_failure();
    assert!(out.starts_with("difference in case 1 (R092 R170): the setup text\n"), "{out}");
}

#[test]
fn finds_differences_of_perft_tables() {
    let folder = TempFolder::new();
    let check = |pointer: &str, value: Value, what: &str, expected: &str, got: &str| {
        let mut table = perft_table();
        *table.pointer_mut(pointer).unwrap() = value;
        check_difference(&folder, &[table], what, expected, got);
    };
    let start = "entry 1 (square8 2p canon): sequences of";
    check("/start/0/perft/0", json!(191), &format!("{start} 1 actions"), "191", "more, at least 192");
    check("/start/0/perft/1", json!(3193), &format!("{start} 2 actions"), "3193", "3192");
    let position = "entry 2 (square8 2p canon regions=no_main):";
    check("/positions/0/phase", json!("capture"), &format!("{position} phase"), "capture", "movement");
    check("/positions/0/player", json!(2), &format!("{position} player"), "2", "1");
}
