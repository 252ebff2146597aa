//! `ringside tune`: weights that are found, tested and told about.

use crate::folder::Folder;
use crate::{Answer, ringside_in};

/// Little practice, few games.
fn tune(folder: &Folder, more: &[&str]) -> Answer {
    let mut args = vec!["tune", "--logs", "logs", "--out", "weights.txt", "--document", "tuning.md", "--jobs", "2"];
    args.extend(["--test-nodes", "30", "--most-pairs", "2"]);
    args.extend(more);
    ringside_in(folder, &args)
}

const PRACTICE: [&str; 6] = ["--games", "10", "--rounds", "1", "--nodes", "20"];

#[test]
fn weights_are_found_and_tested() {
    let folder = Folder::new("tune");
    let told = tune(&folder, &[&["--family", "live-two", "--before", "plain"][..], &PRACTICE].concat()).good();
    assert!(told.starts_with("live-two: round 1, 10 games, ") && told.contains("     2 pairs, LLR "), "{told}");
    assert!(told.contains("Nothing found in 2 pairs") && told.contains("live-two: the old weights stay\n"), "{told}");
    let document = folder.read("tuning.md");
    let command = "`ringside tune --family live-two --before plain --games 10 --rounds 1 --nodes 20 --test-nodes 30 \
                   --most-pairs 2 --elo 20 --seed 1`: the old weights stay.";
    for expected in ["# Tuning\n", "## live-two\n", command, "| 1 | 10 | ", "```text\n     2 pairs, LLR "] {
        assert!(document.contains(expected), "{expected}: {document}");
    }
    let table = folder.read("weights.txt");
    assert!(table.contains("live-two territory 3.000 3.000\n"), "they were not found to be better: {table}");
    let verified = ringside_in(&folder, &["log", "verify", "logs/live-two.jsonl"]).good();
    assert!(verified.contains("1 run, 4 games played again: 0 wrong."), "{verified}");
}

#[test]
fn without_a_test_weights_have_to_foretell_better() {
    let folder = Folder::new("tune-many");
    let told = tune(&folder, &[&["--family", "compact-many", "--before", "plain"][..], &PRACTICE].concat()).good();
    let is_better = told.contains("compact-many: the new weights are better\n");
    let plain = folder.read("weights.txt").contains("compact-many territory 3.000 3.000\n");
    assert_eq!(is_better, !plain, "{told}");
    assert!(!told.contains("LLR"), "{told}");
}

#[test]
fn tables_of_files_are_tested_as_they_are() {
    let folder = Folder::new("tune-files");
    let given = ["--family", "canon-two", "--before", "plain", "--after", "built-in"];
    let told = tune(&folder, &given).good();
    assert!(told.starts_with("     2 pairs, LLR ") && !told.contains("round"), "{told}");
    folder.write("bad.txt", "canon-two territory 1 x\n");
    let error = tune(&folder, &["--before", "bad.txt"]).senseless();
    assert!(error.contains("bad.txt: line 1: expected a family, a term and two numbers"), "{error}");
    let error = tune(&folder, &["--family", "canon"]).senseless();
    assert!(error.contains("expected canon-two, canon-many, no_main-two"), "{error}");
    let error = tune(&folder, &["--after", "built-in", "--games", "50"]).senseless();
    assert!(error.contains("--games"), "{error}");
}
