//! Differences between texts that do not change the game: line breaks, blank lines, spaces, turn numbers, separators.

use proptest::prelude::*;
use ringrift_record::{Layout, Record, TextOptions};

use crate::annotation::{ShownRecord, records};
use crate::game::config;

/// Changes the headers and the moves of a text separately.
fn change(text: &str, headers: impl Fn(&str) -> String, moves: impl Fn(&str) -> String) -> String {
    let (before, after) = text.split_once("\n\n").expect("the text has headers and moves");
    format!("{}\n\n{}", headers(before), moves(after))
}

/// Changes the text outside of comments.
fn outside_comments(text: &str, change: impl Fn(&str) -> String) -> String {
    let mut changed = String::new();
    let mut rest = text;
    while let Some((outside, inside)) = rest.split_once('{') {
        let (comment, after) = inside.split_once('}').expect("the comment is closed");
        changed += &format!("{}{{{comment}}}", change(outside));
        rest = after;
    }
    changed + &change(rest)
}

/// Changes the turn numbers.
fn renumber(text: &str, number: impl Fn(&str) -> String) -> String {
    outside_comments(text, |outside| {
        let words = outside.split_inclusive([' ', '\n']).map(|word| {
            let bare = word.trim_start_matches('(');
            match bare.trim_end().strip_suffix('.').filter(|digits| digits.parse::<u32>().is_ok()) {
                Some(digits) => bare.replacen(&format!("{digits}."), &number(digits), 1),
                None => bare.to_owned(),
            }
        });
        // Puts the removed parentheses back.
        let opened =
            outside.split_inclusive([' ', '\n']).map(|word| &word[..word.len() - word.trim_start_matches('(').len()]);
        opened.zip(words).map(|(open, word)| format!("{open}{word}")).collect()
    })
}

fn same(text: &str) -> String {
    text.to_owned()
}

/// Returns other spellings of a text, each with a name.
fn spellings(text: &str) -> Vec<(&'static str, String)> {
    let spaced_headers = |headers: &str| {
        let spaced = |line: &str| line.replacen('[', "  [ ", 1).replacen(" \"", " \t  \"", 1) + " \n";
        let closed = |line: String| line.strip_suffix("] \n").map_or(line.clone(), |line| format!("{line}  ]\n\n"));
        headers.lines().map(|line| closed(spaced(line))).collect()
    };
    let moves = |f: &dyn Fn(&str) -> String| change(text, same, f);
    vec![
        ("carriage returns", text.replace('\n', "\r\n")),
        ("blank lines", text.replace('\n', "\n\n\n")),
        ("byte order mark and blank lines before", format!("\u{feff}\n\n{text}\n\n")),
        ("spaces in headers", change(text, spaced_headers, same)),
        ("spaces in moves", moves(&|moves| moves.replace(' ', " \t  ").replace('\n', " \n  "))),
        ("no numbers", moves(&|moves| renumber(moves, |_| String::new()))),
        ("numbers with three dots", moves(&|moves| renumber(moves, |number| format!("{number}...")))),
        ("wrong numbers", moves(&|moves| renumber(moves, |_| "7.".to_owned()))),
        ("numbers without a space", moves(&|moves| outside_comments(moves, |text| text.replace(". P", ".P")))),
        ("a line for each action", moves(&|moves| outside_comments(moves, |text| text.replace("; ", "\n")))),
        ("semicolons instead of line breaks", moves(&|moves| moves.replace('\n', " ;"))),
        (
            "no result",
            moves(&|moves| moves.trim_end().rsplit_once('\n').map_or_else(String::new, |(moves, _)| moves.to_owned())),
        ),
    ]
}

proptest! {
    #![proptest_config(config(160))]

    #[test]
    fn spelling_does_not_change_the_game(ShownRecord(record) in records(), layout in 0..3_usize) {
        let layout = [Layout::Turns, Layout::Rounds, Layout::Sequence][layout];
        let text = record.text(&TextOptions { layout, ..TextOptions::default() });
        for (name, spelling) in spellings(&text) {
            let again = Record::parse(&spelling).unwrap_or_else(|error| panic!("{name}: {error}\n{spelling}"));
            prop_assert!(again == record, "{name}\n{spelling}\n{again}\n{record}");
        }
    }
}

#[test]
fn renumber_changes_turn_numbers_only() {
    let moves = "1. P d4 {2. x} (1. P e5 ((12. M d4-e5))\n3. P 1.0\n";
    assert_eq!(renumber(moves, |_| "N".to_owned()), "N P d4 {2. x} (N P e5 ((N M d4-e5))\nN P 1.0\n");
}

#[test]
fn both_kinds_of_comments_are_equivalent() {
    let braces = "[Board \"square8\"]\n\n1. P d4 {a # b};\nM d4-d5 {c}\n*";
    let hashes = "[Board \"square8\"]\n\n1. P d4 # a   # b\n M d4-d5 #\tc\r\n*";
    assert_eq!(
        Record::parse(braces).expect("the record is valid"),
        Record::parse(hashes).expect("the record is valid")
    );
}
