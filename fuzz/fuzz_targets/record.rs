//! Any bytes are read as a file of games; each game is refused in plain words, or written in every form and read back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ringrift_record::{Entries, Layout, Record, TextOptions};

fuzz_target!(|bytes: &[u8]| {
    let entries = Entries::new(bytes).expect("memory can be read");
    for entry in entries.map(|entry| entry.expect("memory can be read")) {
        match entry.read() {
            Ok(record) => check(&record),
            Err(error) => assert!(is_plain(&error.to_string()), "{error}"),
        }
        if let Err(error) = entry.verify() {
            assert!(is_plain(&error.to_string()), "{error}");
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
    for layout in [Layout::Rounds, Layout::Sequence] {
        let text = record.text(&TextOptions { layout, ..TextOptions::default() });
        assert_eq!(&Record::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}")), record);
    }
    assert_eq!(Entries::new(text.as_bytes()).expect("memory can be read").count(), 1, "{text}");
}

/// Whether a message is one line of a length that can be read.
fn is_plain(message: &str) -> bool {
    message.chars().count() < 2000 && !message.contains(char::is_control)
}
