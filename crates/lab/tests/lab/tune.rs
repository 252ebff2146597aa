//! `lab tune`: fitted weights, the test in games, the document.

use crate::support::{Finished, TempFolder};
use crate::{lab_in, verify_log};

/// Tests weights in few games.
fn tune(folder: &TempFolder, more: &[&str]) -> Finished {
    let mut args = vec!["tune", "--logs", "logs", "--out", "weights.txt", "--jobs", "2"];
    args.extend(["--test-nodes", "30", "--most-pairs", "2"]);
    args.extend(more);
    if !more.contains(&"--document") {
        args.extend(["--document", "tuning.md"]);
    }
    lab_in(folder, &args)
}

/// Fits weights to few games.
const FEW_GAMES: [&str; 6] = ["--games", "10", "--rounds", "1", "--nodes", "20"];

#[test]
fn fits_weights_and_tests_them_in_games() {
    let folder = TempFolder::new();
    let out = tune(&folder, &[&["--family", "live-two", "--before", "plain"][..], &FEW_GAMES].concat()).success();
    assert!(out.starts_with("live-two: round 1, 10 games, ") && out.contains("     2 pairs, LLR "), "{out}");
    assert!(
        out.contains("No decision after 2 pairs") && out.contains("live-two: the new weights are not better\n"),
        "{out}"
    );
    let document = folder.read("tuning.md");
    let command = "`cargo lab tune --family live-two --before plain --games 10 --rounds 1 --nodes 20 --test-nodes 30 \
                   --most-pairs 2 --elo 20 --seed 1`, search version ";
    for expected in ["# Tuning\n", "## live-two\n", command, "| 1 | 10 | ", "```text\n     2 pairs, LLR "] {
        assert!(document.contains(expected), "{expected}: {document}");
    }
    let table = folder.read("weights.txt");
    let built_in = include_str!("../../../ai/src/weights.txt");
    assert_eq!(table, built_in, "the table is unchanged");
    assert_eq!(verify_log(&folder, "logs/live-two.jsonl"), (1, 4));
}

#[test]
fn families_without_a_test_keep_the_weights_that_predict_better() {
    let folder = TempFolder::new();
    let out = tune(&folder, &[&["--family", "compact-many", "--before", "plain"][..], &FEW_GAMES].concat()).success();
    assert!(!out.contains("LLR"), "{out}");
    let is_better = out.contains("the new weights predict better, and were not tested in games\n");
    let is_as_before = folder.read("weights.txt") == include_str!("../../../ai/src/weights.txt");
    assert_eq!(is_better, !is_as_before, "{out}");
    // Tuning another family keeps these weights.
    tune(&folder, &[&["--family", "canon-many", "--before", "plain"][..], &FEW_GAMES].concat()).success();
    let lines =
        |text: String| text.lines().filter(|line| line.starts_with("compact-many")).map(str::to_owned).collect();
    let (again, report): (Vec<String>, String) =
        (lines(folder.read("weights.txt")), folder.read("logs/compact-many.json"));
    let report: serde_json::Value = serde_json::from_str(&report).expect("the report is JSON");
    let first = report["weights"][0][0].as_f64().expect("the weight is a number");
    assert_eq!(again[0].contains(&format!("territory {first:.3} ")), is_better, "{again:?}");
    let document = folder.read("tuning.md");
    assert!(document.contains("## compact-many\n") && document.contains("## canon-many\n"), "{document}");
}

#[test]
fn tests_given_weights_without_fitting() {
    let folder = TempFolder::new();
    let given = ["--family", "canon-two", "--before", "plain", "--after", "built-in"];
    let out = tune(&folder, &given).success();
    assert!(out.starts_with("     2 pairs, LLR ") && !out.contains("round"), "{out}");
    let games =
        || folder.read("logs/canon-two.jsonl").lines().filter(|line| line.contains("\"line\":\"game\"")).count();
    assert_eq!(games(), 4);
    // The same weights from a file are the same players, whose games are already in the log.
    let file = ["--family", "canon-two", "--before", "plain", "--after", "weights.txt"];
    tune(&folder, &file).success();
    assert_eq!(games(), 4);
    // Other weights are other players.
    let answer = tune(&folder, &["--family", "canon-two", "--before", "built-in", "--after", "plain"]);
    assert_eq!((answer.code, games()), (Some(0), 8), "{}", answer.err);
    let shown = tune(&folder, &[&given[..], &["--document", "-"]].concat());
    assert!(shown.out.starts_with("# Tuning\n"), "{}", shown.out);
}

#[test]
fn rejects_invalid_arguments() {
    let folder = TempFolder::new();
    folder.write("bad.txt", "canon-two territory 1 x\n");
    let error = tune(&folder, &["--before", "bad.txt"]).input_error();
    assert!(error.contains("bad.txt: line 1: expected a family, a term and two numbers"), "{error}");
    let error = tune(&folder, &["--family", "canon"]).input_error();
    assert!(error.contains("expected canon-two, canon-many, no_main-two"), "{error}");
    let error = tune(&folder, &["--after", "built-in", "--games", "50"]).input_error();
    assert!(error.contains("--games"), "{error}");
}
