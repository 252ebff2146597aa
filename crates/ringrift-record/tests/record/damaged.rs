//! Damaged inputs, `vectors/damaged/`: each is rejected with a message that says what is wrong and what was expected.

use std::path::PathBuf;

use ringrift::{BoardKind, Position, WrittenAction};
use ringrift_record::Entries;

use crate::escapes::unescape;

/// Minimum number of damaged inputs.
const MIN_INPUTS: usize = 200;

/// A damaged input and a part of the expected message.
struct Damage {
    name: String,
    input: Vec<u8>,
    expected: String,
}

fn file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../vectors/damaged").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the rows of a table with columns separated by ` | `.
fn rows(name: &str) -> Vec<Vec<String>> {
    let text = file(name);
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    lines.map(|line| line.split(" | ").map(str::to_owned).collect()).collect()
}

/// Returns the sections of a file, each with a headline `=== name | expected`.
fn sections(name: &str) -> Vec<Damage> {
    let text = file(name);
    let sections = text.split("=== ").skip(1).map(|section| {
        let (headline, body) = section.split_once('\n').expect("the section has a headline");
        let (name, expected) = headline.split_once(" | ").unwrap_or_else(|| panic!("no expectation: {headline}"));
        Damage { name: name.to_owned(), input: unescape(body.trim_end_matches('\n')), expected: expected.to_owned() }
    });
    sections.collect()
}

/// Returns the rows of a table with the columns context, input and expected message.
fn table(name: &str) -> Vec<(String, Damage)> {
    let damage = |row: Vec<String>| match &row[..] {
        [context, input, expected] => {
            let name = format!("{context} | {input}");
            (context.clone(), Damage { name, input: unescape(input), expected: expected.clone() })
        }
        other => panic!("three columns expected: {other:?}"),
    };
    rows(name).into_iter().map(damage).collect()
}

fn text(damage: &Damage) -> &str {
    std::str::from_utf8(&damage.input).expect("the input is UTF-8")
}

/// Collects all failures, so that one run shows every one.
#[derive(Default)]
struct Findings {
    checked: usize,
    failures: Vec<String>,
}

impl Findings {
    /// Checks that an input is rejected with one short line that contains the expected text.
    fn check(&mut self, damage: &Damage, message: Result<(), String>) {
        self.checked += 1;
        let Damage { name, expected, .. } = damage;
        let problem = match message {
            Ok(()) => "was accepted".to_owned(),
            Err(message) if !message.contains(expected) || expected.len() < 8 => {
                format!("says:\n{message}\nrather than:\n{expected}")
            }
            Err(message) if message.chars().count() >= 500 => format!("message too long: {message}"),
            Err(message) if message.contains(char::is_control) => {
                format!("message has control characters: {message:?}")
            }
            Err(_) => return,
        };
        self.failures.push(format!("{name}: {problem}"));
    }

    fn finish(self) -> usize {
        assert!(self.failures.is_empty(), "{}\n{} inputs failed", self.failures.join("\n"), self.failures.len());
        self.checked
    }
}

fn check_cells() -> usize {
    let mut findings = Findings::default();
    for (board, damage) in table("cells.txt") {
        let board: BoardKind = board.parse().expect("the board is known");
        let read = board.parse_cell(text(&damage));
        findings.check(&damage, read.map(|_| ()).map_err(|error| error.to_string()));
    }
    findings.finish()
}

/// The context of an action is a board or a position. For a board the action is only parsed; in a position it is also resolved.
fn check_actions() -> usize {
    let mut findings = Findings::default();
    for (context, damage) in table("actions.txt") {
        let read = match context.parse::<BoardKind>() {
            Ok(board) => WrittenAction::parse(text(&damage), board).map(|_| ()).map_err(|error| error.to_string()),
            Err(_) => {
                let position = Position::parse(&context).unwrap_or_else(|error| panic!("{context}: {error}"));
                position.read_action(text(&damage)).map(|_| ()).map_err(|error| error.to_string())
            }
        };
        findings.check(&damage, read);
    }
    findings.finish()
}

fn check_positions() -> usize {
    let mut findings = Findings::default();
    for row in rows("positions.txt") {
        let [input, expected] = &row[..] else { panic!("two columns expected: {row:?}") };
        let damage = Damage { name: input.clone(), input: unescape(input), expected: expected.clone() };
        let read = Position::parse(text(&damage));
        findings.check(&damage, read.map(|_| ()).map_err(|error| error.to_string()));
    }
    findings.finish()
}

/// Verifies records as the command line does.
fn check_records(name: &str) -> usize {
    let mut findings = Findings::default();
    for damage in sections(name) {
        let entries = Entries::new(&damage.input[..]).expect("reading from memory succeeds");
        let messages =
            entries.filter_map(|entry| Some(entry.expect("reading from memory succeeds").verify().err()?.to_string()));
        let first = messages.take(1).collect::<String>();
        findings.check(&damage, if first.is_empty() { Ok(()) } else { Err(first) });
    }
    findings.finish()
}

#[test]
fn damaged_cells_are_rejected_with_a_clear_message() {
    assert!(check_cells() >= 20);
}

#[test]
fn damaged_actions_are_rejected_with_a_clear_message() {
    assert!(check_actions() >= 40);
}

#[test]
fn damaged_positions_are_rejected_with_a_clear_message() {
    assert!(check_positions() >= 40);
}

#[test]
fn damaged_text_records_are_rejected_with_a_clear_message() {
    assert!(check_records("records.txt") >= 60);
}

#[test]
fn damaged_json_records_are_rejected_with_a_clear_message() {
    assert!(check_records("json.txt") >= 40);
}

#[test]
fn damaged_inputs_are_numerous_and_distinct() {
    let mut inputs: Vec<(String, Vec<u8>)> = Vec::new();
    for name in ["cells.txt", "actions.txt"] {
        inputs.extend(table(name).into_iter().map(|(context, damage)| (format!("{name} {context}"), damage.input)));
    }
    inputs.extend(rows("positions.txt").into_iter().map(|row| ("position".to_owned(), unescape(&row[0]))));
    for name in ["records.txt", "json.txt"] {
        inputs.extend(sections(name).into_iter().map(|damage| ("record".to_owned(), damage.input)));
    }
    let count = inputs.len();
    inputs.sort();
    inputs.dedup();
    assert_eq!(inputs.len(), count, "some inputs are duplicates");
    assert!(count >= MIN_INPUTS, "{count}");
}
