//! Values of the terms in small positions.

use ringrift::{ByPlayer, Player, Position, PositionVisitor};

use super::*;
use crate::weights::Family;

struct Count;

impl PositionVisitor for Count {
    type Output = (ByPlayer<Terms>, f32);

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Self::Output {
        (terms(position), stage(position))
    }
}

/// Returns a term for both players.
fn count(text: &str, term: Term) -> [f32; 2] {
    let (all, _) = Position::parse(text).expect("the position is valid").visit(Count);
    [all[Player::One][term as usize], all[Player::Two][term as usize]]
}

#[test]
fn progress_terms_are_relative_to_the_winning_numbers() {
    let text = "G square8 2p; S d4=1,h8=2; C1 a1,a2,a3; E 0,9; P movement";
    assert_eq!(count(text, Term::Territory), [3.0 / 33.0, 0.0]);
    assert_eq!(count(text, Term::Credits), [0.0, 9.0 / 19.0]);
    assert_eq!(count(text, Term::Nearness)[1], (9.0f32 / 19.0).powi(2));
    assert_eq!(Position::parse(text).expect("the position is valid").visit(Count).1, 9.0 / 19.0);
}

#[test]
fn counts_rings_by_location() {
    let text = "G square8 2p; S a1=2211,c5=12,h8=222; H 6,0; T 1";
    assert_eq!(count(text, Term::Hand), [6.0 / 18.0, 0.0]);
    assert_eq!(count(text, Term::Prisoners), [2.0 / 18.0, 1.0 / 18.0]);
    assert_eq!(count(text, Term::Buried), [1.0 / 18.0, 2.0 / 18.0]);
    assert_eq!(count(text, Term::Caps), [2.0 / 18.0, 4.0 / 18.0]);
    assert_eq!(count(text, Term::ThickestCap), [2.0 / 18.0, 3.0 / 18.0]);
    assert_eq!(count(text, Term::Stacks), [1.0 / 8.0, 2.0 / 8.0]);
    assert_eq!(count(text, Term::Homeless), [0.0, 0.0]);
    assert_eq!(count("G square8 2p; S a1=1; H 0,3; P movement", Term::Homeless), [0.0, 1.0]);
}

#[test]
fn counts_rows_of_markers_on_all_axes() {
    let text = "G square8 2p live; S h8=1,h1=2; M1 b2,c3,d4,f1,f2; M2 a5; P movement";
    assert_eq!(count(text, Term::Markers), [5.0 / 8.0, 1.0 / 8.0]);
    assert_eq!(count(text, Term::Pairs), [3.0 / 8.0, 0.0]);
    assert_eq!(count(text, Term::AlmostLines), [1.0, 0.0]);
    assert_eq!(count(text, Term::Lines), [0.0, 0.0]);
    let four = "G square8 2p live; S h8=1,h1=2; M1 b2,c3,d4,e5; P movement";
    assert_eq!((count(four, Term::AlmostLines)[0], count(four, Term::Lines)[0]), (2.0, 1.0));
    let hexagon = "G hex8 2p live; S 0.4=1,0.-4=2; M1 -1.0,0.0,1.0; P movement";
    assert_eq!((count(hexagon, Term::AlmostLines)[0], count(hexagon, Term::Lines)[0]), (1.0, 0.0));
}

#[test]
fn counts_moves_captures_targets_and_stuck_stacks() {
    // A single ring on d4 of an empty board reaches 27 cells, minus the cell of the ring on h8.
    let open = "G square8 2p; S d4=1,h8=2; P movement";
    assert_eq!(count(open, Term::Mobility)[0], 27.0f32.ln());
    assert_eq!(
        count(open, Term::Targets),
        [0.0, 1.0 / 3.0],
        "h8 can capture over d4; d4 has no landing cell behind h8"
    );
    let stuck = "G square8 2p; S a1=1,h8=2; C2 a2,b1,b2; P movement; T 2";
    assert_eq!(count(stuck, Term::Stuck), [1.0 / 3.0, 0.0]);
}

#[test]
fn counts_the_best_claimable_region() {
    // Two markers separate the ring on a1 from the rest of the board, where player 1 has no stack.
    let text = "G square8 2p; S a1=1,h8=2; M1 a2,b1; P movement";
    assert_eq!(count(text, Term::Claim), [61.0 / 33.0, 1.0 / 33.0], "player 2 could claim a1");
    assert_eq!(count(text, Term::ClaimRings), [1.0 / 19.0, 1.0 / 19.0]);
    assert_eq!(count(text, Term::WinningClaim), [1.0, 0.0]);
    assert_eq!(
        count("G square8 2p canon regions=no_main; S a1=1,h8=2; M1 a2,b1; P movement", Term::Claim),
        [0.0, 1.0 / 33.0]
    );
}

#[test]
fn turn_terms_follow_the_phase_and_the_player_to_move() {
    let turn = |text: &str| {
        let all = [Term::ToPlace, Term::ToMove, Term::ToCapture, Term::ToSettle];
        all.map(|term| count(text, term)).map(|[one, two]| one - two)
    };
    assert_eq!(turn("G square8 2p; S d4=1,h8=2; H 3,3"), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(turn("G square8 2p; S d4=1,h8=2; P movement; T 2"), [0.0, -1.0, 0.0, 0.0]);
    assert_eq!(turn("G square8 2p; S a1=1,b1=2,h8=2; P capture a1"), [0.0, 0.0, 1.0, 0.0]);
    assert_eq!(turn("G square8 2p; S d4=1,h8=2; M1 a1,b1,c1; P line_processing"), [0.0, 0.0, 0.0, 1.0]);
}

fn chances_of(text: &str) -> ByPlayer<f32> {
    struct Chances;
    impl PositionVisitor for Chances {
        type Output = ByPlayer<f32>;
        fn visit<const W: usize>(self, position: &PositionOf<W>) -> ByPlayer<f32> {
            chances(position, Family::of(position.rules()).weights())
        }
    }
    Position::parse(text).expect("the position is valid").visit(Chances)
}

#[test]
fn chances_sum_to_one_and_grow_with_credits() {
    for text in ["G square8 2p; H 18,18", "G hex8 3p live; H 18,18,18", "G square19 4p compact; H 36,36,36,36"] {
        let players = Position::parse(text).expect("the position is valid").rules().players;
        let sum: f32 = chances_of(text).of(players).iter().sum();
        assert!((sum - 1.0).abs() < 1e-5, "{text}: {sum}");
    }
    let behind = chances_of("G square8 2p canon regions=no_main; S d4=1,h8=2; H 9,9; E 0,0");
    let ahead = chances_of("G square8 2p canon regions=no_main; S d4=1,h8=2; H 9,9; E 14,0");
    assert!(ahead[Player::One] > behind[Player::One]);
}

#[test]
fn first_places_share_the_win() {
    assert_eq!(shared_win(ByPlayer([2, 1, 0, 0]), 2), ByPlayer([0.0, 1.0, 0.0, 0.0]));
    assert_eq!(shared_win(ByPlayer([1, 1, 3, 0]), 3), ByPlayer([0.5, 0.5, 0.0, 0.0]));
}

#[test]
fn terms_have_distinct_names_in_index_order() {
    for (place, term) in Term::ALL.into_iter().enumerate() {
        assert_eq!(term as usize, place);
    }
    let names: std::collections::BTreeSet<_> = Term::ALL.map(Term::name).into_iter().collect();
    assert_eq!(names.len(), TERMS);
}
