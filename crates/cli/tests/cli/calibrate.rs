//! `ringside calibrate`: the document and its logs.

use crate::folder::Folder;
use crate::{Answer, ringside_in};

/// Few games, looked at in passing.
fn calibrate(folder: &Folder, more: &[&str]) -> Answer {
    let mut args = vec!["calibrate", "--logs", "logs", "--out", "calibration.md", "--jobs", "2", "--nodes", "50"];
    args.extend(more);
    ringside_in(folder, &args)
}

#[test]
fn the_document_is_made_from_logs_that_can_be_verified() {
    let folder = Folder::new("calibrate");
    let told = calibrate(&folder, &["--part", "canon", "--games", "4", "--positions", "3"]).good();
    assert_eq!(told, "canon: 4 games.\nThe document is calibration.md.\n");
    let document = folder.read("calibration.md");
    for expected in [
        "# How reliable the chances are\n",
        "4 games that `level:7` has played against itself",
        "## canon: Canon by the book\n",
        "4 games, 12 positions, players of version ",
        "| chance | positions | mean chance | won |",
        "Brier score",
    ] {
        assert!(document.contains(expected), "{expected}: {document}");
    }
    let verified = ringside_in(&folder, &["log", "verify", "logs/canon.jsonl"]).good();
    assert!(verified.contains("4 of 4 games"), "{verified}");
    let again = ["calibrate", "--logs", "logs", "--out", "-", "--nodes", "50", "--positions", "3", "--no-play"];
    assert_eq!(ringside_in(&folder, &again).good(), document, "the same text from the same logs");
}

#[test]
fn nothing_can_be_told_without_games() {
    let error = calibrate(&Folder::new("calibrate-none"), &["--no-play"]).senseless();
    assert!(error.contains("no game has been played"), "{error}");
}
