//! Placement, landing, forced elimination and swapping sides (rules-live sections 3, 4, 8 and 11).

use ringrift::Action;

use super::live;
use crate::check;

#[test]
fn r080_live_skipping_is_legal_without_a_legal_placement() {
    live("CX a1,b1; S a1=1; H 1,1", "has P ring_placement | only SP | do SP | only M a1-b1");
}

#[test]
fn r080_live_skipping_needs_a_stack_that_can_act() {
    live("S a1=1,h8=2; C2 a2,b1,b2; H 1,1", "cannot SP R080 | cannot P a1 | can P h1");
    live("S a1=1,h8=2; H 1,1", "can SP");
    live("H 18,18", "cannot SP R080");
}

#[test]
fn r080_live_skipping_leads_to_recovery() {
    live("S h8=12; M1 a1; H 1,0", "can SP | can P h1 | do SP | has P recovery; H 1,0 | cannot P h1");
    // Without a marker or without a buried ring recovery is not possible.
    live("S h8=12; H 1,0", "cannot SP R080");
    live("S h8=2; M1 a1; H 1,0", "cannot SP R080");
}

#[test]
fn r081_live_placement_is_legal_if_the_stack_can_land_on_a_marker() {
    live("CX a1,a2,h7,h8; S h8=2; M2 a2; H 1,0", "only P a1 | do P a1 | only M a1-a2");
}

#[test]
fn r092_live_landing_on_any_marker_eliminates_the_top_ring() {
    live("S a1=11,h8=2; M2 a3", "do M a1-a3 | is a1=M1,a3=S1 | has E 1,0; T 2 | gain 1");
    live("S a1=11,h8=2; M1 a3", "do M a1-a3 | is a1=M1,a3=S1 | has E 1,0; T 2 | gain 1");
    live(
        "S a1=11,h8=2; M2 a3",
        "do M a1-a3 | events R092 removed a3, R092 eliminated a3=1 for 1 | no R092 collapsed a3=C1",
    );
}

#[test]
fn r092_live_lone_ring_landing_on_a_foreign_marker_is_eliminated() {
    live("S a1=1,c5=1,h8=2; M2 a2", "do M a1-a2 | is a1=M1,a2=. | has E 1,0; T 2 | eliminated 17,17");
}

#[test]
fn r092_live_no_capture_follows_if_control_is_lost() {
    live("S a1=11,b3=2; M2 a3", "do M a1-a3 | has P capture a3");
    live("S a1=21,b3=2,h8=1; M2 a3", "do M a1-a3 | is a3=S2 | has E 1,0; T 2; P movement");
}

#[test]
fn r102_live_capture_may_land_on_a_foreign_marker() {
    live("S a1=1,c1=2,g5=1,h8=2; M2 d1", "do C a1-d1 xc1 | is a1=M1,c1=.,d1=S2 | has E 1,0; T 2");
    // The captured ring is added before the top ring is eliminated, so player 1 still controls the stack and must continue.
    live(
        "S a1=11,c1=2,d3=2,h8=2; M2 d1",
        "do C a1-d1 xc1 | is d1=S21 | has E 1,0; P chain_capture d1 | can C d1-d4 xd3",
    );
}

#[test]
fn r092_live_markers_on_the_path_flip_or_collapse() {
    live("S a1=1,h8=2; M1 a2; M2 a3", "do M a1-a4 | is a1=M1,a2=C1,a3=M1,a4=S1 | terr 1,0 | has E 0,0");
}

#[test]
fn r100_live_whole_cap_is_eliminated() {
    live(
        "CX a1,b1,c1; S a1=111,c1=2; H 1,0",
        "has P forced_elimination | only E a1 | do E a1 | is a1=.,c1=S2 | has H 1,0; E 3,0; T 2",
    );
}

#[test]
fn r100_live_skipping_does_not_prevent_forced_elimination() {
    live(
        "CX a1,g8,h8; S a1=1,h8=2; H 5,0",
        "has P territory_processing idle | regions 2 | do ST
         has P forced_elimination | do E a1 | is a1=. | has H 5,0; E 1,0; T 2",
    );
}

#[test]
fn r100_live_region_prevents_forced_elimination() {
    // Players 1 and 2 start with 30 and 31 collapsed cells. The payment leaves no stack, and no ring can be placed.
    live(
        "CX a1,g8,h8; S a1=1,h8=2; H 5,0",
        "do T g8#2 | terr 32,31 | has E 1,0 | only E a1 | do E a1 | has E 2,0; H 5,0; P game_over 1 territory_control",
    );
}

#[test]
fn r100_live_line_prevents_forced_elimination() {
    live(
        "CX a1,b1,c1,a8,b8,c8,d8; S a1=111,c1=2; M1 a8,b8,c8,d8",
        "only L 1 | do L 1 | only E a1 | do E a1 | is a1=S11 | has E 1,0; T 2",
    );
}

#[test]
fn r100_live_recovery_prevents_forced_elimination() {
    live("S d4=12,h8=12; M1 c3", "do R c3-d4 xh8 | is d4=S1,h8=S2 | has E 2,0; T 2; P movement");
}

#[test]
fn r175_live_second_seat_may_swap_before_any_other_action() {
    check(
        "G square8 2p live swap=on; H 18,18",
        "cannot SW R175 | do P d4 | cannot SW | do M d4-d5 | can SW | cannot SP | do SW | events R175 swapped
         is d4=M1,d5=S1 | has H 17,18; T 2; N 2 | cannot SW R175 | cannot SP | do P h1 | cannot SW | do M h1-h2
         has T 1 | cannot SW R175",
    );
}

#[test]
fn r175_live_swap_must_be_the_first_action() {
    check(
        "G square8 2p live swap=on; H 18,18",
        "do P d4 | do M d4-d5 | do P a1 | cannot SW | do M a1-b1 | cannot SW R175
         do P h1 | do M h1-h2 | has T 2; N 4 | cannot SW R175",
    );
}

#[test]
fn r175_live_swap_is_an_option() {
    let position = live("H 18,18", "do P d4 | do M d4-d5 | has T 2; P ring_placement");
    assert!(!position.legal_actions().contains(&Action::SwapSides));
    assert!(position.read_action("SW").is_err());
}
