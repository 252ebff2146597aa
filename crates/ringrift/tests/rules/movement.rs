//! Moves without capture and their effects (rules sections 6 and 7; RR-CANON-R090 to R092).

use crate::check;

#[test]
fn r090_every_controlled_stack_may_move() {
    check("S a1=1,h1=211,d4=12,h8=2", "can M a1-a2 | can M h1-h4 | cannot M d4-d6 R091 | cannot M h8-h7 R091");
}

#[test]
fn r090_turn_passes_without_stack_and_placement() {
    check("CX a1,g8,h8; S h8=2; H 5,0", "events R070 turn 1, R090 passed 1, R070 turn 2 | has T 2; N 2");
}

#[test]
fn r090_player_with_only_buried_rings_passes() {
    check(
        "G square8 3p; S d4=1,h8=23,a8=3",
        "do M d4-d5 | events R070 turn 2, R090 passed 2, R070 turn 3 | has T 3; N 3 | do M a8-a7 | has T 1; N 4",
    );
}

#[test]
fn r091_stack_moves_at_least_its_height() {
    check("S d4=111,h1=2", "cannot M d4-d5 R091 | cannot M d4-d6 R091 | can M d4-d7 | can M d4-d8");
    check("S d4=221,h1=2", "cannot M d4-d6 R091 | can M d4-d7");
}

#[test]
fn r091_diagonal_steps_count_once() {
    check("S d4=111,h1=2", "cannot M d4-f6 R091 | can M d4-g7 | can M d4-a1");
}

#[test]
fn r091_distances_on_hexagons_are_steps() {
    let position = "G hexagonal 2p; S 0.0=11,9.-4=2";
    check(
        position,
        "cannot M 0.0-1.0 R091 | can M 0.0-2.0 | cannot M 0.0--1.1 R091 | can M 0.0--2.2 | can M 0.0-0.-10",
    );
}

#[test]
fn r091_stacks_and_collapsed_cells_block_the_path() {
    check("S a1=1,c1=22,h8=2; C2 a3", "can M a1-b1 | cannot M a1-c1 R091 | cannot M a1-d1 R091");
    check("S a1=1,c1=1,h8=2; C2 a3", "cannot M a1-d1 R091 | can M a1-a2 | cannot M a1-a3 R091 | cannot M a1-a4 R091");
}

#[test]
fn r091_markers_do_not_block_the_path() {
    check("S a1=1,h8=2; M1 b1; M2 c1", "can M a1-d1 | can M a1-h1");
}

#[test]
fn r091_only_own_markers_can_be_landed_on() {
    check("S a1=1,h8=2; M2 b1; M1 c1; M2 d1", "cannot M a1-b1 R091 | can M a1-c1 | cannot M a1-d1 R091");
}

#[test]
fn r091_move_needs_an_own_stack() {
    check("S a1=1,h8=2; M1 c3", "cannot M c3-c4 R091 | cannot M d5-d6 R091 | cannot M a1-a1 R091");
}

#[test]
fn r092_markers_on_the_path_flip_or_collapse() {
    check(
        "S a1=1,h8=2; M2 b1; M1 c1; M2 d1",
        "do M a1-e1 | is a1=M1,b1=M1,c1=C1,d1=M1,e1=S1 | has E 0,0 | terr 1,0
         events R092 left a1=M1, R092 flipped b1=M2>M1, R092 collapsed c1=C1, R092 flipped d1=M2>M1, R091 moved a1-e1=1",
    );
}

#[test]
fn r092_markers_of_all_other_players_flip() {
    check("G square8 4p; S a1=2,h8=1,h1=3,a8=4; M1 b2; M3 c3; M4 d4; T 2", "do M a1-e5 | is b2=M2,c3=M2,d4=M2");
}

#[test]
fn r092_only_cells_between_start_and_landing_change() {
    check("S d1=1,h8=2; M2 c1,f1,h1,d2; M1 b1", "do M d1-g1 | is c1=M2,f1=M1,h1=M2,d2=M2,b1=M1,e1=.");
}

#[test]
fn r092_landing_on_an_own_marker_eliminates_the_top_ring() {
    check(
        "S a1=11,h8=2; M1 c1",
        "do M a1-c1 | is a1=M1,c1=S1 | has E 1,0 | terr 0,0
         events R092 left a1=M1, R091 moved a1-c1=11, R092 removed c1, R092 eliminated c1=1 for 1",
    );
}

#[test]
fn r092_lone_ring_landing_on_an_own_marker_is_eliminated() {
    check("S a1=1,h1=1,h8=2; M1 c1", "do M a1-c1 | is c1=.,a1=M1 | has E 1,0; T 2");
}

#[test]
fn r092_landing_on_an_own_marker_can_change_control() {
    // The stack on d2 is next to the landing cell, but the mover no longer controls the moved stack.
    check("S a1=21,h1=1,h8=2,d2=2; M1 c1", "do M a1-c1 | is c1=S2 | has E 1,0; T 2");
}

#[test]
fn r092_landing_on_an_empty_cell_eliminates_nothing() {
    check("S a1=11,h8=2", "do M a1-a3 | is a3=S11 | has E 0,0");
}

#[test]
fn r092_moves_may_pass_the_first_landing() {
    check("S a1=1,h8=2; M1 c1", "can M a1-b1 | can M a1-c1 | can M a1-d1 | can M a1-h1");
    check("S a1=1,h8=2; M2 b1", "can M a1-c1 | can M a1-h1");
}

#[test]
fn r092_compact_landing_on_an_own_marker_eliminates_nothing() {
    check("G square8 2p compact; S a1=11,h8=2; M1 c1", "do M a1-c1 | is a1=M1,c1=S11 | has E 0,0 | gain 0");
}
