//! Random texts of positions and actions.

use proptest::collection::vec;
use proptest::prelude::*;
use ringrift::{Position, ReadActionError, ResolveActionError};

use crate::changes::{changed_texts, changes, field_mixtures, valid_texts};
use crate::checks::{check_message, check_text};
use crate::common::config;

proptest! {
    #![proptest_config(config(1000))]

    /// Every error message is one line of plain text, whatever the input contains.
    #[test]
    fn text_errors_are_one_plain_line(text: String, mixture in field_mixtures(), changed in changed_texts()) {
        for text in [text, mixture, changed] {
            for message in check_text(&text, &[])? {
                check_message(&message)?;
            }
        }
    }

    /// No text makes the parsers panic.
    #[test]
    fn any_text_is_parsed_or_rejected(
        text: String,
        printable in "[ -~]{0,80}",
        letters in "[GSMCHETPNLAX1-4 a-h.,;:=-]{0,60}",
    ) {
        for text in [text, printable.clone(), letters, format!("G square8 2p canon; {printable}")] {
            check_text(&text, &[0; 3])?;
        }
    }

    /// Random combinations of fields are rejected or lead to playable positions.
    #[test]
    fn field_mixtures_are_parsed_or_rejected(text in field_mixtures(), choices in vec(any::<u32>(), 20)) {
        check_text(&text, &choices)?;
    }

    /// Damaged position texts are rejected or lead to playable positions.
    #[test]
    fn changed_texts_are_parsed_or_rejected(text in changed_texts(), choices in vec(any::<u32>(), 20)) {
        check_text(&text, &choices)?;
    }

    /// No action text makes the parser panic; a parsed action is legal or rejected with the reason that the position gives.
    #[test]
    fn any_action_text_is_parsed_or_rejected(
        position in valid_texts(),
        any_text: String,
        code in "(P|SP|SW|M|C|CC|SC|R|SR|L|T|ST|E|X)? ?",
        rest in "[a-h0-9.-]{0,4}[-*;: x]{0,2}[a-h0-9.]{0,4}( ?[x;=LR12:]{0,5}[a-h0-9]?)?",
        change in changes(),
        which in any::<u32>(),
    ) {
        let position = Position::parse(&position).map_err(|error| TestCaseError::reject(error.to_string()))?;
        let legal = position.legal_actions();
        let chosen = legal.get(which as usize % legal.len().max(1));
        let legal_text = chosen.map_or_else(String::new, |&action| position.action_text(action));
        for text in [any_text, code + &rest, change.change_characters(&legal_text), legal_text.to_lowercase()] {
            match position.read_action(&text) {
                Ok(action) => {
                    prop_assert!(legal.contains(&action), "{}: {}", position, text);
                    let written = position.action_text(action);
                    prop_assert_eq!(position.read_action(&written), Ok(action), "{} is written {}", text, written);
                }
                Err(ReadActionError::Resolve(ResolveActionError::Illegal { action, why })) => {
                    prop_assert!(!legal.contains(&action), "{}: {}", position, text);
                    prop_assert_eq!(position.why_illegal(action), Some(why));
                }
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }
}

#[test]
fn long_texts_are_rejected_quickly_with_short_messages() {
    let long = "9".repeat(100_000);
    let many = "M1 a1; ".repeat(100_000);
    let cells = "a1,".repeat(100_000);
    let texts = [
        long.clone(),
        many,
        format!("G square8 2p canon; S a1={}", "1".repeat(100_000)),
        format!("G square8 2p canon; S a1={long}"),
        format!("G square8 2p canon; S {cells}a1"),
        format!("G square8 2p canon; M1 {cells}a1"),
        format!("G square8 2p canon; C1 {}a1:h8", "a1:h8,".repeat(100_000)),
        format!("G square8 2p canon; CX {cells}a1"),
        format!("G square8 2p canon; H {long}"),
        format!("G square8 2p canon; A {}1", "1,".repeat(100_000)),
        format!("G {long} 2p canon"),
        format!("G square8 2p {long}"),
        format!("G square8 2p canon {long}={long}"),
        format!("G square8 2p canon regions={long}"),
        format!("G square8 2p canon; P movement {long}"),
        format!("G square8 2p canon; M1 {long}"),
        format!("G square8 2p canon; {long} a1"),
    ];
    let start = std::time::Instant::now();
    for text in texts {
        let message = Position::parse(&text).expect_err("the text is too long").to_string();
        assert!(message.len() < 2000, "{} bytes: {:.200}", message.len(), message);
    }
    assert!(start.elapsed().as_secs() < 5);
    let position = Position::parse("G square8 2p canon; H 18,18").expect("the position is valid");
    let actions =
        [long.clone(), format!("P {long}"), format!("P a1*{long}"), format!("M a1-{long}"), format!("L {long}")];
    for text in actions {
        let message = position.read_action(&text).expect_err("the text is too long").to_string();
        assert!(message.len() < 2000, "{} bytes: {:.200}", message.len(), message);
    }
}

#[test]
fn parse_errors_and_setup_errors_are_distinguished() {
    let check = |text: &str, expected: &str| {
        let error = Position::parse(text).expect_err("the position is invalid").to_string();
        assert_eq!(error, expected, "{text}");
    };
    check("", "position text, field '': the rules are missing; begin with a field such as 'G square8 2p canon'");
    check("G square8 2p canon; T 1; T 2", "position text, field 'T 2': the field is given twice");
    check("G square8 2p canon; T 5", "position text, field 'T 5': expected a player, 1 to 4");
    check(
        "G square8 2p canon; M1 z",
        "position text, field 'M1 z': 'z' is not a cell; expected a letter and a number, such as d4",
    );
    check(
        "G square8 2p canon; H 19,0",
        "invalid position: player 1 has 19 rings in hand and on the board; there are only 18",
    );
}
