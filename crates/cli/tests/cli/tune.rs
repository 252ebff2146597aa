//! `ringside tune`: weights that are found, tested and told about.

use crate::folder::Folder;
use crate::{Answer, ringside_in};

/// Little practice, few games.
fn tune(folder: &Folder, more: &[&str]) -> Answer {
    let mut args = vec!["tune", "--logs", "logs", "--out", "weights.txt", "--jobs", "2"];
    args.extend(["--test-nodes", "30", "--most-pairs", "2"]);
    args.extend(more);
    if !more.contains(&"--document") {
        args.extend(["--document", "tuning.md"]);
    }
    ringside_in(folder, &args)
}

const PRACTICE: [&str; 6] = ["--games", "10", "--rounds", "1", "--nodes", "20"];

#[test]
fn weights_are_found_and_tested() {
    let folder = Folder::new("tune");
    let told = tune(&folder, &[&["--family", "live-two", "--before", "plain"][..], &PRACTICE].concat()).good();
    assert!(told.starts_with("live-two: round 1, 10 games, ") && told.contains("     2 pairs, LLR "), "{told}");
    assert!(
        told.contains("Nothing found in 2 pairs")
            && told.contains("live-two: the new weights are not found to be better\n"),
        "{told}"
    );
    let document = folder.read("tuning.md");
    let command = "`ringside tune --family live-two --before plain --games 10 --rounds 1 --nodes 20 --test-nodes 30 \
                   --most-pairs 2 --elo 20 --seed 1`, search of version ";
    for expected in ["# Tuning\n", "## live-two\n", command, "| 1 | 10 | ", "```text\n     2 pairs, LLR "] {
        assert!(document.contains(expected), "{expected}: {document}");
    }
    let table = folder.read("weights.txt");
    let built_in = include_str!("../../../ai/src/weights.txt");
    assert_eq!(table, built_in, "nothing was found to be better");
    let verified = ringside_in(&folder, &["log", "verify", "logs/live-two.jsonl"]).good();
    assert!(verified.contains("1 run, 4 games played again: 0 wrong."), "{verified}");
}

#[test]
fn without_a_test_weights_have_to_foretell_better() {
    let folder = Folder::new("tune-many");
    let told = tune(&folder, &[&["--family", "compact-many", "--before", "plain"][..], &PRACTICE].concat()).good();
    assert!(!told.contains("LLR"), "{told}");
    let is_better = told.contains("the new weights foretell better, and were not tested in games\n");
    let is_as_before = folder.read("weights.txt") == include_str!("../../../ai/src/weights.txt");
    assert_eq!(is_better, !is_as_before, "{told}");
    // What is found later for others does not push it out.
    tune(&folder, &[&["--family", "canon-many", "--before", "plain"][..], &PRACTICE].concat()).good();
    let lines =
        |text: String| text.lines().filter(|line| line.starts_with("compact-many")).map(str::to_owned).collect();
    let (again, report): (Vec<String>, String) =
        (lines(folder.read("weights.txt")), folder.read("logs/compact-many.json"));
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let first = report["weights"][0][0].as_f64().expect("a number");
    assert_eq!(again[0].contains(&format!("territory {first:.3} ")), is_better, "{again:?}");
    let document = folder.read("tuning.md");
    assert!(document.contains("## compact-many\n") && document.contains("## canon-many\n"), "{document}");
}

#[test]
fn tables_of_files_are_tested_as_they_are() {
    let folder = Folder::new("tune-files");
    let given = ["--family", "canon-two", "--before", "plain", "--after", "built-in"];
    let told = tune(&folder, &given).good();
    assert!(told.starts_with("     2 pairs, LLR ") && !told.contains("round"), "{told}");
    let games =
        || folder.read("logs/canon-two.jsonl").lines().filter(|line| line.contains("\"line\":\"game\"")).count();
    assert_eq!(games(), 4);
    // The same weights from a file are the same players, and nothing is played again.
    let file = ["--family", "canon-two", "--before", "plain", "--after", "weights.txt"];
    tune(&folder, &file).good();
    assert_eq!(games(), 4);
    // Others play their own games.
    let answer = tune(&folder, &["--family", "canon-two", "--before", "built-in", "--after", "plain"]);
    assert_eq!((answer.code, games()), (Some(0), 8), "{}", answer.err);
    let shown = tune(&folder, &[&given[..], &["--document", "-"]].concat());
    assert!(shown.out.starts_with("# Tuning\n"), "{}", shown.out);
}

#[test]
fn senseless_wishes_are_refused() {
    let folder = Folder::new("tune-senseless");
    folder.write("bad.txt", "canon-two territory 1 x\n");
    let error = tune(&folder, &["--before", "bad.txt"]).senseless();
    assert!(error.contains("bad.txt: line 1: expected a family, a term and two numbers"), "{error}");
    let error = tune(&folder, &["--family", "canon"]).senseless();
    assert!(error.contains("expected canon-two, canon-many, no_main-two"), "{error}");
    let error = tune(&folder, &["--after", "built-in", "--games", "50"]).senseless();
    assert!(error.contains("--games"), "{error}");
}
