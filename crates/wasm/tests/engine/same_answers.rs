//! The committed modules give the answers of native code, byte for byte. Needs Node.js.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ringside_wasm::respond;
use serde_json::Value;

use crate::questions::{Question, general, random_games};
use crate::recorded::{analyses, perft, trace};

/// Perft counts above this number of sequences are left out.
const MOST_SEQUENCES: u64 = 700_000;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Asks a module in Node.js and returns its answers; `None` if Node.js is missing, which is an error on CI.
fn ask(module: &str, questions: &[&Question]) -> Option<Vec<Value>> {
    let node = Command::new("node")
        .arg(folder().join("tests/engine/answer.mjs"))
        .arg(folder().join("../../web/engine").join(module))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut node) = node else {
        assert!(std::env::var("CI").is_err(), "Node.js is missing");
        eprintln!("skipped: Node.js is missing");
        return None;
    };
    let mut input = node.stdin.take().expect("the input is piped");
    let lines: String = questions.iter().map(|question| question.message.to_string() + "\n").collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = BufReader::new(node.stdout.take().expect("the output is piped"));
    let answers = output.lines().map(|line| serde_json::from_str(&line.expect("text")).expect("an answer is JSON"));
    let answers: Vec<Value> = answers.collect();
    writer.join().expect("the writer ends").expect("the questions are read");
    assert!(node.wait().expect("Node.js ends").success());
    assert_eq!(answers.len(), questions.len());
    Some(answers)
}

/// Compares the answers of a module with those of native code.
fn compare(module: &str, questions: &[Question]) {
    let Some(answers) = ask(module, &questions.iter().collect::<Vec<_>>()) else { return };
    for (question, answer) in questions.iter().zip(answers) {
        let field = |name: &str| question.message[name].as_str().expect("the question is a request");
        let expected = respond(field("method"), field("path"), field("body"));
        let body = answer["body"].as_str().expect("the answer has a body");
        assert_eq!(answer["status"], expected.status, "{}: {body}", question.message);
        assert!(body == expected.body, "{}\n{body}\n{}", question.message, expected.body);
        if let Some(legal) = question.legal {
            let answer: Value = serde_json::from_str(body).expect("the body is JSON");
            let groups = answer["legal"]["groups"].as_array().expect("the answer has groups");
            let listed: usize = groups.iter().map(|group| group["choices"].as_array().map_or(0, Vec::len)).sum();
            assert_eq!(listed, legal, "{}", question.message);
        }
    }
}

#[test]
fn random_games_of_every_edition_and_board_have_the_same_answers() {
    compare("players", &general());
    compare("players", &random_games());
    let for_the_board = |question: &Question| {
        question.message["path"].as_str().is_some_and(|path| path.starts_with("/api/study") && !path.ends_with("line"))
    };
    let questions: Vec<Question> = random_games().into_iter().filter(for_the_board).step_by(3).collect();
    compare("board", &questions);
}

/// The networks and the search have the same results on every machine.
#[test]
fn analyses_are_the_same() {
    compare("players", &analyses());
}

#[test]
fn recorded_games_have_the_same_answers() {
    let mut questions = Vec::new();
    for path in files(&folder().join("../../vectors/traces")) {
        questions.extend(trace(&path, 20));
    }
    let shared = folder().join("../../../shared/traces");
    if shared.is_dir() {
        for path in files(&shared) {
            questions.extend(trace(&path, 60));
        }
    } else {
        assert!(std::env::var("CI").is_err(), "the recorded games are missing");
        eprintln!("skipped: recorded games in {}", shared.display());
    }
    compare("players", &questions);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder is readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "gz"));
    paths.sort();
    paths
}

#[test]
fn perft_counts_are_those_of_the_tables() {
    let (questions, counts): (Vec<Question>, Vec<u64>) = perft(MOST_SEQUENCES).into_iter().unzip();
    assert!(questions.len() > 50, "{} counts", questions.len());
    let Some(answers) = ask("players", &questions.iter().collect::<Vec<_>>()) else { return };
    for ((question, count), answer) in questions.iter().zip(counts).zip(answers) {
        assert_eq!(answer["count"].as_f64(), Some(count as f64), "{}", question.message);
    }
}
