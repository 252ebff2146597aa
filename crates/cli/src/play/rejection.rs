//! Explanations of illegal actions and cells, with the rule.

use arena::protocol::LONGEST_ACTION;
use ringrift::{Action, ActionReader, Cell, ParseActionError, Position, ReadAction, ReadActionError};
use ringrift_text::board_view::with_letters;
use ringrift_text::cell_selection::why_not_selectable;

use crate::rules::write_rejection;

/// Reads a typed action. If there is nothing to play, returns the message for the player: why the action is not legal, how
/// to take the line that was chosen, or that the line was already taken.
pub(super) fn read_action(reader: &mut ActionReader, position: &Position, text: &str) -> Result<Action, String> {
    if text.len() > LONGEST_ACTION {
        return Err(format!("An action has at most {LONGEST_ACTION} characters."));
    }
    let read = match reader.read(position, text) {
        Err(error @ ReadActionError::Parse(ParseActionError::Code { .. })) => {
            reader.read(position, &with_capital_codes(text)).map_err(|again| match again {
                ReadActionError::Parse(ParseActionError::Code { .. }) => error,
                again => again,
            })
        }
        read => read,
    };
    match read {
        Ok(ReadAction::Action(action)) => Ok(action),
        Ok(ReadAction::LineChosen(line)) => {
            let options: Vec<&str> = line.options().collect();
            Err(format!("Line {} is chosen. Take it with one of: {}.", line.number, options.join(", ")))
        }
        Ok(ReadAction::AlreadyTaken) => Err("The whole line was already taken.".to_owned()),
        Err(ReadActionError::Parse(error)) => Err(format!("{error}.")),
        Err(ReadActionError::Resolve(error)) => {
            let mut explanation = Vec::new();
            // Writing to memory cannot fail.
            let _ = write_rejection(position, text, &error, &mut explanation);
            Err(with_letters(String::from_utf8_lossy(&explanation).trim_end()))
        }
    }
}

/// Writes codes in small letters, which are words of one or two letters, in capitals: `p d4*2` becomes `P d4*2`.
fn with_capital_codes(text: &str) -> String {
    let is_code = |word: &str| word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let words = text.split_whitespace().map(|word| if is_code(word) { word.to_uppercase() } else { word.to_owned() });
    words.collect::<Vec<String>>().join(" ")
}

/// Explains why no action contains this cell after the cells that are already picked.
pub(super) fn explain_unselectable(position: &Position, picked: &[Cell], cell: Cell) -> String {
    let why = why_not_selectable(position, picked, cell)
        .map_or(NOT_SHOWN.to_owned(), |illegal| with_letters(&illegal.to_string()));
    format!("{}: {why}.", position.rules().board.cell_name(cell))
}

const NOT_SHOWN: &str = "none of the listed actions has this cell";

#[cfg(test)]
mod tests {
    use super::*;

    fn explain(position: &str, picked: &[&str], cell: &str) -> String {
        let position = Position::parse(&format!("G {position}")).expect("the position is valid");
        let cell_of = |name: &str| position.rules().board.parse_cell(name).expect("the cell is on the board");
        let picked: Vec<Cell> = picked.iter().map(|name| cell_of(name)).collect();
        explain_unselectable(&position, &picked, cell_of(cell))
    }

    #[test]
    fn explains_cells_without_an_action() {
        let square = "square8 2p; S a1=11,c1=2,h8=2; M2 a4; C2 b2; P movement";
        for (picked, cell, expected) in [
            (&[][..], "d4", "d4: A controls no stack on d4 (RR-CANON-R091)."),
            (&[], "h8", "h8: A controls no stack on h8 (RR-CANON-R091)."),
            (&["a1"], "b1", "b1: a stack 2 high moves at least 2 cells, not 1 (RR-CANON-R091)."),
            (&["a1"], "c2", "c2: a1 and c2 are not on one straight line (RR-CANON-R091)."),
            (&["a1"], "d4", "d4: a collapsed cell on b2 blocks the way (RR-CANON-R091)."),
            (&["a1"], "c1", "c1: a stack stands on c1 (RR-CANON-R091)."),
        ] {
            assert_eq!(explain(square, picked, cell), expected);
        }
        let placing = "square8 2p; S c1=2; M2 a4; C2 b2; H 3,3";
        assert_eq!(explain(placing, &[], "a4"), "a4: a4 holds a marker of B and is not empty (RR-CANON-R081).");
    }

    #[test]
    fn explains_illegal_captures_as_captures() {
        let position = "square8 2p; S a1=1,c1=22,h8=2; P movement";
        assert_eq!(explain(position, &["a1"], "d1"), "d1: a cap of 1 cannot capture a cap of 2 (RR-CANON-R101).");
    }

    #[test]
    fn explains_cells_of_lines_regions_and_payments() {
        let lines = "square8 2p; S e5=11,h8=2; M1 a1,b1,c1; P line_processing";
        assert_eq!(explain(lines, &[], "d1"), "d1: no line that you can take runs through this cell (RR-CANON-R120).");
        let regions = "square8 2p; S a1=12,e5=11; M1 a2,b1; P territory_processing";
        assert!(explain(regions, &[], "e5").starts_with("e5: "), "{}", explain(regions, &[], "e5"));
        let payment = "square8 2p; S a1=1,h8=2; P line_elimination";
        assert_eq!(explain(payment, &[], "h8"), "h8: A controls no stack on h8 (RR-CANON-R122).");
    }

    #[test]
    fn explains_every_cell_in_every_phase() {
        for seed in 0..4 {
            let rules = ["square8 3p", "hex8 2p live", "square8 2p live swap=on", "hex8 4p live"][seed as usize];
            let mut position = super::super::testing::position(&format!("G {rules}"));
            let mut rng = game::GameRng::seeded(seed);
            while let Some(action) = rng.pick(&position.legal_actions()) {
                let cells: Vec<Cell> = position.rules().board.iter_cells().collect();
                let (a, b, c) = (rng.pick(&cells), rng.pick(&cells), rng.pick(&cells));
                let (Some(a), Some(b), Some(c)) = (a, b, c) else { unreachable!() };
                for picked in [&[][..], &[a], &[a, b]] {
                    assert!(explain_unselectable(&position, picked, c).ends_with('.'));
                }
                position.play_unchecked(action);
            }
        }
    }

    /// Document 003, sections 2.2 and 2.3: `L` and `LR` are two actions.
    #[test]
    fn line_and_option_can_be_typed_one_after_the_other() {
        let lines = "G square8 2p; S e5=11,h8=2; M1 a1,b1,c1,d1; P line_processing";
        let position = Position::parse(lines).expect("the position is valid");
        let mut reader = ActionReader::default();
        let mut read =
            |text: &str| read_action(&mut reader, &position, text).map(|action| position.action_text(action));
        assert_eq!(read("L 1"), Err("Line 1 is chosen. Take it with one of: LR 1, LR 2:1, LR 2:2.".to_owned()));
        let several = read("LR 2").expect_err("two segments fit");
        assert!(several.contains("'L 1; LR 2:1' for a1 to c1 or 'L 1; LR 2:2' for b1 to d1"), "{several}");
        assert_eq!(read("LR 2:2"), Ok("L 1; LR 2:2".to_owned()));
    }

    #[test]
    fn explains_illegal_typed_actions_with_the_rule() {
        let position = Position::parse("G square8 2p; S a1=11,h8=2; P movement").expect("the position is valid");
        let read_action = |position: &Position, text: &str| read_action(&mut ActionReader::default(), position, text);
        assert_eq!(read_action(&position, "M a1-a3").map(|action| position.action_text(action)), Ok("M a1-a3".into()));
        let error = read_action(&position, "M a1-a2").expect_err("the move is too short");
        assert!(error.starts_with("M a1-a2 is illegal: a stack 2 high moves at least 2 cells, not 1."), "{error}");
        assert!(error.contains("RR-CANON-R091: "), "{error}");
        for text in ["", "M", "M z9-a1", "hello", "T 1", &"x".repeat(1000), "漢字"] {
            let error = read_action(&position, text).expect_err("the text is not a legal action");
            assert!(error.len() < 400 && !error.is_empty(), "{error}");
        }
    }
}
