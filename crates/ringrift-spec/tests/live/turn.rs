//! Placement, landing, lines, forced elimination, swapping sides (rules-live sections 1 to 5, 8 and 11).

use ringrift::{Action, BoardKind, Forced, Landing, LinePrice, Phase, Player, Ruleset, Skip, TurnProgress};
use ringrift_spec::SpecGame;

use crate::{credits, game, legal, live, play, result, show};

#[test]
fn live_3_skipping_is_a_decision_even_without_a_legal_placement() {
    // A second ring on a1 and a ring on b1 could not move; the ring on a1 can.
    let position = "S a1=1; CX a1,b1; H 1,1";
    let explicit = game(live(2), position);
    assert_eq!(explicit.phase(), Phase::Placement);
    assert_eq!(legal(&explicit), ["skip placement"]);
    let implied = game(Ruleset { skip: Skip::Implied, ..live(2) }, position);
    assert_eq!(implied.phase(), Phase::Movement { must_move: None });
    assert_eq!(legal(&implied), ["move a1 b1"]);
    let no_hand = game(live(2), "S a1=1; CX a1,b1; H 0,1");
    assert_eq!(no_hand.phase(), Phase::Movement { must_move: None });
}

#[test]
fn live_3_placement_may_be_skipped_for_a_recovery() {
    let position = "S d4=12; M1 a1; H 1,0";
    let mut recovering = game(live(2), position);
    assert!(legal(&recovering).contains(&"place h8 1".to_owned()));
    play(&mut recovering, "skip placement");
    assert_eq!(recovering.phase(), Phase::Recovery);
    let without = game(Ruleset { recovery: false, ..live(2) }, position);
    assert!(!legal(&without).contains(&"skip placement".to_owned()));
    let without_marker = game(live(2), "S d4=12; H 1,0");
    assert!(!legal(&without_marker).contains(&"skip placement".to_owned()));
}

#[test]
fn live_4_landing_on_any_marker_eliminates_the_top_ring() {
    let mut landing = game(live(2), "S a1=21,h8=1; M2 c1");
    play(&mut landing, "move a1 c1");
    assert_eq!(show(&landing, "a1 c1"), "M1 S2");
    assert_eq!(credits(&landing), [1, 0]);
    assert_eq!(landing.to_move(), Player::Two);
    let own_only = game(Ruleset { landing: Landing::Burn, ..live(2) }, "S a1=21,h8=1; M2 c1");
    assert!(!legal(&own_only).contains(&"move a1 c1".to_owned()));
}

#[test]
fn live_4_lone_attacker_landing_on_a_marker_leaves_the_captured_ring() {
    let mut capturing = game(live(2), "S a1=1,b1=22,e1=2,h8=1; M2 c1");
    assert!(!legal(&capturing).contains(&"capture a1 b1 c1".to_owned()), "the cap on b1 is too high");
    capturing = game(live(2), "S a1=1,b1=12,e1=2,h8=1; M2 c1");
    play(&mut capturing, "capture a1 b1 c1");
    assert_eq!(show(&capturing, "a1 b1 c1"), "M1 S1 S2");
    assert_eq!(credits(&capturing), [1, 0]);
    assert_eq!(capturing.phase(), Phase::Movement { must_move: None });
    assert_eq!(capturing.to_move(), Player::Two);
}

#[test]
fn live_5_payment_for_a_whole_line_is_one_ring() {
    let position = "S d1=111,h8=2; M1 a1,b1,c1";
    let mut ring = game(live(2), position);
    play(&mut ring, "move d1 g1; line a1");
    assert_eq!(ring.phase(), Phase::LinePayment);
    assert_eq!(legal(&ring), ["eliminate g1"]);
    play(&mut ring, "eliminate g1");
    assert_eq!(show(&ring, "a1 d1 g1"), "C1 C1 S11");
    assert_eq!(credits(&ring), [1, 0]);
    let mut cap = game(Ruleset { line_price: LinePrice::Cap, ..live(2) }, position);
    play(&mut cap, "move d1 g1; line a1; eliminate g1");
    assert_eq!(credits(&cap), [3, 0]);
}

#[test]
fn live_5_payment_is_waived_without_a_stack() {
    let position = "S d1=1,h8=2; M1 a1,b1,c1; M2 d3; H 1,0";
    let mut free = game(live(2), position);
    play(&mut free, "skip placement; move d1 d3");
    assert_eq!(free.phase(), Phase::LineChoice);
    assert_eq!(legal(&free), ["line a1"]);
    play(&mut free, "line a1");
    assert_eq!(show(&free, "a1 d1"), "C1 C1");
    assert_eq!(credits(&free), [1, 0]);
    assert_eq!(free.to_move(), Player::Two);
    let mut due = game(Ruleset { line_price: LinePrice::Cap, ..live(2) }, position);
    play(&mut due, "skip placement; move d1 d3");
    assert_eq!(show(&due, "a1"), "M1");
    assert_eq!(due.to_move(), Player::Two);
}

#[test]
fn live_5_longer_line_offers_whole_and_segments_without_a_stack() {
    let mut long = game(live(2), "S e1=1,h8=2; M1 a1,b1,c1,d1; M2 e3; H 1,0");
    play(&mut long, "skip placement; move e1 e3");
    assert_eq!(legal(&long), ["line a1", "line a1 part 0", "line a1 part 1"]);
    play(&mut long, "line a1 part 1");
    assert_eq!(show(&long, "a1 b1 e1"), "M1 C1 C1");
    assert_eq!(credits(&long), [1, 0]);
}

#[test]
fn live_2_player_who_cannot_move_still_processes_lines() {
    // Player 1 has only a buried ring; without recovery the line is the only decision.
    let rules = Ruleset { recovery: false, ..live(2) };
    let position = "S h8=12; M1 a1,b1,c1,d1";
    let mut idle = game(rules, position);
    assert_eq!(idle.phase(), Phase::LineChoice);
    assert_eq!(idle.opening_passes().len(), 0);
    assert_eq!(idle.to_setup().turn_progress, Some(TurnProgress::Idle));
    play(&mut idle, "line a1");
    assert_eq!(idle.to_move(), Player::Two);
    assert_eq!(idle.turn(), 2);
    let passing = game(Ruleset { forced: Forced::First, ..rules }, position);
    assert_eq!(passing.opening_passes(), &[Player::One][..]);
    assert_eq!(passing.to_move(), Player::Two);
}

#[test]
fn live_8_blocked_player_eliminates_a_cap_at_the_end_of_the_turn() {
    // Eliminating the cap on a2 frees a1, but the turn ends.
    let position = "S a1=2,a2=12,h8=1; C1 a3,b1,b2,b3; T 2";
    let mut blocked = game(live(2), position);
    assert_eq!(blocked.phase(), Phase::RegionChoice);
    assert_eq!(legal(&blocked), ["claim c1 open", "stop"]);
    play(&mut blocked, "stop");
    assert_eq!(blocked.phase(), Phase::ForcedElimination);
    assert_eq!(legal(&blocked), ["eliminate a1", "eliminate a2"]);
    play(&mut blocked, "eliminate a2");
    assert_eq!(show(&blocked, "a1 a2"), "S2 S1");
    assert_eq!(credits(&blocked), [0, 1]);
    assert_eq!(blocked.to_move(), Player::One);
    assert_eq!(blocked.turn(), 2);
    let first = game(Ruleset { forced: Forced::First, ..live(2) }, position);
    assert_eq!(first.phase(), Phase::ForcedElimination);
}

#[test]
fn live_8_processing_a_region_prevents_the_forced_elimination() {
    let mut blocked = game(live(2), "S a1=2,a2=2,h1=2,d4=1,d5=1; C1 a3,b1,b2,b3,g1,g2,h2; T 2");
    assert_eq!(legal(&blocked), ["claim a1 open", "claim c1 open", "claim h1 open", "stop"]);
    play(&mut blocked, "claim h1 open; eliminate a1; stop");
    assert_eq!(show(&blocked, "h1 a1"), "C2 .");
    assert_eq!(credits(&blocked), [0, 2]);
    assert_eq!(blocked.to_move(), Player::One);
}

#[test]
fn live_11_second_player_may_swap_before_any_other_action() {
    let rules = Ruleset { swap: true, ..live(2) };
    let mut swapping = SpecGame::new(&rules);
    assert!(!swapping.legal_actions().contains(&Action::SwapSides));
    play(&mut swapping, "place d4 1; move d4 d5");
    assert_eq!(swapping.legal_actions().last(), Some(&Action::SwapSides));
    let before = swapping.to_setup();
    play(&mut swapping, "swap");
    assert_eq!(swapping.phase(), Phase::Placement);
    assert_eq!(swapping.to_move(), Player::Two);
    assert_eq!(swapping.turn(), 2);
    assert_eq!(ringrift::Setup { turn_progress: Some(TurnProgress::Swapped), ..before }, swapping.to_setup());
    assert!(!swapping.legal_actions().contains(&Action::SwapSides));
    assert!(swapping.fingerprint().ends_with("P ring_placement swapped; N 2; R 2,2,-,0"));
    play(&mut swapping, "place a1 1; move a1 a2; decline; place h8 1; move h8 h7");
    assert!(!swapping.legal_actions().contains(&Action::SwapSides));
    assert!(!swapping.fingerprint().contains("; N "));
}

#[test]
fn live_11_swap_needs_two_players_and_the_second_turn() {
    for (players, position) in
        [(3, "S d5=1; H 1,1,1; T 2; N 2"), (2, "S d5=1; H 1,1; T 1; N 2"), (2, "S d5=1; H 1,1; T 2; N 4")]
    {
        let rules = Ruleset { swap: true, ..live(players) };
        assert!(!game(rules, position).legal_actions().contains(&Action::SwapSides), "{position}");
    }
    let rules = Ruleset { swap: true, ..live(2) };
    assert!(game(rules, "S d5=1; H 1,1; T 2; N 2").legal_actions().contains(&Action::SwapSides));
}

#[test]
fn live_1_parameters_depend_on_board_and_players() {
    let numbers = |board, players| {
        let rules = Ruleset::live(board, players).expect("live has this board");
        (rules.rings_per_player, rules.line_length, rules.elimination_threshold, rules.territory_threshold)
    };
    assert_eq!(numbers(BoardKind::Square8, 2), (18, 4, 18, 33));
    assert_eq!(numbers(BoardKind::Square8, 4), (18, 3, 30, 17));
    assert_eq!(numbers(BoardKind::Square19, 3), (72, 4, 96, 121));
    assert_eq!(numbers(BoardKind::Hex8, 3), (18, 3, 24, 21));
    assert_eq!(numbers(BoardKind::Hexagonal12, 4), (96, 4, 160, 118));
}

#[test]
fn fingerprint_names_options_that_differ_from_canon() {
    assert_eq!(
        SpecGame::new(&live(2)).fingerprint(),
        "ringrift/1 square8 2p rings=18 line_length=4 elimination_threshold=18 territory_threshold=33 \
         placement_limit=3 landing=burn_any capture_distance=steps regions=all region_duty=optional \
         last_standing=rounds stalemate=no_stacks tiebreak=rungs turn_cap=none skip=explicit line_price=ring \
         borders=flooded open_regions=one_controller recovery=on forced=last majority=on last_standing_rounds=3; \
         H 18,18; E 0,0; T 1; P ring_placement"
    );
}

#[test]
fn turn_progress_is_cleared_when_the_game_ends() {
    let mut ending = game(live(2), "S a1=1,h8=2; E 17,0; M1 a3");
    play(&mut ending, "move a1 a3");
    assert_eq!(result(&ending).0, 1);
    assert_eq!(ending.to_setup().turn_progress, Some(TurnProgress::Idle));
}
