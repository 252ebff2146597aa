//! The live edition where it differs from the others (rules-live.md; its sections are named as `live 7`).

use ringrift::BoardKind::{Hex8, Hexagonal12, Square8, Square19};
use ringrift::{Action, Edition, Overrides, Position, Ruleset};

use crate::check;

/// Plays a script on square8 with two players.
#[track_caller]
fn live(position: &str, script: &str) -> Position {
    check(&format!("G square8 2p live; {position}"), script)
}

fn parameters(value: impl Fn(Ruleset) -> u32) -> Vec<[u32; 3]> {
    let rules = |board, players| Ruleset::new(Edition::Live, board, players, &Overrides::default()).unwrap();
    [Square8, Square19, Hex8, Hexagonal12].map(|board| [2, 3, 4].map(|players| value(rules(board, players)))).to_vec()
}

#[test]
fn r020_live_rings_per_player() {
    assert_eq!(parameters(|rules| rules.rings_per_player.into()), [[18; 3], [72; 3], [18; 3], [96; 3]]);
}

#[test]
fn r061_live_thresholds_grow_with_the_players() {
    let expected = [[18, 24, 30], [72, 96, 120], [18, 24, 30], [96, 128, 160]];
    assert_eq!(parameters(|rules| rules.elimination_threshold.into()), expected);
    check("G square8 2p live rings=20; S a1=11,h8=2; M2 a3; E 18,0", "do M a1-a3 | has E 19,0; T 2");
    let enough = "do M a1-a3 | has E 20,0; P game_over 1 ring_elimination";
    check("G square8 2p live rings=20; S a1=11,h8=2; M2 a3; E 19,0", enough);
}

#[test]
fn r062_live_territory_minimum() {
    let expected = [[33, 22, 17], [181, 121, 91], [31, 21, 16], [235, 157, 118]];
    assert_eq!(parameters(|rules| rules.territory_threshold.into()), expected);
}

#[test]
fn r120_live_line_length_depends_on_the_players() {
    assert_eq!(parameters(|rules| rules.line_length.into()), [[4, 3, 3], [4, 4, 4], [4, 3, 3], [4, 4, 4]]);
    live("S h1=1,h8=2; M1 a1,b1,c1", "lines none");
    check("G square8 3p live; S h1=1,h8=2,h7=3; M1 a1,b1,c1", "lines a1..c1");
    check("G hex8 3p live; S 0.0=1,0.1=2,0.2=3; M1 -4.4,-3.4,-2.4", "lines -4.4..-2.4");
}

#[test]
fn r080_live_skipping_is_offered_where_nothing_can_be_placed() {
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
    // Without a marker, or without a buried ring, it does not.
    live("S h8=12; H 1,0", "cannot SP R080");
    live("S h8=2; M1 a1; H 1,0", "cannot SP R080");
}

#[test]
fn r081_live_a_placement_may_rely_on_a_foreign_marker() {
    live("CX a1,a2,h7,h8; S h8=2; M2 a2; H 1,0", "only P a1 | do P a1 | only M a1-a2");
}

#[test]
fn r092_live_landing_on_any_marker_burns() {
    live("S a1=11,h8=2; M2 a3", "do M a1-a3 | is a1=M1,a3=S1 | has E 1,0; T 2 | gain 1");
    live("S a1=11,h8=2; M1 a3", "do M a1-a3 | is a1=M1,a3=S1 | has E 1,0; T 2 | gain 1");
    live(
        "S a1=11,h8=2; M2 a3",
        "do M a1-a3 | events R092 removed a3, R092 eliminated a3=1 for 1 | no R092 collapsed a3=C1",
    );
}

#[test]
fn r092_live_a_lone_ring_vanishes_on_a_foreign_marker() {
    live("S a1=1,c5=1,h8=2; M2 a2", "do M a1-a2 | is a1=M1,a2=. | has E 1,0; T 2 | gone 17,17");
}

#[test]
fn r092_live_no_capture_follows_if_control_has_passed() {
    live("S a1=11,b3=2; M2 a3", "do M a1-a3 | has P capture a3");
    live("S a1=21,b3=2,h8=1; M2 a3", "do M a1-a3 | is a3=S2 | has E 1,0; T 2; P movement");
}

#[test]
fn r102_live_a_capture_may_land_on_a_foreign_marker() {
    live("S a1=1,c1=2,g5=1,h8=2; M2 d1", "do C a1-d1 xc1 | is a1=M1,c1=.,d1=S2 | has E 1,0; T 2");
    // The captured ring is below before the top ring burns, so the stack is still there and his, and has to go on.
    live(
        "S a1=11,c1=2,d3=2,h8=2; M2 d1",
        "do C a1-d1 xc1 | is d1=S21 | has E 1,0; P chain_capture d1 | can C d1-d4 xd3",
    );
}

#[test]
fn r092_live_passed_markers_are_treated_as_ever() {
    live("S a1=1,h8=2; M1 a2; M2 a3", "do M a1-a4 | is a1=M1,a2=C1,a3=M1,a4=S1 | terr 1,0 | has E 0,0");
}

#[test]
fn r100_live_the_whole_cap_goes() {
    live(
        "CX a1,b1,c1; S a1=111,c1=2; H 1,0",
        "has P forced_elimination | only E a1 | do E a1 | is a1=.,c1=S2 | has H 1,0; E 3,0; T 2",
    );
}

#[test]
fn r100_live_who_only_skips_is_not_spared() {
    live(
        "CX a1,g8,h8; S a1=1,h8=2; H 5,0",
        "has P territory_processing idle | regions 2 | do ST
         has P forced_elimination | do E a1 | is a1=. | has H 5,0; E 1,0; T 2",
    );
}

#[test]
fn r100_live_a_region_spares() {
    // 30 and 31 collapsed cells before; the price leaves no stack, and nothing can be placed.
    live(
        "CX a1,g8,h8; S a1=1,h8=2; H 5,0",
        "do T g8#2 | terr 32,31 | has E 1,0 | only E a1 | do E a1 | has E 2,0; H 5,0; P game_over 1 territory_control",
    );
}

#[test]
fn r100_live_a_line_spares() {
    live(
        "CX a1,b1,c1,a8,b8,c8,d8; S a1=111,c1=2; M1 a8,b8,c8,d8",
        "only L 1 | do L 1 | only E a1 | do E a1 | is a1=S11 | has E 1,0; T 2",
    );
}

#[test]
fn r100_live_a_recovery_spares() {
    live("S d4=12,h8=12; M1 c3", "do R c3-d4 xh8 | is d4=S1,h8=S2 | has E 2,0; T 2; P movement");
}

#[test]
fn r110_live_a_marker_slides_and_a_ring_comes_out() {
    live(
        "S d4=12,h8=12; M1 a1",
        "has P recovery | legal 7 | can R a1-b1 xd4 | can R a1-a2 xh8 | can R a1-b2 xd4 | can SR
         do R a1-b1 xd4 | is a1=.,b1=M1,d4=S2,h8=S12 | has E 1,0; T 2 | gain 1
         events R110 slid a1-b1, R110 eliminated d4=1 for 1",
    );
}

#[test]
fn r110_live_needs_a_marker() {
    live("S d4=12,h8=2", "has T 2; P movement");
}

#[test]
fn r110_live_needs_to_control_nothing() {
    live(
        "CX a1,d4,d5,g8,h8; S a1=1,h8=12; M1 d4",
        "has P territory_processing idle | do ST | has P forced_elimination",
    );
}

#[test]
fn r110_live_rings_in_hand_do_not_matter() {
    live("S d4=12,h8=2; M1 a1; H 5,0", "do SP | legal 4 | do R a1-a2 xd4 | is a2=M1,d4=S2 | has H 5,0; E 1,0; T 2");
    live("S d4=12,h8=2; M1 a1; H 5,0", "do SP | do SR | is a1=M1,d4=S12 | has H 5,0; E 0,0; T 2");
}

#[test]
fn r110_live_declining_is_always_possible() {
    live("S d4=12,h8=2; M1 a1; C2 a2,b1,b2", "only SR | do SR | has E 0,0; T 2");
    live("S d4=12,h8=2; M1 a1; M2 a2; C2 b1", "only R a1-b2 xd4, SR");
    live("S d4=12,h8=2; M1 a1,b1,c1,d2", "only R d2-d1 =1 xd4, SR");
}

#[test]
fn r110_live_an_exact_line_is_paid() {
    live(
        "S d4=12,h8=12; M1 a1,b1,c1,d2",
        "only R d2-d1 =1 xd4, R d2-d1 =1 xh8, SR | do R d2-d1 =1 xh8
         is a1=C1,b1=C1,c1=C1,d1=C1,d2=.,d4=S12,h8=S2 | terr 4,0 | has E 1,0; T 2",
    );
}

#[test]
fn r110_live_a_line_anywhere_forbids_other_slides() {
    live("S e3=12,h8=2; M1 a1,b1,c1,d2", "cannot R d2-e2 xe3 R110 | cannot R d2-e3 xe3 R110 | cannot R a1-a2 xe3 R110");
    live("S e3=12,h8=2; M1 a1,b1,d2", "can R d2-e2 xe3 | can R d2-e3 xe3 | can R a1-a2 xe3");
}

/// Through b1, six in a row with b2 and five with a1.
const LONG: &str = "S h8=12,h4=2; M1 a1,c1,d1,e1,f1,b2";

#[test]
fn r110_live_segments_contain_the_destination() {
    live(
        LONG,
        "legal 6 | can R a1-b1 =1 xh8 | can R a1-b1 =2:1
         can R b2-b1 =1 xh8 | can R b2-b1 =2:1 | can R b2-b1 =2:2 | can SR",
    );
    live(LONG, "do R a1-b1 =2:1 | is a1=.,b1=C1,c1=C1,d1=C1,e1=C1,f1=M1,b2=M1 | terr 4,0");
    live(LONG, "do R b2-b1 =2:1 | is a1=C1,b1=C1,c1=C1,d1=C1,e1=M1,f1=M1,b2=.");
    live(LONG, "do R b2-b1 =2:2 | is a1=M1,b1=C1,c1=C1,d1=C1,e1=C1,f1=M1,b2=.");
}

#[test]
fn r110_live_a_segment_is_free_and_the_whole_run_is_not() {
    live(LONG, "do R b2-b1 =2:2 | is h8=S12 | has E 0,0; T 2");
    live(LONG, "do R b2-b1 =1 xh8 | is a1=C1,b1=C1,f1=C1,h8=S2 | terr 6,0");
}

#[test]
fn r110_live_the_rest_of_a_run_is_a_line_without_price() {
    live(
        "S h8=12,h4=2; M1 a1,c1,d1,e1,f1,g1,h1,b2",
        "do R b2-b1 =2:1 | is d1=C1,e1=M1 | only L 1 | do L 1 | terr 8,0 | is h8=S12 | has E 0,0; T 2",
    );
}

#[test]
fn r110_live_of_equal_runs_the_first_axis_counts() {
    live(
        "S h8=12,h1=2; M1 a4,b4,c4,d1,d2,d3,e5",
        "do R e5-d4 =1 xh8 | is a4=C1,b4=C1,c4=C1,d4=C1,d1=M1,d2=M1,d3=M1 | terr 4,0",
    );
    live(
        "S h8=12,h1=2; M1 a1,b2,c3,d1,d2,d3,e4",
        "do R e4-d4 =1 xh8 | is a1=C1,b2=C1,c3=C1,d4=C1,d1=M1,d2=M1,d3=M1 | terr 4,0",
    );
    live(
        "S h8=12,h1=2; M1 d1,d2,d3,a7,b6,c5,e5",
        "do R e5-d4 =1 xh8 | is d1=C1,d2=C1,d3=C1,d4=C1,a7=M1,b6=M1,c5=M1 | terr 4,0",
    );
}

#[test]
fn r110_live_of_equal_runs_on_hexagons_the_first_axis_counts() {
    check(
        "G hex8 2p live; S 4.0=12,4.-4=2; M1 -3.0,-2.0,-1.0,-1.1,-2.2,-3.3,1.0",
        "do R 1.0-0.0 =1 x4.0 | is -3.0=C1,-2.0=C1,-1.0=C1,0.0=C1,-1.1=M1,-2.2=M1,-3.3=M1 | terr 4,0",
    );
    check(
        "G hex8 2p live; S 4.0=12,4.-4=2; M1 0.1,0.2,0.3,-1.1,-2.2,-3.3,1.0",
        "do R 1.0-0.0 =1 x4.0 | is -3.3=C1,-2.2=C1,-1.1=C1,0.0=C1,0.1=M1,0.2=M1,0.3=M1 | terr 4,0",
    );
}

#[test]
fn r110_live_the_longest_run_counts() {
    live(
        "S h8=12,h1=2; M1 a4,b4,c4,d1,d2,d3,d5,e5",
        "do R e5-d4 =2:1 | is d1=C1,d2=C1,d3=C1,d4=C1,d5=M1,a4=M1,b4=M1,c4=M1 | terr 4,0 | regions 9 | do ST | has T 2",
    );
    // A short run on an earlier axis does no harm.
    live("S h8=12,h1=2; M1 d1,d2,d3,c4,e5", "do R e5-d4 =1 xh8 | is d1=C1,d4=C1,c4=M1 | terr 4,0");
}

#[test]
fn r110_live_a_strike_takes_the_top_ring() {
    live(
        "S d4=12,h8=12; M1 c3",
        "legal 17 | do R c3-d4 xh8 | is c3=.,d4=S1,h8=S2 | gain 1
         events R110 eliminated d4=2 for 1, R110 eliminated h8=1 for 1",
    );
    live("S d4=2,h8=12; M1 c3", "do R c3-d4 xh8 | is c3=.,d4=.,h8=S2 | has E 2,0");
}

#[test]
fn r110_live_a_ring_uncovered_by_the_strike_comes_out() {
    live("S d4=12,h8=12; M1 c3", "do R c3-d4 xd4 | is c3=.,d4=.,h8=S12 | has E 2,0; T 2");
}

#[test]
fn r110_live_the_bottommost_ring_comes_out() {
    live("S d4=1212,h8=2; M1 a1", "do R a1-b1 xd4 | is d4=S212 | has E 1,0");
    live("S d4=2112,h8=2; M1 a1", "do R a1-b1 xd4 | is d4=S212 | has E 1,0");
    live("S d4=112,h8=2; M1 c3", "do R c3-d4 xd4 | is d4=S1 | has E 2,0");
}

#[test]
fn r110_live_rings_on_top_are_no_choice() {
    live("S d4=12,h8=2,h1=22; M1 a1", "cannot R a1-b1 xh8 | cannot R a1-b1 xh1 | can R a1-b1 xd4");
}

#[test]
fn r122_live_one_ring_is_the_price() {
    let position = "S d1=1,h1=111,h8=2; M1 a1,b1,c1";
    live(position, "do M d1-d2 | do L 1 | only E h1, E d2 | do E h1 | is h1=S11 | terr 4,0 | has E 1,0; T 2");
    live(position, "do M d1-d2 | do L 1 | do E d2 | is d2=.,h1=S111 | has E 1,0; T 2");
}

#[test]
fn r122_live_the_price_may_cost_control() {
    live("S d1=1,h1=21,h8=2; M1 a1,b1,c1", "do M d1-d2 | do L 1 | do E h1 | is h1=S2 | has E 1,0; T 2");
}

#[test]
fn r122_live_nothing_is_due_without_a_stack() {
    live(
        "S d1=1,h8=12; M1 a1,b1,c1,d2",
        "do M d1-d2 | is d2=. | only L 1 | do L 1 | terr 4,0 | is h8=S12 | has E 1,0; T 2",
    );
    live(
        "S e1=1,h8=12; M1 a1,b1,c1,d1,e2",
        "do M e1-e2 | only L 1; LR 1, L 1; LR 2:1, L 1; LR 2:2 | do L 1; LR 1 | terr 5,0 | has E 1,0; T 2",
    );
}

#[test]
fn r122_live_a_segment_costs_nothing() {
    live(
        "S e1=1,h8=2; M1 a1,b1,c1,d1",
        "do M e1-e2 | do L 1; LR 2:2 | is a1=M1,b1=C1,e1=C1,e2=S1 | terr 4,0 | has E 0,0; T 2",
    );
}

#[test]
fn r122_live_the_price_is_paid_before_the_next_line() {
    live(
        "S d1=1,h1=11,h8=2; M1 a1,b1,c1,a4,b4,c4,d4",
        "do M d1-d2 | lines a1..d1, a4..d4 | do L 1 | only E h1, E d2 | do E h1 | only L 1 | do L 1 | only E h1, E d2",
    );
}

#[test]
fn r141_live_collapsed_cells_alone_close_around_one_controller_only() {
    live("S d4=1,h8=2; C1 a2; C2 b1", "candidates none");
    live("S a1=2,d4=1,h8=2; C1 a2; C2 b1", "candidates 1");
    check("G square8 3p live; S a1=1,a2=2,d4=1,e5=2,h8=3; C1 a3,b1,b2", "candidates none");
    check("G square8 3p live; S a1=2,a2=2,d4=1,e5=2,h8=3; C1 a3,b1,b2", "candidates 2");
}

#[test]
fn r141_live_collapsed_cells_alone_need_two_active_colours() {
    live("S a1=1,d4=1; C1 a2,b1; H 0,1", "do M d4-d5 | has T 2");
    // With the marker on d4 as a wall 60 cells, with all markers passable 61.
    live("S a1=1,d4=21; C1 a2,b1", "do M d4-d6 | regions 1,60,61");
}

#[test]
fn r141_live_any_marker_makes_collapsed_cells_a_border() {
    live("S d4=1,h8=2; C1 a2; C2 b1; M1 d8", "do M d4-d5 | regions 1 | do T 1 | is a1=C1,d8=M1");
    check("G square8 3p live; S a1=1,a2=2,d4=1,e5=2,h8=3; C1 a3,b1,b2; M1 d8", "do M d4-c4 | regions 2");
}

#[test]
fn r141_live_border_markers_inside_are_no_part_of_the_region() {
    live(
        "S d4=1,h4=1,h8=2; M1 c1,c2,a3,b3,a1",
        "do M d4-d5 | regions 3 | do T b1#3 | events R145 region 3+5 | terr 8,0 | is a1=C1,c2=C1,d4=M1",
    );
}

#[test]
fn r142_live_buried_rings_keep_their_colour_active() {
    live("S a1=1,d4=21; M1 a2,b1", "do M d4-d6 | regions 1,60");
    live("S a1=1,d4=1; M1 a2,b1; H 0,1", "do M d4-d5 | has T 2");
    live("S a1=1,d4=1; M1 a2,b1; H 0,1", "denied 1 a1#1 R142 | denied 1 d4#61 R142");
}

#[test]
fn r143_live_a_recovered_region_needs_a_buried_ring_outside() {
    let pocket = "S h1=12,h8=1212; M1 a2,c1";
    live(
        pocket,
        "do R c1-b1 xh8 | has P territory_processing recovered | regions 1 | do T a1#1 | is a1=C1,a2=C1,b1=C1
         only E h1, E h8 | do E h8 | is h8=S22,h1=S12 | has E 2,0; T 2",
    );
    // The ring that paid for the slide was the last one.
    live("S h8=12,g8=2; M1 a2,c1; H 1,0", "do SP | do R c1-b1 xh8 | has T 2");
    // A stack of his own outside is not enough.
    live("S c2=12,h8=12; M1 a2,b1,d3", "do R d3-c2 xh8 | is c2=S1 | has T 2");
    live("S c2=112,h8=12; M1 a2,b1,d3", "do R d3-c2 xh8 | is c2=S11 | regions 1");
}

#[test]
fn r143_live_the_buried_ring_has_to_be_outside() {
    let pocket = "S a1=12,h8=12; M1 a2,c1";
    live(pocket, "do R c1-b1 xa1 | regions 1");
    live(
        pocket,
        "do R c1-b1 xh8 | regions 61 | do T h8#61 | only E a1 | do E a1
         is a1=S2 | has E 3,0; P game_over 1 territory_control",
    );
}

#[test]
fn r144_live_regions_may_be_left_alone() {
    live("S a1=2,d4=1,h1=1,h8=2; M1 a2,b1", "do M d4-d5 | only T 1, ST | do ST | is a1=S2,a2=M1 | has E 0,0; T 2");
    live("S a1=2,d4=1,h1=1,h8=2; M1 a2,b1", "do M d4-d5 | do T 1 | cannot ST | only E h1, E d5");
}

#[test]
fn r145_live_the_whole_cap_pays_for_a_region() {
    live(
        "S a1=2,d4=1,h1=211,h8=2; M1 a2,b1",
        "do M d4-d5 | do T a1#1 | has E 1,0 | do E h1 | is h1=S2 | terr 3,0 | has E 3,0; T 2",
    );
}

#[test]
fn r145_live_the_border_floods_through_all_markers() {
    live(
        "S a1=2,d5=1,h5=1,h8=2; M1 a2,b1,d3; M2 c2,a4",
        "do M d5-d6 | do T a1#1 | is a1=C1,a2=C1,b1=C1,c2=C1,d3=C1,a4=M2,d5=M1 | terr 5,0",
    );
}

#[test]
fn r145_live_the_flood_starts_at_neighbours() {
    live(
        "S a1=2,d5=1,h5=1,h8=2; C1 a2,b1; M1 b2",
        "do M d5-d6 | do T a1#1 | events R145 region 1+0 | is b2=M1 | terr 3,0",
    );
}

#[test]
fn r145_live_the_flood_of_hex8_takes_eight_offsets() {
    // 2.-1 is no neighbour of 3.0 and differs from it by (-1,-1); 1.-2 is two such steps away, 0.0 is out of reach.
    check(
        "G hex8 2p live; S 4.0=2,0.0=1,-1.3=1,-4.0=2; M1 4.-1,3.0,3.1; M2 2.-1,1.-2",
        "do M 0.0-0.1 | do T 4.0#1 | is 4.0=C1,4.-1=C1,3.0=C1,3.1=C1,2.-1=C1,1.-2=C1,0.0=M1 | terr 6,0",
    );
    // A gap stops it.
    check(
        "G hex8 2p live; S 4.0=2,0.0=1,-1.3=1,-4.0=2; M1 4.-1,3.0,3.1; M2 1.0",
        "do M 0.0-0.1 | do T 4.0#1 | is 1.0=M2 | terr 4,0",
    );
}

#[test]
fn r145_live_no_flood_on_the_large_hexagon() {
    check(
        "G hexagonal12 2p live; S 12.0=2,0.0=1,-1.3=1,-5.0=2; M1 12.-1,11.0,11.1,10.0; M2 11.-1",
        "do M 0.0-0.1 | do T 12.0#1 | is 12.0=C1,12.-1=C1,11.0=C1,11.1=C1,10.0=M1,11.-1=M2 | terr 4,0",
    );
}

#[test]
fn r170_live_burnt_rings_win() {
    live("S a1=11,h8=2; M2 a3; E 17,0", "do M a1-a3 | has E 18,0; P game_over 1 ring_elimination | ranks 1,2");
    live("S a1=11,h8=2; M2 a3; E 16,0", "do M a1-a3 | has E 17,0; T 2");
}

#[test]
fn r171_live_more_than_all_others_together() {
    let position =
        |more: &str| format!("G square8 3p live; S a8=1,h8=2,h7=3; M1 b8; C1 a1:h2,a3:e3; C2 f3:h3,a4:h5,a6:b6{more}");
    check(&position(""), "do M a8-c8 | terr 22,21,0 | has P game_over 1 territory_control");
    check(&position("; C3 c6"), "do M a8-c8 | terr 22,21,1 | has T 2; P movement");
}

#[test]
fn r171_live_the_minimum_is_needed_too() {
    live("S a8=1,h8=2; M1 b8; C1 a1:h3,a4:g4", "do M a8-c8 | terr 32,0 | has T 2");
    live("S a8=1,h8=2; M1 b8; C1 a1:h4", "do M a8-c8 | terr 33,0 | has P game_over 1 territory_control");
}

#[test]
fn r172_live_nobody_else_has_a_ring() {
    let position = "S a1=2,d4=1,g7=1; M1 a2,b1";
    live(position, "do M d4-d5 | do T a1#1 | do E d5 | has P game_over 1 last_player_standing | ranks 1,2");
    live(&format!("{position}; H 0,1"), "do M d4-d5 | do T a1#1 | do E d5 | has T 2; P ring_placement");
    live("S a1=2,d4=1,g7=12; M1 a2,b1", "do M d4-d5 | do T a1#1 | do E d5 | has T 2; P movement");
}

#[test]
fn r172_live_players_with_buried_rings_take_empty_turns() {
    check("G square8 3p live; S d4=1,h8=23,a8=3", "do M d4-d5 | has T 3; N 3 | events R070 turn 2, R070 turn 3");
    check("G square8 3p live; S d4=1,h8=3", "do M d4-d5 | has T 3; N 2 | no R070 turn 2");
}

#[test]
fn r172_live_three_rounds_alone_win() {
    live(
        "S a8=21,h1=1",
        "do M h1-h2 | has T 1; N 3; R 2,1,-,0 | do M h2-g2 | has N 5; R 2,1,1,1 | do M g2-g1 | has N 7; R 2,1,1,2
         do M g1-f1 | has P game_over 1 last_player_standing",
    );
}

#[test]
fn r172_live_the_number_of_rounds_is_an_option() {
    check(
        "G square8 2p live last_standing_rounds=1; S a8=21,h1=1",
        "do M h1-h2 | has T 1; P movement | do M h2-g2 | has P game_over 1 last_player_standing",
    );
}

#[test]
fn r172_live_rounds_are_counted_for_one_player() {
    live("S a8=21,h1=1; N 7; R 2,1,1,2", "do M h1-h2 | has P game_over 1 last_player_standing");
    live("S a8=21,h1=1; N 7; R 2,1,1,1", "do M h1-h2 | has T 1; R 2,1,1,2");
    live("S a8=21,h1=1; N 7; R 2,1,2,2", "do M h1-h2 | has T 1; R 2,1,1,1");
    live("S a8=21,h1=1; N 7; R 2,12,1,2", "do M h1-h2 | has T 1; R 2,1,-,0");
}

#[test]
fn r172_live_an_action_of_another_player_delays_and_resets() {
    live(
        "S a8=21,h1=1; H 0,3; N 7; R 2,1,1,2",
        "do M h1-h2 | has T 2; R 2,2,1,3 | do P d5 | do M d5-d6 | has T 1; P movement; R 2,12,1,3
         do M h2-g2 | has T 2; R 2,2,-,0",
    );
}

#[test]
fn r172_live_recovery_is_no_real_action() {
    let position = "S a8=21,h1=1; M2 d4; N 7; R 2,1,1,2";
    live(position, "do M h1-h2 | has T 2; P recovery; R 2,-,1,3 | do SR | has P game_over 1 last_player_standing");
    live(
        "S a8=2211,h1=1; M2 d4; N 7; R 2,1,1,2",
        "do M h1-h2 | do R d4-d5 xa8 | is a8=S211 | has P game_over 1 last_player_standing",
    );
}

#[test]
fn r172_live_another_seat_opens_when_the_opener_is_gone() {
    check(
        "G square8 3p live; S a8=31,h1=1; N 7; R 2,1,1,2",
        "do M h1-h2 | has T 1; R 3,1,1,2 | do M h2-g2 | has P game_over 1 last_player_standing",
    );
}

/// The last stack is blocked; 31 collapsed cells for each of the first two players.
const LAST: &str = "CX a1,h1; S a1=1";

#[test]
fn r173_live_territory_decides_first() {
    live("CX a1,h1,h3; S a1=1; E 0,9", "do E a1 | terr 31,30 | has E 1,9; P game_over 1 territory_control | ranks 1,2");
}

#[test]
fn r173_live_credits_and_hands_decide_second() {
    live(&format!("{LAST}; E 5,5"), "do E a1 | has E 6,5; P game_over 1 ring_elimination");
    live(&format!("{LAST}; E 5,7"), "do E a1 | has E 6,7; P game_over 2 ring_elimination | ranks 2,1");
}

#[test]
fn r173_live_hands_count_but_stay() {
    live(&format!("{LAST}; E 5,5; H 0,3"), "do E a1 | has H 0,3; E 6,5; P game_over 2 ring_elimination");
}

#[test]
fn r173_live_markers_decide_third() {
    live("CX a1,h1; S a1=1; M2 h1; E 5,6", "do E a1 | has E 6,6; P game_over 2 last_player_standing | ranks 2,1");
}

#[test]
fn r173_live_the_last_mover_decides_fourth() {
    live(&format!("{LAST}; E 5,6"), "do E a1 | has E 6,6; P game_over 1 last_player_standing | ranks 1,2");
    live("CX a1,h1; S a1=2; E 6,5; T 2", "do E a1 | has E 6,6; P game_over 2 last_player_standing | ranks 2,1");
}

#[test]
fn r173_live_every_rung_looks_at_all_players() {
    check(
        &format!("G square8 3p live; {LAST}; E 5,5,9"),
        "do E a1 | terr 31,31,0 | has P game_over 3 ring_elimination | ranks 2,3,1",
    );
}

/// A game of four that player 1 wins with his next move.
fn won(others: &str) -> String {
    format!("G square8 4p live; M2 a3; E 29,0,0,0; S a1=11,{others}")
}

#[test]
fn r175_live_equal_players_share_a_rank() {
    let end = "do M a1-a3 | has P game_over 1 ring_elimination | ranks";
    check(&won("h8=2,h7=3,h6=4"), &format!("{end} 1,2,2,2"));
    check(&won("h8=2,h7=3; X 0,0,0,1"), &format!("{end} 1,2,2,4"));
}

#[test]
fn r175_live_who_lost_his_last_ring_later_ranks_higher() {
    let end = "do M a1-a3 | has P game_over 1 ring_elimination | ranks";
    check(&won("h8=2; X 0,0,1,2"), &format!("{end} 1,2,4,3"));
    check(&won("h8=2; X 0,0,2,1"), &format!("{end} 1,2,3,4"));
    check(&won("h8=2; X 0,0,1,1"), &format!("{end} 1,2,3,3"));
}

#[test]
fn r175_live_territory_credits_and_markers_rank_before_that() {
    let end = "do M a1-a3 | ranks";
    check(&won("h8=2; X 0,0,1,2; M3 d1"), &format!("{end} 1,3,2,4"));
    check(&won("h8=2; X 0,0,1,2; M3 d1; C4 e1"), &format!("{end} 1,4,3,2"));
    let credited = won("h8=2; X 0,0,1,2; M4 d1").replace("E 29,0,0,0", "E 29,0,1,0");
    check(&credited, &format!("{end} 1,4,2,3"));
}

#[test]
fn r175_live_the_loss_of_the_last_ring_is_remembered() {
    check("G square8 3p live; S a1=2,d4=1,g7=1,h1=3; M1 a2,b1", "do M d4-d5 | do T a1#1 | do E d5 | has X 0,1,0; T 3");
}

#[test]
fn r175_live_of_two_players_the_other_one_wins_when_one_gives_up() {
    live("S a1=1,h8=2; C1 a2:h2; E 9,0", "lost 1 2,1 | lost 2 1,2");
}

#[test]
fn r175_live_nobody_wins_a_game_of_more_that_one_gives_up() {
    let rules = |players| format!("G square8 {players}p live; ");
    let three = "S a1=1,h8=2,h1=3; C1 d4; E 0,0,5";
    check(&format!("{}{three}", rules(3)), "lost 1 1,3,2 | lost 2 1,3,2 | lost 3 1,3,2");
    check(&format!("{}{three}; M4 e5", rules(4)), "lost 1 1,4,2,3 | lost 4 1,4,2,3");
    check(&format!("{}S a1=1,h8=2,h1=3; X 0,0,0,1", rules(4)), "lost 2 1,1,1,4");
    // Player 2 loses his last ring in the turn in which player 1 gives up.
    check(
        "G square8 3p live; S a1=2,d4=1,g7=1,h1=3; M1 a2,b1; E 0,9,9; C2 a8,b8,c8; C3 f8,g8,h8",
        "do M d4-d5 | do T a1#1 | has P territory_elimination; E 1,9,9 | lost 1 3,2,1",
    );
}

#[test]
fn r175_in_the_other_editions_who_gives_up_comes_last() {
    check("G square8 2p canon; H 18,18", "lost 1 2,1 | lost 2 1,2");
    check("G square8 3p canon; H 9,18,18; C1 a1; E 9,0,0", "lost 1 3,1,1 | lost 3 1,1,3");
    check("G square8 4p compact; H 18,18,18,18", "lost 2 1,4,1,1");
}

#[test]
fn r175_live_the_second_seat_may_swap_first_of_all() {
    check(
        "G square8 2p live swap=on; H 18,18",
        "cannot SW R175 | do P d4 | cannot SW | do M d4-d5 | can SW | cannot SP | do SW | events R175 swapped
         is d4=M1,d5=S1 | has H 17,18; T 2; N 2 | cannot SW R175 | cannot SP | do P h1 | cannot SW | do M h1-h2
         has T 1 | cannot SW R175",
    );
}

#[test]
fn r175_live_the_swap_has_to_come_at_once() {
    check(
        "G square8 2p live swap=on; H 18,18",
        "do P d4 | do M d4-d5 | do P a1 | cannot SW | do M a1-b1 | cannot SW R175
         do P h1 | do M h1-h2 | has T 2; N 4 | cannot SW R175",
    );
}

#[test]
fn r175_live_the_swap_is_an_option() {
    let position = live("H 18,18", "do P d4 | do M d4-d5 | has T 2; P ring_placement");
    assert!(!position.legal_actions().contains(&Action::SwapSides));
    assert!(position.read_action("SW").is_err());
}
