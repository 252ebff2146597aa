//! `lab balance`: the document and the logs.

use crate::support::{Finished, TempFolder};
use crate::{lab_in, verify_log};

fn balance(folder: &TempFolder, more: &[&str]) -> Finished {
    let mut args = vec!["balance", "--logs", "logs", "--out", "balance.md", "--jobs", "2"];
    args.extend(more);
    lab_in(folder, &args)
}

const RANDOM: [&str; 8] = ["--part", "canon", "--part", "live-3p", "--strength", "random", "--games", "8"];

#[test]
fn writes_the_document_from_verifiable_logs() {
    let folder = TempFolder::new();
    let out = balance(&folder, &RANDOM).success();
    assert!(out.starts_with("canon: random played 8 games against itself.\nlive-3p: random played 9"), "{out}");
    let document = folder.read("balance.md");
    for expected in [
        "# Balance\n",
        "**Recommended for people: `canon` (`--edition canon`), which meets ",
        "### Edition canon\n",
        "## Is canon by the rulebook decided in the first turns?\n",
        "end within the first 4 turns",
        "```text\n  1. A ",
        "| random | 8 | 8 | ",
        "| random | 9 | 9 | ",
        "ended within 4 turns",
        "Without games: random in standard, level:5 in standard, level:10 in standard, level:5 in canon",
        "17 games and 0.0",
    ] {
        assert!(document.contains(expected), "{expected}: {document}");
    }
    assert_eq!(verify_log(&folder, "logs/canon.jsonl"), (1, 8));
    assert_eq!(verify_log(&folder, "logs/live-3p.jsonl"), (1, 9));
    balance(&folder, &["--no-play"]).success();
    assert_eq!(folder.read("balance.md"), document, "the same text from the same logs");
}

#[test]
fn resumes_from_a_truncated_log() {
    let folder = TempFolder::new();
    balance(&folder, &RANDOM).success();
    let (log, document) = (folder.read("logs/canon.jsonl"), folder.read("balance.md"));
    let third = log.match_indices('\n').nth(2).expect("the log has three lines").0;
    folder.write("logs/canon.jsonl", &log[..third + 50]);
    assert_eq!(balance(&folder, &RANDOM).code, Some(0));
    assert_eq!(folder.read("balance.md"), document, "the same games");
    let more = ["--part", "canon", "--strength", "random", "--games", "10"];
    balance(&folder, &more).success();
    assert!(folder.read("balance.md").contains("| random | 10 | 10 | "), "more games are added");
}

#[test]
fn rejects_invalid_arguments() {
    let folder = TempFolder::new();
    assert!(balance(&folder, &["--part", "nowhere"]).input_error().contains("there are standard, canon, compact"));
    assert!(balance(&folder, &["--strength", "weak"]).input_error().contains("there are random, middle and top"));
    assert!(balance(&folder, &["--no-play"]).input_error().contains("there are no games"));
}

#[test]
fn reports_what_the_pie_rule_changes() {
    let folder = TempFolder::new();
    let parts = ["--part", "live", "--part", "live-swap", "--strength", "random", "--games", "8"];
    balance(&folder, &parts).success();
    let document = folder.read("balance.md");
    assert!(document.contains("## What does the pie rule change in the live edition?\n"), "{document}");
    assert!(document.contains("\n| live-swap | random | "), "{document}");
    assert!(document.contains("`square8 2p live swap=on`"), "{document}");
}
