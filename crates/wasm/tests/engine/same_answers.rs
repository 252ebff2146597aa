//! The committed modules give the answers of native code, byte for byte. Needs Node.js.

use std::cell::Cell;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ringside_wasm::{Response, respond, review};
use serde_json::{Value, json};

use crate::cases::cases;
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

/// Returns the answer of native code.
fn expected(question: &Question) -> Response {
    let field = |name: &str| question.message[name].as_str().expect("the question is a request");
    respond(field("method"), field("path"), field("body"))
}

/// Compares the answers of a module with those of native code.
fn compare(module: &str, questions: &[Question]) {
    let Some(answers) = ask(module, &questions.iter().collect::<Vec<_>>()) else { return };
    for (question, answer) in questions.iter().zip(answers) {
        let expected = expected(question);
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

/// The conformance cases, in the module and in native code; the module's answers are also compared with the scripts.
#[test]
fn worked_positions_have_the_answers_of_their_scripts() {
    let (cases, number) = cases();
    assert!(number > 120, "{number} cases");
    let questions: Vec<&Question> = cases.iter().map(|case| &case.question).collect();
    let Some(answers) = ask("players", &questions) else { return };
    for (case, answer) in cases.iter().zip(answers) {
        let body = answer["body"].as_str().expect("the answer has a body");
        let expected = expected(&case.question);
        assert_eq!(answer["status"], expected.status, "{}: {}: {body}", case.place, case.question.message);
        assert!(body == expected.body, "{}: {}\n{body}\n{}", case.place, case.question.message, expected.body);
        case.check(expected.status, body);
    }
}

/// A review evaluates positions one after another with one search tree.
#[test]
fn reviews_are_the_same() {
    let record = "[Board \"square8\"]\n[Options \"rings=3\"]\n\n1. P a5*2; M a5-a7\n2. P e1*2; M e1-b1\n3. P g6; M g6-f5\n\
                  4. P e4; M e4-e1\n5. M f5-d3; L 1; E a7\n6. M b1-d1; C d1-d7 xd3\n";
    for (record, hidden) in [(record, vec![]), (record, vec![3]), ("[Board \"square8\"]\n\n1. P a9", vec![])] {
        let question = Question { message: json!({ "record": record, "hidden": hidden }), legal: None };
        let Some(answers) = ask("players", &[&question]) else { return };
        let steps = Cell::new(0);
        let expected = review(record, &hidden, &|done, _| steps.set(done));
        let found = json!({ "status": expected.status, "body": expected.body, "steps": steps.get() });
        assert_eq!(answers[0], found);
    }
}

/// The networks and the search have the same results on every machine.
#[test]
fn analyses_are_the_same() {
    let questions = analyses();
    let Some(answers) = ask("players", &questions.iter().collect::<Vec<_>>()) else { return };
    for (question, answer) in questions.iter().zip(answers) {
        let expected = expected(question);
        let found = json!({ "status": expected.status, "body": expected.body });
        assert_eq!((answer, expected.status), (found, 200), "{}", question.message);
    }
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
