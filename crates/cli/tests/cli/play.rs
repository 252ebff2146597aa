//! `ringside play` line by line.

use crate::support::{Finished, TempFolder};
use crate::{ringside, ringside_reading};

/// Runs `ringside play` with a fixed seed and this input.
fn play(args: &[&str], typed: &str) -> Finished {
    ringside_reading(&[&["play", "--seed", "7"], args].concat(), typed.as_bytes())
}

const TWO_HUMANS: [&str; 4] = ["--seat", "human", "--seat", "human"];
const HUMAN_AND_GREEDY: [&str; 4] = ["--seat", "human", "--seat", "greedy"];

/// Checks that the output contains these texts in this order.
fn check(output: &str, expected: &[&str]) {
    let mut rest = output;
    for text in expected {
        let Some((_, after)) = rest.split_once(text) else {
            panic!("'{text}' is missing or out of order in\n{output}")
        };
        rest = after;
    }
}

#[test]
fn computers_play_a_whole_game() {
    let folder = TempFolder::new();
    let file = folder.file("game.rrn");
    let output = play(&["--plain", "--seat", "level:1", "--seat", "level:1", "--save", &file], "").success();
    check(
        &output,
        &["level:1 (A), level:1 (B).", "Turn 1, level:1 (A): P ", "The game ended in turn", " wins.", "Places: 1. "],
    );
    check(&output, &["cells of territory\n", "The game is in "]);
    ringside(&["record", "verify", &file]).success();
    let record = folder.read("game.rrn");
    check(&record, &["[Player1 \"level:1\"]", "[Termination ", "[RNGSeed \"7\"]"]);
    assert!(!record.contains("[Result \"*\"]"), "{record}");
    let again = play(&["--seat", "level:1", "--seat", "level:1"], "").success();
    assert_eq!(output.lines().nth(2), again.lines().nth(2));
    let shown = ringside(&["record", "show", &file]).success();
    check(&shown, &["level:1 (A), level:1 (B)", "Result: "]);
}

#[test]
fn three_computers_play_a_live_game_on_hex8() {
    let output =
        play(&["-b", "hex8", "-e", "live", "--seat", "level:1", "--seat", "greedy", "--seat", "random"], "").success();
    check(&output, &["level:1 (A), greedy (B), random (C).", "Places: 1. ", " 3. "]);
}

#[test]
fn accepts_notation_numbers_and_cells() {
    let output = play(&TWO_HUMANS, "P d4*2\nd6\nlist P h8\nh8\n2\nh6\nSC\nlog\nplayers\nquit\n").success();
    check(
        &output,
        &[
            "human (A), human (B). Type help",
            "Turn 1, A to move: place 1–3 rings on any empty cell",
            "192 actions are possible; type list to see them.\nhuman (A)> Turn 1, human (A): P d4*2\n  A places 2 rings on d4",
            "Turn 1, A to move: now move the stack you placed on d4",
            "human (A)> Turn 1, human (A): M d4-d6\n",
            "Turn 2, B to move",
            " P h8\n",
            "   1  P h8\n   2  P h8*2\n   3  P h8*3\nhuman (B)> Turn 2, human (B): P h8*2\n",
            "Turn 2, human (B): M h8-h6\n",
            "human (A)> Turn 1, human (A): P d4*2\nTurn 1, human (A): M d4-d6\n",
            "human (A): 16 rings in hand, 2 on the board, 0 of 19 eliminated, 0 of 33 cells of territory\n",
        ],
    );
}

#[test]
fn explains_illegal_actions_with_the_rule() {
    let output =
        play(&TWO_HUMANS, "P d4*2\nM d4-d5\nM d4-e7\nd5\nP a1\nT 1\nhello\n999\n0\nSW\n\nquit now\n").success();
    check(
        &output,
        &[
            "M d4-d5 is illegal: a stack 2 high moves at least 2 cells, not 1.\nRR-CANON-R091: ",
            "M d4-e7 is illegal: d4 and e7 are not on one straight line.",
            "d5: a stack 2 high moves at least 2 cells, not 1 (RR-CANON-R091).",
            "P a1 is illegal: the placement of this turn is over; move or capture.",
            "T 1 is illegal: there is no region 1 now",
            "hello",
            "There is no action 999; the numbers are 1 to ",
            "There is no action 0; the numbers are 1 to ",
            "SW is not an action of these rules",
        ],
    );
}

#[test]
fn handles_unusual_input() {
    let long = format!("{}\n\u{1b}[2J\n\u{202e}\nM \u{0}\nsave\nsave -\nlist zzz\nback\nhint x\n", "P ".repeat(9000));
    let output = play(&TWO_HUMANS, &long).success();
    assert!(!output.contains('\u{1b}') && !output.contains('\u{202e}'), "{output}");
    check(
        &output,
        &["An action has at most 100 characters.", "Not saved: a file name is missing", "No cell is picked"],
    );
    assert!(ringside_reading(&["play", "--plain"], b"\xff\xfe\n\0\n").success().contains("human (A)> "));
}

#[test]
fn accepts_codes_in_small_letters() {
    let output = play(&TWO_HUMANS, "p d4*2\nm d4-d6\nq d4\nfly\nquit\n").success();
    check(&output, &["P d4*2\n", "M d4-d6\n", "'q' is not an action", "'fly' is not an action"]);
}

#[test]
fn the_legend_says_which_changes_are_marked() {
    let output = play(&TWO_HUMANS, "P d4*2\nd6\nP h8\nh6\nquit\n").success();
    assert!(output.contains("\n>  changed since your last turn\n") && !output.contains("last action"), "{output}");
}

#[test]
fn undo_returns_to_the_last_decision_of_the_person() {
    let output =
        play(&HUMAN_AND_GREEDY, "undo\nP d4*2\nM d4-d6\nundo\nM d4-d7\nundo\nundo\nredo\nredo\nredo\nlog\nquit\n")
            .success();
    check(
        &output,
        &[
            "There is nothing to undo.",
            "Turn 2, greedy (B): ",
            "human (A)> Undone: ",
            "human (A)> Turn 1, human (A): M d4-d7",
            "Undone: ",
            "Undone: 1 action.",
            "Redone: 1 action.",
            "Redone: ",
            "There is nothing to redo.",
            "Turn 1, human (A): P d4*2\nTurn 1, human (A): M d4-d7\nTurn 2, greedy (B): ",
        ],
    );
}

#[test]
fn a_hint_names_a_legal_action() {
    let output = play(&TWO_HUMANS, "hint\nquit\n").success();
    let hint = output.split_once("Hint: ").expect("the output has a hint").1;
    let action = hint.split_once(". Chances to win").expect("the hint has chances").0;
    assert!(hint.contains(" %, B "), "{hint}");
    let played = play(&TWO_HUMANS, &format!("{action}\nquit\n")).success();
    check(&played, &[&format!("Turn 1, human (A): {action}\n")]);
}

#[test]
fn saves_after_every_action_and_resumes() {
    let folder = TempFolder::new();
    let file = folder.file("game.rrn");
    let seats = ["--seat", "human:Ada", "--seat", "greedy", "--save", &file];
    let output = play(&seats, "P d4*2\nM d4-d6\n").success();
    assert!(output.ends_with(&format!("The game is in {file}.\n")), "{output}");
    let record = folder.read("game.rrn");
    check(&record, &["[Player1 \"Ada\"]", "[Player2 \"greedy\"]", "[Result \"*\"]", "1. P d4*2; M d4-d6   P "]);
    check(&ringside(&["record", "show", &file]).success(), &["Ada (A), greedy (B)", "*, unfinished"]);

    let resumed = ringside_reading(&["play", "--resume", &file], b"log\n1\n").success();
    check(
        &resumed,
        &["Ada (A), greedy (B). Type help", "Turn 1, Ada (A): P d4*2\n", "Turn 2, greedy (B): ", "Turn 3, Ada (A): "],
    );
    assert!(folder.read("game.rrn").contains("\n2. "));

    let other = folder.file("other.rrn");
    let before = folder.read("game.rrn");
    let args = ["play", "--resume", &file, "--save", &other, "--seat", "random", "--seat", "human:Bob"];
    check(&ringside_reading(&args, b"undo\nquit\n").success(), &["random (A), Bob (B)."]);
    assert_eq!(folder.read("game.rrn"), before);
    check(&folder.read("other.rrn"), &["[Player1 \"random\"]", "[Player2 \"Bob\"]"]);
}

#[test]
fn keeps_the_comments_of_a_resumed_record() {
    let folder = TempFolder::new();
    let file = folder.write("game.rrn", "[Board \"square8\"]\n[Event \"Cup\"]\n\n{hello} 1. P d4*2 {two} (P a1)\n*\n");
    ringside_reading(&["play", "--resume", &file, "--seat", "human", "--seat", "human"], b"M d4-d6\n").success();
    check(&folder.read("game.rrn"), &["[Event \"Cup\"]", "{hello}", "P d4*2 {two} (1. P a1); M d4-d6"]);
}

#[test]
fn never_overwrites_other_files() {
    let folder = TempFolder::new();
    let damaged = "[Board \"square8\"]\n\n1. P d4*2; M d4-d4\n";
    let file = folder.write("game.rrn", damaged);
    let error = ringside_reading(&["play", "--resume", &file], b"quit\n").input_error();
    assert!(error.contains("line 3, column 12: ply 2, M d4-d4: "), "{error}");
    let error = ringside_reading(&["play", "--save", &file], b"quit\n").input_error();
    assert!(error.contains("exists already; --resume "), "{error}");
    assert_eq!(folder.read("game.rrn"), damaged);

    let two = "[Board \"square8\"]\n\n1. P d4\n\n[Board \"square8\"]\n\n1. P d5\n";
    let many = folder.write("many.rrn", two);
    let error = ringside_reading(&["play", "--resume", &many], b"quit\n").input_error();
    assert!(error.contains("choose another file with --save FILE"), "{error}");
    let saved = folder.file("saved.rrn");
    let args = ["play", "--resume", &many, "--game", "2", "--save", &saved];
    ringside_reading(&args, b"quit\n").success();
    assert!(folder.read("saved.rrn").contains("1. P d5\n") && folder.read("many.rrn") == two);
    let empty = folder.write("empty.rrn", "");
    assert!(ringside(&["play", "--resume", &empty]).input_error().contains("the file has no game"));
    assert!(
        ringside(&["play", "--save", "no/such/folder/x.rrn"])
            .input_error()
            .contains("no/such/folder/x.rrn: cannot be written")
    );
}

#[test]
fn a_new_game_is_saved_in_another_file() {
    let folder = TempFolder::new();
    let file = folder.file("game.rrn");
    let seats = [&TWO_HUMANS[..], &["--save", &file]].concat();
    let output = play(&seats, "P d4*2\nresign\nhello\nnew\nP a1\nquit\n").success();
    check(
        &output,
        &[
            "human (A) gives up.\nPlaces: 1. human (B), 2. human (A).",
            "The game is over; type help",
            "A new game, saved in ",
        ],
    );
    check(&folder.read("game.rrn"), &["[Result \"0-1\"]", "[Termination \"resignation\"]", "P d4*2"]);
    check(&folder.read("game-2.rrn"), &["[Result \"*\"]", "1. P a1\n"]);
}

#[test]
fn prints_the_result_and_allows_undo_after_it() {
    let start = "G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement";
    let output =
        play(&["--seat", "human:Ada", "--seat", "greedy", start], "M d4-d5\nundo\nM d4-d5\nsave\nquit\n").success();
    check(
        &output,
        &[
            "Ada (A) wins. A wins by elimination: 19 rings eliminated, 19 needed.",
            "Places: 1. Ada (A), 2. greedy (B).",
            "Type new for another game",
            "over> Undone: 1 action.",
            "Ada (A) wins.",
            "over> Not saved",
        ],
    );
}

#[test]
fn keeps_swapped_sides_after_resuming() {
    let folder = TempFolder::new();
    let file = folder.file("game.rrn");
    let rules = ["-e", "live", "--set", "swap=on", "--seat", "human:Ada", "--seat", "human:Bob", "--save", &file];
    let output = play(&rules, "P d4*2\nM d4-d6\nSW\nP a1\nundo\nquit\n").success();
    check(&output, &["Bob (B)> ", "the players swap sides", "Ada (B)> Turn ", "Undone: 1 action.", "Ada (B)> "]);
    check(&folder.read("game.rrn"), &["[Player1 \"Ada\"]", "[Player2 \"Bob\"]", "SW"]);
    check(
        &ringside_reading(&["play", "--resume", &file], b"undo\n").success(),
        &["Bob (A), Ada (B).", "Ada (B)> ", "Bob (B)> "],
    );
}

#[test]
fn rejects_invalid_arguments() {
    for (args, expected) in [
        (&["--seat", "level:11"][..], "--seat level:11: a level is a number from 1 to 10"),
        (&["--seat", "gredy"], "unknown built-in player gredy"),
        (&["--seat", "human:greedy"], "choose another name"),
        (
            &["--players", "2", "--seat", "human", "--seat", "human", "--seat", "human"],
            "--seat is given 3 times for 2 players",
        ),
        (&["--resume", "nowhere.rrn"], "nowhere.rrn"),
        (&["--board", "square9"], "square9"),
        (&["--resume", "x.rrn", "--board", "hex8"], "cannot be used with"),
    ] {
        let error = play(args, "").input_error();
        assert!(error.contains(expected), "{error}");
    }
}
