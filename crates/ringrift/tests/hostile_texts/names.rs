//! Random names of cells, boards, editions and options.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset, Setup};

use crate::changes::NUMBERS;
use crate::checks::{check_message, check_position, standard};
use crate::common::config;

proptest! {
    #![proptest_config(config(1000))]

    /// Every error message about a name or an action is one line of plain text.
    #[test]
    fn name_errors_are_one_plain_line(text in any::<String>(), control in "[a-z\n\r\x1b ]{1,8}") {
        let start = Position::new(&standard()).expect("the rules are valid");
        for text in [text, control] {
            let mut overrides = Overrides::default();
            let mut messages = vec![text.parse::<BoardKind>().map_err(|error| error.to_string()).err()];
            messages.push(text.parse::<Edition>().map_err(|error| error.to_string()).err());
            messages.push(overrides.set(&text, "1").map_err(|error| error.to_string()).err());
            messages.push(overrides.set("rings", &text).map_err(|error| error.to_string()).err());
            messages.push(overrides.set("landing", &text).map_err(|error| error.to_string()).err());
            messages.push(start.read_action(&text).map_err(|error| error.to_string()).err());
            messages.push(start.read_action(&format!("P {text}")).map_err(|error| error.to_string()).err());
            let cell = |board: BoardKind| board.parse_cell(&text).map_err(|error| error.to_string()).err();
            messages.extend(BoardKind::ALL.map(cell));
            for message in messages.into_iter().flatten() {
                check_message(&message)?;
            }
        }
    }

    /// No cell text makes the parser panic; a parsed cell has the text as one of its names.
    #[test]
    fn any_cell_text_is_parsed_or_rejected(text: String, short in "[a-z0-9.+-]{0,7}", number in select(NUMBERS)) {
        let numbers = [format!("a{number}"), format!("{number}.0"), format!("{short}\u{e9}{number}")];
        let texts = [&[text, short][..], &numbers].concat();
        for board in BoardKind::ALL {
            for text in &texts {
                match board.parse_cell(text) {
                    Ok(cell) => {
                        let names = [Some(board.cell_name(cell)), board.ring_direction_name(cell)];
                        prop_assert!(names.into_iter().flatten().any(|name| name.to_string() == *text), "{}", text);
                    }
                    Err(error) => prop_assert!(!error.to_string().is_empty()),
                }
                match board.parse_coord(text) {
                    Ok(coord) => {
                        let same = board.coord_name(coord).to_string() == *text;
                        prop_assert!(same || text.starts_with(['n', 'e', 's', 'w', 'c']), "{}", text);
                    }
                    Err(error) => prop_assert!(!error.to_string().is_empty()),
                }
            }
        }
    }

    /// No name of a board, edition or option makes a parser panic.
    #[test]
    fn any_name_is_parsed_or_rejected(name in any::<String>(), short in "[a-z_0-9]{0,12}", value in any::<String>()) {
        for text in [&name, &short] {
            match text.parse::<BoardKind>() {
                Ok(board) => prop_assert_eq!(board.name(), text),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
            if let Err(error) = text.parse::<Edition>() {
                prop_assert!(!error.to_string().is_empty());
            }
            if let Err(error) = Overrides::default().set(text, &value) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }

    /// Every option accepts a value or rejects it with a message; accepted options lead to rules or a list of problems.
    #[test]
    fn any_option_value_is_accepted_or_rejected(
        options in vec(option_values(), 0..6),
        board in select(BoardKind::ALL.to_vec()),
        edition in select(Edition::ALL),
        players in any::<u8>(),
    ) {
        let mut overrides = Overrides::default();
        for (name, value) in options {
            let before = overrides;
            match overrides.set(name, &value) {
                Ok(()) => {
                    let texts = overrides.texts();
                    let written = texts.iter().find(|(option, _)| *option == name).map_or("", |(_, text)| text);
                    let mut again = before;
                    prop_assert_eq!(again.set(name, written), Ok(()));
                    prop_assert_eq!(again, overrides);
                }
                Err(error) => {
                    prop_assert!(!error.to_string().is_empty());
                    prop_assert_eq!(overrides, before);
                }
            }
        }
        for players in [players, players % 5] {
            match Ruleset::new(edition, board, players, &overrides) {
                Ok(rules) => {
                    let read = Setup::parse(&format!("G {rules}"));
                    prop_assert_eq!(read.map(|setup| setup.rules), Ok(rules), "{}", rules);
                    let start = Position::new(&rules).expect("the rules are valid");
                    check_position(&start, &[1, 2, 3])?;
                }
                Err(error) => {
                    prop_assert!(!error.problems.is_empty());
                    prop_assert!(!error.to_string().is_empty());
                }
            }
        }
    }
}

/// Generates options with values that fit this option, another option or none.
fn option_values() -> impl Strategy<Value = (&'static str, String)> {
    let names = [
        "none",
        "burn",
        "keep",
        "steps",
        "manhattan",
        "all",
        "no_main",
        "optional",
        "mandatory",
        "round",
        "at_once",
        "no_stacks",
        "no_actions",
        "last_action",
        "draw",
        "burn_any",
        "rounds",
        "rungs",
        "explicit",
        "ring",
        "touched",
        "flooded",
        "one_controller",
        "on",
        "off",
        "last",
    ];
    let value = prop_oneof![
        select(NUMBERS).prop_map(str::to_owned),
        select(names.to_vec()).prop_map(str::to_owned),
        any::<String>(),
    ];
    (select(&Overrides::NAMES), value)
}
