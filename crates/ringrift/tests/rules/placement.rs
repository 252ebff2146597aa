//! Placement (rules section 5; RR-CANON-R080 to R082).

use crate::check;

#[test]
fn r080_placement_is_forbidden_with_an_empty_hand() {
    check("S a1=1,h8=2; H 0,5", "has P movement | cannot P d4 | cannot SP R071");
}

#[test]
fn r080_placement_is_mandatory_without_a_stack() {
    check("H 18,18", "has P ring_placement | cannot SP R080 | legal 192");
    check("S d4=12,h8=2; H 5,0", "has P ring_placement | cannot SP R080");
}

#[test]
fn r080_placement_is_mandatory_while_all_stacks_are_blocked() {
    check("S a1=1,h8=2; C2 a2,b1,b2; H 1,1", "cannot SP R080 | cannot P a1 R082 | can P h1 | can P h8");
}

#[test]
fn r080_placement_is_optional_if_a_stack_can_act() {
    check("S a1=1,h8=2; H 2,2", "can P d4 | do SP | has P movement; H 2,2 | can M a1-a2");
    // A stack that can only capture can act, too.
    check("S a1=1,b1=2,h8=2; C2 a2,b2; H 2,2", "can SP");
}

#[test]
fn r080_turn_starts_with_movement_without_a_legal_placement() {
    check("CX a1,a2,g8,h8; S a1=1,h8=2,g8=2; H 5,0", "has P movement; H 5,0 | only M a1-a2");
}

#[test]
fn r080_moves_are_illegal_before_the_placement() {
    check("S a1=1,b1=2,h8=2; H 2,2", "cannot M a1-a2 R080 | cannot C a1-c1 xb1 R080");
    check("H 18,18", "cannot M a1-a2 R080");
}

#[test]
fn r081_one_to_three_rings_are_placed_on_an_empty_cell() {
    check("H 18,18", "can P a1 | can P a1*2 | can P a1*3 | cannot P a1*4 R081 | cannot P a1*0 R081");
    check("H 18,18", "do P a1*3 | is a1=S111 | has H 15,18; P movement a1 | events R081 placed a1=1*3");
}

#[test]
fn r081_hand_limits_the_number_of_rings() {
    check("H 2,18", "can P a1*2 | cannot P a1*3");
    check("H 1,18", "legal 64");
}

#[test]
fn r081_marker_cells_are_not_empty() {
    check("S h8=2; M1 d4; M2 e5; H 5,5", "cannot P d4 R081 | cannot P e5 R081 | can P d5");
}

#[test]
fn r081_collapsed_cells_are_not_empty() {
    check("S h8=2; C1 d4; C2 e5; H 5,5", "cannot P d4 R081 | cannot P e5 R081 | can P d5");
}

#[test]
fn r081_new_stack_must_be_able_to_act() {
    check("S h8=2; C2 a2,b1,b2; H 5,5", "cannot P a1 R081 | can P h1 | can P c1");
}

#[test]
fn r081_each_number_of_rings_is_tested_separately() {
    check("S h8=2; C2 a3,c1,c3; H 5,5", "can P a1 | cannot P a1*2 R081 | cannot P a1*3 R081");
}

#[test]
fn r081_placement_is_legal_if_the_stack_can_capture() {
    check("S h8=2,b1=2; C2 a2,b2; H 5,5", "can P a1 | can P a1*2 | can P a1*3");
    // First there is no landing cell behind b1, then the cap on b1 is too high for one ring.
    check("S h8=2,b1=2; C2 a2,b2,c1; H 5,5", "cannot P a1 R081");
    check("S h8=2,b1=22; C2 a2,b2; H 5,5", "cannot P a1 R081 | can P a1*2");
}

#[test]
fn r081_placement_is_legal_if_the_only_move_eliminates_the_stack() {
    check("S h8=2; M1 b1; C2 a2,b2,c1; H 5,5", "can P a1 | cannot P a1*2 R081 | do P a1 | do M a1-b1 | is b1=.");
    check("S h8=2; M2 b1; C2 a2,b2,c1; H 5,5", "cannot P a1 R081");
}

#[test]
fn r081_compact_any_number_of_rings_may_be_placed() {
    check("G square8 2p compact; H 18,18", "can P a1*7 | cannot P a1*8 R081 | can P d4*4 | cannot P d4*5 R081");
    check("G square8 2p compact; H 5,18", "can P a1*5 | cannot P a1*6");
}

#[test]
fn r082_exactly_one_ring_is_placed_on_a_stack() {
    check("S a8=1,d4=22,h1=2; H 3,0", "can P d4 | cannot P d4*2 R082 | cannot P a8*2 R082 | can P a8");
    check("S a8=1,d4=22,h1=2; H 3,0", "do P d4 | is d4=S221 | has H 2,0 | events R082 placed d4=1*1");
}

#[test]
fn r082_placed_ring_takes_control_of_the_stack() {
    check("S d4=22,h1=2; H 1,0", "do P d4 | cannot M d4-d6 R091 | can M d4-d7");
}

#[test]
fn r082_higher_stack_must_be_able_to_act() {
    check("S a1=222,h8=2; C2 a4,d4,e1; H 3,0", "cannot P a1 R082 | can P h8");
    check("S a1=1111111,h8=2; H 3,0", "cannot P a1 R082");
}

#[test]
fn r082_placement_is_legal_if_the_stack_can_capture() {
    check(
        "S a1=2,b1=2,h8=2; C2 a2,b2,a3,c3; H 3,0",
        "can P a1 | do P a1 | only C a1-c1 xb1, C a1-d1 xb1, C a1-e1 xb1, \
          C a1-f1 xb1, C a1-g1 xb1, C a1-h1 xb1",
    );
}
