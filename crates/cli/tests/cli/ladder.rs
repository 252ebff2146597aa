//! `ringside ladder`: the document, its logs, and its bars.

use crate::folder::Folder;
use crate::{Answer, ringside_in};

/// A ladder of the two lowest levels with few games.
fn ladder(folder: &Folder, more: &[&str]) -> Answer {
    ladder_with("2", folder, more)
}

fn ladder_with(jobs: &str, folder: &Folder, more: &[&str]) -> Answer {
    let mut args = vec!["ladder", "--logs", "logs", "--out", "ladder.md", "--jobs", jobs, "--speed-seconds", "0"];
    args.extend(more);
    ringside_in(folder, &args)
}

const CANON: [&str; 6] = ["--part", "canon", "--levels", "1-2", "--pairs", "3"];

/// The part of a document that does not tell how long things took.
fn results(document: &str) -> &str {
    document.split_once("Time for a decision").expect("a part with games").0
}

#[test]
fn the_document_is_made_from_logs_that_can_be_verified() {
    let folder = Folder::new("ladder-document");
    let told = ladder(&folder, &CANON).good();
    assert!(told.starts_with("canon: level:2 scores ") && told.contains(" against level:1 in 3 pairs.\n"), "{told}");
    assert!(told.ends_with("The document is ladder.md.\n"), "{told}");
    let document = folder.read("ladder.md");
    for expected in [
        "# The ladder\n",
        "## canon: Canon by the book\n",
        "| level:2 | level:1 | 3 | ",
        "| player | Elo | games |",
        "There are no games of live, no_main, compact, live-3p, live-4p, hex8, square19, asg, live-half and no_main-half.",
        "| all | 6 | 0.0",
        "None was measured.",
        "It was not measured.",
    ] {
        assert!(document.contains(expected), "{expected}: {document}");
    }
    let verified = ringside_in(&folder, &["log", "verify", "logs/canon.jsonl"]).good();
    assert!(verified.contains("6 of 6 games") && verified.contains("0 wrong"), "{verified}");
    ladder(&folder, &["--no-play"]).good();
    assert_eq!(folder.read("ladder.md"), document, "the same text from the same logs");
    let shown = ringside_in(&folder, &["ladder", "--logs", "logs", "--out", "-", "--no-play"]).good();
    assert_eq!(shown, document);
}

#[test]
fn a_ladder_goes_on_where_it_was_cut() {
    let folder = Folder::new("ladder-cut");
    // One after the other, so that the first two games are a pair.
    ladder_with("1", &folder, &CANON).good();
    let (log, document) = (folder.read("logs/canon.jsonl"), folder.read("ladder.md"));
    let third = log.match_indices('\n').nth(2).expect("several lines").0;
    folder.write("logs/canon.jsonl", &log[..third + 50]);
    let partly = ladder(&folder, &["--no-play"]).good();
    assert!(partly.contains("The document is"), "{partly}");
    assert!(folder.read("ladder.md").contains("| level:2 | level:1 | 1 | "), "only whole pairs count");
    let again = ladder(&folder, &CANON);
    assert_eq!(again.code, Some(0), "{}", again.err);
    assert_eq!(results(&folder.read("ladder.md")), results(&document));
    assert!(ringside_in(&folder, &["log", "verify", "logs/canon.jsonl"]).good().contains("6 of 6 games"));
    ladder(&folder, &["--part", "canon", "--levels", "1-2", "--pairs", "4"]).good();
    assert!(folder.read("ladder.md").contains("| level:2 | level:1 | 4 | "), "more pairs are added");
}

#[test]
fn a_bar_that_is_missed_is_named_and_fails() {
    let folder = Folder::new("ladder-bars");
    ladder(&folder, &["--part", "live", "--levels", "1-2", "--pairs", "2"]);
    let lost = |line: &str| {
        let mut game: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        if game["line"] == "game" {
            game["ranks"] = if game["seats"][0] == "level:1" { [1, 2] } else { [2, 1] }.into();
        }
        format!("{game}\n")
    };
    let log: String = folder.read("logs/live.jsonl").lines().map(lost).collect();
    folder.write("logs/live.jsonl", log);
    let told = ladder(&folder, &["--no-play"]).refused();
    assert!(told.contains("missed: live, level:2 against level:1, 0.0 % (0.0–"), "{told}");
    assert!(told.contains(" in 2 instead of 60 % in 100 pairs.\n"), "{told}");
    let document = folder.read("ladder.md");
    assert!(document.contains("**missed**") && document.contains("Not met: 1 of 1."), "{document}");
}

#[test]
fn games_of_other_players_are_not_mixed_in() {
    let folder = Folder::new("ladder-stale");
    std::fs::create_dir_all(folder.path().join("logs")).expect("a folder");
    let settings = "name = \"ladder canon: level 2 against level 1\"\nrounds = 1\n[ringrift]\nrandom_plies = 6\n\
                    [[entrants]]\nplayer = \"level:2\"\n[[entrants]]\nplayer = \"level:1\"\n";
    folder.write("old.toml", settings);
    ringside_in(&folder, &["tournament", "old.toml", "--log", "logs/canon.jsonl"]).good();
    let old = folder.read("logs/canon.jsonl");
    let refused = ladder(&folder, &CANON).senseless();
    assert!(refused.contains("with other settings (.venue.random_plies") && refused.contains("--fresh"), "{refused}");
    assert_eq!(folder.read("logs/canon.jsonl"), old, "nothing was added");
    let mut fresh = CANON.to_vec();
    fresh.push("--fresh");
    ladder(&folder, &fresh).good();
    assert_eq!(folder.read("logs/canon.old-1.jsonl"), old, "it was put aside");
    assert!(folder.read("ladder.md").contains("| level:2 | level:1 | 3 | "));
}

#[test]
fn a_part_has_several_pairings_in_one_log() {
    let folder = Folder::new("ladder-several");
    let told = ladder(&folder, &["--part", "canon", "--levels", "1-3", "--pairs", "1"]).good();
    assert!(told.contains("canon: level:2 scores ") && told.contains("canon: level:3 scores "), "{told}");
    let verified = ringside_in(&folder, &["log", "verify", "logs/canon.jsonl"]).good();
    assert!(verified.contains("2 runs, 4 games played again: 0 wrong."), "{verified}");
    let document = folder.read("ladder.md");
    let [two, three] = ["| level:2 | level:1 | 1 | ", "| level:3 | level:2 | 1 | "].map(|row| document.find(row));
    assert!(two.is_some() && two < three, "{document}");
}

#[test]
fn one_sits_with_others_at_larger_tables() {
    let folder = Folder::new("ladder-table");
    ladder(&folder, &["--part", "live-3p", "--levels", "1-2", "--pairs", "2"]).good();
    let document = folder.read("ladder.md");
    assert!(
        document.contains("| level:2 | level:1 | 2 | ") && document.contains(", 6 games, players of version "),
        "{document}"
    );
    assert!(!document.contains("| level:1#2 |"), "{document}");
    assert!(ringside_in(&folder, &["log", "verify", "logs/live-3p.jsonl"]).good().contains("6 of 6 games"));
}

#[test]
fn senseless_wishes_are_refused() {
    let folder = Folder::new("ladder-senseless");
    let error = ladder(&folder, &["--part", "nowhere"]).senseless();
    assert!(error.contains("there is no part nowhere; there are live, no_main, canon"), "{error}");
    assert!(ladder(&folder, &["--no-play"]).senseless().contains("no game has been played"));
    assert!(ladder(&folder, &["--levels", "0-3"]).senseless().contains("levels from 1 to 10"));
    assert!(ladder(&folder, &["--levels", "3"]).senseless().contains("at least two levels"));
}
