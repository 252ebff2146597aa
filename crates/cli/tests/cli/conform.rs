//! `ringside conform` and `ringside perft`.

use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use crate::ringside;
use crate::support::TempFolder;

/// Writes one JSON value per line.
fn write_lines(folder: &TempFolder, name: &str, values: &[Value]) -> String {
    folder.write(name, lines(values))
}

fn text(path: &Path) -> String {
    path.to_str().expect("the path is UTF-8").to_owned()
}

fn lines(values: &[Value]) -> String {
    values.iter().map(|value| format!("{value}\n")).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

// --- data ---

fn header(init: &Value) -> Value {
    json!({
        "h": 1, "format": "ringrift-trace/1", "edition": "canon", "options": {}, "board": "square8", "players": 2,
        "seed": 7, "policy": "by hand", "size": 8, "totalSpaces": 64, "ringsPerPlayer": 18, "lineLength": 3,
        "adj": ["moore", "moore", "von_neumann"], "totalRingsInPlay": 36, "victoryThreshold": 19,
        "territoryVictoryThreshold": 33, "init": init,
    })
}

/// Returns a game of one move: the stack on a1 lands on its own marker on c1, and the eliminated ring wins.
fn short_game() -> Vec<Value> {
    let file = ["a3", "a4", "a5", "a6", "a7", "a8"];
    let row = ["c1", "d1", "e1", "f1", "g1"];
    let diagonal = ["c3", "d4", "e5", "f6", "g7", "h8"];
    let mut legal: Vec<String> =
        file.iter().chain(&row).chain(&diagonal).map(|cell| format!("move:a1>{cell}")).collect();
    legal.sort();
    let init = json!({
        "st": {"a1": "11", "h1": "2"}, "mk": {"c1": 1}, "co": {}, "pl": [[0, 18, 0], [0, 0, 0]], "S": 19,
    });
    let step = json!({
        "i": 0, "ph": "movement", "p": 1, "legal": legal, "mv": "move:a1>c1",
        "after": {
            "ph": "game_over", "p": 0, "status": "completed", "st": {"c1": "1", "h1": "2"}, "mk": {"a1": 1}, "co": {},
            "pl": [[0, 19, 0], [0, 0, 0]], "S": 20,
        },
    });
    let footer = json!({
        "f": 1, "steps": 1, "end": "game_over", "winner": 1, "reason": "ring_elimination", "turns": 1,
        "kinds": {"move": 1}, "final": [[0, 19, 0], [0, 0, 0]],
    });
    vec![header(&init), step, footer]
}

/// Returns the first two actions of a game: a ring is placed in a corner and crosses the board.
fn opening() -> Vec<Value> {
    let letters = "abcdefgh";
    let mut placements: Vec<String> = letters
        .chars()
        .flat_map(|column| {
            (1..=8).flat_map(move |row| (1..=3).map(move |rings| format!("place:{column}{row}:{rings}")))
        })
        .collect();
    placements.sort();
    let rows = (2..=8).map(|row| format!("move:a1>a{row}"));
    let columns = letters.chars().skip(1).map(|column| format!("move:a1>{column}1"));
    let diagonals = letters.chars().zip(1..).skip(1).map(|(column, row)| format!("move:a1>{column}{row}"));
    let mut moves: Vec<String> = rows.chain(columns).chain(diagonals).collect();
    moves.sort();
    let init = json!({"st": {}, "mk": {}, "co": {}, "pl": [[18, 0, 0], [18, 0, 0]], "S": 0});
    let place = json!({
        "i": 0, "ph": "ring_placement", "p": 1, "legal": placements, "mv": "place:a1:1",
        "after": {
            "ph": "movement", "p": 1, "status": "active", "st": {"a1": "1"}, "mk": {}, "co": {},
            "pl": [[17, 0, 0], [18, 0, 0]], "S": 0,
        },
    });
    let cross = json!({
        "i": 1, "ph": "movement", "p": 1, "legal": moves, "mv": "move:a1>h8",
        "after": {
            "ph": "ring_placement", "p": 2, "status": "active", "st": {"h8": "1"}, "mk": {"a1": 1}, "co": {},
            "pl": [[17, 0, 0], [18, 0, 0]], "S": 1,
        },
    });
    let footer = json!({
        "f": 1, "steps": 2, "end": "cap", "winner": null, "reason": null, "turns": 2, "kinds": {"place": 1, "move": 1},
        "final": [[17, 0, 0], [18, 0, 0]],
    });
    vec![header(&init), place, cross, footer]
}

/// Returns a game with a pass. Player 2 has no stack, and no cell for the ring in hand, so player 2 passes after the
/// only move of player 1, who is the last player standing.
fn game_with_a_pass() -> Vec<Value> {
    let mut collapsed = serde_json::Map::new();
    for (x, column) in "abcdefgh".chars().enumerate() {
        for row in 1..=8 {
            let owner = 1 + (x + row + 1) % 2;
            collapsed.insert(format!("{column}{row}"), owner.into());
        }
    }
    for open in ["a1", "a2", "a3"] {
        collapsed.remove(open);
    }
    let [mine, theirs] = [1, 2].map(|owner| collapsed.values().filter(|&value| value == owner).count());
    let init = json!({
        "st": {"a1": "1"}, "mk": {"a3": 2}, "co": collapsed, "pl": [[0, 0, mine], [1, 0, theirs]], "S": 62,
    });
    let step = json!({
        "i": 0, "ph": "movement", "p": 1, "legal": ["move:a1>a2"], "mv": "move:a1>a2", "ev": [["pass", 2]],
        "after": {
            "ph": "game_over", "p": 0, "status": "completed", "st": {"a2": "1"}, "mk": {"a1": 1, "a3": 2},
            "co": init["co"], "pl": init["pl"], "S": 63,
        },
    });
    let footer = json!({
        "f": 1, "steps": 1, "end": "game_over", "winner": 1, "reason": "last_player_standing", "turns": 3,
        "kinds": {"move": 1},
        "final": init["pl"],
    });
    vec![header(&init), step, footer]
}

/// Returns a case with the move of the short game, and statements of every kind.
fn case() -> Value {
    let step = |text: &str, op: Value| {
        let mut step = op;
        step["text"] = text.into();
        step
    };
    json!({
        "format": "ringrift-case/1", "id": 1, "rules": "R092 R170",
        "edition": "canon", "options": {}, "board": "square8", "players": 2, "setup": "S a1=11,h1=2; M1 c1; E 18,0",
        "position": {
            "st": {"a1": "11", "h1": "2"}, "mk": {"c1": 1}, "co": {}, "pl": [[0, 18, 0], [0, 0, 0]], "turn": 1,
        },
        "script": [
            step("phase move", json!({"op": "phase", "phase": "movement"})),
            step("turn 1", json!({"op": "turn", "player": 1})),
            step("nlegal 17", json!({"op": "nlegal", "value": 17})),
            step("cells 64", json!({"op": "cells", "value": 64})),
            step("can M a1-a3", json!({"op": "can", "move": "move:a1>a3"})),
            step("cannot M a1-a2", json!({"op": "cannot", "move": "move:a1>a2"})),
            step("regions", json!({"op": "regions", "sizes": []})),
            step("do M a1-c1", json!({"op": "do", "move": "move:a1>c1"})),
            step("is a1=M1, c1=S1, d1=.", json!({"op": "is", "cells": {"a1": "M1", "c1": "S1", "d1": "."}})),
            step("dS 1", json!({"op": "dS", "value": 1})),
            step("elim 19,0", json!({"op": "elim", "values": [19, 0]})),
            step("terr 0,0", json!({"op": "terr", "values": [0, 0]})),
            step("hand 0,0", json!({"op": "hand", "values": [0, 0]})),
            step("win 1 elimination", json!({"op": "win", "winner": 1, "reason": "ring_elimination"})),
        ],
    })
}

fn perft_table() -> Value {
    json!({
        "format": "ringrift-perft/1",
        "start": [{"edition": "canon", "options": {}, "board": "square8", "players": 2, "perft": [192, 3192]}],
        "positions": [{
            "edition": "canon", "options": {"regions": "no_main"}, "board": "square8", "players": 2,
            "position": "S a1=11,h1=2; M1 c1; E 18,0", "phase": "movement", "player": 1, "perft": [17],
        }],
    })
}

/// Returns the short game with one value of one line changed, given by a JSON pointer (RFC 6901).
fn changed_game(line: usize, pointer: &str, value: Value) -> Vec<Value> {
    let mut game = short_game();
    *game[line].pointer_mut(pointer).expect("the pointer exists") = value;
    game
}

// --- agreement ---

#[test]
fn both_engines_accept_traces_cases_and_perft_tables() {
    let folder = TempFolder::new("pass");
    let games = [short_game(), opening(), game_with_a_pass()].concat();
    let traces = write_lines(&folder, "games.jsonl", &games);
    let zipped = folder.write("games.jsonl.gz", gzip(lines(&games).as_bytes()));
    let cases = write_lines(&folder, "cases.jsonl", &[case(), case()]);
    let perft = folder.write("perft.json", serde_json::to_string_pretty(&perft_table()).unwrap());
    for engine in ["fast", "spec"] {
        let out = ringside(&["conform", "--engine", engine, &traces, &zipped, &cases, &perft]).success();
        let of_games = "3 games, 4 steps, 231 legal actions compared, 0 differences";
        for expected in [
            format!("{traces}: {of_games}\n"),
            format!("{zipped}: {of_games}\n"),
            // Each case has 14 statements in its script, and one comparison of its setup text.
            format!("{cases}: 2 cases, 30 statements checked, 0 differences\n"),
            format!("{perft}: 3 perft counts, 3401 sequences counted, 0 differences\n"),
            format!("engine {engine}, 4 files: 6 games, 8 steps, 462 legal actions compared, 2 cases,"),
        ] {
            assert!(out.contains(&expected), "{expected} is not in\n{out}");
        }
        assert!(!out.contains("skipped"), "{out}");
    }
}

#[test]
fn reads_all_members_of_gzip_files() {
    let folder = TempFolder::new("members");
    let members = [gzip(lines(&short_game()).as_bytes()), gzip(lines(&opening()).as_bytes())].concat();
    let out = ringside(&["conform", &folder.write("games.gz", members)]).success();
    assert!(out.contains("2 games, 3 steps"), "{out}");
}

#[test]
fn ignores_blank_lines_and_a_missing_final_newline() {
    let folder = TempFolder::new("blank");
    let text = format!("\n\n{}\n  \n", lines(&short_game()).replace('\n', "\r\n\n"));
    assert!(ringside(&["conform", &folder.write("blank.jsonl", text)]).success().contains("1 games, 1 steps"));
    let text = lines(&short_game());
    assert!(ringside(&["conform", &folder.write("end.jsonl", text.trim_end())]).success().contains("1 games, 1 steps"));
}

#[test]
fn max_nodes_names_the_skipped_counts() {
    let folder = TempFolder::new("max-nodes");
    let mut table = perft_table();
    table["start"][0]["perft"] = json!([192, 3192, 596_904]);
    let path = folder.write("perft.json", table.to_string());
    let out = ringside(&["conform", "--max-nodes", "3192", &path]).success();
    assert!(out.contains("3 perft counts, 3401 sequences counted, 0 differences"), "{out}");
    let cut = "skipped by --max-nodes: entry 1 (square8 2p canon), depth 3: 596904 sequences\n";
    assert!(out.ends_with(cut) && out.matches("skipped").count() == 1, "{out}");
    let out = ringside(&["conform", "--max-nodes", "200", &path]).success();
    assert_eq!(out.matches("skipped by --max-nodes: entry 1").count(), 2, "{out}");
}

// --- differences ---

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
    let folder = TempFolder::new("before");
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
    let folder = TempFolder::new("legal");
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
    let folder = TempFolder::new("after");
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
    let folder = TempFolder::new("passes");
    let place = "game 1 (seed 7), step 0: passes after move:a1>a2";
    let mut game = game_with_a_pass();
    game[1]["ev"] = json!([]);
    check_difference(&folder, &game, place, "[]", "[(\"pass\", 2)]");
    game[1]["ev"] = json!([["pass", 2], ["pass", 1]]);
    check_difference(&folder, &game, place, "[(\"pass\", 2), (\"pass\", 1)]", "[(\"pass\", 2)]");
}

#[test]
fn finds_differences_of_the_result() {
    let folder = TempFolder::new("result");
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
    let folder = TempFolder::new("header");
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
    let folder = TempFolder::new("next");
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
    let folder = TempFolder::new("case");
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
    let folder = TempFolder::new("perft");
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

// --- invalid input ---

/// Checks that a file is rejected with one message that names it and the reason.
fn check_rejected(path: &str, expected: &str) {
    for engine in ["fast", "spec"] {
        let error = ringside(&["conform", "--engine", engine, path]).input_error();
        assert!(error.starts_with(&format!("error: {path}: ")) && error.contains(expected), "{expected}: {error}");
    }
}

#[test]
fn rejects_files_of_unknown_formats() {
    let folder = TempFolder::new("no-records");
    let check = |content: &str, expected: &str| check_rejected(&folder.write("file", content), expected);
    check("", "the file is empty");
    check("\n  \n\n", "the file is empty");
    check("hello\n", "not a JSON object");
    check("{\"format\":", "not a JSON object");
    check("[]", "not a JSON object");
    check("17", "not a JSON object");
    check("{}", "the format is missing");
    check("{\"format\": null}", "the format is missing");
    check("{\"format\": 5}", "the format is missing");
    check("{\"format\": \"ringrift-trace/2\"}", "unknown format 'ringrift-trace/2'; known are ringrift-trace/1,");
    check(&format!("{}\n", "[".repeat(100_000)), "not a JSON object");
    check_rejected(&text(folder.path()), "is a folder; give the files in it");
    check_rejected(&folder.file("nowhere.jsonl"), "cannot open");
    check_rejected(&folder.write("bytes", [0xff, 0xfe, b'\n', 0, 0]), "cannot read");
    assert_eq!(ringside(&["conform"]).code, Some(2), "at least one file must be named");
    assert_eq!(ringside(&["conform", "--engine", "magic", "file"]).code, Some(2));
}

#[test]
fn rejects_incomplete_records() {
    let folder = TempFolder::new("incomplete");
    let check = |values: &[Value], expected: &str| check_rejected(&write_lines(&folder, "file", values), expected);
    let game = short_game();
    check(&game[..2], "the last game has no footer; is the file complete?");
    check(&game[..1], "the last game has no footer; is the file complete?");
    check(&[&game[..2], &game].concat(), "line 3: a new game begins before the footer of the last one");
    check(&[&game[..], &game[2..]].concat(), "line 4: a step or footer without the header of its game");
    check(&[json!({"format": "ringrift-perft/1"})], "the file has no count");
    check(&[json!({"format": "ringrift-perft/1", "start": []})], "the file has no count");
    let mut other = case();
    other["format"] = "ringrift-case/2".into();
    check(&[case(), other], "line 2, case 1: format 'ringrift-case/2' in a file of cases");
    let whole = lines(&game);
    check_rejected(&folder.write("cut", &whole[..whole.len() - 20]), "line 3, column");
}

/// The error for a line that is JSON but not a record has its number, and does not mention Rust types.
#[test]
fn names_invalid_lines_by_number() {
    let folder = TempFolder::new("lines");
    let check = |values: &[Value], line: usize| {
        let path = write_lines(&folder, "file", values);
        let error = ringside(&["conform", &path]).input_error();
        assert!(error.starts_with(&format!("error: {path}: line {line}")), "{error}");
        assert!(!error.contains("untagged enum"), "{error}");
    };
    check(&[&short_game()[..], &[json!({"x": 1})]].concat(), 4);
    check(&[json!({"format": "ringrift-trace/1"})], 1);
    check(&[json!({"format": "ringrift-case/1"})], 1);
    check(&changed_game(0, "/players", json!(300)), 1);
    check(&changed_game(1, "/legal", json!(17)), 2);
    let mut table = perft_table();
    table["start"][0]["perft"] = json!([-1]);
    check(&[table], 1);
}

#[test]
fn reports_the_results_before_invalid_input() {
    let folder = TempFolder::new("partly");
    let wrong = changed_game(1, "/p", json!(2));
    let path = write_lines(&folder, "file", &[&wrong[..], &short_game()[..2]].concat());
    let answer = ringside(&["conform", &path]);
    assert!(answer.out.starts_with("difference in game 1 (seed 7), step 0: player\n"), "{}", answer.out);
    let report = format!("{path}: 2 games, 2 steps, 34 legal actions compared, 1 differences");
    let reported = answer.out.lines().any(|line| line.starts_with(&report) && line.contains("stopped"));
    assert!(reported, "{}", answer.out);
    assert!(answer.input_error().contains("the last game has no footer"));
}

#[test]
fn rejects_unknown_rules() {
    let folder = TempFolder::new("rules");
    let check = |pointer: &str, value: Value, expected: &str| {
        let game = changed_game(0, pointer, value);
        check_rejected(&write_lines(&folder, "file", &game), expected);
    };
    check("/edition", json!("later"), "line 1: unknown edition 'later'; expected canon or compact or live");
    check("/board", json!("square9"), "line 1: unknown board 'square9'");
    check("/board", json!("hex8"), "line 1: invalid rules: edition canon does not define rings per player for hex8");
    check("/players", json!(5), "line 1: invalid rules: 5 players; a game has 2 to 4");
    check("/options", json!({"regions": "some"}), "line 1: option regions: unknown regions 'some'");
    check("/options", json!({"swap": "yes"}), "line 1: option swap: expected on or off, found 'yes'");
    check("/init/st", json!({"z9": "1"}), "line 1: invalid position: z9 is not on square8");
    check("/init/st", json!({"a1": "15"}), "line 1: there is no player 5");
    check("/init/st", json!({"a1": "1x"}), "line 1: there is no player");
    check("/init/st", json!({"a1": ""}), "line 1: invalid position: the stack on a1 has no rings");
    check("/init/st", json!({"a1": "1".repeat(64)}), "line 1: invalid position: the stack on a1 is 64 rings high");
    check("/init/mk", json!({"here": 1}), "line 1: 'here' is not a cell");
    check("/init/pl/0/0", json!(70_000), "line 1: a count of 70000 rings");
    check("/init/pl/0/1", json!(19), "line 1: invalid position: the game is already over");
}

#[test]
fn rejects_invalid_entries_of_perft_tables() {
    let folder = TempFolder::new("entries");
    let check = |pointer: &str, value: Value, expected: &str| {
        let mut table = perft_table();
        *table.pointer_mut(pointer).unwrap() = value;
        check_rejected(&write_lines(&folder, "file", &[table]), expected);
    };
    check("/start/0/edition", json!("later"), "entry 1: unknown edition 'later'");
    check("/start/0/perft", json!(vec![1; 65]), "entry 1: 65 depths; at most 64 are counted");
    check("/positions/0/position", json!("S a1"), "entry 2: position text, field 'S a1'");
    check("/positions/0/position", json!("S a1=1,a1=2"), "entry 2: invalid position: a1 has more than one occupant");
}

#[test]
fn rejects_damaged_gzip_files() {
    let folder = TempFolder::new("gzip");
    let zipped = gzip(lines(&short_game()).as_bytes());
    for length in [2, 5, 12, zipped.len() / 2, zipped.len() - 9, zipped.len() - 1] {
        check_rejected(&folder.write("cut.gz", &zipped[..length]), "cannot read");
    }
    let mut wrong_sum = zipped.clone();
    let length = wrong_sum.len();
    wrong_sum[length - 6] ^= 0x55;
    check_rejected(&folder.write("sum.gz", wrong_sum), "cannot read");
    let mut wrong_byte = zipped;
    wrong_byte[length / 2] ^= 0xff;
    check_rejected(&folder.write("byte.gz", wrong_byte), "");
}

#[test]
fn rejects_lines_that_are_too_long() {
    let folder = TempFolder::new("endless");
    let endless = " ".repeat(17 << 20);
    let too_long = format!("longer than {} bytes", 16 << 20);
    check_rejected(&folder.write("first.gz", gzip(endless.as_bytes())), &format!("line 1: {too_long}"));
    let mut later = lines(&short_game()).into_bytes();
    later.extend(endless.as_bytes());
    check_rejected(&folder.write("later", later), &format!("line 4: {too_long}"));
    let many_lines = format!("{}\n", " {".repeat(1 << 19)).repeat(20);
    check_rejected(&folder.write("many.gz", gzip(many_lines.as_bytes())), "not a JSON object");
}

// --- perft ---

/// Returns the counts that the perft command printed, by depth.
pub(crate) fn counts(out: &str) -> Vec<u64> {
    let count = |line: &str| line.split_whitespace().nth(2).and_then(|word| word.parse().ok());
    out.lines().map(|line| count(line).unwrap_or_else(|| panic!("{line}"))).collect()
}

#[test]
fn perft_counts_the_known_numbers() {
    let check = |args: &[&str], expected: &[u64]| {
        let depth = expected.len().to_string();
        for made in [&[][..], &["--made"]] {
            let args = [&["perft", &depth][..], args, made].concat();
            assert_eq!(counts(&ringside(&args).success()), expected, "{args:?}");
        }
    };
    check(&[], &[192, 3192, 596_904]);
    check(&["--board", "square19"], &[1083, 56_520]);
    check(&["--board", "hexagonal"], &[993, 40_266]);
    check(&["S a1=11,h1=2; M1 c1; E 18,0"], &[17]);
    check(&["G square8 2p canon; S a1=1,h8=2"], &[20]);
}

#[test]
fn divided_counts_sum_up() {
    for (depth, actions, total) in [("1", 192, 192), ("2", 192, 3192), ("3", 192, 596_904)] {
        let out = ringside(&["perft", depth, "--divide"]).success();
        let (parts, sum) = out.trim_end().split_once("\n\n").expect("the sum follows a blank line");
        let counts: Vec<u64> = parts.lines().filter_map(|line| line.rsplit(' ').next()?.parse().ok()).collect();
        assert_eq!((counts.len(), counts.iter().sum::<u64>()), (actions, total));
        assert_eq!(sum, format!("{total} sequences of {depth} actions"));
        assert!(parts.starts_with("P a1 ") && parts.contains("\nP h8*3 "), "{parts}");
    }
}

#[test]
fn perft_rejects_invalid_arguments() {
    for depth in ["0", "65", "-1", "x", "99999999999"] {
        let answer = ringside(&["perft", depth]);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{depth}: {}", answer.err);
        assert!(answer.err.starts_with("error: "), "{}", answer.err);
    }
    assert_eq!(ringside(&["perft"]).code, Some(2));
    let check = |args: &[&str], expected: &str| {
        let error = ringside(&[&["perft", "1"], args].concat()).input_error();
        assert!(error.contains(expected), "{error}");
    };
    let over = "G square8 2p canon; S d4=1,h8=2; E 19,0; P game_over 1 ring_elimination";
    check(&[over], "the game is over in this position");
    check(&["S a1=1,a1=2"], "a1 has more than one occupant");
    check(&["--board", "hex8"], "edition canon does not define rings per player for hex8");
    check(&["--players", "9"], "9 players; a game has 2 to 4");
    check(&["--set", "rings"], "--set rings: expected RULE=VALUE");
}

// --- reproductions of the rules service ---

/// The rules service writes a case for every move on which the engines differ. A case can begin anywhere in a turn.
#[test]
fn checks_reproductions_of_the_rules_service() {
    let path = |name: &str| text(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/reproductions").join(name));
    for engine in ["fast", "spec"] {
        // In these cases the second engine was right. Both engines now agree with it.
        let out = ringside(&["conform", "--engine", engine, &path("right.jsonl")]).success();
        assert!(out.contains("10 cases") && out.contains(" 0 differences"), "{out}");
        // In these cases the second engine was wrong. Every case shows a difference.
        let out = ringside(&["conform", "--engine", engine, "--show", "100", &path("wrong.jsonl")]).check_failure();
        assert!(out.contains("10 cases") && out.contains("hash"), "{out}");
    }
}
