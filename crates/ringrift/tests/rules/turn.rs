//! The turn, its phases and forced elimination (rules section 4; RR-CANON-R070 to R072, R100).

use crate::check;

#[test]
fn r070_turn_goes_through_all_phases() {
    check(
        "S c5=1,e2=2,g2=2,a8=2,f7=2; M1 b1,c1,a7,b8; H 1,0",
        "has P ring_placement | do P d1
         has P movement d1 | do M d1-d2
         has P capture d2 | do C d2-f2 xe2
         has P chain_capture f2 | do C f2-h2 xg2
         has P line_processing | do L 1
         has P line_elimination | do E h2
         has P territory_processing | do T a8#1
         has P territory_elimination | do E c5
         has T 2; P movement; E 3,0; H 0,0 | terr 6,0",
    );
}

#[test]
fn r070_phases_without_a_decision_are_skipped() {
    check("S a1=1,h8=2", "has T 1; P movement | do M a1-a2 | has T 2; P movement");
}

#[test]
fn r070_movement_is_mandatory() {
    check("S a1=1,h8=2; H 1,0", "do SP | has P movement | cannot SP R071 | cannot SC R071 | cannot ST R071");
}

#[test]
fn r070_rings_are_placed_once_a_turn() {
    check("S a1=1,h8=2; H 5,0", "do P d4 | cannot P d5 R070 | cannot P d4 R070");
}

#[test]
fn r070_only_the_stack_that_received_rings_may_move() {
    check("S a8=1,d4=22,h1=2; H 3,0", "do P d4 | cannot M a8-a7 R070 | can M d4-d7");
    check("S a1=1,b1=2,h8=2; H 3,0", "do P d4 | cannot C a1-c1 xb1 R070");
}

#[test]
fn r070_placed_stack_may_capture_at_once() {
    check("S b1=2,h8=2; H 3,0", "do P a1 | do C a1-c1 xb1 | is c1=S21,a1=M1 | has T 2");
}

#[test]
fn r070_capture_after_a_move_is_optional() {
    let position = "S a1=1,d1=2,a8=1,b8=2,h5=2";
    check(position, "do M a1-c1 | has P capture c1 | do SC | has T 2");
    check(position, "do M a1-c1 | do C c1-e1 xd1 | is e1=S21 | has T 2");
}

#[test]
fn r070_only_the_moved_stack_may_capture_after_a_move() {
    check("S a1=1,d1=2,a8=1,b8=2,h5=2", "can C a8-c8 xb8 | do M a1-c1 | cannot C a8-c8 xb8 R070");
}

#[test]
fn r070_only_legal_capture_is_compulsory() {
    check("S a1=1,b1=2,h8=2; C2 a2,b2,d1", "only C a1-c1 xb1 | cannot SC R071");
}

#[test]
fn r070_finished_game_has_no_actions() {
    check("S a1=11,h8=2; M1 c1; E 18,0", "do M a1-c1 | legal 0 | cannot M h8-h7 R070 | cannot E c1 R070");
}

#[test]
fn r071_lines_come_before_territory() {
    check(
        "S c1=1,h8=1,h1=2,a8=2; M1 a1,b1,a7,b8",
        "do M c1-c2 | has P line_processing | cannot T a8#1 R071 | cannot ST R071
         do L 1 | cannot T a8#1 R071 | do E h8
         has P territory_processing | cannot L a1..c1 R071 | do T a8#1 | has P territory_elimination",
    );
}

#[test]
fn r071_actions_of_other_phases_are_illegal() {
    check("S a1=1,h8=2; H 3,0", "cannot SC R071 | cannot ST R071 | cannot E a1 R071");
    check("S a1=1,h8=2", "cannot SP R071 | cannot E a1 R071 | cannot ST R071");
    check("S a1=1,d1=2,h5=2", "do M a1-c1 | cannot M c1-c2 R071 | cannot P a2 R071 | cannot SP R071 | cannot ST R071");
    check("S c1=1,h8=1,h1=2; M1 a1,b1", "do M c1-c2 | cannot E h8 R071 | do L 1 | cannot M c2-c3 R071");
    check("S a1=2,b1=1,h8=2; M1 a2", "do M b1-d1 | cannot E d1 R071 | do T a1#1 | cannot ST R071");
    check("CX a1,g8,h8; S a1=1,h8=2", "cannot M a1-a2 R071 | cannot SP R071");
}

#[test]
fn r072_blocked_player_must_eliminate_a_cap() {
    check("CX a1,g8,h8; S a1=1,h8=2", "has T 1; P forced_elimination | only E a1");
}

#[test]
fn r072_placements_without_a_move_do_not_prevent_forced_elimination() {
    check("CX a1,g8,h8; S a1=1,h8=2; H 5,0", "has P forced_elimination | do E a1 | has H 5,0; E 1,0; T 2");
}

#[test]
fn r072_legal_placement_prevents_forced_elimination() {
    check("S a1=1,h8=2; C2 a2,b1,b2; H 1,1", "has P ring_placement | cannot E a1 R071");
}

#[test]
fn r072_capture_prevents_forced_elimination() {
    check("S a1=1,b1=2,h8=2; C2 a2,b2", "has P movement | cannot M a1-b1 R091 | can C a1-c1 xb1");
}

#[test]
fn r072_turn_passes_without_a_stack() {
    check("CX a1,g8,h8; S h8=2; H 5,0", "events R090 passed 1 | has T 2; P movement; E 0,0; H 5,0");
}

#[test]
fn r100_cap_of_any_controlled_stack_is_eliminated() {
    let position = "CX a1,c1,g8,h8; S a1=211,c1=1,h8=2";
    check(position, "only E a1, E c1 | cannot E h8 R100 | cannot E g8 R100");
    check(position, "do E a1 | is a1=S2,c1=S1 | events R100 eliminated a1=11 for 1 | has E 2,0; T 2");
}

#[test]
fn r100_cell_of_an_eliminated_stack_becomes_empty() {
    check("CX a1,g8,h8; S a1=1,h8=2", "do E a1 | is a1=. | has E 1,0; T 2; P movement");
}

#[test]
fn r100_turn_ends_if_no_action_becomes_possible() {
    // The region of 56 cells outside both corners has just become eligible, but the turn ends without a region phase.
    check(
        "S a1=1,h8=1,d4=2; C2 a2,b1,b2,g8,g7,h7",
        "has P forced_elimination | do E a1 | is a1=. | has T 2; P movement; E 1,0",
    );
}

#[test]
fn r100_turn_ends_before_lines() {
    check(
        "CX a1,c1,d1,e1,g1,g8,h8; S a1=1,g1=1,h8=2; M1 c1,d1,e1",
        "lines c1..e1 | do E a1 | is c1=M1,g1=S1 | has T 2",
    );
}

#[test]
fn r100_turn_continues_if_a_move_becomes_possible() {
    check(
        "S a1=2,a2=2,h8=1; C1 a3,b1,b2,b3; T 2",
        "has P forced_elimination | do E a2 | has T 2; P movement; E 0,1 | only M a1-a2
         do M a1-a2 | has P territory_processing",
    );
}

#[test]
fn r100_turn_continues_if_a_placement_becomes_possible() {
    check(
        "CX a1,a2,g8,h8; S a1=11,h8=2; H 5,0",
        "has P forced_elimination | do E a1 | has T 1; P ring_placement; H 5,0; E 2,0
         only P a1, P a2 | cannot SP R080 | do P a1 | do M a1-a2 | has P territory_processing",
    );
}

#[test]
fn r100_forced_elimination_can_win() {
    check("CX a1,g8,h8; S a1=11,h8=2; E 17,0", "do E a1 | has P game_over 1 ring_elimination");
}
