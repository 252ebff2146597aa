//! Rings, stacks, markers, collapsed cells and the state (rules sections 2 and 3; RR-CANON-R020 to R051).

use ringrift::BoardKind::{Hexagonal, Square8, Square19};
use ringrift::{Player, Position, Ruleset, Stack};

use crate::{check, check_rejected};

#[test]
fn r020_every_player_starts_with_the_full_supply() {
    for (board, rings) in [(Square8, 18), (Square19, 36), (Hexagonal, 36)] {
        let start =
            Position::new(&Ruleset::canon(board, 3).expect("canon has this board")).expect("the rules are valid");
        let hands: Vec<u16> = Player::seats(3).map(|player| start.hand(player)).collect();
        assert_eq!(hands, [rings; 3], "{board}");
    }
}

#[test]
fn r020_player_cannot_have_more_rings_than_the_supply() {
    check_rejected("S a1=1; H 18,0", "player 1 has 19 rings");
    check_rejected("S a1=1,b1=21; H 0,18", "player 2 has 19 rings");
}

#[test]
fn r020_captured_rings_count_for_their_own_colour() {
    check("S a1=222221,h8=2; H 17,12", "eliminated 0,0");
    check("S a1=1,b1=2,h8=2; H 17,16", "do SP | do C a1-c1 xb1 | is c1=S21 | eliminated 0,0");
}

#[test]
fn r020_eliminated_rings_stay_out_of_the_game() {
    check("S a1=11,h8=2; M1 c1; H 16,17", "do SP | do M a1-c1 | eliminated 1,0 | has H 16,17; E 1,0");
}

#[test]
fn r021_cell_has_one_occupant() {
    check_rejected("S a1=1; M1 a1", "a1 has more than one occupant");
    check_rejected("S a1=1; C2 a1", "a1 has more than one occupant");
    check_rejected("S a1=1; M1 b1; M2 b1", "b1 has more than one occupant");
    check_rejected("S a1=1; M1 b1; C1 b1", "b1 has more than one occupant");
}

#[test]
fn r021_stack_has_at_least_one_ring() {
    check_rejected("S a1=,b1=1", "no rings");
}

#[test]
fn r021_rings_are_listed_from_bottom_to_top() {
    check("S a1=12,h8=1; T 2", "can M a1-a3");
    check("S a1=12,h8=1", "cannot M a1-a3 R091");
}

#[test]
fn r022_control_and_cap_are_counted_from_the_top() {
    for (rings, control, cap, height) in
        [("1", 1, 1, 1), ("12", 2, 1, 2), ("2211", 1, 2, 4), ("1211", 1, 2, 4), ("333", 3, 3, 3), ("11214", 4, 1, 5)]
    {
        let stack: Stack =
            rings.bytes().map(|seat| Player::from_seat(seat - b'0').expect("rings are seat digits")).collect();
        assert_eq!(stack.top().map(Player::seat), Some(control), "{rings}");
        assert_eq!(stack.cap(), cap, "{rings}");
        assert_eq!(stack.height(), height, "{rings}");
    }
}

#[test]
fn r022_control_changes_with_the_top_ring() {
    check("S a1=1,b1=12,h8=2", "do C a1-c1 xb1 | is b1=S1");
    check("S c1=1,h8=211,h1=2; M1 a1,b1", "do M c1-c2 | do L 1 | do E h8 | is h8=S2 | has T 2 | can M h8-h7");
}

#[test]
fn r023_placement_adds_rings_on_top() {
    check("S d4=22,h8=2; H 3,0", "do P d4 | is d4=S221");
}

#[test]
fn r023_capture_takes_the_top_ring_and_adds_it_at_the_bottom() {
    check("G square8 3p; S a1=121,b1=312,h8=2", "do C a1-e1 xb1 | is e1=S2121,b1=S31");
}

#[test]
fn r023_landing_on_an_own_marker_removes_only_the_top_ring() {
    check("S a1=2111,h8=2; M1 e1", "do M a1-e1 | is e1=S211");
}

#[test]
fn r023_payments_and_forced_eliminations_remove_the_whole_cap() {
    check("S c1=1,h8=12111,h1=2; M1 a1,b1", "do M c1-c2 | do L 1 | do E h8 | is h8=S12");
    check("S a1=12,b1=1,h8=2,d5=2111; M1 a2", "do M b1-d1 | do T a1#1 | do E d5 | is d5=S2");
    check("S a1=22221111,h8=2", "do E a1 | is a1=S2222 | has E 4,0");
}

#[test]
fn r023_region_eliminates_all_rings_inside() {
    check("S a1=12212,b1=1,h8=2; M1 a2", "do M b1-d1 | do T a1#1 | is a1=C1 | has E 5,0");
}

#[test]
fn r030_departing_stack_leaves_a_marker() {
    check("S a1=11,h8=2", "do M a1-a3 | is a1=M1 | events R092 left a1=M1");
    check("S a1=12,h8=1; T 2", "do M a1-a3 | is a1=M2");
    check("S a1=1,b1=2,d1=2,h8=2", "do C a1-c1 xb1 | is a1=M1 | do C c1-e1 xd1 | is c1=M1,b1=.,d1=.");
}

#[test]
fn r030_only_departures_leave_a_marker() {
    check("H 18,18", "do P d4 | lacks M1");
    check("CX a1,g8,h8; S a1=1,h8=2", "do E a1 | is a1=. | lacks M1");
    check("S c1=1,h8=1,h1=2; M1 a1,b1", "do M c1-c2 | do L 1 | do E h8 | is h8=. | lacks M1");
}

#[test]
fn r030_opponents_markers_on_the_path_change_owner() {
    check("S a1=1,h8=2; M2 b1", "do M a1-c1 | is b1=M1 | lacks M2");
}

#[test]
fn r031_collapsed_cells_are_never_entered_or_crossed() {
    check("S a1=1,h8=2; C1 c1; C2 a3", "can M a1-b1 | cannot M a1-c1 R091 | cannot M a1-d1 R091 | cannot M a1-a4 R091");
    check("S a1=1,b1=2,h8=2; C1 d1", "can C a1-c1 xb1 | cannot C a1-d1 xb1 R101 | cannot C a1-e1 xb1 R101");
    check("S a1=1,h8=2; C1 d4; C2 e4; H 3,0", "cannot P d4 R081 | cannot P e4 R081");
}

#[test]
fn r031_paths_lines_and_regions_collapse_cells() {
    check("S a1=1,h8=2; M1 b1", "do M a1-c1 | is b1=C1 | events R092 collapsed b1=C1");
    check("S c1=1,h8=1,h1=2; M1 a1,b1", "do M c1-c2 | do L 1 | is a1=C1,b1=C1,c1=C1 | events R122 collapsed a1=C1");
    check("S a1=2,b1=1,h8=2; M1 a2", "do M b1-d1 | do T a1#1 | is a1=C1 | events R145 collapsed a1=C1");
}

#[test]
fn r041_territory_counts_collapsed_cells_by_owner() {
    check("S a5=1,h8=2; C1 a1:d1; C2 e1:g1; M1 b5", "terr 4,3 | do M a5-c5 | terr 5,3");
    check("G square8 3p; S a5=1,h8=2,h6=3; C3 a1:c2; C1 h1", "terr 1,0,6");
}

#[test]
fn r050_board_consists_of_stacks_markers_and_collapsed_cells() {
    let text = "G square8 3p canon; S c2=12,d4=331; M1 a1; M3 f5,a6; C1 h1; C2 g8,h8; H 1,2,3; E 0,0,0; T 2; \
                P ring_placement; L 2";
    assert_eq!(Position::parse(text).expect("the position is valid").to_string(), text);
}

#[test]
fn r051_state_contains_hands_credits_and_turn() {
    let text = "G square8 2p canon; S d4=11,h8=2; H 3,4; E 5,6; T 1; P movement d4; N 17; L 1; A 1,2";
    assert_eq!(Position::parse(text).expect("the position is valid").to_string(), text);
    check(
        "S d4=1,h8=2; H 3,0",
        "has H 3,0; E 0,0; T 1; P ring_placement | lacks N | do P d4 | has P movement d4; H 2,0",
    );
}

#[test]
fn r051_every_phase_is_part_of_the_state() {
    for (state, phase) in [
        ("S a1=1,d1=2,h5=2; P movement", "movement"),
        ("S c1=1,d1=2,h5=2; P capture c1", "capture c1"),
        ("S c1=1,d1=2,h5=2; P chain_capture c1", "chain_capture c1"),
        ("S c2=1,h5=2; M1 a1,b1,c1; P line_processing", "line_processing"),
        ("S c2=1,h5=2; C1 a1,b1,c1; P line_elimination", "line_elimination"),
        ("S a1=2,d4=1,h8=2; M1 a2,b1; P territory_processing", "territory_processing"),
        ("S d4=1,h8=2; C1 a1,a2,b1; P territory_elimination", "territory_elimination"),
        ("CX a1,g8,h8; S a1=1,h8=2; P forced_elimination", "forced_elimination"),
    ] {
        check(state, &format!("has P {phase}"));
    }
    check_rejected("S a1=1,h8=2; P chain_capture a1", "chain_capture");
    check_rejected("S a1=1,h8=2; P forced_elimination", "forced_elimination");
}
