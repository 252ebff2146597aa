//! `lab ladder`: the document, the logs and the targets.

use std::path::Path;

use arena::settings::read_toml;
use cli_support::runs::{open_session, plan, play_missing};

use crate::support::{Finished, TempFolder};
use crate::{lab_in, verify_log};

fn ladder(folder: &TempFolder, more: &[&str]) -> Finished {
    ladder_with("2", folder, more)
}

fn ladder_with(jobs: &str, folder: &TempFolder, more: &[&str]) -> Finished {
    let mut args = vec!["ladder", "--logs", "logs", "--out", "ladder.md", "--jobs", jobs, "--speed-seconds", "0"];
    args.extend(more);
    lab_in(folder, &args)
}

const CANON: [&str; 6] = ["--part", "canon", "--levels", "1-2", "--pairs", "3"];

/// Returns the part of a document that has no times.
fn results(document: &str) -> &str {
    document.split_once("Wall-clock time for a decision").expect("the document has a part with games").0
}

#[test]
fn writes_the_document_from_verifiable_logs() {
    let folder = TempFolder::new();
    let out = ladder(&folder, &CANON).success();
    assert!(out.starts_with("canon: level:2 scores ") && out.contains(" against level:1 in 3 pairs.\n"), "{out}");
    assert!(out.ends_with("The document is ladder.md.\n"), "{out}");
    let document = folder.read("ladder.md");
    for expected in [
        "# The ladder\n",
        "## canon: Canon by the rulebook\n",
        "| level:2 | level:1 | 3 | ",
        "| player | Elo | games |",
        "Without games: live, standard, compact, live-3p, live-4p, hex8, square19, asg, live-double, standard-double, standard-classic, \
         canon-classic, compact-classic, live-classic, 3p-classic, 4p-classic, hex8-classic, square19-classic, \
         hexagonal-classic, hexagonal12-classic, standard-time and live-time.",
        "| all | 6 | 0.0",
        "No target was measured.",
        "Not measured.",
    ] {
        assert!(document.contains(expected), "{expected}: {document}");
    }
    assert_eq!(verify_log(&folder, "logs/canon.jsonl"), (1, 6));
    ladder(&folder, &["--no-play"]).success();
    assert_eq!(folder.read("ladder.md"), document, "the same text from the same logs");
    let shown = lab_in(&folder, &["ladder", "--logs", "logs", "--out", "-", "--no-play"]).success();
    assert_eq!(shown, document);
}

#[test]
fn own_networks_are_read_before_the_first_game() {
    let folder = TempFolder::new();
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../neural/weights/square8.safetensors");
    ladder(&folder, &[&CANON[..], &["--network", weights]].concat()).success();
    folder.write("damaged", "no network");
    let problem = ladder(&folder, &["--network", "damaged", "--part", "canon"]).input_error();
    assert!(problem.contains("damaged: ") && problem.contains("network"), "{problem}");
}

#[test]
fn resumes_from_a_truncated_log() {
    let folder = TempFolder::new();
    // One job, so that the first two games are a pair.
    ladder_with("1", &folder, &CANON).success();
    let (log, document) = (folder.read("logs/canon.jsonl"), folder.read("ladder.md"));
    let third = log.match_indices('\n').nth(2).expect("the log has three lines").0;
    folder.write("logs/canon.jsonl", &log[..third + 50]);
    let partly = ladder(&folder, &["--no-play"]).success();
    assert!(partly.contains("The document is"), "{partly}");
    assert!(folder.read("ladder.md").contains("| level:2 | level:1 | 1 | "), "only whole pairs count");
    let again = ladder(&folder, &CANON);
    assert_eq!(again.code, Some(0), "{}", again.err);
    assert_eq!(results(&folder.read("ladder.md")), results(&document));
    assert_eq!(verify_log(&folder, "logs/canon.jsonl"), (1, 6));
    ladder(&folder, &["--part", "canon", "--levels", "1-2", "--pairs", "4"]).success();
    assert!(folder.read("ladder.md").contains("| level:2 | level:1 | 4 | "), "more pairs are added");
}

#[test]
fn names_missed_targets_and_fails() {
    let folder = TempFolder::new();
    ladder(&folder, &["--part", "live", "--levels", "1-2", "--pairs", "2"]);
    let lost = |line: &str| {
        let mut game: serde_json::Value = serde_json::from_str(line).expect("each line is JSON");
        if game["line"] == "game" {
            game["ranks"] = if game["seats"][0] == "level:1" { [1, 2] } else { [2, 1] }.into();
        }
        format!("{game}\n")
    };
    let log: String = folder.read("logs/live.jsonl").lines().map(lost).collect();
    folder.write("logs/live.jsonl", log);
    let out = ladder(&folder, &["--no-play"]).check_failure();
    assert!(out.contains("missed: live, level:2 against level:1, 0.0 % (0.0–"), "{out}");
    assert!(out.contains(" in 2 instead of 65–80 % in 100 pairs.\n"), "{out}");
    let document = folder.read("ladder.md");
    assert!(document.contains("**missed**") && document.contains("Not met: 1 of 1."), "{document}");
}

/// Writes a log of the same run as the ladder, but with another number of random actions.
fn play_with_other_openings(folder: &TempFolder) {
    let settings = "name = \"ladder canon: level 2 against level 1\"\nrounds = 1\n[ringrift]\nrandom_plies = 6\n\
                    [[entrants]]\nplayer = \"level:2\"\n[[entrants]]\nplayer = \"level:1\"\n";
    let settings = read_toml(settings).expect("the settings are valid").tournament;
    std::fs::create_dir_all(folder.path().join("logs")).expect("the folder can be created");
    let plan = plan(&settings, Path::new("")).expect("the players exist");
    let session = open_session(&folder.path().join("logs/canon.jsonl"), plan.manifest()).expect("the log opens");
    play_missing(&plan, &session, 1).expect("the games are played");
}

#[test]
fn rejects_a_log_with_other_settings() {
    let folder = TempFolder::new();
    play_with_other_openings(&folder);
    let old = folder.read("logs/canon.jsonl");
    let error = ladder(&folder, &CANON).input_error();
    assert!(error.contains("with other settings (.venue.random_plies") && error.contains("--fresh"), "{error}");
    assert_eq!(folder.read("logs/canon.jsonl"), old, "the log is unchanged");
    let mut fresh = CANON.to_vec();
    fresh.push("--fresh");
    ladder(&folder, &fresh).success();
    assert_eq!(folder.read("logs/canon.old-1.jsonl"), old, "the old log is renamed");
    assert!(folder.read("ladder.md").contains("| level:2 | level:1 | 3 | "));
}

#[test]
fn writes_all_pairings_of_a_part_to_one_log() {
    let folder = TempFolder::new();
    let out = ladder(&folder, &["--part", "canon", "--levels", "1-3", "--pairs", "1"]).success();
    assert!(out.contains("canon: level:2 scores ") && out.contains("canon: level:3 scores "), "{out}");
    assert_eq!(verify_log(&folder, "logs/canon.jsonl"), (2, 4));
    let document = folder.read("ladder.md");
    let [two, three] = ["| level:2 | level:1 | 1 | ", "| level:3 | level:2 | 1 | "].map(|row| document.find(row));
    assert!(two.is_some() && two < three, "{document}");
}

#[test]
fn plays_one_higher_level_against_several_lower_ones_with_three_players() {
    let folder = TempFolder::new();
    ladder(&folder, &["--part", "live-3p", "--levels", "1-2", "--pairs", "2"]).success();
    let document = folder.read("ladder.md");
    assert!(
        document.contains("| level:2 | level:1 | 2 | ") && document.contains(", 6 games, players of version "),
        "{document}"
    );
    assert!(!document.contains("| level:1#2 |"), "{document}");
    assert_eq!(verify_log(&folder, "logs/live-3p.jsonl"), (1, 6));
}

#[test]
fn rejects_invalid_arguments() {
    let folder = TempFolder::new();
    let error = ladder(&folder, &["--part", "nowhere"]).input_error();
    assert!(error.contains("there is no part nowhere; there are live, standard, canon"), "{error}");
    assert!(ladder(&folder, &["--no-play"]).input_error().contains("there are no games"));
    assert!(ladder(&folder, &["--levels", "0-3"]).input_error().contains("levels from 1 to 10"));
    assert!(ladder(&folder, &["--levels", "3"]).input_error().contains("at least two levels"));
}
