//! Verification accepts every true record and finds every single change.

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use ringrift::{FingerprintHash, Position, ReadActionError};
use ringrift_record::{
    Entries, Layout, Line, Ply, Record, RecordError, RecordProblem, Termination, TextOptions, Verified,
};
use serde_json::{Value, json};

use crate::annotation::{Told, bare, records};
use crate::game::{Game, Numbers, config, games};

/// Verifies a file with one game.
fn verify(file: &str) -> Result<Verified, RecordError> {
    let mut entries = Entries::new(file.as_bytes()).expect("memory can be read");
    let entry = entries.next().expect("a game").expect("memory can be read");
    assert!(entries.next().is_none());
    entry.verify()
}

fn problem(file: &str) -> RecordProblem {
    match verify(file) {
        Ok(_) => panic!("found right:\n{file}"),
        Err(error) => *error.problem,
    }
}

/// How many hashes a record has, those of its variations included.
fn hashes(line: &Line) -> usize {
    let count = |ply: &Ply| usize::from(ply.notes.hash.is_some()) + ply.variations.iter().map(hashes).sum::<usize>();
    line.plies.iter().map(count).sum()
}

/// An action that is not legal in a position, among those of other positions.
fn illegal_action(position: &Position, record: &Record, numbers: &mut Numbers) -> String {
    let mut texts: Vec<String> = Vec::new();
    record.replay(|position, ply| texts.push(position.action_text(ply.action)));
    let from = numbers.below(texts.len());
    texts.rotate_left(from);
    texts.extend(["T 1", "L 1", "SC", "SP", "ST", "SW", "SR"].map(str::to_owned));
    let is_illegal = |text: &String| matches!(position.read_action(text), Err(ReadActionError::Resolve(_)));
    texts.into_iter().find(is_illegal).expect("not everything is legal")
}

/// The text of a record without comments, in which one action is replaced.
fn with_action(record: &Record, ply: usize, action: &str) -> String {
    let text = record.text(&TextOptions { layout: Layout::Sequence, ..TextOptions::default() });
    let (headers, moves) = text.split_once("\n\n").expect("headers and moves");
    let mut lines: Vec<&str> = moves.lines().collect();
    lines[ply] = action;
    format!("{headers}\n\n{}\n", lines.join("\n"))
}

/// The JSON of a record with a part replaced.
fn with_json(record: &Record, path: &str, value: Value) -> String {
    let mut json: Value = serde_json::from_str(&record.to_json()).expect("JSON");
    *json.pointer_mut(path).expect("a part of the record") = value;
    json.to_string()
}

/// Checks that a changed text and a changed JSON are both refused, for the reason given.
fn check_refused(files: [String; 2], is_right: impl Fn(&RecordProblem) -> bool) -> TestCaseResult {
    for file in files {
        let problem = problem(&file);
        prop_assert!(is_right(&problem), "{}\n{}", problem, file);
    }
    Ok(())
}

fn with_header(record: &Record, name: &str, value: &str) -> String {
    let text = record.to_string();
    let start = text.find(&format!("[{name} ")).unwrap_or_else(|| panic!("{name} in {text}"));
    let end = start + text[start..].find('\n').expect("a line");
    format!("{}[{name} \"{value}\"]{}", &text[..start], &text[end..])
}

/// A game with the hashes of its positions.
fn hashed(game: &Game) -> Record {
    let mut record = bare(game);
    record.note_hashes();
    record
}

fn plies_with_hash(record: &Record) -> Vec<usize> {
    let plies = record.main().plies.iter().enumerate();
    plies.filter(|(_, ply)| ply.notes.hash.is_some()).map(|(i, _)| i).collect()
}

/// The text of another action that could be played, and that leads to another position.
fn another_action(record: &Record, ply: usize) -> Option<String> {
    let before = record.position_after(ply);
    let hash_after = |action| {
        let mut after = before.clone();
        after.play_unchecked(action);
        after.fingerprint_hash()
    };
    let truth = record.position_after(ply + 1).fingerprint_hash();
    let other = before.legal_actions().iter().copied().find(|&action| hash_after(action) != truth);
    other.map(|action| before.action_text(action))
}

/// The text of a record in which the hash with an index is replaced; equal ones stay, for positions may come again.
fn with_hash(record: &Record, index: usize, hash: FingerprintHash) -> String {
    let mut text = record.to_string();
    let start = text.match_indices("[%hash ").nth(index).expect("a hash").0 + "[%hash ".len();
    text.replace_range(start..start + 32, &hash.to_string());
    text
}

fn is_ending(problem: &RecordProblem) -> bool {
    matches!(problem, RecordProblem::Ending { .. } | RecordProblem::NotOver { .. } | RecordProblem::Conflict { .. })
}

/// The text of a record with another result, in its header and behind its moves.
fn with_result(record: &Record, result: &str) -> String {
    let text = with_header(record, "Result", result);
    let last = text.trim_end().rfind('\n').expect("lines");
    format!("{}\n{result}\n", &text[..last])
}

proptest! {
    #![proptest_config(config(160))]

    #[test]
    fn true_records_are_accepted(Told(record) in records()) {
        for file in [record.to_string(), record.to_json(), record.to_json_pretty()] {
            let verified = verify(&file).unwrap_or_else(|error| panic!("{error}\n{file}"));
            prop_assert!(verified.record == record);
            prop_assert_eq!((verified.hashes, verified.remarks), (hashes(record.main()), vec![]));
        }
    }

    /// The first action that is not legal is named by its number.
    #[test]
    fn a_changed_action_is_found(game in games()) {
        let record = bare(&game);
        prop_assume!(record.actions().len() > 0);
        let mut numbers = Numbers(game.seed);
        let ply = numbers.below(record.actions().len());
        let action = illegal_action(&record.position_after(ply), &record, &mut numbers);
        let files = [with_action(&record, ply, &action), with_json(&record, &format!("/moves/{ply}"), json!(action))];
        check_refused(files, |problem| matches!(problem, RecordProblem::Ply { ply: found, .. } if *found == ply + 1))?;
    }

    /// Another legal action at the end of a turn is found by its hash, if not because a later action is illegal then.
    #[test]
    fn another_legal_action_is_found_by_the_hashes(game in games()) {
        let record = hashed(&game);
        let noted = plies_with_hash(&record);
        prop_assume!(!noted.is_empty());
        let ply = Numbers(game.seed).pick(&noted);
        let Some(action) = another_action(&record, ply) else { return Ok(()) };
        let found = match problem(&with_json(&record, &format!("/moves/{ply}/action"), json!(action))) {
            RecordProblem::Ply { ply, .. } | RecordProblem::Hash { ply, .. } => ply,
            other => panic!("{other}"),
        };
        prop_assert!(found > ply, "{} {}", found, ply);
    }

    #[test]
    fn a_changed_hash_is_found(game in games()) {
        let record = hashed(&game);
        let noted = plies_with_hash(&record);
        prop_assume!(!noted.is_empty());
        let index = Numbers(game.seed).below(noted.len());
        let ply = noted[index];
        let hash = record.position_after(ply + 1).fingerprint_hash();
        let other = FingerprintHash(hash.0.map(|byte| byte ^ (game.seed as u8 | 1)));
        let json = with_json(&record, &format!("/moves/{ply}/hash"), json!(other.to_string()));
        check_refused([with_hash(&record, index, other), json], |problem| {
            matches!(*problem, RecordProblem::Hash { ply: found, written, .. } if (found, written) == (ply + 1, other))
        })?;
    }

    /// Every other result is refused, whether the rules have ended the game or not.
    #[test]
    fn a_changed_result_is_found(game in games(), whole: bool) {
        let record = bare(&if whole { game.whole() } else { game });
        let players = record.rules().players;
        let results: &[&str] = match players {
            2 => &["1-0", "0-1", "1/2-1/2", "*"],
            3 => &["1/2/3", "2/1/3", "1/1/1", "1/1/3", "*"],
            _ => &["1/2/3/4", "4/3/2/1", "1/1/1/1", "1/2/2/4", "*"],
        };
        let truth = record.conclusion.result.text(players);
        for result in results.iter().filter(|&&result| result != truth) {
            check_refused([with_result(&record, result), with_json(&record, "/result", json!(result))], is_ending)?;
        }
    }

    /// So is every other termination; but players can leave an open game at any time.
    #[test]
    fn a_changed_termination_is_found(game in games(), whole: bool) {
        let record = bare(&if whole { game.whole() } else { game });
        let is_over = record.last_position().outcome().is_some();
        let is_wrong = |&other: &Termination| is_over || other != Termination::Abandoned;
        let others = Termination::all().filter(|&other| Some(other) != record.conclusion.termination);
        for other in others.filter(is_wrong) {
            let json = with_json(&record, "/termination", json!(other.name()));
            check_refused([with_header(&record, "Termination", other.name()), json], is_ending)?;
        }
    }
}

/// What is odd, but not wrong by the rules, is remarked.
#[test]
fn a_wrong_total_is_remarked() {
    let record = Record::parse("[Board \"square8\"]\n\n1. P d4\n*").expect("a record");
    let verified = verify(&with_header(&record, "TotalMoves", "47")).expect("a true record");
    assert_eq!(verified.remarks, ["TotalMoves says 47, but there are 1 actions"]);
}
