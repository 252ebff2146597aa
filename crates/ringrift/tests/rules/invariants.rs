//! Crediting of eliminated rings, conservation of rings, determinism and progress (rules sections 11 and 13;
//! RR-CANON-R052, R060, R190, R191).

use ringrift::Position;

use crate::{check, check_rejected};

#[test]
fn r052_credits_never_exceed_the_missing_rings() {
    check_rejected("S a1=1; H 17,18; E 1,0", "only 0 are missing");
    check_rejected("S a1=1,b1=2; H 10,10; E 10,5", "only 14 are missing");
}

#[test]
fn r052_rings_move_between_hand_board_and_elimination() {
    check(
        "S a1=12,b1=1,h8=2; M1 a2; H 16,16",
        "eliminated 0,0 | do SP | do M b1-d1 | do T a1#1 | eliminated 1,1 | do E d1 | eliminated 2,1",
    );
    check("H 18,18", "do P a1*3 | has H 15,18 | eliminated 0,0");
}

#[test]
fn r052_buried_rings_still_belong_to_their_colour() {
    check("S a1=1,b1=2,d1=2,h8=2; H 17,15", "do SP | do C a1-c1 xb1 | do C c1-e1 xd1 | is e1=S221 | eliminated 0,0");
}

#[test]
fn r060_rings_eliminated_by_landing_are_credited_to_the_mover() {
    check("S a1=11,h8=2; M1 c1", "do M a1-c1 | has E 1,0");
    check("S a1=1,h8=2; M2 h6; T 2", "do M h8-h6 | has E 0,1");
}

#[test]
fn r060_captured_rings_are_not_eliminated() {
    check("S a1=1,b1=2,h8=2", "do C a1-c1 xb1 | has E 0,0");
}

#[test]
fn r060_rings_of_any_colour_are_credited_to_the_mover() {
    check("S a1=12,b1=1,h8=2; M1 a2", "do M b1-d1 | do ST | do M h8-h7 | do T a1#1 | has E 0,2 | do E h7 | has E 0,3");
}

#[test]
fn r060_payments_and_forced_eliminations_are_credited() {
    check("S c1=1,h8=11,h1=2; M1 a1,b1", "do M c1-c2 | do L 1 | do E h8 | has E 2,0");
    check("CX a1,g8,h8; S a1=11,h8=2", "do E a1 | has E 2,0");
}

#[test]
fn r060_rings_in_hand_are_credited_to_their_owners_at_a_stalemate() {
    check("CX a1,h1; S a1=1; E 5,5; H 2,3", "do E a1 | has E 8,8; H 0,0");
}

#[test]
fn r190_same_actions_lead_to_the_same_position() {
    let (position, script) = (
        "S c1=1,h8=1,h1=2,a8=2; M1 a1,b1,a7,b8; H 2,2",
        "do P c1 | do M c1-c3 | do L 1 | do E h8 | do T a8#1 | do E c3 | do SP | do M h1-h2",
    );
    let (first, second) = (check(position, script), check(position, script));
    assert_eq!(first, second);
    assert_eq!(first.fingerprint(), second.fingerprint());
    assert_eq!(Position::parse(&first.to_string()).expect("the position is valid"), first);
}

#[test]
fn r190_only_the_mover_decides_in_a_turn() {
    // The mover decides on the line, the region and both payments, although most of the rings belong to the opponent.
    check(
        "S c1=1,h8=21,g4=1,h1=2,a8=2; M1 a1,b1; M2 a7,b8",
        "do M c1-c2 | has T 1 | do L 1 | has T 1 | do E h8 | has T 1 | do T a8#1 | has T 1 | do E g4 | has T 2",
    );
}

#[test]
fn r191_progress_is_markers_territory_and_credits() {
    let position = check("S d4=1,h8=2; M1 a1,a3; M2 c5; C1 h1; C2 g1,g2; E 4,1", "has T 1");
    assert_eq!(position.progress(), 3 + 3 + 5);
}

#[test]
fn r191_every_move_and_capture_increases_progress_by_one() {
    check("S a1=11,h8=2", "do M a1-a3 | gain 1");
    check("S a1=11,h8=2; M1 c1", "do M a1-c1 | gain 1");
    check("S a1=1,h8=2; M2 b1; M1 c1", "do M a1-d1 | gain 1");
    check("S a1=1,b1=2,d1=2,h8=2", "do C a1-c1 xb1 | gain 1 | do C c1-e1 xd1 | gain 1");
    check("S a1=1,b1=2,h8=2,h1=1; M1 c1", "do C a1-c1 xb1 | gain 1");
}

#[test]
fn r191_eliminations_increase_progress_by_their_rings() {
    check("S c1=1,h8=111,h1=2; M1 a1,b1", "do M c1-c2 | do L 1 | gain 0 | do E h8 | gain 3");
    check("CX a1,g8,h8; S a1=11,h8=2", "do E a1 | gain 2");
}

#[test]
fn r191_regions_increase_progress_by_their_cells_and_rings() {
    check("S a1=12,b1=1,h8=2; M1 a2", "do M b1-d1 | do T a1#1 | gain 3 | do E d1 | gain 1");
    check("S d4=1,h8=2; M1 a2,b1", "do M d4-d5 | do T a1#1 | gain 1");
    check("S d4=1,h8=2; M1 a2,b1; M2 a1", "do M d4-d5 | do T a1#1 | gain 0 | do E d5 | gain 1");
}

#[test]
fn r191_placing_skipping_and_declining_do_not_change_progress() {
    check("S a1=1,h8=2; H 3,0", "do P d4 | gain 0");
    check("S a1=1,h8=2; H 3,0", "do SP | gain 0");
    check("S a1=1,d1=2,h5=2", "do M a1-c1 | do SC | gain 0");
    check("S a1=12,b1=1,h8=2; M1 a2", "do M b1-d1 | do ST | gain 0");
    check("S d1=1,h8=1,h1=2; M1 a1,b1,c1", "do M d1-d2 | do L 1; LR 2:1 | gain 0");
}

#[test]
fn r191_rings_in_hand_increase_progress_at_a_stalemate() {
    check("CX a1,h1; S a1=1; H 2,3", "do E a1 | gain 6");
}

#[test]
fn r191_compact_rings_can_move_back_and_forth_forever() {
    check(
        "G square8 2p compact; S a1=1,h8=2",
        "do M a1-b1 | gain 1 | do M h8-h7 | do M b1-a1 | is a1=S1,b1=M1 | gain 0 | has E 0,0",
    );
}
