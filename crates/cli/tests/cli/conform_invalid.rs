//! `ringside conform` on invalid input.

use serde_json::{Value, json};

use crate::conform::{case, changed_game, gzip, lines, perft_table, short_game, text, write_lines};
use crate::ringside;
use crate::support::TempFolder;

/// Checks that a file is rejected with one message that names it and the reason.
fn check_rejected(path: &str, expected: &str) {
    for engine in ["fast", "spec"] {
        let error = ringside(&["conform", "--engine", engine, path]).input_error();
        assert!(error.starts_with(&format!("error: {path}: ")) && error.contains(expected), "{expected}: {error}");
    }
}

#[test]
fn rejects_files_of_unknown_formats() {
    let folder = TempFolder::new();
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
    check_rejected(&folder.file("nowhere.jsonl"), "cannot be read");
    check_rejected(&folder.write("bytes", [0xff, 0xfe, b'\n', 0, 0]), "cannot be read");
    assert_eq!(ringside(&["conform"]).code, Some(2), "at least one file must be named");
    assert_eq!(ringside(&["conform", "--engine", "magic", "file"]).code, Some(2));
}

#[test]
fn rejects_incomplete_records() {
    let folder = TempFolder::new();
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
    let folder = TempFolder::new();
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
    let folder = TempFolder::new();
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
    let folder = TempFolder::new();
    let check = |pointer: &str, value: Value, expected: &str| {
        let game = changed_game(0, pointer, value);
        check_rejected(&write_lines(&folder, "file", &game), expected);
    };
    check("/edition", json!("later"), "line 1: unknown edition 'later'; expected standard or canon or compact or live");
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
    let folder = TempFolder::new();
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
    let folder = TempFolder::new();
    let zipped = gzip(lines(&short_game()).as_bytes());
    for length in [2, 5, 12, zipped.len() / 2, zipped.len() - 9, zipped.len() - 1] {
        check_rejected(&folder.write("cut.gz", &zipped[..length]), "cannot be read");
    }
    let mut wrong_sum = zipped.clone();
    let length = wrong_sum.len();
    wrong_sum[length - 6] ^= 0x55;
    check_rejected(&folder.write("sum.gz", wrong_sum), "cannot be read");
    let mut wrong_byte = zipped;
    wrong_byte[length / 2] ^= 0xff;
    check_rejected(&folder.write("byte.gz", wrong_byte), "");
}

#[test]
fn rejects_lines_that_are_too_long() {
    let folder = TempFolder::new();
    let endless = " ".repeat(17 << 20);
    let too_long = format!("longer than {} bytes", 16 << 20);
    check_rejected(&folder.write("first.gz", gzip(endless.as_bytes())), &format!("line 1: {too_long}"));
    let mut later = lines(&short_game()).into_bytes();
    later.extend(endless.as_bytes());
    check_rejected(&folder.write("later", later), &format!("line 4: {too_long}"));
    let many_lines = format!("{}\n", " {".repeat(1 << 19)).repeat(20);
    check_rejected(&folder.write("many.gz", gzip(many_lines.as_bytes())), "not a JSON object");
}
