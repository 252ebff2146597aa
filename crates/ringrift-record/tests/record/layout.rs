//! Round trips in all layouts and action styles.

use proptest::prelude::*;
use ringrift::{ActionStyle, Marks, Position};
use ringrift_record::{EmptySteps, Layout, Ply, Record, RecordLine, TextOptions};

use crate::annotation::{ShownRecord, check_same, records};
use crate::game::config;

const LAYOUTS: [Layout; 3] = [Layout::Turns, Layout::Rounds, Layout::Sequence];

/// Returns all combinations of style options.
fn styles() -> impl Iterator<Item = ActionStyle> {
    (0..16_u8).map(|bits| {
        let [ring_directions, long_names, metadata, computed_marks] = [0, 1, 2, 3].map(|bit| bits >> bit & 1 == 1);
        ActionStyle { ring_directions, long_names, metadata, computed_marks }
    })
}

/// Adds the marks that follow from the rules to a line and its variations.
fn with_computed_marks(line: &RecordLine, start: &Position) -> RecordLine {
    let mut position = start.clone();
    let mut plies: Vec<Ply> = Vec::new();
    for ply in &line.plies {
        let variations = ply.variations.iter().map(|variation| with_computed_marks(variation, &position)).collect();
        let before = position.phase();
        position.play_unchecked(ply.action);
        let marks = ply.marks.union(Marks::computed(before, position.phase()));
        plies.push(Ply { marks, variations, ..ply.clone() });
    }
    RecordLine { intro: line.intro.clone(), plies }
}

fn parse(text: &str) -> Record {
    Record::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn every_layout_and_style_survives_a_round_trip(ShownRecord(record) in records()) {
        let marked = with_computed_marks(record.main(), record.start());
        for style in styles() {
            for layout in LAYOUTS {
                let again = parse(&record.text(&TextOptions { layout, style }));
                if style.computed_marks {
                    prop_assert_eq!(again.main(), &marked);
                    prop_assert_eq!((&again.tags, again.conclusion), (&record.tags, record.conclusion));
                } else {
                    check_same(&again, &record)?;
                }
            }
        }
    }

    /// Moves in the exchange format have the text, type and player of each action.
    #[test]
    fn moves_in_the_exchange_format_match_the_actions(ShownRecord(record) in records()) {
        let moves = record.moves(EmptySteps::Omit);
        prop_assert_eq!(moves.len(), record.actions().len());
        let mut position = record.start().clone();
        for (exported, action) in moves.iter().zip(record.actions()) {
            let text = exported.algebraic_notation.as_deref().unwrap_or_default();
            prop_assert_eq!(position.read_action(text), Ok(action));
            prop_assert_eq!((exported.kind, exported.player), (position.move_type(action), position.to_move().seat()));
            position.play_unchecked(action);
        }
    }
}

#[test]
fn layouts_match_the_specification() {
    let text = "[Board \"square8\"]\n\n1. P d4; M d4-d5\n2. P h1; M h1-h2\n3. P a1; M a1-a2\n*\n";
    let record = parse(text);
    let moves = |layout| {
        let text = record.text(&TextOptions { layout, ..TextOptions::default() });
        text.split_once("\n\n").expect("the text has headers and moves").1.to_owned()
    };
    assert_eq!(moves(Layout::Turns), "1. P d4; M d4-d5\n2. P h1; M h1-h2\n3. P a1; M a1-a2\n*\n");
    assert_eq!(moves(Layout::Rounds), "1. P d4; M d4-d5   P h1; M h1-h2\n2. P a1; M a1-a2\n*\n");
    assert_eq!(moves(Layout::Sequence), "1. P d4\n   M d4-d5\n2. P h1\n   M h1-h2\n3. P a1\n   M a1-a2\n*\n");
}
