//! Chapter 7: recovery.

use ringrift::{Phase, Player, TurnProgress};

use crate::{credits, game, legal, live, over, play, show};

#[test]
fn live_7_a_slide_may_form_a_line_that_collapses_for_a_buried_ring() {
    let mut line = game(live(2), "S h6=12,h8=12; M1 a1,b1,c1,d2");
    assert_eq!(line.phase(), Phase::Recovery);
    assert_eq!(legal(&line), ["recover d2 d1 h6", "recover d2 d1 h8", "skip recovery"]);
    play(&mut line, "recover d2 d1 h8");
    assert_eq!(show(&line, "a1 b1 c1 d1 d2 h6 h8"), "C1 C1 C1 C1 . S12 S2");
    assert_eq!((credits(&line), line.to_move()), (vec![1, 0], Player::Two));
}

#[test]
fn live_7_a_longer_line_offers_free_segments_with_the_destination() {
    let position = "S h6=12,h8=12; M1 a1,b1,c1,d2,e1,f1";
    let mut long = game(live(2), position);
    let expected = "recover e1 d1 h6; recover e1 d1 h8; recover d2 d1 h6; recover d2 d1 h8; \
                    recover d2 d1 part 0; recover d2 d1 part 1; recover d2 d1 part 2; skip recovery";
    assert_eq!(legal(&long).join("; "), expected);
    play(&mut long, "recover d2 d1 part 2");
    assert_eq!((show(&long, "a1 b1 c1 d1 e1 f1 d2"), credits(&long)), ("M1 M1 C1 C1 C1 C1 .".to_owned(), vec![0, 0]));
    // At the end of its run the destination is in the first segment only.
    let end = game(live(2), "S h8=12; M1 b1,c1,d1,e1,a2");
    assert_eq!(legal(&end), ["recover a2 a1 h8", "recover a2 a1 part 0", "skip recovery"]);
}

#[test]
fn live_7_the_longest_run_counts_and_of_equal_ones_that_of_the_first_axis() {
    let mut equal = game(live(2), "S h6=12,h8=12; M1 a1,b1,c1,d2,d3,d4,e2");
    play(&mut equal, "recover e2 d1 h8");
    assert_eq!(show(&equal, "a1 d1 d2 d4"), "C1 C1 M1 M1");
    let mut longer = game(live(2), "S h6=12,h8=12; M1 a1,b1,c1,d2,d3,d4,d5,e2");
    play(&mut longer, "recover e2 d1 h8");
    assert_eq!(show(&longer, "a1 d1 d2 d5"), "M1 C1 C1 C1");
    // An earlier axis with a run that is too short does not matter.
    let short = game(live(2), "S h8=12; M1 c1,d2,d3,d4,e2");
    assert!(legal(&short).contains(&"recover e2 d1 h8".to_owned()));
}

#[test]
fn live_7_only_without_line_slides_any_other_slide_will_do() {
    let mut fallback = game(live(2), "S h6=12,h8=12; M1 a1; M2 b1; C2 a2");
    assert_eq!(legal(&fallback), ["recover a1 b2 h6", "recover a1 b2 h8", "skip recovery"]);
    play(&mut fallback, "recover a1 b2 h6");
    assert_eq!((show(&fallback, "a1 b2 h6 h8"), credits(&fallback)), (". M1 S2 S12".to_owned(), vec![1, 0]));
    let line = game(live(2), "S h8=12; M1 a1,b1,c1,d2,g5");
    assert_eq!(legal(&line), ["recover d2 d1 h8", "skip recovery"]);
}

#[test]
fn live_7_a_strike_takes_the_top_ring_and_costs_the_marker() {
    let mut strike = game(live(2), "S b2=12,h8=12; M1 a1; C2 a2,b1");
    assert_eq!(legal(&strike), ["recover a1 b2 b2", "recover a1 b2 h8", "skip recovery"]);
    play(&mut strike, "recover a1 b2 h8");
    assert_eq!((show(&strike, "a1 b2 h8"), credits(&strike)), (". S1 S2".to_owned(), vec![2, 0]));
    assert_eq!(strike.to_move(), Player::Two);
}

#[test]
fn live_7_a_ring_that_the_strike_uncovers_is_extracted_all_the_same() {
    let mut strike = game(live(2), "S b2=12,h8=12; M1 a1; C2 a2,b1");
    play(&mut strike, "recover a1 b2 b2");
    assert_eq!((show(&strike, "a1 b2 h8"), credits(&strike)), (". . S12".to_owned(), vec![2, 0]));
}

#[test]
fn live_7_extraction_takes_the_bottommost_own_ring() {
    let mut buried = game(live(2), "S h8=21212; M1 a1");
    play(&mut buried, "recover a1 a2 h8");
    assert_eq!(show(&buried, "h8"), "S2212");
}

#[test]
fn live_7_declining_is_always_possible_and_forces_nothing() {
    let mut hemmed = game(live(2), "S h8=12; M1 a1; C2 a2,b1,b2");
    assert_eq!((hemmed.phase(), legal(&hemmed)), (Phase::Recovery, vec!["skip recovery".to_owned()]));
    play(&mut hemmed, "skip recovery");
    assert_eq!((hemmed.to_move(), credits(&hemmed)), (Player::Two, vec![0, 0]));
}

#[test]
fn live_7_recovery_needs_no_stack_a_marker_and_a_buried_ring() {
    for position in ["S h8=12,a3=1; M1 a1", "S h8=12", "S h8=2; M1 a1; H 1,0", "S h8=21; M1 a1"] {
        assert_ne!(game(live(2), position).phase(), Phase::Recovery, "{position}");
    }
    // A player who has nothing at all to do passes.
    assert_eq!(game(live(2), "S h8=12").opening_passes(), [Player::One]);
}

#[test]
fn live_7_lines_that_are_left_after_a_slide_are_waived() {
    let mut crossing = game(live(2), "S h6=12,h8=12; M1 a1,b1,c1,d2,d4,e4,f4,g4");
    play(&mut crossing, "recover d2 d1 h8");
    assert_eq!((crossing.phase(), legal(&crossing)), (Phase::LineChoice, vec!["line d4".to_owned()]));
    assert_eq!(crossing.to_setup().turn_progress, Some(TurnProgress::Recovered));
    play(&mut crossing, "line d4");
    assert_eq!(
        (show(&crossing, "d4"), credits(&crossing), crossing.to_move()),
        ("C1".to_owned(), vec![1, 0], Player::Two)
    );
}

#[test]
fn live_6_after_a_recovery_a_region_is_paid_for_with_a_buried_ring() {
    let mut recovering = game(live(2), "S a1=2,h4=12,h6=12,h8=12; M1 a2,b1,f4");
    play(&mut recovering, "recover f4 f5 h6");
    assert_eq!(
        (recovering.phase(), legal(&recovering)),
        (Phase::RegionChoice, vec!["claim a1 1".into(), "stop".into()])
    );
    assert!(recovering.fingerprint().contains("P territory_processing recovered"));
    play(&mut recovering, "claim a1 1");
    assert_eq!(
        (recovering.phase(), legal(&recovering)),
        (Phase::RegionPayment, vec!["eliminate h4".into(), "eliminate h8".into()])
    );
    play(&mut recovering, "eliminate h8");
    assert_eq!(show(&recovering, "a1 a2 b1 f5 h4 h6 h8"), "C1 C1 C1 M1 S12 S2 S2");
    assert_eq!((credits(&recovering), recovering.to_move()), (vec![3, 0], Player::Two));
}

#[test]
fn live_6_without_a_buried_ring_outside_no_region_follows_a_recovery() {
    let mut recovering = game(live(2), "S a1=2,h6=12,h8=2; M1 a2,b1,f4; H 1,0");
    play(&mut recovering, "skip placement; recover f4 f5 h6");
    assert_eq!((recovering.to_move(), show(&recovering, "a1")), (Player::Two, "S2".to_owned()));
}

#[test]
fn live_9_who_extracts_his_last_ring_is_out() {
    let mut last = game(live(2), "S h8=12; M1 a1");
    play(&mut last, "recover a1 a2 h8");
    assert_eq!(
        (over(&last), last.to_setup().elimination_order.0),
        ((2, ringrift::Reason::LastPlayerStanding), [1, 0, 0, 0])
    );
}
