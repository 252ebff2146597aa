//! Regions (rules-live section 6).

use super::live;
use crate::check;

#[test]
fn r141_live_area_without_walls_needs_exactly_one_controller() {
    live("S d4=1,h8=2; C1 a2; C2 b1", "candidates none");
    live("S a1=2,d4=1,h8=2; C1 a2; C2 b1", "candidates 1");
    check("G square8 3p live; S a1=1,a2=2,d4=1,e5=2,h8=3; C1 a3,b1,b2", "candidates none");
    check("G square8 3p live; S a1=2,a2=2,d4=1,e5=2,h8=3; C1 a3,b1,b2", "candidates 2");
}

#[test]
fn r141_live_area_without_walls_needs_two_active_colours() {
    live("S a1=1,d4=1; C1 a2,b1; H 0,1", "do M d4-d5 | has T 2");
    // The rest of the board has 60 cells with the marker on d4 as a wall, 61 with all markers passable.
    live("S a1=1,d4=21; C1 a2,b1", "do M d4-d6 | regions 1,60,61");
}

#[test]
fn r141_live_any_marker_lifts_the_one_controller_condition() {
    live("S d4=1,h8=2; C1 a2; C2 b1; M1 d8", "do M d4-d5 | regions 1 | do T 1 | is a1=C1,d8=M1");
    check("G square8 3p live; S a1=1,a2=2,d4=1,e5=2,h8=3; C1 a3,b1,b2; M1 d8", "do M d4-c4 | regions 2");
}

#[test]
fn r141_live_border_markers_inside_are_not_part_of_the_region() {
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
fn r143_live_region_after_a_recovery_needs_a_buried_ring_outside_the_region() {
    let pocket = "S h1=12,h8=1212; M1 a2,c1";
    live(
        pocket,
        "do R c1-b1 xh8 | has P territory_processing recovered | regions 1 | do T a1#1 | is a1=C1,a2=C1,b1=C1
         only E h1, E h8 | do E h8 | is h8=S22,h1=S12 | has E 2,0; T 2",
    );
    // The slide was paid with the last buried ring.
    live("S h8=12,g8=2; M1 a2,c1; H 1,0", "do SP | do R c1-b1 xh8 | has T 2");
    // A controlled stack outside the region is not enough.
    live("S c2=12,h8=12; M1 a2,b1,d3", "do R d3-c2 xh8 | is c2=S1 | has T 2");
    live("S c2=112,h8=12; M1 a2,b1,d3", "do R d3-c2 xh8 | is c2=S11 | regions 1");
}

#[test]
fn r143_live_buried_ring_must_be_outside_the_region() {
    let pocket = "S a1=12,h8=12; M1 a2,c1";
    live(pocket, "do R c1-b1 xa1 | regions 1");
    live(
        pocket,
        "do R c1-b1 xh8 | regions 61 | do T h8#61 | only E a1 | do E a1
         is a1=S2 | has E 3,0; P game_over 1 territory_control",
    );
}

#[test]
fn r144_live_player_may_decline_regions() {
    live("S a1=2,d4=1,h1=1,h8=2; M1 a2,b1", "do M d4-d5 | only T 1, ST | do ST | is a1=S2,a2=M1 | has E 0,0; T 2");
    live("S a1=2,d4=1,h1=1,h8=2; M1 a2,b1", "do M d4-d5 | do T 1 | cannot ST | only E h1, E d5");
}

#[test]
fn r145_live_payment_is_a_whole_cap() {
    live(
        "S a1=2,d4=1,h1=211,h8=2; M1 a2,b1",
        "do M d4-d5 | do T a1#1 | has E 1,0 | do E h1 | is h1=S2 | terr 3,0 | has E 3,0; T 2",
    );
}

#[test]
fn r145_live_border_floods_through_all_markers() {
    live(
        "S a1=2,d5=1,h5=1,h8=2; M1 a2,b1,d3; M2 c2,a4",
        "do M d5-d6 | do T a1#1 | is a1=C1,a2=C1,b1=C1,c2=C1,d3=C1,a4=M2,d5=M1 | terr 5,0",
    );
}

#[test]
fn r145_live_flood_starts_at_neighbours() {
    live(
        "S a1=2,d5=1,h5=1,h8=2; C1 a2,b1; M1 b2",
        "do M d5-d6 | do T a1#1 | events R145 region 1+0 | is b2=M1 | terr 3,0",
    );
}

#[test]
fn r145_live_flood_on_hex8_uses_eight_offsets() {
    // 2.-1 is not a neighbour of 3.0, but differs from it by (-1,-1), and 1.-2 by two such steps; 0.0 is not connected.
    check(
        "G hex8 2p live; S 4.0=2,0.0=1,-1.3=1,-4.0=2; M1 4.-1,3.0,3.1; M2 2.-1,1.-2",
        "do M 0.0-0.1 | do T 4.0#1 | is 4.0=C1,4.-1=C1,3.0=C1,3.1=C1,2.-1=C1,1.-2=C1,0.0=M1 | terr 6,0",
    );
    // A gap stops the flood.
    check(
        "G hex8 2p live; S 4.0=2,0.0=1,-1.3=1,-4.0=2; M1 4.-1,3.0,3.1; M2 1.0",
        "do M 0.0-0.1 | do T 4.0#1 | is 1.0=M2 | terr 4,0",
    );
}

#[test]
fn r145_live_no_flood_on_hexagonal12() {
    check(
        "G hexagonal12 2p live; S 12.0=2,0.0=1,-1.3=1,-5.0=2; M1 12.-1,11.0,11.1,10.0; M2 11.-1",
        "do M 0.0-0.1 | do T 12.0#1 | is 12.0=C1,12.-1=C1,11.0=C1,11.1=C1,10.0=M1,11.-1=M2 | terr 4,0",
    );
}
