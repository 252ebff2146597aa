//! `ringside balance`: the document and its logs.

use crate::folder::Folder;
use crate::{Answer, ringside_in};

/// Few random games.
fn balance(folder: &Folder, more: &[&str]) -> Answer {
    let mut args = vec!["balance", "--logs", "logs", "--out", "balance.md", "--jobs", "2"];
    args.extend(more);
    ringside_in(folder, &args)
}

const RANDOM: [&str; 8] = ["--part", "canon", "--part", "live-3p", "--strength", "random", "--games", "8"];

#[test]
fn the_document_is_made_from_logs_that_can_be_verified() {
    let folder = Folder::new("balance-document");
    let told = balance(&folder, &RANDOM).good();
    assert!(
        told.starts_with("canon: random has played itself 8 times.\nlive-3p: random has played itself 9"),
        "{told}"
    );
    let document = folder.read("balance.md");
    for expected in [
        "# Balance\n",
        "**Recommended for people: canon** (`--edition canon`)",
        "## Is canon by the book decided in the first turns?\n",
        "are over within the first 4 turns",
        "```text\n  1. A ",
        "| random | 8 | 8 | ",
        "| random | 9 | 9 | ",
        "over within 4 turns",
        "There are no games of level:5 in canon, level:10 in canon, random in no_main",
        "17 games and 0.0",
    ] {
        assert!(document.contains(expected), "{expected}: {document}");
    }
    let verified = ringside_in(&folder, &["log", "verify", "logs/canon.jsonl", "logs/live-3p.jsonl"]).good();
    assert!(verified.contains("2 runs, 17 games played again: 0 wrong."), "{verified}");
    balance(&folder, &["--no-play"]).good();
    assert_eq!(folder.read("balance.md"), document, "the same text from the same logs");
}

#[test]
fn a_measurement_goes_on_where_it_was_cut() {
    let folder = Folder::new("balance-cut");
    balance(&folder, &RANDOM).good();
    let (log, document) = (folder.read("logs/canon.jsonl"), folder.read("balance.md"));
    let third = log.match_indices('\n').nth(2).expect("several lines").0;
    folder.write("logs/canon.jsonl", &log[..third + 50]);
    assert_eq!(balance(&folder, &RANDOM).code, Some(0));
    assert_eq!(folder.read("balance.md"), document, "the same games");
    let more = ["--part", "canon", "--strength", "random", "--games", "10"];
    balance(&folder, &more).good();
    assert!(folder.read("balance.md").contains("| random | 10 | 10 | "), "more games are added");
}

#[test]
fn senseless_wishes_are_refused() {
    let folder = Folder::new("balance-senseless");
    assert!(balance(&folder, &["--part", "nowhere"]).senseless().contains("there are canon, no_main, compact"));
    assert!(balance(&folder, &["--strength", "weak"]).senseless().contains("there are random, middle and top"));
    assert!(balance(&folder, &["--no-play"]).senseless().contains("no game has been played"));
}
