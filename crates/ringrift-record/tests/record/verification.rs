//! Verification accepts every correct record and detects every single change.

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use ringrift::{FingerprintHash, Position, ReadActionError};
use ringrift_record::{
    Entries, Layout, Ply, Record, RecordError, RecordLine, RecordProblem, Termination, TextOptions, Verified,
};
use serde_json::{Value, json};

use crate::annotation::{ShownRecord, bare, records};
use crate::game::{Game, Numbers, config, games};

/// Verifies a file with one game.
fn verify(file: &str) -> Result<Verified, RecordError> {
    let mut entries = Entries::new(file.as_bytes()).expect("reading from memory succeeds");
    let entry = entries.next().expect("the file has a game").expect("reading from memory succeeds");
    assert!(entries.next().is_none());
    entry.verify()
}

fn problem(file: &str) -> RecordProblem {
    match verify(file) {
        Ok(_) => panic!("wrongly accepted:\n{file}"),
        Err(error) => *error.problem,
    }
}

/// Counts the hashes of a line and its variations.
fn hashes(line: &RecordLine) -> usize {
    let count = |ply: &Ply| usize::from(ply.notes.hash.is_some()) + ply.variations.iter().map(hashes).sum::<usize>();
    line.plies.iter().map(count).sum()
}

/// Returns an action that is illegal in a position, chosen from the other positions of the record.
fn illegal_action(position: &Position, record: &Record, numbers: &mut Numbers) -> String {
    let mut texts: Vec<String> = Vec::new();
    record.replay(|position, ply| texts.push(position.action_text(ply.action)));
    let from = numbers.below(texts.len());
    texts.rotate_left(from);
    texts.extend(["T 1", "L 1", "SC", "SP", "ST", "SW", "SR"].map(str::to_owned));
    let is_illegal = |text: &String| matches!(position.read_action(text), Err(ReadActionError::Resolve(_)));
    texts.into_iter().find(is_illegal).expect("an illegal action exists")
}

/// Returns the text of a record with one action replaced.
fn with_action(record: &Record, ply: usize, action: &str) -> String {
    let text = record.text(&TextOptions { layout: Layout::Sequence, ..TextOptions::default() });
    let (headers, moves) = text.split_once("\n\n").expect("the text has headers and moves");
    let mut lines: Vec<&str> = moves.lines().collect();
    lines[ply] = action;
    format!("{headers}\n\n{}\n", lines.join("\n"))
}

/// Returns the JSON of a record with one value replaced.
fn with_json(record: &Record, path: &str, value: Value) -> String {
    let mut json: Value = serde_json::from_str(&record.to_json()).expect("the record is valid JSON");
    *json.pointer_mut(path).expect("the path exists") = value;
    json.to_string()
}

/// Checks that changed text and changed JSON are both rejected with the expected problem.
fn check_rejected(files: [String; 2], is_expected: impl Fn(&RecordProblem) -> bool) -> TestCaseResult {
    for file in files {
        let problem = problem(&file);
        prop_assert!(is_expected(&problem), "{}\n{}", problem, file);
    }
    Ok(())
}

fn with_header(record: &Record, name: &str, value: &str) -> String {
    let text = record.to_string();
    let start = text.find(&format!("[{name} ")).unwrap_or_else(|| panic!("{name} in {text}"));
    let end = start + text[start..].find('\n').expect("the header is a full line");
    format!("{}[{name} \"{value}\"]{}", &text[..start], &text[end..])
}

/// Returns the record of a game with position hashes.
fn hashed(game: &Game) -> Record {
    let mut record = bare(game);
    record.note_hashes();
    record
}

fn plies_with_hash(record: &Record) -> Vec<usize> {
    let plies = record.main().plies.iter().enumerate();
    plies.filter(|(_, ply)| ply.notes.hash.is_some()).map(|(i, _)| i).collect()
}

/// Returns another legal action that leads to another position.
fn another_action(record: &Record, ply: usize) -> Option<String> {
    let before = record.position_after(ply);
    let hash_after = |action| {
        let mut after = before.clone();
        after.play_unchecked(action);
        after.fingerprint_hash()
    };
    let expected = record.position_after(ply + 1).fingerprint_hash();
    let other = before.legal_actions().iter().copied().find(|&action| hash_after(action) != expected);
    other.map(|action| before.action_text(action))
}

/// Returns the text of a record with the hash at an index replaced; equal hashes elsewhere do not change.
fn with_hash(record: &Record, index: usize, hash: FingerprintHash) -> String {
    let mut text = record.to_string();
    let start =
        text.match_indices("[%hash ").nth(index).expect("the record has a hash at this index").0 + "[%hash ".len();
    text.replace_range(start..start + 32, &hash.to_string());
    text
}

fn is_ending(problem: &RecordProblem) -> bool {
    matches!(problem, RecordProblem::Ending { .. } | RecordProblem::NotOver { .. } | RecordProblem::Conflict { .. })
}

/// Returns the text of a record with another result in the header and after the moves.
fn with_result(record: &Record, result: &str) -> String {
    let text = with_header(record, "Result", result);
    let last = text.trim_end().rfind('\n').expect("the text has several lines");
    format!("{}\n{result}\n", &text[..last])
}

proptest! {
    #![proptest_config(config(160))]

    #[test]
    fn accepts_correct_records(ShownRecord(record) in records()) {
        for file in [record.to_string(), record.to_json(), record.to_json_pretty()] {
            let verified = verify(&file).unwrap_or_else(|error| panic!("{error}\n{file}"));
            prop_assert!(verified.record == record);
            prop_assert_eq!(verified.hashes, hashes(record.main()));
            prop_assert!(verified.remarks.is_empty(), "{:?}", verified.remarks);
        }
    }

    /// The error has the number of the first illegal action.
    #[test]
    fn detects_an_illegal_action(game in games()) {
        let record = bare(&game);
        prop_assume!(record.actions().len() > 0);
        let mut numbers = Numbers(game.seed);
        let ply = numbers.below(record.actions().len());
        let action = illegal_action(&record.position_after(ply), &record, &mut numbers);
        let files = [with_action(&record, ply, &action), with_json(&record, &format!("/moves/{ply}"), json!(action))];
        check_rejected(files, |problem| matches!(problem, RecordProblem::Ply { ply: found, .. } if *found == ply + 1))?;
    }

    /// Another legal action is detected by the next hash, or because a later action becomes illegal.
    #[test]
    fn detects_another_legal_action(game in games()) {
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
    fn detects_a_changed_hash(game in games()) {
        let record = hashed(&game);
        let noted = plies_with_hash(&record);
        prop_assume!(!noted.is_empty());
        let index = Numbers(game.seed).below(noted.len());
        let ply = noted[index];
        let hash = record.position_after(ply + 1).fingerprint_hash();
        let other = FingerprintHash(hash.0.map(|byte| byte ^ (game.seed as u8 | 1)));
        let json = with_json(&record, &format!("/moves/{ply}/hash"), json!(other.to_string()));
        check_rejected([with_hash(&record, index, other), json], |problem| {
            matches!(*problem, RecordProblem::Hash { ply: found, written, .. } if (found, written) == (ply + 1, other))
        })?;
    }

    /// Every other result is rejected, whether the game is over by the rules or not.
    #[test]
    fn detects_a_changed_result(game in games(), whole: bool) {
        let record = bare(&if whole { game.whole() } else { game });
        let players = record.rules().players;
        let results: &[&str] = match players {
            2 => &["1-0", "0-1", "1/2-1/2", "*"],
            3 => &["1/2/3", "2/1/3", "1/1/1", "1/1/3", "*"],
            _ => &["1/2/3/4", "4/3/2/1", "1/1/1/1", "1/2/2/4", "*"],
        };
        let stated = record.conclusion.result.text(players);
        for result in results.iter().filter(|&&result| result != stated) {
            check_rejected([with_result(&record, result), with_json(&record, "/result", json!(result))], is_ending)?;
        }
    }

    /// Every other termination is rejected, except that an open game can be abandoned at any time.
    #[test]
    fn detects_a_changed_termination(game in games(), whole: bool) {
        let record = bare(&if whole { game.whole() } else { game });
        let is_over = record.last_position().outcome().is_some();
        let is_wrong = |&other: &Termination| is_over || other != Termination::Abandoned;
        let others = Termination::all().filter(|&other| Some(other) != record.conclusion.termination);
        for other in others.filter(is_wrong) {
            let json = with_json(&record, "/termination", json!(other.name()));
            check_rejected([with_header(&record, "Termination", other.name()), json], is_ending)?;
        }
    }
}

#[test]
fn a_wrong_number_of_moves_is_a_remark() {
    let record = Record::parse("[Board \"square8\"]\n\n1. P d4\n*").expect("the record is valid");
    let verified = verify(&with_header(&record, "TotalMoves", "47")).expect("the record is verified");
    assert_eq!(verified.remarks, ["the header TotalMoves says 47, but the game has 1 actions"]);
}
