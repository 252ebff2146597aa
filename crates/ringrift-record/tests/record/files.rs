//! Files of many games are parted into the same games again, whatever damage lies between them.

use std::io::{BufReader, Read};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseResult;
use ringrift_record::{Entries, Entry, Record, RecordReader};

use crate::annotation::{Told, records};
use crate::game::config;

/// Games in a text that cannot be read, each for another reason.
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

/// The same in JSON, on a line; the first ones are no JSON at all.
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

/// The damage in JSON that is JSON nevertheless, and so can stand in an array.
const DAMAGED_VALUES: &[&[u8]] = DAMAGED_JSON.split_at(4).1;

/// Reads all games, which are in memory, in pieces of a size.
fn entries(file: &[u8], piece: usize) -> Vec<Entry> {
    let input = BufReader::with_capacity(piece, file.take(u64::MAX));
    Entries::new(input).expect("memory can be read").map(|entry| entry.expect("memory can be read")).collect()
}

/// Checks that a file has the given games, and damage where there is none.
fn check(file: &[u8], games: &[Option<Told>], piece: usize) -> TestCaseResult {
    let read: Vec<Option<Told>> = entries(file, piece).iter().map(|entry| entry.read().ok().map(Told)).collect();
    prop_assert_eq!(read.len(), games.len(), "{}", String::from_utf8_lossy(file));
    for (i, (found, wanted)) in read.iter().zip(games).enumerate() {
        prop_assert_eq!(found, wanted, "game {}", i);
    }
    Ok(())
}

/// Some games, and something damaged at a place between them.
fn files(damage: &'static [&'static [u8]]) -> impl Strategy<Value = (Vec<Option<Told>>, &'static [u8])> {
    (vec(records(), 1..5), any::<prop::sample::Index>(), select(damage)).prop_map(|(records, place, damage)| {
        let mut games: Vec<Option<Told>> = records.into_iter().map(Some).collect();
        games.insert(place.index(games.len() + 1), None);
        (games, damage)
    })
}

fn pieces() -> impl Strategy<Value = usize> {
    select(vec![1, 2, 3, 7, 64, 8192])
}

/// The games written one after the other, with something between them.
fn join(games: &[Option<Told>], damage: &[u8], between: &str, write: impl Fn(&Record) -> String) -> Vec<u8> {
    let parts: Vec<Vec<u8>> =
        games.iter().map(|game| game.as_ref().map_or(damage.to_vec(), |told| write(&told.0).into_bytes())).collect();
    parts.join(between.as_bytes())
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn texts_are_parted_into_their_games(
        (games, damage) in files(&DAMAGED_TEXTS), piece in pieces(), between in select(vec!["", "\n", "\r\n\r\n"]),
    ) {
        let file = join(&games, damage, between, Record::to_string);
        check(&file, &games, piece)?;
        let texts: Vec<_> = RecordReader::new(&file[..]).map(|text| text.expect("memory can be read")).collect();
        prop_assert_eq!(texts.len(), games.len());
        for (text, game) in texts.iter().zip(&games) {
            prop_assert_eq!(&text.read().ok().map(Told), game);
            let line = String::from_utf8_lossy(&file).lines().nth(text.first_line() - 1).map(str::to_owned);
            prop_assert!(line.is_some_and(|line| line.starts_with("[Game ")));
        }
    }

    #[test]
    fn json_lines_are_read_one_by_one(
        (games, damage) in files(&DAMAGED_JSON), piece in pieces(), between in select(vec!["\n", "\r\n", "\n\n \n"]),
    ) {
        check(&join(&games, damage, between, Record::to_json), &games, piece)?;
    }

    #[test]
    fn json_arrays_are_read_one_by_one((games, damage) in files(DAMAGED_VALUES), piece in pieces(), pretty: bool) {
        let write = if pretty { Record::to_json_pretty } else { Record::to_json };
        let games_text = join(&games, damage, if pretty { ",\n" } else { "," }, write);
        let (open, close) = if pretty { ("\n[\n", "\n]\n") } else { ("[", "]") };
        check(&[open.as_bytes(), &games_text, close.as_bytes()].concat(), &games, piece)?;
    }

    #[test]
    fn one_game_is_read_in_every_form(Told(record) in records(), piece in pieces()) {
        for form in [record.to_string(), record.to_json(), record.to_json_pretty()] {
            for file in [form.clone(), format!("\u{feff}{form}"), format!("\n \r\n{form}\n\n")] {
                check(file.as_bytes(), &[Some(Told(record.clone()))], piece)?;
            }
        }
    }
}

/// Errors in files name the line of the file, and in JSON the column too, counted in characters.
#[test]
fn errors_name_their_place_in_the_file() {
    let good = Record::parse("[Board \"square8\"]\n\n*\n").expect("a record");
    let bad = "{\"format\":\"ringrift-record/1\",\"date\":\"éé\",\"board\":5}";
    let error = |file: &str| {
        let errors: Vec<String> =
            entries(file.as_bytes(), 64).iter().filter_map(|entry| Some(entry.read().err()?.to_string())).collect();
        errors.join("\n")
    };
    let expected = |place: &str| format!("{place}: no ringrift-record/1: invalid type: integer `5`, expected a string");
    assert_eq!(error(&format!("\n{bad}")), expected("line 2, column 51"));
    let array = format!("[{},{bad}]", good.to_json());
    let column = 1 + good.to_json().len() + 1 + 51;
    assert_eq!(error(&array), expected(&format!("line 1, column {column}")));
    assert_eq!(error(&format!("{}\n{bad}\n", good.to_json())), expected("line 2, column 51"));
    let text = format!("{good}\n{}", good.to_string().replace("\n*", "\n1. P z1"));
    assert_eq!(error(&text), "line 19, column 4: P: cell 'z1' is not on square8");
}

/// An array with bytes that are no text is refused as a whole, like any other form.
#[test]
fn arrays_must_be_text() {
    let file =
        b"[{\"format\":\"ringrift-record/1\",\"board\":\"square8\",\"players\":2,\"date\":\"\xff\",\"moves\":[]}]";
    let found = entries(file, 64);
    assert_eq!(found.len(), 1);
    assert!(found[0].read().expect_err("no text").to_string().contains("this is not UTF-8 text"));
}
