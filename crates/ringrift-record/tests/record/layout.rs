//! Round trips in all layouts and action styles.

use proptest::prelude::*;
use ringrift::{ActionStyle, Marks, Position};
use ringrift_record::{EmptySteps, Layout, Ply, Record, RecordLine, TextOptions};

use crate::annotation::{ShownRecord, check_same, records};
use crate::game::config;

const LAYOUTS: [Layout; 3] = [Layout::Rounds, Layout::Turns, Layout::Sequence];

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
    // Section 4.2: the primary form has one line for each round.
    assert_eq!(moves(Layout::default()), moves(Layout::Rounds));
    assert_eq!(moves(Layout::Turns), "1. P d4; M d4-d5\n2. P h1; M h1-h2\n3. P a1; M a1-a2\n*\n");
    assert_eq!(moves(Layout::Rounds), "1. P d4; M d4-d5   P h1; M h1-h2\n2. P a1; M a1-a2\n*\n");
    assert_eq!(moves(Layout::Sequence), "1. P d4\n   M d4-d5\n2. P h1\n   M h1-h2\n3. P a1\n   M a1-a2\n*\n");
}

/// Section 4.2, the primary form, written for a game in which the stack with new rings moves at once, as the rules require.
#[test]
fn rounds_have_the_form_of_the_specification() {
    let moves = "1. P a5*2; M a5-a7   P e1*2; M e1-b1\n2. P g6; M g6-f5   P e4; M e4-e1\n*\n";
    let text = format!("[Board \"square8\"]\n\n{moves}");
    assert!(parse(&text).to_string().ends_with(&format!("\n\n{moves}")));
}

/// With three players a round has three turns, also if it does not begin with player 1.
#[test]
fn rounds_of_three_players_have_three_turns() {
    let moves = "1. P a5*2; M a5-a7   P e1*2; M e1-b1\n2. P g6; M g6-f5   P e4; M e4-e2   P c3; M c3-c4\n*\n";
    let text = format!("[Board \"square8\"]\n[Players \"3\"]\n[Start \"H 18,18,18; T 2\"]\n\n{moves}");
    let written = parse(&text).to_string();
    assert!(written.ends_with(&format!("\n\n{moves}")), "{written}");
}

#[test]
fn variations_are_numbered_like_the_main_line() {
    let turns = "1. P a5*2; M a5-a7\n2. P e1*2; M e1-b1\n\
                 3. P g6 (3. P c3; M c3-c4 4. P e4; M e4-e5 5. P g6; M g6-h6 (M g6-h5)); M g6-f5\n\
                 4. P e4 (4. P d4); M e4-e1\n*\n";
    let rounds = "1. P a5*2; M a5-a7   P e1*2; M e1-b1\n\
                  2. P g6 (2. P c3; M c3-c4   P e4; M e4-e5 3. P g6; M g6-h6 (M g6-h5)); M g6-f5   \
                  P e4 (2. P d4); M e4-e1\n*\n";
    let record = parse(&format!("[Board \"square8\"]\n\n{turns}"));
    for (layout, moves) in [(Layout::Turns, turns), (Layout::Rounds, rounds)] {
        let text = record.text(&TextOptions { layout, ..TextOptions::default() });
        assert!(text.ends_with(&format!("\n\n{moves}")), "{text}");
        assert_eq!(parse(&text), record);
    }
}
