//! Checks that apply to every parser and every input.

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use ringrift::{BoardKind, Cell, Player, Position, Ruleset, Setup};

/// Returns the canonical rules for two players on square8.
pub(crate) fn standard() -> Ruleset {
    Ruleset::canon(BoardKind::Square8, 2).expect("canon has square8")
}

/// Checks that a message is one non-empty line of plain text.
pub(crate) fn check_message(message: &str) -> TestCaseResult {
    prop_assert!(!message.trim().is_empty());
    prop_assert!(!message.contains(['\n', '\r', '\0', '\x1b']), "not one line of plain text: {:?}", message);
    prop_assert!(message.chars().count() < 2000, "{} characters long: {:.200}", message.chars().count(), message);
    Ok(())
}

/// Plays the choices from a position. At every position, checks that its text parses back to it and that queries do not
/// panic.
pub(crate) fn check_position(position: &Position, choices: &[u32]) -> TestCaseResult {
    let mut position = position.clone();
    for number in choices.iter().map(Some).chain([None]) {
        let text = position.to_string();
        let read = Position::parse(&text).map(|read| (read.to_string(), read));
        prop_assert!(read.as_ref() == Ok(&(text.clone(), position.clone())), "{} is parsed as {:?}", text, read);
        prop_assert_eq!(position.hash(), position.hash_from_scratch(), "{}", text);
        let legal = position.legal_actions();
        prop_assert_eq!(legal.is_empty(), position.phase().is_over(), "{}", text);
        prop_assert_eq!(legal.len() as u64, position.count_legal(), "{}", text);
        check_queries(&position);
        let (Some(&number), false) = (number, legal.is_empty()) else { break };
        let action = legal[number as usize % legal.len()];
        let played = position.play(action);
        prop_assert!(played.is_ok(), "{}: {:?} {:?}", text, action, played);
    }
    Ok(())
}

/// Calls every query to check that none panics.
fn check_queries(position: &Position) {
    let _ = (position.regions(), position.outcome(), position.fingerprint_hash());
    for player in Player::seats(position.rules().players) {
        let _ = (position.placements(player), position.board_actions(player), position.lines(player));
        let _ = (
            position.has_real_action(player),
            position.rings_eliminated(player),
            position.has_claimable_region(player),
        );
    }
    for cell in [Cell::new(0), Cell::new(position.rules().board.cells()), Cell::new(u16::MAX)] {
        let _ = (position.captures_from(cell), position.capture_chains(cell, 5));
    }
}

/// Parses a text as a setup and as a position, with its own rules and with the standard rules. Returns the error
/// messages.
pub(crate) fn check_text(text: &str, choices: &[u32]) -> Result<Vec<String>, TestCaseError> {
    let known = standard();
    let mut messages = Vec::new();
    for parsed in [Setup::parse(text), Setup::parse_with(text, &known)] {
        match parsed {
            Ok(setup) => {
                let written = setup.to_string();
                let again = Setup::parse(&written).map(|setup| setup.to_string());
                prop_assert_eq!(again.as_ref(), Ok(&written), "from {}", text);
            }
            Err(error) => {
                messages.push(error.to_string());
                prop_assert!(error.field.chars().count() <= 61, "{:?}", error);
            }
        }
    }
    for parsed in [Position::parse(text), Position::parse_with(text, &known)] {
        match parsed {
            Ok(position) => check_position(&position, choices)?,
            Err(error) => messages.push(error.to_string()),
        }
    }
    prop_assert!(messages.iter().all(|message| !message.trim().is_empty()));
    Ok(messages)
}
