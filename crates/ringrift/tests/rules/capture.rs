//! Captures and chains (rules section 8; RR-CANON-R101 to R103).

use crate::check;

#[test]
fn r101_capture_jumps_one_stack_in_a_straight_line() {
    check("S a1=1,b1=2,h8=2", "can C a1-c1 xb1 | cannot C a1-c2 xb1 R101 | cannot C a1-b1 xb1 R101");
    check("S a1=1,c1=2,h8=2", "can C a1-d1 xc1 | cannot C a1-b1 xc1 R101 | cannot C a1-d1 xb1 R101");
    check("S a1=1,b2=2,h8=2", "cannot C a1-c1 xb2 R101 | can C a1-c3 xb2");
}

#[test]
fn r101_any_landing_beyond_the_target_is_legal() {
    check(
        "S a1=1,b1=2,h8=2; C2 g1",
        "can C a1-c1 xb1 | can C a1-f1 xb1 | cannot C a1-g1 xb1 R101 | cannot C a1-h1 xb1 R101",
    );
}

#[test]
fn r101_capture_needs_an_own_stack_and_a_target() {
    check("S a1=1,b1=2,h8=2", "cannot C b1-d1 xa1 R101 | cannot C b1-d1 xc1 R101 | cannot C a1-a3 xa2 R101");
}

#[test]
fn r101_caps_are_compared_not_heights() {
    check("S a1=21,c1=22,a3=12,h8=2", "cannot C a1-d1 xc1 R101 | can C a1-a4 xa3");
    check("S a1=1,c1=22,h8=2", "cannot C a1-d1 xc1 R101");
    check("S a1=11,c1=22,a3=2222221,h8=2", "can C a1-d1 xc1 | can C a1-a4 xa3");
}

#[test]
fn r101_own_stacks_may_be_captured() {
    check("S a1=1,b1=1,h8=2", "do C a1-c1 xb1 | is c1=S11,b1=. | has E 0,0");
}

#[test]
fn r101_landing_is_at_least_the_height_away() {
    check("S a1=111,b1=2,h8=2", "cannot C a1-c1 xb1 R101 | can C a1-d1 xb1");
    check("S a1=111,b2=2,h8=2", "cannot C a1-c3 xb2 R101 | can C a1-d4 xb2");
    check("G hexagonal 2p; S 0.0=111,1.0=2,9.-4=2", "cannot C 0.0-2.0 x1.0 R101 | can C 0.0-3.0 x1.0");
}

#[test]
fn r101_compact_diagonal_captures_count_twice() {
    check("G square8 2p compact; S a1=111,b2=2,h8=2", "can C a1-c3 xb2");
    check("G square8 2p compact; S d4=111,h1=2", "cannot M d4-f6 R091 | can M d4-g7");
    check("G square8 2p compact; S a1=11111,b2=2,h8=2", "cannot C a1-c3 xb2 R101 | can C a1-d4 xb2");
    check("G square8 2p compact; S a1=111,b1=2,h8=2", "cannot C a1-c1 xb1 R101 | can C a1-d1 xb1");
    check("G hexagonal 2p compact; S 0.0=111,1.0=2,9.-4=2", "cannot C 0.0-2.0 x1.0 R101 | can C 0.0-3.0 x1.0");
}

#[test]
fn r101_only_one_stack_is_jumped() {
    check("S a1=1,b1=2,c1=2,h8=2", "cannot C a1-d1 xb1 R101 | cannot C a1-d1 xc1 R101");
    check("S a1=1,b1=2,e1=2,h8=2", "can C a1-d1 xb1 | cannot C a1-e1 xb1 R101 | cannot C a1-f1 xb1 R101");
}

#[test]
fn r101_collapsed_cells_block_the_path_on_both_sides() {
    check("S a1=1,c1=2,a3=2,h8=2; C1 b1; C2 a5", "cannot C a1-d1 xc1 R101 | can C a1-a4 xa3 | cannot C a1-a6 xa3 R101");
}

#[test]
fn r101_only_own_markers_can_be_landed_on() {
    check("S a1=1,c1=2,h8=2; M2 b1,d1; M1 e1", "cannot C a1-d1 xc1 R101 | can C a1-e1 xc1 | can C a1-f1 xc1");
}

#[test]
fn r102_captured_ring_goes_to_the_bottom_of_the_attacker() {
    check(
        "S a1=1,b1=2,h8=2",
        "do C a1-c1 xb1 | is a1=M1,b1=.,c1=S21 | has E 0,0
         events R092 left a1=M1, R102 captured b1=2, R102 moved a1-c1=21",
    );
    check("G square8 3p; S a1=3121,c1=3,h8=2", "do C a1-e1 xc1 | is e1=S33121");
}

#[test]
fn r102_target_keeps_its_other_rings() {
    check("S a1=21,c1=22,a3=12,h8=2", "do C a1-a4 xa3 | is a3=S1,a4=S221");
    check("S a1=11,c1=22,h8=2", "do C a1-d1 xc1 | is c1=S2,d1=S211");
}

#[test]
fn r102_markers_on_both_sides_flip_or_collapse() {
    check("S a1=1,d1=2,h8=2; M1 b1,f1; M2 c1,e1", "do C a1-g1 xd1 | is a1=M1,b1=C1,c1=M1,d1=.,e1=M1,f1=C1,g1=S21");
}

#[test]
fn r102_landing_on_an_own_marker_eliminates_the_top_ring_after_the_capture() {
    check(
        "S a1=1,b1=2,h8=2,h1=1; M1 c1",
        "do C a1-c1 xb1 | is c1=S2 | has E 1,0; T 2
         events R102 captured b1=2, R102 moved a1-c1=21, R092 removed c1, R092 eliminated c1=1 for 1",
    );
    check("S a1=111,b1=2,h8=2; M1 d1", "do C a1-d1 xb1 | is d1=S211 | has E 1,0");
}

#[test]
fn r102_compact_landing_on_an_own_marker_eliminates_nothing() {
    check("G square8 2p compact; S a1=1,b1=2,h8=2,h1=1; M1 c1", "do C a1-c1 xb1 | is c1=S21 | has E 0,0");
}

#[test]
fn r103_chain_must_continue() {
    check(
        "S a1=1,b1=2,d1=2,h8=2",
        "do C a1-c1 xb1 | has P chain_capture c1 | cannot SC R103 | legal 4 | cannot M c1-c3 R071
         do C c1-e1 xd1 | is a1=M1,c1=M1,e1=S221 | has T 2",
    );
}

#[test]
fn r103_capture_after_a_move_starts_a_chain() {
    check("S a1=1,d1=2,f1=2,h8=2", "do M a1-c1 | can SC | do C c1-e1 xd1 | has P chain_capture e1 | cannot SC R103");
}

#[test]
fn r103_player_may_choose_a_segment_that_ends_the_chain() {
    let position = "S a1=1,b1=2,d1=2,e2=2,h8=2";
    check(position, "do C a1-c1 xb1 | do C c1-f1 xd1 | is f1=S221 | has P chain_capture f1");
    check(position, "do C a1-c1 xb1 | do C c1-h1 xd1 | is h1=S221 | has T 2");
}

#[test]
fn r103_chain_may_change_direction() {
    check("S a1=1,b1=2,c3=2,h8=2", "do C a1-c1 xb1 | do C c1-c5 xc3 | is c5=S221,c3=. | has T 2");
}

#[test]
fn r103_chain_may_capture_the_same_stack_again() {
    check(
        "S c1=1,d1=1212,h8=2",
        "do C c1-e1 xd1 | is d1=S121 | do C e1-b1 xd1 | is c1=C1,e1=M1,b1=S121,d1=S12 | has T 2",
    );
}

#[test]
fn r103_chain_ends_when_control_of_the_stack_is_lost() {
    check("S c1=1,d1=1212,h8=2,h1=1", "do C c1-e1 xd1 | do C e1-c1 xd1 | is c1=S12,d1=S12 | has E 1,0; T 2");
}

#[test]
fn r103_only_the_capturing_stack_continues() {
    check("S a1=1,b1=2,d1=2,a8=1,b8=2,h5=2", "do C a1-c1 xb1 | cannot C a8-c8 xb8 R103");
}

#[test]
fn r103_higher_stack_needs_more_distance() {
    check(
        "S a1=1,b1=2,c2=2,h8=2",
        "do C a1-c1 xb1 | only CC c1-c3 xc2, CC c1-c4 xc2, CC c1-c5 xc2, CC c1-c6 xc2, \
          CC c1-c7 xc2, CC c1-c8 xc2",
    );
    check("S a1=11,b1=2,d2=2,h8=2", "do C a1-c1 xb1 | cannot C c1-e3 xd2 R101 | can C c1-f4 xd2");
}

#[test]
fn r103_lines_and_regions_are_processed_after_the_chain() {
    check(
        "S d1=1,e1=2,g1=2,a8=2,h8=2; M1 d2,d3,a7,b8",
        "do C d1-f1 xe1 | lines d1..d3 | has P chain_capture f1 | do C f1-h1 xg1 | has P line_processing",
    );
    check(
        "S b1=1,c1=2,e1=2,a1=2,h8=2; M1 a2",
        "do C b1-d1 xc1 | candidates 1,61 | has P chain_capture d1 | do C d1-f1 xe1 | has P territory_processing",
    );
}
