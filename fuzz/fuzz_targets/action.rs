//! Fuzzes the action notation: a text is parsed or rejected on every board, and a parsed action round-trips. Positions resolve
//! the text to a legal action or reject it with a short message.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use ringrift::{ActionStyle, BoardKind, Position, WrittenAction};

/// Positions in different phases.
static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let texts = [
        "G square8 2p; H 18,18",
        "G square8 2p; S a1=1,b1=2,h8=2; P movement",
        "G square8 2p; S a8=1,h8=2; M1 a1,b1,c1,d1,a3,b3,c3; P line_processing",
        "G square8 2p; S a1=1,h8=2; CX a1,h8; T 1",
        "G hexagonal 3p; S 0.0=1,1.0=2,-3.3=2; P movement",
        "G hex8 2p canon rings=5 line_length=3; H 5,5",
    ];
    texts.map(|text| Position::parse(text).expect("the position is valid")).into()
});

fuzz_target!(|text: &str| {
    for board in BoardKind::ALL {
        if let Ok(written) = WrittenAction::parse(text, board) {
            assert_eq!(WrittenAction::parse(&written.to_string(), board), Ok(written));
        }
    }
    for position in POSITIONS.iter() {
        match position.read_action(text) {
            Ok(action) => check_texts(position, action),
            Err(error) => assert!(is_short_line(&error.to_string()), "{error:?}"),
        }
    }
});

/// Checks that the text of a legal action is parsed back in every style.
fn check_texts(position: &Position, action: ringrift::Action) {
    for bits in 0..16_u8 {
        let [ring_directions, long_names, metadata, computed_marks] = [0, 1, 2, 3].map(|bit| bits >> bit & 1 == 1);
        let style = ActionStyle { ring_directions, long_names, metadata, computed_marks };
        assert_eq!(position.read_action(&position.action_text_in(action, &style)), Ok(action));
    }
}

/// Reports whether a message is one short line.
fn is_short_line(message: &str) -> bool {
    message.chars().count() < 500 && !message.contains(char::is_control)
}
