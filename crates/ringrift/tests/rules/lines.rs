//! Lines (rules section 9; RR-CANON-R120 to R122).

use crate::check;

#[test]
fn r120_line_is_a_run_of_markers_along_an_axis() {
    for (markers, lines) in [
        ("b2,c2,d2", "b2..d2"),
        ("b2,c3,d4", "b2..d4"),
        ("b2,b3,b4", "b2..b4"),
        ("d2,c3,b4", "d2..b4"),
        ("b2,c2,d3", "none"),
        ("b2,c2", "none"),
    ] {
        check(&format!("S h8=1,a8=2; M1 {markers}"), &format!("lines {lines}"));
    }
}

#[test]
fn r120_hexagons_have_three_axes_and_lines_of_four() {
    for (markers, lines) in [
        ("0.0,1.0,2.0,3.0", "0.0..3.0"),
        ("0.0,0.1,0.2,0.3", "0.0..0.3"),
        ("3.-3,2.-2,1.-1,0.0", "3.-3..0.0"),
        ("0.0,1.0,2.0", "none"),
        ("0.0,1.1,2.2,3.3", "none"),
    ] {
        check(&format!("G hexagonal 2p; S -5.0=1,0.9=2; M1 {markers}"), &format!("lines {lines}"));
    }
}

#[test]
fn r120_line_length_depends_on_the_board() {
    check("G square19 2p; S h8=1,a8=2; M1 b2,c2,d2", "lines none");
    check("G square19 2p; S h8=1,a8=2; M1 b2,c2,d2,e2", "lines b2..e2");
}

#[test]
fn r120_compact_lines_are_one_longer() {
    check("G square8 2p compact; S c1=1,h8=1,h1=2; M1 a1,b1", "do M c1-c2 | has T 2 | is a1=M1");
    check("G square8 2p compact; S h8=1,a8=2; M1 b2,c2,d2,e2", "lines b2..e2");
}

#[test]
fn r120_lines_are_maximal() {
    check("S h8=1,a8=2; M1 a1,b1,c1,d1,e1", "lines a1..e1");
}

#[test]
fn r120_other_contents_interrupt_a_line() {
    for gap in ["S h8=1,a8=2", "S h8=1,a8=2; M2 c1", "S h8=1,a8=2; C1 c1", "S h8=1,a8=2,c1=1"] {
        check(&format!("{gap}; M1 a1,b1,d1,e1"), "lines none");
    }
}

#[test]
fn r120_marker_can_be_in_several_lines() {
    check("S h8=1,a8=2; M1 a1,b1,c1,a2,a3,b2,c3", "lines a1..c1, a1..c3, a1..a3, c1..a3");
}

#[test]
fn r120_only_lines_of_the_player_to_move_count() {
    check("S d4=1,h8=2,a1=2; M2 a8,b8,c8", "lines none | do M d4-d5 | has T 2 | is a8=M2");
    check("S d4=1,h8=2,a1=2; M2 a8,b8,c8; T 2", "lines a8..c8");
}

#[test]
fn r121_line_must_be_processed() {
    check(
        "S c1=1,h8=1,h1=2; M1 a1,b1",
        "do M c1-c2 | has P line_processing | only L 1 | cannot ST R071 | cannot SC R071",
    );
}

#[test]
fn r121_player_chooses_the_order_of_lines() {
    let position = "S d1=1,h8=1,h7=1,h1=2; M1 a1,b1,c1,a3,b3,c3,a6,b6; P line_processing";
    check(
        position,
        "only L 1, L 2 | do L 2 | is a3=C1,a1=M1 | do E h8 | has P line_processing | do L 1 | do E h7 | has T 2",
    );
}

#[test]
fn r121_lines_are_numbered_by_axis_and_first_cell() {
    // Rows come first, then diagonals, then columns.
    check("S h8=1,h1=2; M1 e4,e5,e6,a7,b7,c7,a3,b3,c3,d2; P line_processing", "lines a3..c3, a7..c7, e4..e6");
    check("S h8=1,h1=2; M1 a3,b4,c5,a6,a7,a8; P line_processing", "lines a3..c5, a6..a8");
}

#[test]
fn r121_processing_a_line_interrupts_crossing_lines() {
    let position = "S c1=1,h8=1,h1=2; M1 a1,b1,c2,c3";
    check(position, "do M c1-d1 | only L 1, L 2 | do L a1..c1 | do E h8 | is c2=M1,c3=M1 | has E 1,0; T 2");
    check(position, "do M c1-d1 | do L c1..c3 | do E h8 | is a1=M1,b1=M1 | has T 2");
}

#[test]
fn r121_rest_of_a_long_line_can_be_a_line() {
    check(
        "S f1=1,h8=1,h1=2; M1 a1,b1,c1,d1,e1",
        "do M f1-f2 | legal 5 | do L a1..f1@a1 | has P line_processing | only L 1 | cannot L a1..f1 R120
         do L d1..f1 | do E h8 | has E 1,0; T 2 | terr 6,0",
    );
}

#[test]
fn r121_lines_of_earlier_turns_are_processed() {
    check("S d4=1,h8=2,a1=2; M2 a8,b8,c8", "do M d4-d5 | do M h8-h7 | has T 2; P line_processing | only L 1");
}

#[test]
fn r121_line_without_payment_stays() {
    check("S c1=1,h8=2; M1 a1,b1,c3", "do M c1-c3 | is c3=.,a1=M1,b1=M1,c1=M1 | has E 1,0; T 2");
}

#[test]
fn r121_unpaid_line_is_processed_in_a_later_turn() {
    check(
        "S c1=1,h8=2; M1 a1,b1,c3; H 1,0",
        "do SP | do M c1-c3 | has T 2 | do M h8-h7
         has T 1 | do P d5 | do M d5-d6 | has P line_processing | do L 1 | do E d6 | terr 3,0 | has E 2,0",
    );
}

#[test]
fn r122_exact_line_collapses_and_is_paid() {
    check(
        "S c1=1,h8=1,h1=2; M1 a1,b1",
        "do M c1-c2 | do L a1..c1 | is a1=C1,b1=C1,c1=C1 | terr 3,0 | has E 0,0; P line_elimination
         events R122 collapsed a1=C1, R122 collapsed b1=C1, R122 collapsed c1=C1, R122 line 3/3
         only E c2, E h8 | do E h8 | is h8=.,c2=S1 | has E 1,0; T 2 | events R122 eliminated h8=1 for 1",
    );
}

#[test]
fn r122_payment_is_a_whole_cap() {
    check("S c1=1,h8=2111,h1=2; M1 a1,b1", "do M c1-c2 | do L 1 | do E h8 | is h8=S2 | has E 3,0");
}

#[test]
fn r122_only_controlled_stacks_pay() {
    check("S c1=1,h8=12,h1=2; M1 a1,b1", "do M c1-c2 | do L 1 | only E c2 | cannot E h8 R122 | cannot E d4 R122");
}

#[test]
fn r122_exact_line_has_no_free_segment() {
    check("S c1=1,h8=1,h1=2; M1 a1,b1", "do M c1-c2 | cannot L a1..c1@a1 R122");
}

#[test]
fn r122_option_one_takes_the_whole_line_for_a_cap() {
    check(
        "S d1=1,h8=1,h1=2; M1 a1,b1,c1",
        "do M d1-d2 | do L 1; LR 1 | terr 4,0 | events R122 line 4/4 | has P line_elimination | do E h8 | has E 1,0; T 2",
    );
}

#[test]
fn r122_option_two_takes_a_segment_for_free() {
    let position = "S d1=1,h8=1,h1=2; M1 a1,b1,c1";
    check(position, "do M d1-d2 | only L 1; LR 1, L 1; LR 2:1, L 1; LR 2:2 | cannot L a1..d1@c1 R122");
    check(
        position,
        "do M d1-d2 | do L a1..d1@b1 | is a1=M1,b1=C1,c1=C1,d1=C1 | has E 0,0; T 2 | terr 3,0 | events R122 line 3/4",
    );
    check(position, "do M d1-d2 | do L 1; LR 2:1 | is a1=C1,b1=C1,c1=C1,d1=M1 | has T 2");
}

#[test]
fn r122_any_segment_of_exactly_the_line_length_is_legal() {
    let position = "G square19 2p; S f1=1,h8=1,h1=2; M1 a1,b1,c1,d1,e1";
    check(position, "do M f1-f2 | only L 1; LR 1, L 1; LR 2:1, L 1; LR 2:2, L 1; LR 2:3");
    check(position, "do M f1-f2 | do L a1..f1@b1 | is a1=M1,b1=C1,c1=C1,d1=C1,e1=C1,f1=M1 | has T 2");
}

#[test]
fn r122_segments_are_counted_from_the_smallest_cell() {
    // Cells are compared by row, then by column: the smallest cell of this diagonal is d1, its right-hand end.
    check("S d1=1,h8=1,h5=2; M1 c2,b3,a4", "do M d1-e1 | do L 1; LR 2:1 | is d1=C1,c2=C1,b3=C1,a4=M1");
}

#[test]
fn r122_only_option_two_is_legal_without_a_stack() {
    check(
        "S d1=1,h8=2; M1 a1,b1,c1,d3",
        "do M d1-d3 | has P line_processing | cannot L a1..d1 R122 | legal 2 | do L a1..d1@a1 | is d1=M1 | has E 1,0; T 2",
    );
}
