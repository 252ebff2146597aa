//! The end of the game (rules-live section 9).

use super::live;
use crate::check;

#[test]
fn r170_live_enough_credited_rings_win() {
    live("S a1=11,h8=2; M2 a3; E 17,0", "do M a1-a3 | has E 18,0; P game_over 1 ring_elimination | ranks 1,2");
    live("S a1=11,h8=2; M2 a3; E 16,0", "do M a1-a3 | has E 17,0; T 2");
}

#[test]
fn r171_live_territory_must_exceed_that_of_all_others_together() {
    let position =
        |more: &str| format!("G square8 3p live; S a8=1,h8=2,h7=3; M1 b8; C1 a1:h2,a3:e3; C2 f3:h3,a4:h5,a6:b6{more}");
    check(&position(""), "do M a8-c8 | terr 22,21,0 | has P game_over 1 territory_control");
    check(&position("; C3 c6"), "do M a8-c8 | terr 22,21,1 | has T 2; P movement");
}

#[test]
fn r171_live_territory_must_reach_the_minimum() {
    live("S a8=1,h8=2; M1 b8; C1 a1:h3,a4:g4", "do M a8-c8 | terr 32,0 | has T 2");
    live("S a8=1,h8=2; M1 b8; C1 a1:h4", "do M a8-c8 | terr 33,0 | has P game_over 1 territory_control");
}

#[test]
fn r172_live_only_player_with_rings_wins() {
    let position = "S a1=2,d4=1,g7=1; M1 a2,b1";
    live(position, "do M d4-d5 | do T a1#1 | do E d5 | has P game_over 1 last_player_standing | ranks 1,2");
    live(&format!("{position}; H 0,1"), "do M d4-d5 | do T a1#1 | do E d5 | has T 2; P ring_placement");
    live("S a1=2,d4=1,g7=12; M1 a2,b1", "do M d4-d5 | do T a1#1 | do E d5 | has T 2; P movement");
}

#[test]
fn r172_live_players_with_only_buried_rings_get_turns() {
    check("G square8 3p live; S d4=1,h8=23,a8=3", "do M d4-d5 | has T 3; N 3 | events R070 turn 2, R070 turn 3");
    check("G square8 3p live; S d4=1,h8=3", "do M d4-d5 | has T 3; N 2 | no R070 turn 2");
}

#[test]
fn r172_live_only_player_with_real_actions_in_three_rounds_wins() {
    live(
        "S a8=21,h1=1",
        "do M h1-h2 | has T 1; N 3; R 2,1,-,0 | do M h2-g2 | has N 5; R 2,1,1,1 | do M g2-g1 | has N 7; R 2,1,1,2
         do M g1-f1 | has P game_over 1 last_player_standing",
    );
}

#[test]
fn r172_live_number_of_rounds_is_an_option() {
    check(
        "G square8 2p live last_standing_rounds=1; S a8=21,h1=1",
        "do M h1-h2 | has T 1; P movement | do M h2-g2 | has P game_over 1 last_player_standing",
    );
}

#[test]
fn r172_live_rounds_are_counted_per_player() {
    live("S a8=21,h1=1; N 7; R 2,1,1,2", "do M h1-h2 | has P game_over 1 last_player_standing");
    live("S a8=21,h1=1; N 7; R 2,1,1,1", "do M h1-h2 | has T 1; R 2,1,1,2");
    live("S a8=21,h1=1; N 7; R 2,1,2,2", "do M h1-h2 | has T 1; R 2,1,1,1");
    live("S a8=21,h1=1; N 7; R 2,12,1,2", "do M h1-h2 | has T 1; R 2,1,-,0");
}

#[test]
fn r172_live_real_action_of_another_player_delays_the_win_and_resets_the_count() {
    live(
        "S a8=21,h1=1; H 0,3; N 7; R 2,1,1,2",
        "do M h1-h2 | has T 2; R 2,2,1,3 | do P d5 | do M d5-d6 | has T 1; P movement; R 2,12,1,3
         do M h2-g2 | has T 2; R 2,2,-,0",
    );
}

#[test]
fn r172_live_recovery_is_not_a_real_action() {
    let position = "S a8=21,h1=1; M2 d4; N 7; R 2,1,1,2";
    live(position, "do M h1-h2 | has T 2; P recovery; R 2,-,1,3 | do SR | has P game_over 1 last_player_standing");
    live(
        "S a8=2211,h1=1; M2 d4; N 7; R 2,1,1,2",
        "do M h1-h2 | do R d4-d5 xa8 | is a8=S211 | has P game_over 1 last_player_standing",
    );
}

#[test]
fn r172_live_opener_without_rings_is_replaced() {
    check(
        "G square8 3p live; S a8=31,h1=1; N 7; R 2,1,1,2",
        "do M h1-h2 | has T 1; R 3,1,1,2 | do M h2-g2 | has P game_over 1 last_player_standing",
    );
}

/// A position whose only stack is blocked; players 1 and 2 have 31 collapsed cells each.
const BLOCKED: &str = "CX a1,h1; S a1=1";

#[test]
fn r173_live_territory_decides_first() {
    live("CX a1,h1,h3; S a1=1; E 0,9", "do E a1 | terr 31,30 | has E 1,9; P game_over 1 territory_control | ranks 1,2");
}

#[test]
fn r173_live_credits_and_hands_decide_second() {
    live(&format!("{BLOCKED}; E 5,5"), "do E a1 | has E 6,5; P game_over 1 ring_elimination");
    live(&format!("{BLOCKED}; E 5,7"), "do E a1 | has E 6,7; P game_over 2 ring_elimination | ranks 2,1");
}

#[test]
fn r173_live_hands_count_without_conversion() {
    live(&format!("{BLOCKED}; E 5,5; H 0,3"), "do E a1 | has H 0,3; E 6,5; P game_over 2 ring_elimination");
}

#[test]
fn r173_live_markers_decide_third() {
    live("CX a1,h1; S a1=1; M2 h1; E 5,6", "do E a1 | has E 6,6; P game_over 2 last_player_standing | ranks 2,1");
}

#[test]
fn r173_live_last_mover_decides_fourth() {
    live(&format!("{BLOCKED}; E 5,6"), "do E a1 | has E 6,6; P game_over 1 last_player_standing | ranks 1,2");
    live("CX a1,h1; S a1=2; E 6,5; T 2", "do E a1 | has E 6,6; P game_over 2 last_player_standing | ranks 2,1");
}

#[test]
fn r173_live_every_rung_compares_all_players() {
    check(
        &format!("G square8 3p live; {BLOCKED}; E 5,5,9"),
        "do E a1 | terr 31,31,0 | has P game_over 3 ring_elimination | ranks 2,3,1",
    );
}
