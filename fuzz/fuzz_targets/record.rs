//! Fuzzes record files: each game is parsed or rejected with a message, and a parsed record round-trips in every format.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ringrift_record::{Entries, Layout, Record, TextOptions};

fuzz_target!(|bytes: &[u8]| {
    let entries = Entries::new(bytes).expect("reading from memory succeeds");
    for entry in entries.map(|entry| entry.expect("reading from memory succeeds")) {
        match entry.read() {
            Ok(record) => check(&record),
            Err(error) => assert!(is_short_line(&error.to_string()), "{error}"),
        }
        if let Err(error) = entry.verify() {
            assert!(is_short_line(&error.to_string()), "{error}");
        }
    }
});

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

/// Reports whether a message is one line of readable length.
fn is_short_line(message: &str) -> bool {
    message.chars().count() < 2000 && !message.contains(char::is_control)
}
