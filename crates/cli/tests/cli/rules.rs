//! `ringside rules` and `ringside tour`.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::support::{Finished, TempFolder};
use crate::{ringside, ringside_reading};

/// Checks that an input is rejected with this error.
fn check_rejected(args: &[&str], expected: &str) {
    let error = ringside(args).input_error();
    assert!(error.starts_with("error: ") && error.contains(expected), "{error}");
    assert!(error.len() < 1000, "{error}");
}

const DUEL: &str = "S d4=11,d6=2; M1 d5; M2 d7; H 5,5; P movement";

#[test]
fn show_draws_the_start_of_a_game() {
    let text = ringside(&["rules", "show"]).success();
    assert!(text.starts_with("square8 2p standard\n"), "{text}");
    assert!(text.contains("\n 8  ·     ·"), "{text}");
    assert!(text.contains("A  player 1        18         0        0/19       0/33  to move"), "{text}");
    assert!(text.contains("Turn 1, player 1 to move: place 1–3 rings on any empty cell."), "{text}");
    assert!(!text.contains('\x1b'), "no colours outside of a terminal");
}

/// Ruling D25: without an edition, the command line uses the standard edition.
#[test]
fn commands_without_an_edition_use_the_standard_edition() {
    let fingerprint = |args: &[&str]| ringside(&[&["rules", "fingerprint"], args].concat()).success();
    let standard = fingerprint(&[]);
    assert_eq!(standard, fingerprint(&["--edition", "standard"]));
    assert_eq!(standard, fingerprint(&["--edition", "canon", "--set", "regions=no_main"]));
    assert_ne!(standard, fingerprint(&["--edition", "canon"]));
    // A position text with a field G has its own rules, which are canon if it names no edition.
    assert_eq!(fingerprint(&["G square8 2p; H 18,18"]), fingerprint(&["--edition", "canon"]));
}

#[test]
fn prints_fingerprints_in_both_forms() {
    let text = ringside(&["rules", "fingerprint", "--edition", "live"]).success();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("Fingerprint  ringrift/1 square8 2p rings=18 "), "{text}");
    assert_eq!(lines[2], "Reference    1:ring_placement:active:0#1:18:0:0|2:18:0:0###");
    assert_eq!(lines[3], "Its hash     64d970e91e560723");
}

#[test]
fn show_draws_every_board_for_any_number_of_players() {
    for board in ["square8", "square19", "hexagonal", "hex8", "hexagonal12"] {
        for players in ["2", "3", "4"] {
            let args = ["rules", "show", "--board", board, "--players", players];
            let settings = ["--set", "rings=18", "--set", "line_length=3"];
            let text = ringside(&[&args[..], &settings[..]].concat()).success();
            assert!(text.contains(&format!("player {players}")), "{text}");
        }
    }
}

#[test]
fn show_lists_stacks_ring_by_ring() {
    let text = ringside(&["rules", "show", "S a1=2211,h8=2; C2 c3; T 1"]).success();
    assert!(text.contains("A4/2") && text.contains("▒B▒"), "{text}");
    assert!(text.contains("A  a1 BBAA\nB  h8 B\n"), "{text}");
}

#[test]
fn show_prints_the_result_and_its_reason() {
    let text = ringside(&["rules", "show", "S g7=1; E 19,0; P game_over 1 ring_elimination"]).success();
    assert!(text.contains("Player 1 wins by elimination: 19 rings eliminated, 19 needed."), "{text}");
    assert!(text.contains("\nRanks: 1. player 1, 2. player 2."), "{text}");
}

#[test]
fn a_shown_text_can_be_shown_again() {
    let text = ringside(&["rules", "show", DUEL]).success();
    let position = text.lines().find_map(|line| line.strip_prefix("Text  ")).expect("the output has the position text");
    assert_eq!(ringside(&["rules", "show", position]).success(), text);
    assert_eq!(ringside_reading(&["rules", "show", "-"], format!("{position}\n").as_bytes()).success(), text);
}

#[test]
fn legal_groups_actions_by_kind() {
    let text = ringside(&["rules", "legal", DUEL]).success();
    for expected in ["\n17 legal actions.\n", "\nMove a stack (16):\n", "\nCapture (1):\n  C d4-d8 xd6\n"] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert!(text.lines().all(|line| line.len() <= 100 && !line.ends_with(' ')), "{text}");
}

#[test]
fn legal_prints_counts_and_plain_lists() {
    assert_eq!(ringside(&["rules", "legal", "--count"]).success(), "192\n");
    let plain = ringside(&["rules", "legal", "--plain", DUEL]).success();
    assert_eq!(plain.lines().count(), 17, "{plain}");
    assert!(plain.contains("M d4-f4\n") && plain.contains("C d4-d8 xd6\n"), "{plain}");
    assert_eq!(ringside(&["rules", "legal", "--plain", "--count"]).code, Some(2));
}

#[test]
fn legal_describes_lines_regions_and_payments() {
    let lines = ringside(&["rules", "legal", "S e5=21; M1 a1,b1,c1,d1; P line_processing"]).success();
    assert!(lines.contains("L 1; LR 1  the whole line a1, b1, c1 and d1; costs a cap"), "{lines}");
    assert!(lines.contains("L 1; LR 2:2  b1, c1 and d1 of the line from a1 to d1, without payment"), "{lines}");
    let regions = ringside(&["rules", "legal", "S a1=2,e5=1; M1 a2,b1; P territory_processing"]).success();
    assert!(
        regions.contains("T 1  1 cell (a1), 1 stack with 1 ring inside, closed by 2 markers of player 1"),
        "{regions}"
    );
    let payments = ringside(&["rules", "legal", "S e5=1221,g7=1; P line_elimination"]).success();
    assert!(payments.contains("E e5  gives up 1 ring of 4; player 2 controls the rest"), "{payments}");
}

#[test]
fn explain_prints_the_effects() {
    let text = ringside(&["rules", "explain", "C d4-d8 xd6", DUEL]).success();
    assert!(text.starts_with("C d4-d8 xd6 is legal.\n"), "{text}");
    for expected in [
        "player 1 leaves a marker on d4 (RR-CANON-R092)",
        "the marker on d5 is passed over by its owner and collapses to player 1 (RR-CANON-R092)",
        "player 2's marker on d7 is passed over and flips to player 1 (RR-CANON-R092)",
        "player 2's ring on top of d6 goes to the bottom of the capturing stack (RR-CANON-R102)",
        "Afterwards: Turn 2, player 2 to move: place",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

#[test]
fn explain_names_the_rule_that_forbids_an_action() {
    let text = ringside(&["rules", "explain", "M d4-e4", DUEL]).check_failure();
    assert!(text.contains("M d4-e4 is illegal: a stack 2 high moves at least 2 cells, not 1."), "{text}");
    assert!(text.contains("RR-CANON-R091: Path and distance of a move.\nCells: d4 and e4\n"), "{text}");
    assert!(text.contains("Legal, for example: M d4-"), "{text}");
    let text = ringside(&["rules", "explain", "P a1", DUEL]).check_failure();
    assert!(text.contains("the placement of this turn is over"), "{text}");
}

#[test]
fn explain_prints_why_a_region_cannot_be_processed() {
    let text = ringside(&["rules", "explain", "T 1", "S a1=2,c3=1; M1 a2,b1; T 2; P movement"]).check_failure();
    assert!(text.contains("T 1 is illegal: there is no region 1 now; no region can be chosen."), "{text}");
    assert!(text.contains("player 2 controls no stack outside the region to pay with (RR-CANON-R143)"), "{text}");
    let text = ringside(&["rules", "explain", "T 1", "S a1=2,c3=1; M1 a2,b1; T 1; P movement"]).check_failure();
    assert!(
        text.contains("regions are claimed after the move and after all lines are taken (RR-CANON-R071)"),
        "{text}"
    );
}

#[test]
fn accepts_hexagonal_cells() {
    let board = ["--board", "hexagonal"];
    let text =
        ringside(&[&["rules", "explain", "M -1.1-0.0", "S -1.1=1,4.4=2; P movement"][..], &board].concat()).success();
    assert!(text.contains("player 1 leaves a marker on -1.1"), "{text}");
}

#[test]
fn rejects_invalid_input_with_one_error() {
    check_rejected(&["rules", "show", "S z9=1"], "z9 is not on square8");
    check_rejected(&["rules", "show", "S 44=1"], "'44' is not a cell; expected a letter and a number, such as d4");
    check_rejected(&["rules", "show", "S a1=1; M2 a1"], "a1 has more than one occupant");
    check_rejected(&["rules", "show", "G square9 2p; S a1=1"], "a board such as square8");
    check_rejected(&["rules", "show", "--board", "square9"], "unknown board 'square9'");
    check_rejected(&["rules", "show", "--players", "5"], "5");
    check_rejected(&["rules", "show", "--board", "hex8"], "rings");
    check_rejected(&["rules", "show", "--set", "rings"], "expected RULE=VALUE");
    check_rejected(&["rules", "show", "--set", "colour=red"], "colour");
    check_rejected(&["rules", "show", "garbage"], "unknown field");
    check_rejected(&["rules", "legal", "S a1=5"], "a player, 1 to 4");
    check_rejected(&["rules", "explain", "fly", DUEL], "'fly' is not an action: expected one of the codes P, ");
    check_rejected(
        &["rules", "show", "--set", "rings=-3"],
        "--set rings=-3: option rings: expected a whole number from 0",
    );
    check_rejected(
        &["rules", "explain", "R081", DUEL],
        "R081 is the id of a rule, not an action; ringside rules rule R081",
    );
    check_rejected(&["rules", "rule", "R999"], "there is no such rule; ids are numbers such as R081, from R001 to R");
    check_rejected(&["rules", "explain", "M d4-z9", DUEL], "cell 'z9' is not on square8");
    check_rejected(&["rules", "explain", "", DUEL], "the action is empty");
    check_rejected(&["rules", "explain", &"M".repeat(100_000), DUEL], "an action has at most 100 bytes");
}

#[test]
fn prints_rules_by_their_ids() {
    let rule = ringside(&["rules", "rule", "R081"]).success();
    assert!(rule.starts_with("RR-CANON-R081: ") && rule.contains("You place one, two or three rings."), "{rule}");
    assert!(rule.contains("/rules#RR-CANON-R081 ") && rule.contains("docs/rules/rules.md"), "{rule}");
    assert_eq!(ringside(&["rules", "rule", "rr-canon-r081"]).success(), rule);
}

#[test]
fn limits_the_size_of_standard_input() {
    assert_eq!(ringside_reading(&["rules", "legal", "--count", "-"], DUEL.as_bytes()).success(), "17\n");
    let huge = ringside_reading(&["rules", "show", "-"], &vec![b'x'; 2 << 20]).input_error();
    assert!(huge.contains("at most 1048576 bytes"), "{huge}");
    let long = ringside_reading(&["rules", "show", "-"], &vec![b'x'; 1 << 19]).input_error();
    assert!(long.len() < 300, "{long}");
    let binary = ringside_reading(&["rules", "show", "-"], &[0xff, 0xfe, 0x00]).input_error();
    assert!(binary.contains("standard input"), "{binary}");
}

#[test]
fn rejects_empty_standard_input() {
    let error = ringside_reading(&["rules", "show", "-"], b"").input_error();
    assert!(error.starts_with("error: "), "{error}");
}

#[test]
fn ignores_a_closed_pipe() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringside"));
    command
        .args(["record", "random", "--games", "20", "--board", "square19"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("ringside starts");
    let mut first = [0; 10];
    let mut pipe = child.stdout.take().expect("standard output is a pipe");
    pipe.read_exact(&mut first).expect("ringside writes output");
    drop(pipe);
    assert_eq!(Finished::new(child.wait_with_output().expect("ringside ends")).success(), "");
}

#[test]
fn every_command_of_the_tour_works_as_printed() {
    // Some of the commands write files.
    let folder = TempFolder::new();
    let overview = ringside(&["tour"]).success();
    let commands: Vec<&str> = overview.lines().filter_map(|line| line.strip_prefix("    ringside ")).collect();
    assert!(commands.len() >= 5, "{overview}");
    for arguments in commands {
        let line = format!("'{}' {arguments}", env!("CARGO_BIN_EXE_ringside"));
        let mut command = Command::new("sh");
        let output = command.args(["-c", &line]).current_dir(folder.path()).output().expect("sh starts");
        let answer = Finished::new(output);
        let expected = if answer.out.contains(" is illegal: ") { 1 } else { 0 };
        assert_eq!((answer.code, answer.err.as_str()), (Some(expected), ""), "{arguments}");
        assert!(!answer.out.is_empty(), "{arguments}");
    }
}
