//! The commands in `docs/arena.md` work, and the schema of tournament files is up to date.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::ringside;
use crate::support::TempFolder;

const MANUAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/arena.md");
const SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tournament.schema.json");

/// Returns language and text of the fenced blocks in a section.
fn blocks(manual: &str, heading: &str) -> Vec<(String, String)> {
    let start = manual.find(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no section {heading}"));
    let section = &manual[start + 4..];
    let section = section.find("\n## ").map_or(section, |end| &section[..end]);
    let parts: Vec<&str> = section.split("\n```").collect();
    let fenced = parts.iter().skip(1).step_by(2);
    fenced.filter_map(|block| block.split_once('\n')).map(|(kind, text)| (kind.to_owned(), text.to_owned())).collect()
}

/// Writes the files of a section and runs its commands in one shell.
fn run_section(heading: &str, folder: &TempFolder) -> String {
    let manual = std::fs::read_to_string(MANUAL).expect("the manual exists");
    let port =
        TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port is free").port();
    let mut script = "set -eu\nserver=\ntrap '[ -z \"$server\" ] || kill $server' EXIT\n".to_owned();
    for (kind, text) in blocks(&manual, heading) {
        let text = text.replace("8700", &port.to_string());
        match text.lines().next().and_then(|line| line.strip_prefix("# ")).filter(|_| kind != "sh") {
            Some(name) => drop(folder.write(name, &text)),
            // Background processes are stopped at the end.
            None if kind == "sh" => script += &format!("{text}\n").replace(" &\n", " 2>&1 &\nserver=$!\n"),
            None => panic!("a block of {kind} without a name"),
        }
    }
    let binary = Path::new(env!("CARGO_BIN_EXE_ringside"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", binary.parent().expect("the binary is in a folder").display());
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(folder.path()).env("PATH", path).stdin(Stdio::null());
    let output = command.output().expect("sh starts");
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert!(output.status.success(), "{script}\n{out}\n{err}");
    assert!(!err.contains("panicked") && !err.contains("error"), "{err}");
    out
}

#[test]
fn a_python_script_becomes_a_rated_league() {
    let folder = TempFolder::new();
    let out = run_section("My bot is a Python script", &folder);
    assert!(out.contains("league: valid; players: mine, greedy, random."), "{out}");
    assert!(out.contains("1 run, 30 games replayed: 0 wrong."), "{out}");
    assert!(out.contains("Elo, all") && out.contains("Likelihood of superiority"), "{out}");
    assert!(folder.read("league.html").contains("<svg"));
    let log = folder.read("league.jsonl");
    assert!(log.contains(r#""raw":"{\"api_version\": \"0.1\""#), "the log contains the raw replies");
    assert!(!log.contains("\"forfeit\":{"), "the bot plays by the rules");
}

#[test]
fn a_model_is_evaluated_on_both_games_with_costs() {
    let folder = TempFolder::new();
    let out = run_section("My model has an API", &folder);
    assert!(out.contains("The run cost "), "{out}");
    assert!(out.contains("2 runs, 24 games replayed: 0 wrong."), "{out}");
    assert!(out.contains("my-model"), "{out}");
    for log in ["model-ringrift.jsonl", "model-asg.jsonl"] {
        let log = folder.read(log);
        let first = log.lines().next().expect("the log has a manifest");
        assert!(first.contains("\"prompts\":[{") && first.contains("\"model\":\"stub-1\""), "{first}");
        assert!(log.contains("\"line\":\"cost\"") && log.contains("\"input_tokens\":"), "the log contains the costs");
        assert!(!log.contains("\"forfeit\":{"), "the stub plays by the rules");
    }
}

#[test]
fn schema_of_tournaments_is_up_to_date() {
    let schema = ringside(&["tournament", "--schema"]).success();
    if std::env::var_os("UPDATE_FILES").is_some() {
        std::fs::write(SCHEMA, &schema).expect("the schema can be written");
    }
    let written = std::fs::read_to_string(SCHEMA).unwrap_or_default();
    assert!(written == schema, "docs/tournament.schema.json is out of date; run `cargo xtask regenerate`");
}
