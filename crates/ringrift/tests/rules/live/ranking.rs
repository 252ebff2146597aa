//! Ranks at the end and after a resignation (rules-live sections 9 and 10).

use super::live;
use crate::check;

/// Returns a four-player position in which player 1 wins with `M a1-a3`.
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
fn r175_live_players_who_lost_their_last_ring_later_rank_higher() {
    let end = "do M a1-a3 | has P game_over 1 ring_elimination | ranks";
    check(&won("h8=2; X 0,0,1,2"), &format!("{end} 1,2,4,3"));
    check(&won("h8=2; X 0,0,2,1"), &format!("{end} 1,2,3,4"));
    check(&won("h8=2; X 0,0,1,1"), &format!("{end} 1,2,3,3"));
}

#[test]
fn r175_live_territory_credits_and_markers_rank_first() {
    let end = "do M a1-a3 | ranks";
    check(&won("h8=2; X 0,0,1,2; M3 d1"), &format!("{end} 1,3,2,4"));
    check(&won("h8=2; X 0,0,1,2; M3 d1; C4 e1"), &format!("{end} 1,4,3,2"));
    let credited = won("h8=2; X 0,0,1,2; M4 d1").replace("E 29,0,0,0", "E 29,0,1,0");
    check(&credited, &format!("{end} 1,4,2,3"));
}

#[test]
fn r175_live_elimination_order_is_recorded() {
    check("G square8 3p live; S a1=2,d4=1,g7=1,h1=3; M1 a2,b1", "do M d4-d5 | do T a1#1 | do E d5 | has X 0,1,0; T 3");
}

#[test]
fn r175_live_opponent_wins_after_resignation_in_two_player_game() {
    live("S a1=1,h8=2; C1 a2:h2; E 9,0", "resign 1 2,1 | resign 2 1,2");
}

#[test]
fn r175_live_no_winner_after_resignation_with_more_players() {
    let rules = |players| format!("G square8 {players}p live; ");
    let three = "S a1=1,h8=2,h1=3; C1 d4; E 0,0,5";
    check(&format!("{}{three}", rules(3)), "resign 1 1,3,2 | resign 2 1,3,2 | resign 3 1,3,2");
    check(&format!("{}{three}; M4 e5", rules(4)), "resign 1 1,4,2,3 | resign 4 1,4,2,3");
    check(&format!("{}S a1=1,h8=2,h1=3; X 0,0,0,1", rules(4)), "resign 2 1,1,1,4");
    // Player 2 loses their last ring in the turn in which player 1 resigns.
    check(
        "G square8 3p live; S a1=2,d4=1,g7=1,h1=3; M1 a2,b1; E 0,9,9; C2 a8,b8,c8; C3 f8,g8,h8",
        "do M d4-d5 | do T a1#1 | has P territory_elimination; E 1,9,9 | resign 1 3,2,1",
    );
}

#[test]
fn r175_resigning_player_ranks_last_in_other_editions() {
    check("G square8 2p canon; H 18,18", "resign 1 2,1 | resign 2 1,2");
    check("G square8 3p canon; H 9,18,18; C1 a1; E 9,0,0", "resign 1 3,1,1 | resign 3 1,1,3");
    check("G square8 4p compact; H 18,18,18,18", "resign 2 1,4,1,1");
}
