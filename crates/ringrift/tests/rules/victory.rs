//! The end of the game (rules section 12; RR-CANON-R061, R062, R170 to R173).

use ringrift::BoardKind::{Hexagonal, Square8, Square19};
use ringrift::Ruleset;

use crate::check;

#[test]
fn r061_threshold_is_more_than_half_of_all_rings() {
    for (board, thresholds) in [(Square8, [19, 28, 37]), (Square19, [37, 55, 73]), (Hexagonal, [37, 55, 73])] {
        let found = [2, 3, 4]
            .map(|players| Ruleset::canon(board, players).expect("canon has this board").elimination_threshold);
        assert_eq!(found, thresholds, "{board}");
    }
}

#[test]
fn r061_credits_below_the_threshold_do_not_win() {
    check("S a1=11,h8=2; M1 c1; E 17,0", "do M a1-c1 | has E 18,0; T 2; P movement");
    check("G square8 3p; S a1=11,h8=2,h1=3; M1 c1; E 26,0,0", "do M a1-c1 | has E 27,0,0; T 2; P movement");
    check("G square8 3p; S a1=11,h8=2,h1=3; M1 c1; E 27,0,0", "do M a1-c1 | has P game_over 1 ring_elimination");
}

#[test]
fn r062_threshold_is_more_than_half_of_all_cells() {
    for (board, threshold) in [(Square8, 33), (Square19, 181), (Hexagonal, 166)] {
        for players in 2..=4 {
            assert_eq!(
                Ruleset::canon(board, players).expect("canon has this board").territory_threshold,
                threshold,
                "{board}"
            );
        }
    }
}

#[test]
fn r062_half_of_the_cells_does_not_win() {
    check("S a5=1,h8=2; C1 a1:h3,a4:g4; M1 b5", "do M a5-c5 | terr 32,0 | has T 2; P movement");
}

#[test]
fn r170_enough_credited_rings_win() {
    check("S a1=11,h8=2; M1 c1; E 18,0", "do M a1-c1 | has E 19,0; P game_over 1 ring_elimination | ranks 1,2");
    check(
        "S a1=11,h8=2; M1 c1; E 18,0",
        "do M a1-c1 | events R092 eliminated c1=1 for 1, R170 ended 1 ring_elimination",
    );
}

#[test]
fn r170_turn_is_completed_before_the_win() {
    check(
        "S c1=1,h8=1,h1=2,a8=2; M1 a1,b1,a7,b8; E 18,0",
        "do M c1-c2 | do L 1 | do E h8 | has E 19,0; P territory_processing
         do ST | has P game_over 1 ring_elimination",
    );
}

#[test]
fn r170_ring_elimination_takes_precedence_over_territory() {
    let position = "S c5=1,h8=1,h7=2; M1 a5,b5; C1 a1:h3,a4:f4";
    check(position, "do M c5-c6 | do L 1 | terr 33,0 | do E h8 | has P game_over 1 territory_control");
    let position = format!("{position}; E 18,0");
    check(&position, "do M c5-c6 | do L 1 | terr 33,0 | do E h8 | has P game_over 1 ring_elimination");
}

#[test]
fn r171_enough_territory_wins() {
    check(
        "S a5=1,h8=2; C1 a1:h4; M1 b5",
        "do M a5-c5 | terr 33,0 | has P game_over 1 territory_control | events R171 ended 1 territory_control | ranks 1,2",
    );
}

#[test]
fn r171_turn_is_completed_before_the_win() {
    check(
        "S c5=1,h8=1,h7=2; M1 a5,b5; C1 a1:h3,a4:f4",
        "do M c5-c6 | do L 1 | terr 33,0 | has P line_elimination | do E h8 | has P game_over 1 territory_control",
    );
}

#[test]
fn r172_only_player_with_real_actions_wins_after_a_round() {
    check(
        "S h8=1,a1=22222222",
        "has P movement; L 1 | do M h8-h7 | has T 2; P forced_elimination; L 1
         do E a1 | has E 0,8; P game_over 1 last_player_standing | events R172 ended 1 last_player_standing",
    );
}

#[test]
fn r172_real_action_of_another_player_prevents_the_win() {
    check(
        "G square8 3p; S h8=1,a8=123,a1=2; C1 a2,b1,b2,a7,b7,b8",
        "do M h8-h7 | do ST | has T 2; P forced_elimination | do E a1 | has T 3; P forced_elimination
         do E a8 | is a8=S12 | has P game_over 1 last_player_standing",
    );
    check(
        "G square8 3p; S h8=1,a1=22222222,d1=3",
        "do M h8-h7 | do E a1 | has T 3; L 3 | do M d1-d2 | has T 1; P movement; L 1",
    );
}

#[test]
fn r172_round_begins_with_the_players_own_turn() {
    check("S h8=1,a1=22222222; T 2", "has P forced_elimination | lacks L | do E a1 | has T 1; P movement; L 1");
}

#[test]
fn r172_placement_is_a_real_action() {
    check(
        "S a1=22222222,h8=1; H 0,1",
        "do M h8-h7 | has T 2; P ring_placement; L 2 | do P d4 | do M d4-d5 | has T 1; P movement; L 1",
    );
}

#[test]
fn r172_forced_elimination_is_not_a_real_action() {
    check("CX a1,g8,h8; S a1=1,h8=2; L 2", "has P forced_elimination; L 2");
}

#[test]
fn r172_real_actions_are_tested_as_if_each_player_were_to_move() {
    // Player 2 had no real action in the round, but the forced elimination has freed their other stack.
    check(
        "S a1=2,a2=2,h8=1; C1 a3,b1,b2,b3",
        "do M h8-h7 | do ST | has T 2; P forced_elimination; L 1 | do E a2 | do M a1-a2 | do ST
         has T 1; P movement; L 1 | do M h7-h6 | do ST | has T 2; P movement; L 2",
    );
}

#[test]
fn r172_freed_buried_ring_resets_the_round() {
    check(
        "G square8 3p; S h8=1,a1=23333333",
        "do M h8-h7 | events R090 passed 2 | has T 3; P forced_elimination; L 1 | do E a1 | is a1=S2
         has T 1; P movement; L 1 | do M h7-h6 | has T 2; P movement; L 2",
    );
}

#[test]
fn r172_passes_do_not_reset_the_round() {
    check(
        "G square8 3p; S h8=21,a1=33333333",
        "do M h8-h6 | events R090 passed 2 | has T 3; L 1 | do E a1 | has P game_over 1 last_player_standing",
    );
}

#[test]
fn r172_candidate_without_a_real_action_is_dropped() {
    check("CX a1,g8,h8; S a1=1,h8=2; L 1", "has T 1; P forced_elimination | lacks L");
}

#[test]
fn r172_eliminated_players_get_no_turn() {
    check("G square8 3p; S d4=1,h8=3", "do M d4-d5 | has T 3; N 2 | no R070 turn 2 | no R090 passed 2");
    check(
        "G square8 4p; S d4=1,h8=24,h1=4",
        "do M d4-d5 | events R090 passed 2, R070 turn 4 | no R070 turn 3 | has T 4; N 3 | do M h1-h2 | has T 1",
    );
}

#[test]
fn r172_player_without_opponents_wins_at_their_next_turn() {
    check("S d4=1", "has T 1; P movement | do M d4-d5 | has P game_over 1 last_player_standing");
}

#[test]
fn r172_compact_only_player_with_real_actions_wins_at_once() {
    check("G square8 2p compact; S h8=1,a1=22222222", "do M h8-h7 | has E 0,0; P game_over 1 last_player_standing");
    check("G square8 2p compact; S h8=1,a1=22222222,h1=2", "do M h8-h7 | has T 2; P movement");
}

#[test]
fn r172_compact_game_continues_with_two_able_players() {
    check("G square8 3p compact; S h8=1,a1=22222222,d1=3", "do M h8-h7 | has T 2; P forced_elimination");
}

#[test]
fn r172_compact_player_not_to_move_can_win() {
    // After the capture player 1's stack has three rings, and every cell three steps away is collapsed.
    check(
        "G square8 2p compact; S c1=11,b1=2,h8=2; C2 a4,d1,d4",
        "do C c1-a1 xb1 | is a1=S211 | has P game_over 2 last_player_standing",
    );
}

#[test]
fn r173_stalemate_without_stacks_and_placements() {
    check("CX a1; S a1=1; E 5,5", "has P forced_elimination | do E a1 | events R173 ended 2 stalemate");
}

#[test]
fn r173_stack_prevents_stalemate() {
    check(
        "CX a1,h1; S a1=1,h1=2",
        "do E a1 | has T 2; P forced_elimination; E 1,0 | do E h1 | has E 1,1; P game_over 2 stalemate",
    );
}

#[test]
fn r173_placement_prevents_stalemate() {
    check("CX a1,g8,h8; S a1=1; H 0,5", "do E a1 | has T 2; P ring_placement");
}

#[test]
fn r173_territory_decides_first() {
    check("CX a1; S a1=1; E 5,5", "do E a1 | terr 31,32 | has E 6,5; P game_over 2 stalemate | ranks 2,1");
}

#[test]
fn r173_credits_with_converted_hands_decide_second() {
    check(
        "CX a1,h1; S a1=1; E 5,5; H 0,3",
        "do E a1 | terr 31,31 | has E 6,8; H 0,0; P game_over 2 stalemate | events R173 converted 2*3, R173 ended 2 stalemate",
    );
}

#[test]
fn r173_markers_decide_third() {
    check("CX a1,h1; S a1=1; M2 h1; E 5,6", "do E a1 | terr 31,31 | has E 6,6; P game_over 2 stalemate | ranks 2,1");
}

#[test]
fn r173_last_action_decides_fourth() {
    check("CX a1,h1; S a1=1; E 5,6", "do E a1 | has E 6,6; A 1; P game_over 1 stalemate | ranks 1,2");
    check("CX a1,h1; H 3,3; A 2,1", "has P game_over 2 stalemate");
    check("CX a1,h1; H 3,3; A 1,2", "has P game_over 1 stalemate");
}

#[test]
fn r173_last_action_is_compared_among_tied_players_only() {
    check("G square8 3p; CX a1,h1; H 3,3,2; A 3,2,1", "has P game_over 2 stalemate | ranks 2,1,3");
    check("G square8 3p; CX a1,h1; H 3,3,2; A 3,1,2", "has P game_over 1 stalemate");
}

#[test]
fn r173_lowest_seat_wins_without_any_action() {
    check("CX a1,h1; H 3,3", "has P game_over 1 stalemate");
    check("CX a1,h1; H 3,3; T 2", "has P game_over 1 stalemate");
}

#[test]
fn r173_converted_rings_do_not_win_by_elimination() {
    check("CX h1; S h1=1; E 0,2; H 0,17", "do E h1 | terr 32,31 | has E 1,19; P game_over 1 stalemate");
}

#[test]
fn r173_all_players_are_ranked() {
    // Players 3 and 4 have no territory and share a rank.
    check("G square8 4p; CX a1,h1; H 3,3,1,1; A 2,1", "has P game_over 2 stalemate | ranks 2,1,3,3");
    check("G square8 4p; CX a1,h1; H 3,2,1,0", "has P game_over 1 stalemate | ranks 1,2,3,4");
    // After a win by elimination the others are ranked by territory, credits and markers.
    check(
        "G square8 4p; S a1=11,h8=2,h1=3,a8=4; M1 c1; E 36,1,0,1; C3 g1; M4 g8",
        "do M a1-c1 | has P game_over 1 ring_elimination | ranks 1,4,2,3",
    );
}

#[test]
fn r173_compact_stacks_do_not_prevent_stalemate() {
    check("G square8 2p compact; CX a1,h1; S a1=1,h1=2", "do E a1 | is h1=S2 | has E 1,0; P game_over 1 stalemate");
}

#[test]
fn r173_compact_tied_players_draw() {
    check(
        "G square8 2p compact; CX a1,h1; H 3,3",
        "has P game_over 0 stalemate | ranks 1,1 | events R173 ended 0 stalemate",
    );
    check("G square8 3p compact; CX a1,h1; H 3,3,2", "has P game_over 0 stalemate | ranks 1,1,3");
}

#[test]
fn r173_compact_turn_cap_ends_the_game() {
    for (board, cap) in [(Square8, 640), (Square19, 3610), (Hexagonal, 3310)] {
        assert_eq!(Ruleset::compact(board, 2).expect("compact has this board").turn_cap, Some(cap));
        assert_eq!(Ruleset::canon(board, 2).expect("canon has this board").turn_cap, None);
    }
    check(
        "G square8 2p compact; S a1=1,h8=2; N 639",
        "do M a1-b1 | has T 2; N 640 | do M h8-h7 | has P game_over 0 turn_cap",
    );
    check(
        "G square8 2p compact turn_cap=1; S a1=1,h8=2; H 3,5",
        "do SP | do M a1-b1 | has E 3,5; H 0,0; P game_over 2 turn_cap | events R173 converted 1*3, R173 ended 2 turn_cap",
    );
}

#[test]
fn r173_turn_cap_uses_the_ladder_of_the_rules() {
    check("G square8 2p canon turn_cap=2; S a1=1,h8=2", "do M a1-b1 | do M h8-h7 | has P game_over 2 turn_cap");
    check("G square8 2p canon turn_cap=2; S a1=1,h8=2; C1 h1", "do M a1-b1 | do M h8-h7 | has P game_over 1 turn_cap");
}
