//! Files of RingRift games.

use ringrift_record::{Entries, Layout, Record, TextOptions};

use crate::{Verdict, assert_short_line};

/// Each game of a file is read or rejected with a message, and a read one is written and read again in every format.
pub(crate) fn record(bytes: &[u8]) -> Verdict {
    let mut has_game = false;
    for entry in Entries::new(bytes).expect("reading from memory succeeds") {
        let entry = entry.expect("reading from memory succeeds");
        match entry.read() {
            Ok(record) => {
                check(&record);
                has_game = true;
            }
            Err(error) => {
                assert_short_line(&error.to_string());
                assert!(error.location.is_some(), "{error}");
            }
        }
        if let Err(error) = entry.verify() {
            assert_short_line(&error.to_string());
        }
    }
    Verdict::of(has_game)
}

fn check(record: &Record) {
    let text = record.to_string();
    let again = Record::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(&again, record);
    assert_eq!(again.to_string(), text);
    for json in [record.to_json(), record.to_json_pretty()] {
        assert_eq!(&Record::from_json(&json).unwrap_or_else(|error| panic!("{error}\n{json}")), record);
    }
    for layout in [Layout::Turns, Layout::Sequence] {
        let text = record.text(&TextOptions { layout, ..TextOptions::default() });
        assert_eq!(&Record::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}")), record);
    }
    assert_eq!(Entries::new(text.as_bytes()).expect("reading from memory succeeds").count(), 1, "{text}");
}
