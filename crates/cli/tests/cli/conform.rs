//! `ringside conform` on data that agrees with the engines, and the data that all its tests use.

use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use crate::ringside;
use crate::support::TempFolder;

/// Writes one JSON value per line.
pub(crate) fn write_lines(folder: &TempFolder, name: &str, values: &[Value]) -> String {
    folder.write(name, lines(values))
}

pub(crate) fn text(path: &Path) -> String {
    path.to_str().expect("the path is UTF-8").to_owned()
}

pub(crate) fn lines(values: &[Value]) -> String {
    values.iter().map(|value| format!("{value}\n")).collect()
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
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
pub(crate) fn short_game() -> Vec<Value> {
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
pub(crate) fn opening() -> Vec<Value> {
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
pub(crate) fn game_with_a_pass() -> Vec<Value> {
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
pub(crate) fn case() -> Value {
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

pub(crate) fn perft_table() -> Value {
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
pub(crate) fn changed_game(line: usize, pointer: &str, value: Value) -> Vec<Value> {
    let mut game = short_game();
    *game[line].pointer_mut(pointer).expect("the pointer exists") = value;
    game
}

// --- agreement ---

#[test]
fn both_engines_accept_traces_cases_and_perft_tables() {
    let folder = TempFolder::new();
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
    let folder = TempFolder::new();
    let members = [gzip(lines(&short_game()).as_bytes()), gzip(lines(&opening()).as_bytes())].concat();
    let out = ringside(&["conform", &folder.write("games.gz", members)]).success();
    assert!(out.contains("2 games, 3 steps"), "{out}");
}

#[test]
fn ignores_blank_lines_and_a_missing_final_newline() {
    let folder = TempFolder::new();
    let text = format!("\n\n{}\n  \n", lines(&short_game()).replace('\n', "\r\n\n"));
    assert!(ringside(&["conform", &folder.write("blank.jsonl", text)]).success().contains("1 games, 1 steps"));
    let text = lines(&short_game());
    assert!(ringside(&["conform", &folder.write("end.jsonl", text.trim_end())]).success().contains("1 games, 1 steps"));
}

#[test]
fn max_nodes_names_the_skipped_counts() {
    let folder = TempFolder::new();
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

// --- reproductions of the rules service ---

/// The rules service (`docs/rules-service.md`) lets a second engine check the moves of the fast engine. It writes a case for
/// every move on which they differ. A case can begin anywhere in a turn.
#[test]
fn checks_reproductions_of_the_rules_service() {
    let path = |name: &str| text(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/reproductions").join(name));
    for engine in ["fast", "spec"] {
        // In these cases the second engine was right. The fast and the spec engine now agree with it.
        let out = ringside(&["conform", "--engine", engine, &path("right.jsonl")]).success();
        assert!(out.contains("10 cases") && out.contains(" 0 differences"), "{out}");
        // In these cases the second engine was wrong. Every case shows a difference.
        let out = ringside(&["conform", "--engine", engine, "--show", "100", &path("wrong.jsonl")]).check_failure();
        assert!(out.contains("10 cases") && out.contains("hash"), "{out}");
    }
}
