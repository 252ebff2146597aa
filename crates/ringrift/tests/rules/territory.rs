//! Regions (rules section 10; RR-CANON-R040, R140 to R145).

use crate::check;

/// A corner of one cell that becomes a region when the stack on b1 departs.
const POCKET: &str = "S a1=12,b1=1,h8=2; M1 a2";

#[test]
fn r040_regions_contain_cells_markers_and_stacks() {
    check(
        "S a1=2,d4=1,h8=2; M1 c1,c2,a3,b3; M2 b2",
        "do M d4-d5 | regions 4 | do T a1#4 | is a1=C1,a2=C1,b1=C1,b2=C1 | terr 8,0 | has E 1,0",
    );
}

#[test]
fn r040_stacks_do_not_bound_regions() {
    check("S a1=2,b1=1,d4=1,h8=2; M1 a2", "candidates none | do M d4-d5 | has T 2");
}

#[test]
fn r040_regions_are_maximal() {
    check("S a1=2,d4=1,h8=2; M1 a4,b4,c3,c2,c1", "candidates 6,53");
}

#[test]
fn r140_regions_follow_territory_adjacency() {
    check("S d4=1,h8=2; M1 b1,a2", "candidates 1,61");
    check("S d4=1,h8=2; M1 b3,a4,c2,d1", "candidates 6,54");
    check("S d4=1,h8=2; M1 b1,b2", "candidates none");
}

#[test]
fn r140_collapsed_cells_divide_the_board() {
    check("S d4=1,h8=2; C1 a2; C2 b1", "candidates 1,61");
    // A marker away from the border does not change the regions, whatever colour bounds them.
    check("S d4=1,h8=2; C1 a2; C2 b1; M1 d8", "candidates 1,61");
}

#[test]
fn r140_hexagons_have_six_neighbours() {
    check("G hexagonal 2p; S 0.0=1,5.0=2; M1 9.0,10.-1,9.1", "candidates 1,327");
    check("G hexagonal 2p; S 0.0=1,5.0=2; M1 9.0,10.-1", "candidates none");
}

#[test]
fn r141_markers_of_one_colour_bound_a_region() {
    check(POCKET, "candidates none | do M b1-d1 | candidates 1,61 | has P territory_processing | regions 1");
}

#[test]
fn r141_border_markers_may_belong_to_an_opponent() {
    check("S a1=2,d4=1,h8=2; M2 a2,b1", "do M d4-d5 | do T a1#1 | is a1=C1,a2=C1,b1=C1 | do E d5 | has E 2,0");
}

#[test]
fn r141_border_markers_may_belong_to_any_player() {
    let position = "G square8 4p; S a1=2,d4=1,h8=2,h1=3,g5=4; M3 a2,b1; M4 a7,b8";
    check(position, "do M d4-d6 | candidates 1,1,61,61 | regions 1,1 | do T a8#1 | is a7=C1,b8=C1,a2=M3");
}

#[test]
fn r141_markers_of_two_colours_do_not_bound_a_region() {
    check("S a1=2,d4=1,h8=2; M1 a2; M2 b1", "candidates none | do M d4-d5 | has T 2");
}

#[test]
fn r141_collapsed_cells_of_any_owner_bound_a_region() {
    check("S a1=2,d4=1,h8=2; C2 a2; M1 b1", "do M d4-d5 | regions 1 | do T a1#1 | is a2=C2,b1=C1,a1=C1");
    check("S a1=2,d4=1,h8=2; C2 a2,b1", "do M d4-d5 | regions 1 | do T a1#1 | is a2=C2,b1=C2,a1=C1");
}

#[test]
fn r141_both_sides_of_a_wall_are_regions() {
    check(
        "S a2=1,f5=2; M1 b1",
        "do M a2-a1 | candidates 1,61 | regions 61 | do T h8#61 | do E a1 | terr 63,0
         has E 2,0; P game_over 1 territory_control",
    );
}

#[test]
fn r141_undivided_board_cannot_be_claimed() {
    check("S a1=1,h8=2; M1 d4", "candidates none | do M a1-a2 | has T 2");
    check(POCKET, "do M b1-d1 | cannot T d4#64 R141");
}

#[test]
fn r141_no_main_excludes_the_largest_area() {
    check("G square8 2p canon regions=no_main; S a2=1,f5=2; M1 b1", "do M a2-a1 | candidates 1 | has T 2");
    check("G square8 2p canon regions=no_main; S a1=12,b1=1,h8=2; M1 a2", "do M b1-d1 | regions 1");
}

#[test]
fn r141_no_main_applies_per_wall_colour() {
    // Player 1's markers separate a1, player 2's h8 and h7; the largest area of each colour is excluded.
    check("G square8 2p canon regions=no_main; S d4=1,e4=2; M1 a2,b1; M2 g8,g7,h6", "candidates 1,2");
}

#[test]
fn r141_no_main_keeps_areas_of_equal_size() {
    let wall = "S b2=1,h8=21; M2 e1:e8";
    let no_main = "G square8 2p canon regions=no_main";
    check(&format!("{no_main}; {wall}; C2 a1:a8"), "do M b2-b3 | regions 24,24");
    check(&format!("{no_main}; {wall}"), "do M b2-b3 | regions 24");
    check(wall, "do M b2-b3 | regions 24,32");
}

#[test]
fn r142_region_with_every_colour_cannot_be_processed() {
    check("S a1=1,b1=2,c1=1,h8=2; M1 a2,b2", "do M c1-c4 | has T 2 | denied 1 a1#2 R142 | denied 1 h8#59 R142");
}

#[test]
fn r142_empty_region_can_be_processed() {
    check("S d4=1,h8=2; M1 a2,b1", "do M d4-d5 | regions 1 | do T a1#1 | terr 3,0 | has E 0,0");
}

#[test]
fn r142_buried_rings_count_as_active_colour() {
    check("G square8 3p; S a1=1,b1=2,c1=1,h8=2,g8=31; M1 a2,b2", "do M c1-c4 | regions 2,59");
}

#[test]
fn r142_only_top_rings_count_inside_a_region() {
    // Player 1's ring in the corner is buried, so player 1 controls no stack there.
    check("S a1=12,d4=1,h8=2; M1 a2,b1", "do M d4-d5 | regions 1");
    check("S a1=21,d4=1,h8=2; M1 a2,b1", "do M d4-d5 | regions 1 | cannot T h8#61 R142");
}

#[test]
fn r143_payment_needs_a_stack_outside() {
    check("S a2=1,f5=2; M1 b1", "do M a2-a1 | cannot T a1#1 R143 | can T h8#61");
    check(POCKET, "do M b1-d1 | cannot T h8#61 R143");
}

#[test]
fn r143_rings_in_hand_do_not_pay() {
    check("S a2=1,f5=2; M1 b1; H 5,0", "do SP | do M a2-a1 | cannot T a1#1 R143");
}

#[test]
fn r143_stack_pays_for_one_region_only() {
    let pockets = "a1=2,h1=2,d4=1,d8=2; M1 a2,b1,g1,h2";
    check(&format!("S {pockets}"), "do M d4-d5 | regions 1,1 | do T a1#1 | do E d5 | has T 2 | is h1=S2");
    check(
        &format!("S f8=1,{pockets}"),
        "do M d4-d5 | do T a1#1 | do E d5 | regions 1 | do T h1#1 | do E f8 | terr 6,0",
    );
}

#[test]
fn r144_player_chooses_the_order_of_regions() {
    let pockets = "S f8=1,a1=2,h1=2,d4=1,d8=2; M1 a2,b1,g1,h2";
    check(pockets, "do M d4-d5 | only T 1, T 2, ST | do T 2 | is h1=C1,a1=S2 | do E f8 | only T 1, ST");
}

#[test]
fn r144_regions_are_numbered_by_their_cells() {
    check("G square8 3p; S a1=1,b1=2,c1=1,h8=2,g8=31; M1 a2,b2", "do M c1-c4 | do T 1 | is a1=C1,b1=C1 | terr 5,0,0");
    check("G square8 3p; S a1=1,b1=2,c1=1,h8=2,g8=31; M1 a2,b2", "do M c1-c4 | do T 2 | is a1=S1,h8=C1 | terr 62,0,0");
}

#[test]
fn r144_player_may_decline_regions() {
    check(
        POCKET,
        "do M b1-d1 | do ST | has T 2 | is a1=S12 | do M h8-h7 | regions 1 | do T a1#1 | do E h7 | has E 0,3 | terr 0,3",
    );
}

#[test]
fn r144_declined_region_can_be_processed_later() {
    check(POCKET, "do M b1-d1 | do ST | do M h8-h7 | do ST | do M d1-d2 | regions 1 | do T a1#1 | terr 3,0");
}

#[test]
fn r144_stopping_ends_the_turn() {
    let pockets = "S f8=1,a1=2,h1=2,d4=1,d8=2; M1 a2,b1,g1,h2";
    check(pockets, "do M d4-d5 | do T a1#1 | cannot ST R071 | do E d5 | do ST | has T 2 | is h1=S2");
}

#[test]
fn r144_processing_a_region_can_create_another() {
    // c1 is bounded by markers of both colours until the border of the first region has collapsed.
    check(
        "S a1=2,c1=2,d4=1,f4=1,h8=2; M1 a2,b1; M2 c2,d1",
        "do M d4-d5 | regions 1 | do T a1#1 | do E d5 | regions 1 | do T c1#1 | is b1=C1,c1=C1,c2=C1,d1=C1",
    );
}

#[test]
fn r144_compact_payable_regions_must_be_processed() {
    check("G square8 2p compact; S a1=12,b1=1,h8=2; M1 a2", "do M b1-d1 | only T 1 | cannot ST R144");
}

#[test]
fn r145_interior_and_border_collapse_and_a_cap_is_paid() {
    check(
        POCKET,
        "do M b1-d1 | do T a1#1 | is a1=C1,a2=C1,b1=C1 | has E 2,0; P territory_elimination
         events R145 eliminated a1=12 for 1, R145 collapsed a1=C1, R145 region 1+2
         only E d1 | do E d1 | is d1=. | has E 3,0; T 2 | terr 3,0 | events R145 eliminated d1=1 for 1",
    );
}

#[test]
fn r145_only_controlled_stacks_pay() {
    check(
        "S a1=12,b1=1,h8=2,g5=1; M1 a2",
        "do M b1-d1 | do T a1#1 | only E d1, E g5 | cannot E h8 R145 | cannot E a1 R145",
    );
}

#[test]
fn r145_payment_is_a_whole_cap() {
    check("S a1=2,b1=1,h8=2,g5=211; M1 a2", "do M b1-d1 | do T a1#1 | do E g5 | is g5=S2 | has E 3,0");
}

#[test]
fn r145_corner_markers_of_the_border_stay() {
    check(
        "G square19 2p; S k10=22,l10=1,a1=2; M1 j9,j10,j11,k9,k11,l9,l11",
        "do M l10-p10 | regions 1 | do T k10#1
         is k10=C1,k9=C1,k11=C1,j10=C1,l10=C1 | is j9=M1,j11=M1,l9=M1,l11=M1",
    );
}

#[test]
fn r145_second_layer_of_border_markers_stays() {
    check(
        "G square19 2p; S a1=2,b1=1,s19=2; M1 a2,a3",
        "do M b1-f1 | do T a1#1 | is a2=C1,b1=C1,a3=M1 | do E f1 | terr 3,0",
    );
}

#[test]
fn r145_enclosed_markers_of_the_border_colour_collapse_too() {
    check(
        "G square19 2p; S b2=2,c1=1,s19=2; M1 a1,c2,a3,b3",
        "do M c1-g1 | regions 4 | do T b2#4 | is a1=C1,a2=C1,b1=C1,b2=C1,c1=C1,c2=C1,a3=C1,b3=C1 | terr 8,0",
    );
}

#[test]
fn r145_marker_that_separates_two_cells_divides_the_region() {
    check(
        "G square19 2p; S a1=2,k4=1,s19=2; M1 a2,b1,b2,c2,d1",
        "candidates 1,1,354 | do M k4-k5 | do T a1#1 | is a1=C1,a2=C1,b1=C1,b2=M1,c1=.",
    );
}

#[test]
fn r145_distant_markers_of_the_border_colour_stay() {
    check("S a1=2,d4=1,h8=2; M1 a2,b1,f6,c2", "do M d4-d5 | do T a1#1 | is f6=M1,c2=M1,d4=M1 | terr 3,0");
}

#[test]
fn r145_all_rings_are_credited_to_the_mover() {
    check(
        "G square8 3p; S a1=3,b1=123,d4=1,h8=2,g6=3; M2 a2,b2,c1",
        "do M d4-d5 | do T a1#2 | has E 4,0,0 | eliminated 17,17,17",
    );
}

#[test]
fn r145_hexagonal_borders_collapse() {
    check(
        "G hexagonal 2p; S 10.0=2,0.0=1,5.0=2; M1 9.0,10.-1,9.1",
        "do M 0.0-0.1 | do T 10.0#1 | is 10.0=C1,9.0=C1,10.-1=C1,9.1=C1 | terr 4,0",
    );
}
