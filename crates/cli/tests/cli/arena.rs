//! `ringside match`, `tournament`, `sprt` and `log`.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::{Finished, TempFolder};
use crate::{ringside, ringside_in};

#[test]
fn a_match_writes_a_log_and_is_not_played_again() {
    let folder = TempFolder::new();
    let first = ringside_in(&folder, &["match", "greedy", "random", "-n", "4"]).success();
    assert!(first.contains(" 1. greedy      8 "), "{first}");
    let log = first
        .split("All games are in ")
        .nth(1)
        .and_then(|rest| rest.split(". Next").next())
        .expect("the output names the log");
    let before = folder.read(log);
    assert_eq!(ringside_in(&folder, &["match", "greedy", "random", "-n", "4"]).success(), first);
    assert_eq!(folder.read(log), before);
    let more = ringside_in(&folder, &["match", "greedy", "random", "-n", "6"]).success();
    assert!(more.contains(" 1. greedy     12 ") && folder.read(log).starts_with(&before), "{more}");
}

#[test]
fn three_players_and_alternating_maps() {
    let folder = TempFolder::new();
    let three =
        ringside_in(&folder, &["match", "greedy", "random", "random", "-n", "2", "-e", "live", "-l", "a"]).success();
    assert!(three.contains("random#2      6 "), "{three}");
    let args = ["match", "rush", "greedy", "-s", "scenario_01", "-s", "causeway", "-n", "2", "-l", "b"];
    ringside_in(&folder, &args).success();
    assert!(
        ringside_in(&folder, &["log", "verify", "a", "b"]).success().contains("2 runs, 10 games replayed: 0 wrong.")
    );
    let report = ringside_in(&folder, &["report", "a", "b"]).success();
    assert!(report.contains("RingRift, 3 seats") && report.contains("ASG, 2 seats"), "{report}");
}

/// Returns the output of a successful run, which may print progress on standard error if the machine is slow.
fn completed(finished: Finished) -> String {
    assert_eq!(finished.code, Some(0), "{}", finished.err);
    finished.out
}

#[test]
fn a_killed_run_resumes_to_the_same_table() {
    let folder = TempFolder::new();
    let args = |log| ["tournament", "greedy", "random", "greedy", "-n", "400", "--jobs", "2", "--log", log];
    let whole = completed(ringside_in(&folder, &args("whole")));
    for after in [60, 150, 300] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ringside"));
        command.args(args("part")).current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("ringside starts");
        std::thread::sleep(Duration::from_millis(after));
        child.kill().expect("the process can be killed");
        child.wait().expect("the process ends");
    }
    assert_eq!(completed(ringside_in(&folder, &args("part"))).replace("part", "whole"), whole);
    let ratings = |log| ringside_in(&folder, &["ratings", log, "--format", "json"]).success();
    assert_eq!(ratings("part"), ratings("whole"), "the ratings are identical");
    assert!(ringside_in(&folder, &["log", "verify", "part"]).success().contains("2400 games replayed: 0 wrong."));
}

#[test]
fn notes_several_runs_in_one_log() {
    let folder = TempFolder::new();
    ringside_in(&folder, &["match", "greedy", "random", "-n", "1", "-l", "log"]).success();
    let second = ringside_in(&folder, &["match", "random", "random", "-n", "1", "-l", "log"]);
    assert_eq!(second.code, Some(0));
    assert!(second.err.starts_with("note: log has a run with other settings (.entrants[0].name"), "{}", second.err);
    assert!(ringside_in(&folder, &["log", "verify", "log"]).success().contains("2 runs, 4 games"));
}

#[test]
fn merges_and_exports_logs() {
    let folder = TempFolder::new();
    for (seed, log) in [("1", "one"), ("2", "two")] {
        ringside_in(&folder, &["match", "greedy", "random", "-n", "2", "--seed", seed, "-l", log]).success();
    }
    let merged = ringside_in(&folder, &["log", "merge", "one", "two", "one", "-o", "all"]).success();
    assert_eq!(merged, "all: 2 runs, 8 games.\n");
    assert!(ringside_in(&folder, &["ratings", "all"]).success().contains("greedy"));
    assert_eq!(ringside_in(&folder, &["log", "export", "all", "-o", "records"]).success(), "records: 8 records.\n");
    let records: Vec<String> = std::fs::read_dir(folder.path().join("records"))
        .expect("the folder exists")
        .map(|entry| entry.expect("the folder can be read").path().to_str().expect("the path is UTF-8").to_owned())
        .collect();
    let mut args = vec!["record", "verify"];
    args.extend(records.iter().map(String::as_str));
    assert!(ringside(&args).success().contains("8 games, 0 wrong"));
    let text = folder.read("one").replacen("\"ranks\":[1,2]", "\"ranks\":[2,1]", 1);
    folder.write("wrong", text);
    let verified = ringside_in(&folder, &["log", "verify", "wrong"]).check_failure();
    assert!(verified.contains("the log says 2/1") && verified.contains("4 games replayed: 1 wrong."), "{verified}");
}

#[test]
fn verification_names_missing_and_wrong_games() {
    let folder = TempFolder::new();
    ringside_in(&folder, &["match", "greedy", "random", "-n", "2", "-l", "log"]).success();
    let whole = ringside_in(&folder, &["log", "verify", "log"]).success();
    assert!(whole.contains(": 4 of 4 games right, ") && whole.contains(" choices checked.\n"), "{whole}");
    let plain = ringside_in(&folder, &["log", "verify", "--no-choices", "log"]).success();
    assert!(plain.contains(": 4 of 4 games right.\n"), "{plain}");
    let text = folder.read("log");
    let lines: Vec<&str> = text.lines().collect();
    folder.write("part", format!("{}\n", lines[..4].join("\n")));
    let part = ringside_in(&folder, &["log", "verify", "part"]).success();
    assert!(part.contains(": 3 of 4 games right, 1 missing, "), "{part}");
    assert!(part.contains(": to play the missing games, repeat the command that started the run.\n"), "{part}");
    let wrong = lines[1].replacen("\"reason\":\"", "\"reason\":\"x", 1);
    folder.write("both", format!("{}\n{wrong}\n{}\n", lines[0], lines[2]));
    let both = ringside_in(&folder, &["log", "verify", "both"]).check_failure();
    assert!(both.contains(": 1 of 4 games right, 1 wrong, 2 missing, "), "{both}");
    let cost = "\"line\":\"cost\",\"seat\":0,\"usage\":{},\"total_micros\":0";
    let relabelled = lines[1].replacen("\"line\":\"game\"", cost, 1);
    let tampered = lines[1].replacen("\"reason\":\"", "\"reason\":\"x", 1);
    folder.write("hidden", format!("{}\n{relabelled}\n{tampered}\n{}\n", lines[0], lines[2..].join("\n")));
    let hidden = ringside_in(&folder, &["log", "verify", "hidden"]).check_failure();
    assert!(hidden.contains("4 games replayed: 1 wrong."), "{hidden}");
}

#[test]
fn sprt_ends_by_itself_and_resumes() {
    let folder = TempFolder::new();
    let args = ["sprt", "greedy", "random", "--elo1", "50", "--log", "log"];
    let found = ringside_in(&folder, &args).success();
    assert!(found.contains("H1: greedy is stronger than random by 50 Elo or more."), "{found}");
    assert_eq!(ringside_in(&folder, &args).success(), found, "the second run reads the games from the log");
    let worse = ringside_in(&folder, &["sprt", "random", "greedy", "--elo1", "50", "--log", "worse"]).check_failure();
    assert!(worse.contains("H0: random is stronger than greedy by 0 Elo or less."), "{worse}");
    let few = ringside_in(&folder, &["sprt", "random", "random", "--most-pairs", "3", "--log", "few"]).check_failure();
    assert!(few.contains("No decision after 3 pairs"), "{few}");
    assert!(ringside(&["sprt", "a", "b", "--elo0", "5", "--elo1", "5"]).input_error().contains("error: "));
}

#[test]
fn reports_invalid_settings() {
    let folder = TempFolder::new();
    let text = "rounds = 0\n[ringrift]\nboard = \"square9\"\n[[entrants]]\nplayer = \"gredy\"\n";
    let path = folder.write("bad.toml", text);
    let error = ringside(&["tournament", &path]).input_error();
    assert!(error.contains("line 1, column 1: rounds: must be at least 1"), "{error}");
    assert!(error.contains("entrants: needs at least 2 entries, but has 1"), "{error}");
    let text = "[ringrift]\nboard = \"square9\"\n[[entrants]]\nplayer = \"gredy\"\n[[entrants]]\nname = \"x\"\n";
    let path = folder.write("worse.toml", text);
    let error = ringside(&["tournament", &path]).input_error();
    assert!(error.contains("line 2, column 1: ringrift.board"), "{error}");
    assert!(error.contains("line 4, column 1: entrants[0].player: unknown built-in player gredy"), "{error}");
    assert!(error.contains("line 6, column 1: entrants[1].name: give one of player, http, process and llm"), "{error}");
    for (args, expected) in [
        (
            &["match", "greedy", "nobody"][..],
            "error: nobody: unknown built-in player nobody; expected one of random, greedy",
        ),
        (&["match", "greedy", "random", "-p", "3"], "the game has 3 seats, but there are only 2 entrants"),
        (&["match", "a=greedy", "a=random"], "error: random: a is used twice"),
        (&["match", "greedy", "llm:gpt"], "expected llm:MODEL@BASE_URL"),
        (&["match", "greedy", "llm:m@http://127.0.0.1:1#RINGSIDE_NO_SUCH_KEY"], "RINGSIDE_NO_SUCH_KEY"),
        (&["match", "greedy", "engine:x", "-s", "scenario_01"], "the engine protocol supports only ringrift"),
        (&["match", "greedy", "random", "-s", "atlantis"], "atlantis"),
        (&["tournament", "nowhere.toml"], "is not a file, and a tournament needs at least two players"),
        (&["ratings", "nowhere.jsonl"], "nowhere.jsonl: cannot be read"),
    ] {
        let error = ringside_in(&folder, args).input_error();
        assert!(error.contains(expected), "{args:?}: {error}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder exists").count(), 2, "no log was created");
}

#[test]
fn rejects_options_that_conflict_with_a_tournament_file() {
    let folder = TempFolder::new();
    let text = "rounds = 1\n[[entrants]]\nplayer = \"greedy\"\n[[entrants]]\nplayer = \"random\"\n";
    folder.write("t.toml", text);
    for option in [&["--board", "hex8"][..], &["--format", "swiss"], &["--deadline", "3"], &["--random-plies", "2"]] {
        let mut args = vec!["tournament", "t.toml"];
        args.extend(option);
        let error = ringside_in(&folder, &args).input_error();
        assert!(error.contains("cannot be used with a tournament file"), "{error}");
    }
    ringside_in(&folder, &["tournament", "t.toml", "--seed", "9", "--rounds", "2", "-l", "log"]).success();
    let first = folder.read("log");
    assert!(first.contains("\"seed\":\"9\"") && first.contains("\"rounds\":2"), "{first}");
}

#[test]
fn a_cost_cap_needs_prices_and_stops_a_run_that_resumes_with_a_higher_cap() {
    let folder = TempFolder::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("the listener has an address");
    drop(listener);
    let port = address.port().to_string();
    let mut stub = Command::new(env!("CARGO_BIN_EXE_ringside"))
        .args(["agent-stub", "--port", &port])
        .stdout(Stdio::piped())
        .spawn()
        .expect("ringside starts");
    let mut line = String::new();
    let out = stub.stdout.take().expect("standard output is a pipe");
    std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut line).expect("the agent prints its address");
    let model = format!("model=llm:stub@http://{address}/v1");
    let run = |more: &[&str]| {
        let mut args = vec!["match", &model, "random", "-n", "1", "-l", "log"];
        args.extend(more);
        ringside_in(&folder, &args)
    };
    let unpriced = run(&["--cost-cap", "1"]).input_error();
    assert!(unpriced.contains("stub has no price"), "{unpriced}");
    let stopped = run(&["--price", "stub=1000,1000", "--cost-cap", "0.01"]);
    assert_eq!(stopped.code, Some(3), "{}", stopped.err);
    assert!(stopped.err.contains("a higher cap resumes the run"), "{}", stopped.err);
    let finished = run(&["--price", "stub=1000,1000", "--cost-cap", "1000000"]).success();
    assert!(finished.contains("The run cost "), "{finished}");
    assert_eq!(folder.read("log").matches("\"line\":\"run\"").count(), 2, "the same run, with another cap");
    stub.kill().expect("the process can be killed");
    stub.wait().expect("the process ends");
}

#[test]
fn ringside_engine_can_play_as_an_agent() {
    let folder = TempFolder::new();
    let engine = concat!("other=engine:", env!("CARGO_BIN_EXE_ringside"), " engine");
    let played = ringside_in(&folder, &["match", engine, "random", "-n", "2", "-l", "log"]).success();
    assert!(played.contains(". other       4 "), "{played}");
    assert!(!folder.read("log").contains("\"forfeit\":{"), "{played}");
    assert!(ringside_in(&folder, &["log", "verify", "log"]).success().contains("4 games replayed: 0 wrong."));
}

#[test]
fn failing_agents_forfeit_with_a_reason() {
    let folder = TempFolder::new();
    let args = ["match", "gone=cmd:false", "random", "-n", "2", "--deadline", "5", "-l", "log"];
    let table = ringside_in(&folder, &args).success();
    assert!(table.contains("gone        4      0      0       4         4  0.0 %"), "{table}");
    assert!(table.contains("gone forfeited 4 games, crash: "), "{table}");
    let ratings = ringside_in(&folder, &["ratings", "log"]).success();
    assert!(ratings.contains("crash") && ratings.contains("forfeited games"), "{ratings}");
    assert!(ringside_in(&folder, &["log", "verify", "log"]).success().contains("0 wrong"));
}
