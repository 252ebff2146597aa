//! Recovery (rules-live section 7).

use ringrift::{Phase, Player, TurnProgress};

use crate::{credits, game, legal, live, play, result, show};

#[test]
fn live_7_slide_forms_a_line_paid_with_a_buried_ring() {
    let mut line = game(live(2), "S h6=12,h8=12; M1 a1,b1,c1,d2");
    assert_eq!(line.phase(), Phase::Recovery);
    assert_eq!(legal(&line), ["recover d2 d1 h6", "recover d2 d1 h8", "skip recovery"]);
    play(&mut line, "recover d2 d1 h8");
    assert_eq!(show(&line, "a1 b1 c1 d1 d2 h6 h8"), "C1 C1 C1 C1 . S12 S2");
    assert_eq!(credits(&line), [1, 0]);
    assert_eq!(line.to_move(), Player::Two);
}

#[test]
fn live_7_segments_of_a_longer_line_contain_the_destination_and_are_free() {
    let position = "S h6=12,h8=12; M1 a1,b1,c1,d2,e1,f1";
    let mut long = game(live(2), position);
    let expected = "recover e1 d1 h6; recover e1 d1 h8; recover d2 d1 h6; recover d2 d1 h8; \
                    recover d2 d1 part 0; recover d2 d1 part 1; recover d2 d1 part 2; skip recovery";
    assert_eq!(legal(&long).join("; "), expected);
    play(&mut long, "recover d2 d1 part 2");
    assert_eq!(show(&long, "a1 b1 c1 d1 e1 f1 d2"), "M1 M1 C1 C1 C1 C1 .");
    assert_eq!(credits(&long), [0, 0]);
    // A destination at the start of the line is only in its first segment.
    let end = game(live(2), "S h8=12; M1 b1,c1,d1,e1,a2");
    assert_eq!(legal(&end), ["recover a2 a1 h8", "recover a2 a1 part 0", "skip recovery"]);
}

#[test]
fn live_7_longest_run_collapses_or_the_first_by_axis_if_equal() {
    let mut equal = game(live(2), "S h6=12,h8=12; M1 a1,b1,c1,d2,d3,d4,e2");
    play(&mut equal, "recover e2 d1 h8");
    assert_eq!(show(&equal, "a1 d1 d2 d4"), "C1 C1 M1 M1");
    let mut longer = game(live(2), "S h6=12,h8=12; M1 a1,b1,c1,d2,d3,d4,d5,e2");
    play(&mut longer, "recover e2 d1 h8");
    assert_eq!(show(&longer, "a1 d1 d2 d5"), "M1 C1 C1 C1");
    // A run on an earlier axis that is shorter than the line length is ignored.
    let short = game(live(2), "S h8=12; M1 c1,d2,d3,d4,e2");
    assert!(legal(&short).contains(&"recover e2 d1 h8".to_owned()));
}

#[test]
fn live_7_other_slides_are_legal_only_if_no_slide_forms_a_line() {
    let mut fallback = game(live(2), "S h6=12,h8=12; M1 a1; M2 b1; C2 a2");
    assert_eq!(legal(&fallback), ["recover a1 b2 h6", "recover a1 b2 h8", "skip recovery"]);
    play(&mut fallback, "recover a1 b2 h6");
    assert_eq!(show(&fallback, "a1 b2 h6 h8"), ". M1 S2 S12");
    assert_eq!(credits(&fallback), [1, 0]);
    let line = game(live(2), "S h8=12; M1 a1,b1,c1,d2,g5");
    assert_eq!(legal(&line), ["recover d2 d1 h8", "skip recovery"]);
}

#[test]
fn live_7_strike_eliminates_the_top_ring_and_removes_the_marker() {
    let mut strike = game(live(2), "S b2=12,h8=12; M1 a1; C2 a2,b1");
    assert_eq!(legal(&strike), ["recover a1 b2 b2", "recover a1 b2 h8", "skip recovery"]);
    play(&mut strike, "recover a1 b2 h8");
    assert_eq!(show(&strike, "a1 b2 h8"), ". S1 S2");
    assert_eq!(credits(&strike), [2, 0]);
    assert_eq!(strike.to_move(), Player::Two);
}

#[test]
fn live_7_ring_uncovered_by_the_strike_can_be_extracted() {
    let mut strike = game(live(2), "S b2=12,h8=12; M1 a1; C2 a2,b1");
    play(&mut strike, "recover a1 b2 b2");
    assert_eq!(show(&strike, "a1 b2 h8"), ". . S12");
    assert_eq!(credits(&strike), [2, 0]);
}

#[test]
fn live_7_extraction_removes_the_bottommost_own_ring() {
    let mut buried = game(live(2), "S h8=21212; M1 a1");
    play(&mut buried, "recover a1 a2 h8");
    assert_eq!(show(&buried, "h8"), "S2212");
}

#[test]
fn live_7_recovery_can_always_be_declined() {
    let mut blocked = game(live(2), "S h8=12; M1 a1; C2 a2,b1,b2");
    assert_eq!(blocked.phase(), Phase::Recovery);
    assert_eq!(legal(&blocked), ["skip recovery"]);
    play(&mut blocked, "skip recovery");
    assert_eq!(blocked.to_move(), Player::Two);
    assert_eq!(credits(&blocked), [0, 0]);
}

#[test]
fn live_7_player_with_a_stack_or_without_marker_or_buried_ring_cannot_recover() {
    for position in ["S h8=12,a3=1; M1 a1", "S h8=12", "S h8=2; M1 a1; H 1,0", "S h8=21; M1 a1"] {
        assert_ne!(game(live(2), position).phase(), Phase::Recovery, "{position}");
    }
}

#[test]
fn live_2_turn_without_decisions_passes() {
    assert_eq!(game(live(2), "S h8=12").opening_passes(), [Player::One]);
}

#[test]
fn live_7_lines_after_a_slide_need_no_payment() {
    let mut crossing = game(live(2), "S h6=12,h8=12; M1 a1,b1,c1,d2,d4,e4,f4,g4");
    play(&mut crossing, "recover d2 d1 h8");
    assert_eq!(crossing.phase(), Phase::LineChoice);
    assert_eq!(legal(&crossing), ["line d4"]);
    assert_eq!(crossing.to_setup().turn_progress, Some(TurnProgress::Recovered));
    play(&mut crossing, "line d4");
    assert_eq!(show(&crossing, "d4"), "C1");
    assert_eq!(credits(&crossing), [1, 0]);
    assert_eq!(crossing.to_move(), Player::Two);
}

#[test]
fn live_6_region_after_a_recovery_is_paid_with_a_buried_ring() {
    let mut recovering = game(live(2), "S a1=2,h4=12,h6=12,h8=12; M1 a2,b1,f4");
    play(&mut recovering, "recover f4 f5 h6");
    assert_eq!(recovering.phase(), Phase::RegionChoice);
    assert_eq!(legal(&recovering), ["claim a1 1", "stop"]);
    assert!(recovering.fingerprint().contains("P territory_processing recovered"));
    play(&mut recovering, "claim a1 1");
    assert_eq!(recovering.phase(), Phase::RegionPayment);
    assert_eq!(legal(&recovering), ["eliminate h4", "eliminate h8"]);
    play(&mut recovering, "eliminate h8");
    assert_eq!(show(&recovering, "a1 a2 b1 f5 h4 h6 h8"), "C1 C1 C1 M1 S12 S2 S2");
    assert_eq!(credits(&recovering), [3, 0]);
    assert_eq!(recovering.to_move(), Player::Two);
}

#[test]
fn live_6_region_after_a_recovery_needs_a_buried_ring_outside_the_region() {
    let mut recovering = game(live(2), "S a1=2,h6=12,h8=2; M1 a2,b1,f4; H 1,0");
    play(&mut recovering, "skip placement; recover f4 f5 h6");
    assert_eq!(recovering.to_move(), Player::Two);
    assert_eq!(show(&recovering, "a1"), "S2");
}

#[test]
fn live_9_player_who_extracts_their_last_ring_is_eliminated() {
    let mut last = game(live(2), "S h8=12; M1 a1");
    play(&mut last, "recover a1 a2 h8");
    assert_eq!(result(&last), (2, ringrift::Reason::LastPlayerStanding));
    assert_eq!(last.to_setup().elimination_order.0, [1, 0, 0, 0]);
}
