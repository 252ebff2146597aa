//! Input and output files of all commands.

use std::io::Write;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::support::{Finished, TempFolder};
use crate::{ringside, ringside_in};

const GAME: &str = "[Board \"square8\"]\n\n1. P d4*2; M d4-d6\n";

/// Runs the program with an output whose reader has closed the pipe.
fn ringside_unread(folder: &TempFolder, args: &[&str]) -> Finished {
    let (reader, writer) = std::io::pipe().expect("a pipe can be created");
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringside"));
    Finished::new(command.args(args).current_dir(folder.path()).stdout(writer).output().expect("ringside starts"))
}

fn compressed(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

#[test]
fn a_closed_output_does_not_prevent_files() {
    let folder = TempFolder::new();
    folder.write("games.rrn", format!("{GAME}\n{GAME}"));
    let args =
        ["analyse", "--nodes", "30", "--record", "games.rrn", "--annotate", "better.rrn", "--svg", "plots", "--all"];
    ringside_unread(&folder, &args).success();
    assert_eq!(folder.read("better.rrn").matches("[Game ").count(), 2);
    assert!(folder.read("plots/games-2.svg").starts_with("<svg "));
    ringside_unread(&folder, &["asg", "match", "greedy", "rush", "--seed", "1", "-o", "match.json"]).success();
    ringside_in(&folder, &["asg", "verify", "match.json"]).success();
}

#[test]
fn games_and_maps_never_replace_other_files() {
    let folder = TempFolder::new();
    folder.write("game.rrn", GAME);
    ringside_in(&folder, &["match", "random", "random", "-n", "1", "-l", "log"]).success();
    ringside_in(&folder, &["asg", "match", "greedy", "rush", "-o", "match.json"]).success();
    folder.write("old", "precious");
    for args in [
        &["record", "convert", "game.rrn", "-o", "old"][..],
        &["record", "random", "-o", "old"],
        &["analyse", "--nodes", "1", "--record", "game.rrn", "--annotate", "old"],
        &["asg", "scenario", "new", "-o", "old"],
        &["asg", "match", "greedy", "rush", "-o", "old"],
        &["asg", "play", "-o", "old"],
        &["asg", "convert", "match.json", "-o", "old"],
        &["log", "merge", "log", "-o", "old"],
        &["play", "--save", "old"],
        &["db", "export", "--data", ".", "--output", "old"],
        &["db", "export", "--data", ".", "--out", "old"],
    ] {
        let error = ringside_in(&folder, args).input_error();
        assert!(error.starts_with("error: old exists already; "), "{args:?}: {error}");
        assert_eq!(folder.read("old"), "precious", "{args:?}");
    }
}

#[test]
fn inputs_and_documents_can_be_replaced() {
    let folder = TempFolder::new();
    folder.write("game.rrn", GAME);
    ringside_in(&folder, &["match", "random", "random", "-n", "1", "-l", "log"]).success();
    ringside_in(&folder, &["asg", "match", "greedy", "rush", "-o", "match.json"]).success();
    for args in [
        &["record", "convert", "game.rrn", "-o", "game.rrn"][..],
        &["analyse", "--nodes", "1", "--record", "game.rrn", "--annotate", "game.rrn"],
        &["asg", "convert", "match.json", "-o", "match.json"],
        &["log", "merge", "log", "-o", "log"],
    ] {
        ringside_in(&folder, args).success();
    }
    assert!(folder.read("game.rrn").contains("[%eval "));
    folder.write("old", "obsolete");
    for args in [
        &["record", "draw", "game.rrn", "-g", "1", "-o", "old"][..],
        &["asg", "draw", "match.json", "--ply", "0", "-o", "old"],
        &["report", "log", "-o", "old"],
        &["ratings", "log", "-o", "old"],
    ] {
        ringside_in(&folder, args).success();
        assert_ne!(folder.read("old"), "obsolete", "{args:?}");
        folder.write("old", "obsolete");
    }
}

#[test]
fn reads_compressed_logs() {
    let folder = TempFolder::new();
    ringside_in(&folder, &["match", "greedy", "random", "-n", "2", "-l", "log.jsonl"]).success();
    let packed = compressed(&folder.read("log.jsonl"));
    folder.write("packed.gz", &packed);
    for command in [&["log", "verify"][..], &["ratings"], &["report"]] {
        let plain = ringside_in(&folder, &[command, &["log.jsonl"]].concat()).success();
        assert_eq!(ringside_in(&folder, &[command, &["packed.gz"]].concat()).success(), plain);
    }
    ringside_in(&folder, &["log", "merge", "packed.gz", "-o", "merged.jsonl"]).success();
    assert_eq!(folder.read("merged.jsonl"), folder.read("log.jsonl"));
    let error = ringside_in(&folder, &["match", "greedy", "random", "-n", "3", "-l", "packed.gz"]).input_error();
    assert!(error.contains("packed.gz: is compressed; decompress it"), "{error}");
    folder.write("cut.gz", &packed[..packed.len() / 2]);
    let error = ringside_in(&folder, &["log", "verify", "cut.gz"]).input_error();
    assert!(error.contains("cannot be read: "), "{error}");
}

#[test]
fn a_damaged_line_of_a_log_has_one_number_and_a_column() {
    let folder = TempFolder::new();
    ringside_in(&folder, &["match", "random", "random", "-n", "1", "-l", "log"]).success();
    let text = folder.read("log");
    let mut lines: Vec<&str> = text.lines().collect();
    lines[2] = "{\"line\": oops}";
    folder.write("damaged", format!("{}\n", lines.join("\n")));
    let error = ringside_in(&folder, &["log", "verify", "damaged"]).input_error();
    assert_eq!(error, "error: damaged, line 3: cannot be parsed at column 10: expected value\n");
}

#[test]
fn database_commands_name_the_missing_file_or_folder() {
    let folder = TempFolder::new();
    let error = ringside_in(&folder, &["db", "restore", "none.db", "--data", "data"]).input_error();
    assert!(error.starts_with("error: none.db: the backup cannot be read: No such file"), "{error}");
    assert!(!folder.path().join("data").exists(), "no folder is created");
    for args in [&["db", "check"][..], &["db", "export"], &["db", "backup", "copy.db"], &["admin", "games"]] {
        let error = ringside_in(&folder, &[args, &["--data", "nowhere"]].concat()).input_error();
        let expected = "error: there is no database in nowhere; choose the folder of a server with --data\n";
        assert_eq!(error, expected, "{args:?}");
    }
}

#[test]
fn the_rules_mode_names_the_option_or_the_variable() {
    let error = ringside(&["serve", "--rules", "x"]).input_error();
    assert!(error.starts_with("error: --rules: unknown rules mode 'x'; modes are fast"), "{error}");
}

#[test]
fn missing_files_have_one_form_of_message() {
    for args in [
        &["log", "verify", "none"][..],
        &["ratings", "none"],
        &["report", "none"],
        &["record", "show", "none"],
        &["record", "verify", "none"],
        &["analyse", "--record", "none"],
        &["analyse", "--position", "none"],
        &["asg", "verify", "none"],
        &["asg", "validate", "none"],
        &["conform", "none"],
        &["play", "--resume", "none"],
        &["serve", "--config", "none"],
        &["match", "random", "random", "--openings", "none"],
    ] {
        let error = ringside(args).input_error();
        assert!(error.starts_with("error: none: cannot be read: No such file"), "{args:?}: {error}");
    }
    let error = ringside(&["record", "show", "/"]).input_error();
    assert!(error.contains("/: cannot be read: it is a folder; give the files in it"), "{error}");
}
