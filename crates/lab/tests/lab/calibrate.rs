//! `lab calibrate`: the document and the logs.

use crate::support::{Finished, TempFolder};
use crate::{lab_in, verify_log};

/// Analyses positions with few nodes.
fn calibrate(folder: &TempFolder, more: &[&str]) -> Finished {
    let mut args = vec![
        "calibrate",
        "--logs",
        "logs",
        "--out",
        "calibration.md",
        "--jobs",
        "2",
        "--nodes",
        "50",
        "--simulations",
        "2",
    ];
    args.extend(more);
    lab_in(folder, &args)
}

#[test]
fn writes_the_document_from_verifiable_logs() {
    let folder = TempFolder::new();
    let out = calibrate(&folder, &["--part", "canon", "--games", "4", "--positions", "3"]).success();
    assert_eq!(out, "canon: 4 games.\nThe document is calibration.md.\n");
    let document = folder.read("calibration.md");
    for expected in [
        "# Calibration of the chances\n",
        "4 games of `level:7` against itself",
        "## canon: Canon by the rulebook\n",
        "4 games, 12 positions, players of version ",
        "| chance | positions | mean chance | won |",
        "Brier score",
    ] {
        assert!(document.contains(expected), "{expected}: {document}");
    }
    assert_eq!(verify_log(&folder, "logs/canon.jsonl"), (1, 4));
    let again = [
        "calibrate",
        "--logs",
        "logs",
        "--out",
        "-",
        "--nodes",
        "50",
        "--simulations",
        "2",
        "--positions",
        "3",
        "--no-play",
    ];
    assert_eq!(lab_in(&folder, &again).success(), document, "the same text from the same logs");
}

#[test]
fn rejects_no_play_without_games() {
    let error = calibrate(&TempFolder::new(), &["--no-play"]).input_error();
    assert!(error.contains("there are no games"), "{error}");
}
