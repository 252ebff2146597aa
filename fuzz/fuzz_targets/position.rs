//! Fuzzes position texts: a text is parsed or rejected with a message, and a parsed position round-trips.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ringrift::{BoardKind, Position, Ruleset, Setup};

fuzz_target!(|text: &str| {
    if let Ok(setup) = Setup::parse(text) {
        let written = setup.to_string();
        let again = Setup::parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(again.to_string(), written);
    }
    let rules = Ruleset::canon(BoardKind::Square8, 2).expect("canon has square8");
    for parsed in [Position::parse(text), Position::parse_with(text, &rules)] {
        match parsed {
            Ok(position) => check(&position),
            Err(error) => assert!(is_short_line(&error.to_string()), "{error}"),
        }
    }
});

fn check(position: &Position) {
    let text = position.to_string();
    assert_eq!(Position::parse(&text).as_ref(), Ok(position), "{text}");
    assert_eq!(position.hash(), position.hash_from_scratch());
    assert_eq!(position.legal_actions().is_empty(), position.outcome().is_some(), "{text}");
}

/// Reports whether a message is one line of readable length.
fn is_short_line(message: &str) -> bool {
    message.chars().count() < 2000 && !message.contains(char::is_control)
}
