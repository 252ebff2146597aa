//! The symmetric hash is equal exactly for positions whose boards are the same up to symmetry and colours.

use std::collections::BTreeMap;

use proptest::prelude::*;
use ringrift::{
    Cell, CellContent, Edition, FinishedGames, Overrides, Player, PlayerSet, Position, Ruleset, Setup, Symmetry,
};

use crate::GAMES;
use crate::common::{config, games};
use crate::play::position;
use crate::seats::Seating;
use crate::transform::Transform;

proptest! {
    #![proptest_config(config(GAMES / 2))]

    #[test]
    fn images_and_rotated_seats_have_the_same_symmetric_hash(game in games()) {
        for step in game.steps().iter().rev().step_by(12) {
            let hash = step.after.symmetric_hash();
            for symmetry in Symmetry::all(game.rules.board) {
                prop_assert_eq!(symmetry.image(&step.after).symmetric_hash(), hash, "{}: {:?}", step.after, symmetry);
            }
            for shift in 1..game.rules.players {
                let rotated = Seating::rotated(game.rules.players, shift).image(&step.after);
                prop_assert_eq!(rotated.symmetric_hash(), hash, "{} and {}", step.after, rotated);
            }
        }
    }

    /// Compares the hash with a canonical form that is computed in another way.
    #[test]
    fn symmetric_hashes_are_equal_exactly_for_equal_boards(game in games()) {
        let mut hashes = BTreeMap::new();
        for step in game.steps().iter().step_by(4) {
            let form = canonical_form(&step.after);
            let hash = step.after.symmetric_hash();
            prop_assert_eq!(*hashes.entry(form).or_insert(hash), hash, "{}", step.after);
        }
        let different: std::collections::BTreeSet<u64> = hashes.values().copied().collect();
        prop_assert_eq!(different.len(), hashes.len());
    }

    #[test]
    fn symmetric_hash_depends_on_the_board_only(game in games(), turn in 1u32..500, hand in 1u16..9, seat in 1u8..=4) {
        for step in game.steps().iter().rev().step_by(12).filter(|step| !step.after.phase().is_over()) {
            let hash = step.after.symmetric_hash();
            let variants = variants(&step.after.to_setup(), turn, hand, seat);
            let valid = variants.iter().filter_map(|setup| Position::from_setup(setup, FinishedGames::Allow).ok());
            let others: Vec<Position> = valid.collect();
            prop_assert!(!others.is_empty(), "{}", step.after);
            for other in others {
                prop_assert_eq!(other.symmetric_hash(), hash, "{} and {}", step.after, other);
            }
        }
    }
}

/// Returns setups with the same board and other values beside it.
fn variants(setup: &Setup, turn: u32, hand: u16, seat: u8) -> Vec<Setup> {
    let rules = setup.rules;
    let mut hands = setup.hands;
    hands[Player::One] = hand;
    let to_move = Player::from_seat(seat).filter(|player| player.seat() <= rules.players).unwrap_or(Player::One);
    let other_edition = |edition| {
        let overrides = Overrides { rings_per_player: Some(rules.rings_per_player), ..Overrides::default() };
        Ruleset::new(edition, rules.board, rules.players, &overrides).ok()
    };
    let editions = [Edition::Canon, Edition::Compact, Edition::Live].into_iter().filter_map(other_edition);
    let mut variants: Vec<Setup> = editions.map(|rules| Setup { rules, phase: None, ..setup.clone() }).collect();
    variants.push(Setup { rules: Ruleset { turn_cap: Some(900), ..rules }, ..setup.clone() });
    variants.push(Setup { turn, hands, phase: None, last_standing: None, ..setup.clone() });
    variants.push(Setup { to_move, phase: None, last_actions: Vec::new(), ..setup.clone() });
    variants
}

/// One cell of a canonical form: its number, the kind of its content, and the relabelled owners.
type FormCell = (Cell, u8, Vec<usize>);

/// Returns the smallest list of cell contents among all symmetries and all first players.
fn canonical_form(position: &Position) -> (&'static str, Vec<FormCell>) {
    let board = position.rules().board;
    let owned = |cell| match position.content(cell) {
        CellContent::Empty => (0, Vec::new()),
        CellContent::Marker(player) => (1, vec![player]),
        CellContent::Collapsed(player) => (2, vec![player]),
        CellContent::Stack(stack) => (3, stack.rings().collect()),
    };
    let present: PlayerSet = board.iter_cells().flat_map(|cell| owned(cell).1).collect();
    let order: Vec<Player> = present.iter().collect();
    let form = |symmetry: Symmetry, first: usize| {
        let label = |player: &Player| {
            let number = order.iter().position(|other| other == player).expect("the player is present");
            (number + order.len() - first) % order.len()
        };
        let cells = board.iter_cells().filter(|&cell| owned(cell).0 != 0);
        let mut form: Vec<FormCell> = cells
            .map(|cell| {
                let (kind, owners) = owned(cell);
                (symmetry.cell(cell), kind, owners.iter().map(label).collect())
            })
            .collect();
        form.sort();
        form
    };
    let all = Symmetry::all(board).flat_map(|symmetry| (0..order.len().max(1)).map(move |first| (symmetry, first)));
    (board.name(), all.map(|(symmetry, first)| form(symmetry, first)).min().unwrap_or_default())
}

/// Every change that the hash must notice: another ring order, another owner, a marker instead of territory, another board.
#[test]
fn different_boards_have_different_symmetric_hashes() {
    let texts = [
        "G square8 2p canon; S b1=112,d4=2; M1 c3",
        "G square8 2p canon; S b1=121,d4=2; M1 c3",
        "G square8 2p canon; S b1=112,d4=2; M2 c3",
        "G square8 2p canon; S b1=112,d4=2; C1 c3",
        "G square8 2p canon; S b1=112,d4=22; M1 c3",
        "G square8 2p canon; S b1=112,d4=2; M1 c4",
        "G square8 2p canon; S b1=112,d4=2; M1 c3,h8",
        "G square8 3p canon; S b1=113,d4=2; M1 c3",
        "G square19 2p canon; S b1=112,d4=2; M1 c3",
        "G square8 2p canon; S b1=112,d4=2",
    ];
    for (number, text) in texts.iter().enumerate() {
        for other in &texts[..number] {
            assert_ne!(position(text).symmetric_hash(), position(other).symmetric_hash(), "{text} and {other}");
        }
    }
}
