//! `ringside record show` without a terminal.

use super::{ringside, ringside_reading};

const GAMES: &str = "\
[Game \"RingRift\"]
[Board \"square8\"]
[Player1 \"Alice\"]
[Result \"0-1\"]
[Termination \"resignation\"]

{A short game}
1. P d4*2; M d4-d6 {[%clk 0:04:32] bold} (M d4-d7 2. P a1)
2. P h8; M h8-h7
0-1

[Game \"RingRift\"]
[Board \"square8\"]

1. P d4; M d4-d4

[Game \"RingRift\"]
[Board \"hexagonal\"]
[Players \"3\"]

1. P 0.0*2
*
";

fn show(args: &[&str]) -> super::Finished {
    ringside_reading(&[&["record", "show", "-"], args].concat(), GAMES.as_bytes())
}

/// Checks that the output has these lines in this order.
fn check_lines(output: &str, expected: &[&str]) {
    let mut lines = output.lines();
    for line in expected {
        assert!(lines.any(|found| found == *line), "'{line}' is missing or out of order in\n{output}");
    }
}

#[test]
fn prints_headers_turns_and_result() {
    check_lines(
        &show(&[]).success(),
        &[
            "Game 1 of 3: Alice (A), Player 2 (B); 0-1, resignation of Alice (A)",
            "Player1       Alice",
            "Turns, 4 actions:",
            "         \"A short game\"",
            "   1. A  P d4*2; M d4-d6",
            "         M d4-d6: \"bold\"",
            "         variation of M d4-d6: M d4-d7; P a1",
            "   2. B  P h8; M h8-h7",
            "Result: 0-1, resignation of Alice (A)",
            "Ply 4 of 4, turn 2, B: M h8-h7",
            " 7  ·     ·     ·     ·     ·     ·     ·    >B1    7",
            "The record ends here: 0-1, resignation of Alice (A).",
        ],
    );
}

#[test]
fn prints_a_ply_with_its_action_and_effects() {
    check_lines(
        &show(&["--ply", "2"]).success(),
        &[
            "Ply 2 of 4, turn 1, A: M d4-d6",
            "\"bold\"",
            "- A leaves a marker on d4 (RR-CANON-R092)",
            "Time: 0:04:32 left on the clock",
            "Variation: M d4-d7; P a1",
            " 6  ·     ·     ·    >A2    ·     ·     ·     ·     6",
            ">  changed by the last action",
            "Hash  66b611ad51d727cee5b4f1077f2ac4d3",
        ],
    );
    assert_eq!(show(&["--ply", "4"]).success(), show(&["--ply", "last"]).success());
    assert!(show(&["--ply", "0"]).success().contains("Ply 0 of 4, the start of the game\n\"A short game\"\n"));
    assert!(show(&["--ply", "5"]).input_error().contains("there is no ply 5 in game 1 of 3; it has 4 actions"));
}

#[test]
fn prints_all_plies() {
    let output = show(&["--all"]).success();
    check_lines(&output, &["Ply 0 of 4, the start of the game", "Ply 1 of 4, turn 1, A: P d4*2"]);
    assert_eq!(output.matches("\nPly ").count(), 5);
    assert!(!output.contains('\u{1b}'), "no colours in a pipe");
}

#[test]
fn other_games_of_a_file_with_an_invalid_game_are_shown() {
    let error = show(&["--game", "2"]).input_error();
    assert!(error.starts_with("error: standard input: game 2 of 3: line 15, column 10: ply 2, M d4-d4: "), "{error}");
    assert!(error.ends_with("; --game N shows another game of the file\n"), "{error}");
    check_lines(&show(&["--game", "3"]).success(), &["Ply 1 of 1, turn 1, A: P 0.0*2"]);
}

#[test]
fn rejects_missing_games_and_invalid_numbers() {
    assert!(show(&["--game", "4"]).input_error().contains("there is no game 4; the file has games 1 to 3"));
    assert!(ringside_reading(&["record", "show", "-"], b"\n").input_error().contains("the file has no game"));
    assert!(ringside(&["record", "show", "nowhere.rrn"]).input_error().contains("nowhere.rrn"));
    assert!(show(&["--ply", "first"]).input_error().contains("expected a number of plies, or last"));
    assert!(show(&["--game", "0"]).input_error().contains("expected a number from 1"));
}
