//! Hashes and texts identify positions.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use ringrift::{
    BoardKind, FingerprintHash, FinishedGames, LastStandingRounds, Phase, Player, Position, Ruleset, Setup,
};

use crate::GAMES;
use crate::common::{config, games};
use crate::play::Step;

proptest! {
    #![proptest_config(config(GAMES))]

    /// The incremental hash equals the hash from scratch, and hashes are equal exactly if fingerprints are.
    #[test]
    fn incremental_hashes_agree_with_fingerprints(game in games()) {
        let mut hash_of: HashMap<String, u64> = HashMap::new();
        let mut fingerprint_of: HashMap<u64, String> = HashMap::new();
        for position in game.positions() {
            prop_assert_eq!(position.hash(), position.hash_from_scratch(), "{}", position);
            let fingerprint = position.fingerprint();
            prop_assert_eq!(position.fingerprint_hash(), FingerprintHash::of(&fingerprint));
            prop_assert_eq!(*hash_of.entry(fingerprint.clone()).or_insert(position.hash()), position.hash());
            let first = fingerprint_of.entry(position.hash()).or_insert_with(|| fingerprint.clone());
            prop_assert_eq!(&*first, &fingerprint, "two positions with one hash");
        }
    }

    /// Positions with equal fingerprints have equal continuations (docs/formats.md).
    #[test]
    fn equal_fingerprints_have_equal_continuations(game in games()) {
        for Step { before, action, after, .. } in game.steps() {
            for twin in twins(&before).iter().filter(|twin| twin.fingerprint() == before.fingerprint()) {
                let mut next = twin.clone();
                prop_assert!(next.play(action).is_ok(), "{} and {}", before, twin);
                prop_assert_eq!(next.fingerprint(), after.fingerprint(), "{} and {}", before, twin);
            }
        }
    }

    /// The text of every position is parsed back to it, also within a turn and after the end (docs/formats.md).
    #[test]
    fn position_texts_round_trip(game in games()) {
        for position in game.positions() {
            let text = position.to_string();
            let read = match Position::parse(&text) {
                Ok(read) => read,
                Err(error) => return Err(TestCaseError::fail(format!("{text}\n{error}"))),
            };
            prop_assert_eq!(&read, &position, "{}", text);
            prop_assert_eq!(read.hash(), position.hash());
            prop_assert_eq!(read.fingerprint(), position.fingerprint());
            prop_assert_eq!(read.to_string(), text.clone());
            let known = position.rules();
            prop_assert_eq!(Position::parse_with(&text, known), Ok(position.clone()));
            let without_rules = text.split_once("; ").map_or("", |(_, rest)| rest);
            prop_assert_eq!(Position::parse_with(without_rules, known), Ok(position));
        }
    }

    /// The setup of a position is parsed back from its text and leads to the same position.
    #[test]
    fn setup_texts_round_trip(game in games()) {
        for position in game.positions() {
            let setup = position.to_setup();
            let mut read = Setup::parse(&position.to_string()).expect("the engine wrote the text");
            prop_assert_eq!(read.fingerprint(), position.fingerprint());
            prop_assert_eq!(read.to_string(), position.to_string());
            read.stacks.sort();
            read.markers.sort();
            read.collapsed.sort();
            prop_assert_eq!(&read, &setup);
            let again = Position::from_setup(&setup, FinishedGames::Allow);
            prop_assert_eq!(again.as_ref(), Ok(&position), "{}", position);
            let rejected = Position::from_setup(&setup, FinishedGames::Reject).is_err();
            prop_assert_eq!(rejected, position.phase().is_over(), "{}", position);
        }
    }

    /// The text of every legal action is parsed back to it.
    #[test]
    fn action_texts_round_trip(game in games()) {
        for position in game.positions().iter().rev().step_by(2) {
            let mut texts = HashSet::new();
            for &action in &position.legal_actions() {
                let text = position.action_text(action);
                prop_assert_eq!(position.read_action(&text), Ok(action), "{}: {}", position, text);
                prop_assert!(texts.insert(text), "two actions with one text in {}", position);
            }
        }
    }
}

/// Returns positions that differ from this one only in the record of earlier turns.
fn twins(position: &Position) -> Vec<Position> {
    let setup = position.to_setup();
    let reversed = setup.last_actions.iter().rev().copied().collect();
    let all_acted = LastStandingRounds { acted: Player::seats(setup.rules.players).collect(), ..setup.rounds };
    let twins = [
        Setup { turn: setup.turn + 7, ..setup.clone() },
        Setup { last_actions: reversed, ..setup.clone() },
        Setup { last_standing: None, ..setup.clone() },
        Setup { rounds: all_acted, ..setup.clone() },
        Setup { rounds: LastStandingRounds { opener: None, ..setup.rounds }, ..setup },
    ];
    twins.iter().filter_map(|twin| Position::from_setup(twin, FinishedGames::Allow).ok()).collect()
}

/// A player can lose their last ring by landing on a marker and still have a line to process that is longer than the
/// line length.
#[test]
fn position_text_of_a_mover_without_rings_round_trips() {
    let rules = Ruleset::canon(BoardKind::Square8, 2).expect("canon has square8");
    let mut position = Position::parse_with("S d1=1,h8=2; M1 a1,b1,c1,d3", &rules).expect("the position text is valid");
    position.play(position.read_action("M d1-d3").expect("the action is legal")).expect("the action is legal");
    assert_eq!(position.phase(), Phase::LineChoice);
    assert_eq!(position.rings_on_board(Player::One), 0);
    let text = position.to_string();
    assert_eq!(Position::parse(&text).map(|read| read.to_string()), Ok(text));
}
