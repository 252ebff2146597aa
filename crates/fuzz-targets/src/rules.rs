//! Cells, actions, positions and rules of RingRift.

use std::sync::LazyLock;

use ringrift::{
    Action, ActionStyle, BoardKind, Edition, FingerprintHash, Overrides, Position, Ruleset, Setup, WrittenAction,
};

use crate::{Verdict, assert_short_line, with_text};

/// A cell name is parsed or rejected on every board, and a parsed cell is written and parsed again.
pub(crate) fn cell(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| BoardKind::ALL.map(|board| is_cell(board, text)).contains(&true))
}

fn is_cell(board: BoardKind, text: &str) -> bool {
    if let Ok(at) = board.parse_coord(text) {
        assert_eq!(board.parse_coord(&board.coord_name(at).to_string()), Ok(at));
    }
    match board.parse_cell(text) {
        Ok(cell) => {
            assert_eq!(board.parse_cell(&board.cell_name(cell).to_string()), Ok(cell));
            if let Some(name) = board.ring_direction_name(cell) {
                assert_eq!(board.parse_cell(&name.to_string()), Ok(cell));
            }
            true
        }
        Err(error) => {
            assert_short_line(&error.to_string());
            false
        }
    }
}

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

/// An action is parsed or rejected on every board, and a parsed one is written and parsed again. Positions resolve the text to
/// a legal action or reject it with a short message.
pub(crate) fn action(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| {
        let mut is_action = false;
        for board in BoardKind::ALL {
            if let Ok(written) = WrittenAction::parse(text, board) {
                assert_eq!(WrittenAction::parse(&written.to_string(), board), Ok(written));
                is_action = true;
            }
        }
        for position in POSITIONS.iter() {
            match position.read_action(text) {
                Ok(action) => check_styles(position, action),
                Err(error) => assert_short_line(&error.to_string()),
            }
        }
        is_action
    })
}

/// Checks that the text of a legal action is read back in every style.
fn check_styles(position: &Position, action: Action) {
    for bits in 0..16_u8 {
        let [ring_directions, long_names, metadata, computed_marks] = [0, 1, 2, 3].map(|bit| bits >> bit & 1 == 1);
        let style = ActionStyle { ring_directions, long_names, metadata, computed_marks };
        assert_eq!(position.read_action(&position.action_text_in(action, &style)), Ok(action));
    }
}

/// A position is parsed or rejected with a message, and a parsed one is written and parsed again.
pub(crate) fn position(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| {
        if let Ok(setup) = Setup::parse(text) {
            let written = setup.to_string();
            let again = Setup::parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!(again.to_string(), written);
        }
        if let Some(hash) = FingerprintHash::parse(text) {
            assert_eq!(FingerprintHash::parse(&hash.to_string()), Some(hash));
        }
        let rules = Ruleset::canon(BoardKind::Square8, 2).expect("canon has square8");
        let read = [Position::parse(text), Position::parse_with(text, &rules)];
        let is_position = read.iter().any(Result::is_ok);
        for result in read {
            match result {
                Ok(position) => check_position(&position),
                Err(error) => assert_short_line(&error.to_string()),
            }
        }
        is_position
    })
}

fn check_position(position: &Position) {
    let text = position.to_string();
    assert_eq!(Position::parse(&text).as_ref(), Ok(position), "{text}");
    assert_eq!(position.hash(), position.hash_from_scratch());
    assert_eq!(position.legal_actions().is_empty(), position.outcome().is_some(), "{text}");
}

/// Rules as in a position text: a board, a number of players, an edition and options. The words are also read one by one, as
/// command line and server do.
pub(crate) fn rules(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| {
        for word in text.split_whitespace() {
            check_word(word);
        }
        match Setup::parse(&format!("G {text}")) {
            Ok(Setup { rules, .. }) => {
                for written in [rules.to_string(), rules.title()] {
                    let again =
                        Setup::parse(&format!("G {written}")).unwrap_or_else(|error| panic!("{error}\n{written}"));
                    assert_eq!(again.rules, rules, "{written}");
                }
                match Position::new(&rules) {
                    Ok(start) => assert_eq!(start.legal_actions().is_empty(), start.outcome().is_some(), "{rules}"),
                    Err(error) => assert_short_line(&error.to_string()),
                }
                true
            }
            Err(error) => {
                assert_short_line(&error.to_string());
                false
            }
        }
    })
}

fn check_word(word: &str) {
    match word.parse::<BoardKind>() {
        Ok(board) => assert_eq!(board.to_string().parse(), Ok(board)),
        Err(error) => assert_short_line(&error.to_string()),
    }
    match word.parse::<Edition>() {
        Ok(edition) => assert_eq!(edition.to_string().parse(), Ok(edition)),
        Err(error) => assert_short_line(&error.to_string()),
    }
    let Some((name, value)) = word.split_once('=') else { return };
    let mut overrides = Overrides::default();
    match overrides.set(name, value) {
        Ok(()) => {
            let mut again = Overrides::default();
            for (name, value) in overrides.texts() {
                again.set(name, &value).unwrap_or_else(|error| panic!("{error}"));
            }
            assert_eq!(again, overrides);
        }
        Err(error) => assert_short_line(&error.to_string()),
    }
}
