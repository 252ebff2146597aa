//! Payment for lines (rules-live section 5).

use super::live;

#[test]
fn r122_live_payment_is_one_ring() {
    let position = "S d1=1,h1=111,h8=2; M1 a1,b1,c1";
    live(position, "do M d1-d2 | do L 1 | only E h1, E d2 | do E h1 | is h1=S11 | terr 4,0 | has E 1,0; T 2");
    live(position, "do M d1-d2 | do L 1 | do E d2 | is d2=.,h1=S111 | has E 1,0; T 2");
}

#[test]
fn r122_live_payment_can_change_control() {
    live("S d1=1,h1=21,h8=2; M1 a1,b1,c1", "do M d1-d2 | do L 1 | do E h1 | is h1=S2 | has E 1,0; T 2");
}

#[test]
fn r122_live_payment_is_waived_without_a_stack() {
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
fn r122_live_segment_is_free() {
    live(
        "S e1=1,h8=2; M1 a1,b1,c1,d1",
        "do M e1-e2 | do L 1; LR 2:2 | is a1=M1,b1=C1,e1=C1,e2=S1 | terr 4,0 | has E 0,0; T 2",
    );
}

#[test]
fn r122_live_payment_comes_before_the_next_line() {
    live(
        "S d1=1,h1=11,h8=2; M1 a1,b1,c1,a4,b4,c4,d4",
        "do M d1-d2 | lines a1..d1, a4..d4 | do L 1 | only E h1, E d2 | do E h1 | only L 1 | do L 1 | only E h1, E d2",
    );
}
