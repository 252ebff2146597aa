//! Lossless round trips of records through text and JSON.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use ringrift::{BoardKind, Position, Ruleset};
use ringrift_record::{Record, RecordLine, Recorder};

use crate::annotation::{ShownRecord, check_same, records};
use crate::game::config;

fn parse(text: &str) -> Record {
    Record::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn from_json(text: &str) -> Record {
    Record::from_json(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn texts_are_lossless(ShownRecord(record) in records()) {
        let text = record.to_string();
        let again = parse(&text);
        check_same(&again, &record)?;
        prop_assert_eq!(again.to_string(), text);
    }

    /// JSON on one line, indented JSON, and conversion between text and JSON.
    #[test]
    fn json_is_lossless(ShownRecord(record) in records()) {
        let (text, json, pretty) = (record.to_string(), record.to_json(), record.to_json_pretty());
        prop_assert!(!json.contains('\n'));
        for form in [&json, &pretty] {
            let again = from_json(form);
            check_same(&again, &record)?;
            prop_assert_eq!((again.to_json(), again.to_json_pretty()), (json.clone(), pretty.clone()));
            prop_assert_eq!(again.to_string(), text.clone());
        }
        prop_assert_eq!(from_json(&parse(&text).to_json()).to_string(), text);
    }

    /// Start, actions and last position of a record agree.
    #[test]
    fn records_can_be_replayed(ShownRecord(record) in records()) {
        let mut seen = Vec::new();
        record.replay(|position, ply| seen.push((position.clone(), ply.action)));
        prop_assert_eq!(seen.len(), record.actions().len());
        for (i, (position, action)) in seen.iter().enumerate().step_by(1 + seen.len() / 8) {
            prop_assert_eq!(position, &record.position_after(i));
            prop_assert!(position.is_legal(*action));
        }
        prop_assert_eq!(record.last_position(), record.position_after(record.actions().len()));
        let mut stripped = record.clone();
        stripped.strip();
        prop_assert_eq!(stripped.actions().collect::<Vec<_>>(), record.actions().collect::<Vec<_>>());
        check_same(&parse(&stripped.to_string()), &stripped)?;
    }
}

/// Features that the random records must cover, as named by `features`.
const FEATURES: [&str; 49] = [
    "square8",
    "square19",
    "hex8",
    "hexagonal",
    "hexagonal12",
    "canon",
    "compact",
    "players=2",
    "players=3",
    "players=4",
    "Start",
    "Options",
    "TerminatedBy",
    "GameId",
    "1st",
    "depth=0",
    "depth=3",
    "by=1",
    "by=4",
    "from=ring_placement",
    "from=movement",
    "from=capture",
    "from=chain_capture",
    "from=line_processing",
    "from=line_elimination",
    "from=territory_processing",
    "from=territory_elimination",
    "from=game_over",
    "place_ring",
    "skip_placement",
    "move_stack",
    "overtaking_capture",
    "continue_capture_segment",
    "skip_capture",
    "process_line",
    "choose_line_option",
    "choose_territory_option",
    "skip_territory_processing",
    "eliminate_rings_from_stack",
    "forced_elimination",
    "resignation",
    "timeout",
    "abandoned",
    "unfinished",
    "ring_elimination",
    "territory_control",
    "last_player_standing",
    "stalemate",
    "turn_cap",
];

/// Returns the features of a record.
fn features(record: &Record) -> Vec<String> {
    let rules = record.rules();
    let conclusion = record.conclusion;
    let mut features = vec![rules.board.to_string(), rules.describe().0.to_string()];
    features.extend([format!("players={}", rules.players), format!("from={}", record.start().phase().name())]);
    features.push(format!("depth={}", depth(record.main())));
    features.extend(conclusion.termination.map(|termination| termination.to_string()));
    features.extend(conclusion.by.map(|player| format!("by={player}")));
    features.extend(record.headers().into_iter().map(|(name, _)| name));
    record.replay(|position, ply| features.push(position.move_type(ply.action).to_owned()));
    features
}

#[test]
fn random_records_cover_all_features() {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut runner = TestRunner::deterministic();
    for _ in 0..400 {
        seen.extend(features(&records().new_tree(&mut runner).expect("a record is generated").current().0));
    }
    let missing: Vec<&str> = FEATURES.into_iter().filter(|&feature| !seen.contains(feature)).collect();
    assert!(missing.is_empty(), "never seen: {missing:?}; seen: {seen:?}");
}

/// Returns the depth of nested variations of a line.
fn depth(line: &RecordLine) -> usize {
    let variations = line.plies.iter().flat_map(|ply| &ply.variations);
    variations.map(|variation| 1 + depth(variation)).max().unwrap_or(0)
}

/// Returns a game of one placement with nested variations.
fn nested(levels: usize) -> String {
    format!("[Board \"square8\"]\n\n1. P d4 {}{}\n*\n", "(P d4 ".repeat(levels), ")".repeat(levels))
}

/// Every depth of variations that can be parsed from text survives a round trip through JSON.
#[test]
fn the_deepest_variations_survive_all_formats() {
    let deepest = (1..100).take_while(|&levels| Record::parse(&nested(levels)).is_ok()).count();
    assert!(deepest >= 16, "{deepest}");
    let record = parse(&nested(deepest));
    assert_eq!(depth(record.main()), deepest);
    assert_eq!(from_json(&record.to_json()), record);
    assert_eq!(parse(&record.to_string()), record);
}

#[test]
fn empty_variations_are_dropped() {
    let start = Position::new(&Ruleset::canon(BoardKind::Square8, 2).expect("the rules are valid"))
        .expect("the rules have a start position");
    let mut recorder = Recorder::new(start.clone());
    let action = start.legal_actions()[0];
    recorder.play(action).expect("the action is legal").variations.push(RecordLine::default());
    let record = recorder.finish();
    assert_eq!(parse(&record.to_string()).main().plies[0].variations, []);
    assert_eq!(from_json(&record.to_json()).main().plies[0].variations, []);
}

/// Overlapping notes and notes with dropped characters do not change when written and read again.
#[test]
fn comments_are_stable_after_one_round_trip() {
    for comment in [
        "[[%clk 1]%emt 2]",
        "[%clk\u{1}1]",
        "[%clk\u{a0}1]",
        "[\u{7}%clk 1]",
        "[%[%clk 1]emt 3]",
        "a[%clk 1]b",
        "[%clk 1][%clk 2]",
        "[%eval 0.5/0.5[%eval 0.5/0.5]]",
        "\u{2028}[%hash 00112233445566778899AABBCCDDEEFF]\u{2028}",
    ] {
        let text = format!("[Board \"square8\"]\n\n1. P d4 {{{comment}}}\n*\n");
        let record = parse(&text);
        assert_eq!(parse(&record.to_string()), record, "{comment:?}");
        assert_eq!(from_json(&record.to_json()), record, "{comment:?}");
    }
}
