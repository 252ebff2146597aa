//! Recovery (rules-live section 7).

use super::live;
use crate::check;

#[test]
fn r110_live_slide_extracts_a_buried_ring() {
    live(
        "S d4=12,h8=12; M1 a1",
        "has P recovery | legal 7 | can R a1-b1 xd4 | can R a1-a2 xh8 | can R a1-b2 xd4 | can SR
         do R a1-b1 xd4 | is a1=.,b1=M1,d4=S2,h8=S12 | has E 1,0; T 2 | gain 1
         events R110 slid a1-b1, R110 eliminated d4=1 for 1",
    );
}

#[test]
fn r110_live_recovery_needs_a_marker() {
    live("S d4=12,h8=2", "has T 2; P movement");
}

#[test]
fn r110_live_recovery_needs_control_of_no_stack() {
    live(
        "CX a1,d4,d5,g8,h8; S a1=1,h8=12; M1 d4",
        "has P territory_processing idle | do ST | has P forced_elimination",
    );
}

#[test]
fn r110_live_rings_in_hand_do_not_prevent_recovery() {
    live("S d4=12,h8=2; M1 a1; H 5,0", "do SP | legal 4 | do R a1-a2 xd4 | is a2=M1,d4=S2 | has H 5,0; E 1,0; T 2");
    live("S d4=12,h8=2; M1 a1; H 5,0", "do SP | do SR | is a1=M1,d4=S12 | has H 5,0; E 0,0; T 2");
}

#[test]
fn r110_live_recovery_can_always_be_declined() {
    live("S d4=12,h8=2; M1 a1; C2 a2,b1,b2", "only SR | do SR | has E 0,0; T 2");
    live("S d4=12,h8=2; M1 a1; M2 a2; C2 b1", "only R a1-b2 xd4, SR");
    live("S d4=12,h8=2; M1 a1,b1,c1,d2", "only R d2-d1 =1 xd4, SR");
}

#[test]
fn r110_live_exact_line_is_paid() {
    live(
        "S d4=12,h8=12; M1 a1,b1,c1,d2",
        "only R d2-d1 =1 xd4, R d2-d1 =1 xh8, SR | do R d2-d1 =1 xh8
         is a1=C1,b1=C1,c1=C1,d1=C1,d2=.,d4=S12,h8=S2 | terr 4,0 | has E 1,0; T 2",
    );
}

#[test]
fn r110_live_possible_line_forbids_other_slides() {
    live("S e3=12,h8=2; M1 a1,b1,c1,d2", "cannot R d2-e2 xe3 R110 | cannot R d2-e3 xe3 R110 | cannot R a1-a2 xe3 R110");
    live("S e3=12,h8=2; M1 a1,b1,d2", "can R d2-e2 xe3 | can R d2-e3 xe3 | can R a1-a2 xe3");
}

/// Sliding b2 to b1 forms a line of six, sliding a1 to b1 a line of five.
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
fn r110_live_segment_is_free_and_the_whole_run_is_paid() {
    live(LONG, "do R b2-b1 =2:2 | is h8=S12 | has E 0,0; T 2");
    live(LONG, "do R b2-b1 =1 xh8 | is a1=C1,b1=C1,f1=C1,h8=S2 | terr 6,0");
}

#[test]
fn r110_live_rest_of_a_run_is_a_free_line() {
    live(
        "S h8=12,h4=2; M1 a1,c1,d1,e1,f1,g1,h1,b2",
        "do R b2-b1 =2:1 | is d1=C1,e1=M1 | only L 1 | do L 1 | terr 8,0 | is h8=S12 | has E 0,0; T 2",
    );
}

#[test]
fn r110_live_first_axis_decides_between_equal_runs() {
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
fn r110_live_first_axis_decides_between_equal_runs_on_hexagons() {
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
fn r110_live_longest_run_collapses() {
    live(
        "S h8=12,h1=2; M1 a4,b4,c4,d1,d2,d3,d5,e5",
        "do R e5-d4 =2:1 | is d1=C1,d2=C1,d3=C1,d4=C1,d5=M1,a4=M1,b4=M1,c4=M1 | terr 4,0 | regions 9 | do ST | has T 2",
    );
    // A run below the line length on an earlier axis does not matter.
    live("S h8=12,h1=2; M1 d1,d2,d3,c4,e5", "do R e5-d4 =1 xh8 | is d1=C1,d4=C1,c4=M1 | terr 4,0");
}

#[test]
fn r110_live_strike_eliminates_the_top_ring() {
    live(
        "S d4=12,h8=12; M1 c3",
        "legal 17 | do R c3-d4 xh8 | is c3=.,d4=S1,h8=S2 | gain 1
         events R110 eliminated d4=2 for 1, R110 eliminated h8=1 for 1",
    );
    live("S d4=2,h8=12; M1 c3", "do R c3-d4 xh8 | is c3=.,d4=.,h8=S2 | has E 2,0");
}

#[test]
fn r110_live_ring_uncovered_by_the_strike_can_be_extracted() {
    live("S d4=12,h8=12; M1 c3", "do R c3-d4 xd4 | is c3=.,d4=.,h8=S12 | has E 2,0; T 2");
}

#[test]
fn r110_live_bottommost_ring_is_extracted() {
    live("S d4=1212,h8=2; M1 a1", "do R a1-b1 xd4 | is d4=S212 | has E 1,0");
    live("S d4=2112,h8=2; M1 a1", "do R a1-b1 xd4 | is d4=S212 | has E 1,0");
    live("S d4=112,h8=2; M1 c3", "do R c3-d4 xd4 | is d4=S1 | has E 2,0");
}

#[test]
fn r110_live_top_rings_cannot_be_extracted() {
    live("S d4=12,h8=2,h1=22; M1 a1", "cannot R a1-b1 xh8 | cannot R a1-b1 xh1 | can R a1-b1 xd4");
}
