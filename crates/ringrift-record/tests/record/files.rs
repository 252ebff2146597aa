//! Files with several games and a damaged one are split into exactly these games.

use std::io::{BufReader, Read};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseResult;
use ringrift_record::{Entries, Entry, Record, RecordReader};

use crate::annotation::{ShownRecord, records};
use crate::game::config;

/// Unreadable games in text form, each for another reason.
const DAMAGED_TEXTS: [&[u8]; 10] = [
    b"[Game \"RingRift\"]\n[Board \"square8\"]\n\n1. P d4 { never closed\n",
    b"[Game \"RingRift\"]\n[Board \"square8\"]\n\n1. P d4 (M d4-d5\n",
    b"[Game \"RingRift\"]\n[Board \"square8\"]\n\n1. P d4; M a1-a2\n",
    b"[Game \"RingRift\"]\n[Board \"square9\"]\n\n1. P d4\n",
    b"[Game \"RingRift\"]\n[Board \"square8]\n\n1. P d4\n*\n",
    b"[Game \"RingRift\"]\n[Board square8]\n\n1. P d4\n*\n",
    b"[Game \"Chess\"]\n[Event \"x\"]\n\n1. e4 e5\n",
    b"[Game \"RingRift\"]\n[Board \"square8\"]\n\n1. P d4 \xff\xfe\n",
    b"[Game \"RingRift\"]\n[Event \"x\"]\n",
    b"[Game \"RingRift\"]\n[Board \"square8\"]\n[Result \"1-0\"]\n\n1. P d4\n0-1\n",
];

/// Unreadable games in JSON lines; the first four are not JSON at all.
const DAMAGED_JSON: [&[u8]; 8] = [
    b"{\"format\"",
    b"{\"format\":}",
    b"[{\"format\":\"ringrift-record/1\"}",
    b"{\"\xff\xfe\":0}",
    b"{\"format\":\"ringrift-record/2\",\"board\":\"square8\",\"players\":2,\"moves\":[]}",
    b"{\"format\":\"ringrift-record/1\",\"board\":\"square8\",\"players\":2,\"moves\":[\"P z9\"]}",
    b"{\"format\":\"ringrift-record/1\",\"board\":\"square8\",\"players\":2,\"moves\":[\"M a1-a2\"]}",
    b"{}",
];

/// The damaged games that are valid JSON, and so can be part of an array.
const DAMAGED_VALUES: &[&[u8]] = DAMAGED_JSON.split_at(4).1;

/// Reads all games with a buffer of a given size.
fn entries(file: &[u8], buffer: usize) -> Vec<Entry> {
    let input = BufReader::with_capacity(buffer, file.take(u64::MAX));
    Entries::new(input)
        .expect("reading from memory succeeds")
        .map(|entry| entry.expect("reading from memory succeeds"))
        .collect()
}

/// Checks that a file has the given games, and an unreadable game for each `None`.
fn check(file: &[u8], games: &[Option<ShownRecord>], buffer: usize) -> TestCaseResult {
    let read: Vec<Option<ShownRecord>> =
        entries(file, buffer).iter().map(|entry| entry.read().ok().map(ShownRecord)).collect();
    prop_assert_eq!(read.len(), games.len(), "{}", String::from_utf8_lossy(file));
    for (i, (found, expected)) in read.iter().zip(games).enumerate() {
        prop_assert_eq!(found, expected, "game {}", i);
    }
    Ok(())
}

/// Generates games with a damaged one among them.
fn files(damage: &'static [&'static [u8]]) -> impl Strategy<Value = (Vec<Option<ShownRecord>>, &'static [u8])> {
    (vec(records(), 1..5), any::<prop::sample::Index>(), select(damage)).prop_map(|(records, place, damage)| {
        let mut games: Vec<Option<ShownRecord>> = records.into_iter().map(Some).collect();
        games.insert(place.index(games.len() + 1), None);
        (games, damage)
    })
}

fn buffer_sizes() -> impl Strategy<Value = usize> {
    select(vec![1, 2, 3, 7, 64, 8192])
}

/// Joins the written games with a separator.
fn join(games: &[Option<ShownRecord>], damage: &[u8], between: &str, write: impl Fn(&Record) -> String) -> Vec<u8> {
    let parts: Vec<Vec<u8>> =
        games.iter().map(|game| game.as_ref().map_or(damage.to_vec(), |shown| write(&shown.0).into_bytes())).collect();
    parts.join(between.as_bytes())
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn texts_are_split_into_games(
        (games, damage) in files(&DAMAGED_TEXTS), buffer in buffer_sizes(), between in select(vec!["", "\n", "\r\n\r\n"]),
    ) {
        let file = join(&games, damage, between, Record::to_string);
        check(&file, &games, buffer)?;
        let texts: Vec<_> = RecordReader::new(&file[..]).map(|text| text.expect("reading from memory succeeds")).collect();
        prop_assert_eq!(texts.len(), games.len());
        for (text, game) in texts.iter().zip(&games) {
            prop_assert_eq!(&text.read().ok().map(ShownRecord), game);
            let line = String::from_utf8_lossy(&file).lines().nth(text.first_line() - 1).map(str::to_owned);
            prop_assert!(line.is_some_and(|line| line.starts_with("[Game ")));
        }
    }

    #[test]
    fn json_lines_are_read_one_by_one(
        (games, damage) in files(&DAMAGED_JSON), buffer in buffer_sizes(), between in select(vec!["\n", "\r\n", "\n\n \n"]),
    ) {
        check(&join(&games, damage, between, Record::to_json), &games, buffer)?;
    }

    #[test]
    fn json_arrays_are_read_one_by_one((games, damage) in files(DAMAGED_VALUES), buffer in buffer_sizes(), pretty: bool) {
        let write = if pretty { Record::to_json_pretty } else { Record::to_json };
        let games_text = join(&games, damage, if pretty { ",\n" } else { "," }, write);
        let (open, close) = if pretty { ("\n[\n", "\n]\n") } else { ("[", "]") };
        check(&[open.as_bytes(), &games_text, close.as_bytes()].concat(), &games, buffer)?;
    }

    #[test]
    fn one_game_is_read_in_every_format(ShownRecord(record) in records(), buffer in buffer_sizes()) {
        for form in [record.to_string(), record.to_json(), record.to_json_pretty()] {
            for file in [form.clone(), format!("\u{feff}{form}"), format!("\n \r\n{form}\n\n")] {
                check(file.as_bytes(), &[Some(ShownRecord(record.clone()))], buffer)?;
            }
        }
    }
}

/// Lines and columns are counted in the file, columns in characters.
#[test]
fn errors_have_their_location_in_the_file() {
    let good = Record::parse("[Board \"square8\"]\n\n*\n").expect("the record is valid");
    let bad = "{\"format\":\"ringrift-record/1\",\"date\":\"éé\",\"board\":5}";
    let error = |file: &str| {
        let errors: Vec<String> =
            entries(file.as_bytes(), 64).iter().filter_map(|entry| Some(entry.read().err()?.to_string())).collect();
        errors.join("\n")
    };
    let expected =
        |place: &str| format!("{place}: not a valid ringrift-record/1: invalid type: integer `5`, expected a string");
    assert_eq!(error(&format!("\n{bad}")), expected("line 2, column 51"));
    let array = format!("[{},{bad}]", good.to_json());
    let column = 1 + good.to_json().len() + 1 + 51;
    assert_eq!(error(&array), expected(&format!("line 1, column {column}")));
    assert_eq!(error(&format!("{}\n{bad}\n", good.to_json())), expected("line 2, column 51"));
    let text = format!("{good}\n{}", good.to_string().replace("\n*", "\n1. P z1"));
    assert_eq!(error(&text), "line 19, column 4: P: cell 'z1' is not on square8");
}

#[test]
fn rejects_arrays_that_are_not_utf8() {
    let file =
        b"[{\"format\":\"ringrift-record/1\",\"board\":\"square8\",\"players\":2,\"date\":\"\xff\",\"moves\":[]}]";
    let found = entries(file, 64);
    assert_eq!(found.len(), 1);
    assert!(found[0].read().expect_err("the file is not UTF-8").to_string().contains("this is not UTF-8 text"));
}
