//! The end of the game and the ranks (rules-live sections 9 and 10).

use ringrift::{LastStandingRounds, Player, Reason, Ruleset, Tiebreak};
use ringrift_spec::SpecGame;

use crate::{credits, game, live, play, result};

#[test]
fn live_9_territory_must_exceed_that_of_all_others_together() {
    let moved = |majority, last: &str| {
        let cells = format!("C1 a1:h2,a3:f3; C2 g3:h3,a4:h4,a5; C3 b5:h5,{last}");
        let mut game = game(Ruleset { majority, ..live(3) }, &format!("S a8=1,h8=2,h7=3; {cells}; P movement"));
        play(&mut game, "move a8 b8");
        game.outcome().map(|outcome| (outcome.winner, outcome.reason))
    };
    let won = Some((Some(Player::One), Reason::TerritoryControl));
    assert_eq!(moved(true, "a6:d6"), None);
    assert_eq!(moved(true, "a6:c6"), won);
    assert_eq!(moved(false, "a6:d6"), won);
}

#[test]
fn live_9_last_player_standing_needs_three_rounds() {
    // Player 2 has only a buried ring. Rounds open at the second turn and close at turns 4, 6 and 8.
    let mut standing = game(live(2), "S d4=21");
    assert_eq!(standing.to_setup().rounds, LastStandingRounds::default());
    let acted = |players: &[Player]| players.iter().copied().collect();
    let mut count = |action, expected: u8| {
        play(&mut standing, action);
        let alone = (expected > 0).then_some(Player::One);
        let rounds =
            LastStandingRounds { opener: Some(Player::Two), acted: acted(&[Player::One]), alone, count: expected };
        assert_eq!(standing.to_setup().rounds, rounds);
        standing.turn()
    };
    assert_eq!(count("move d4 d6", 0), 3);
    assert_eq!(count("move d6 d8", 1), 5);
    assert_eq!(count("move d8 f8", 2), 7);
    assert_eq!(count("move f8 h8", 3), 8);
    assert_eq!(result(&standing), (1, Reason::LastPlayerStanding));
    assert_eq!(standing.to_move(), Player::One);
    assert!(!standing.fingerprint().contains("; R "));
}

#[test]
fn live_9_number_of_rounds_is_an_option() {
    let mut standing = game(Ruleset { last_standing_rounds: 1, ..live(2) }, "S d4=21");
    let first = standing.legal_actions()[0];
    assert_eq!(standing.play(first).expect("the action is legal").passes, [Player::Two]);
    let next = standing.legal_actions()[0];
    assert_eq!(standing.play(next).expect("the action is legal").passes, [Player::Two]);
    assert_eq!(result(&standing), (1, Reason::LastPlayerStanding));
    assert_eq!(standing.turn(), 4);
}

#[test]
fn live_9_recovery_is_not_a_real_action() {
    let mut recovering = game(live(2), "S d4=221; M2 a8");
    play(&mut recovering, "move d4 d7; recover a8 b8 d7");
    let rounds = recovering.to_setup().rounds;
    assert_eq!(rounds.opener, Some(Player::Two));
    assert_eq!(rounds.acted, [Player::One].into_iter().collect());
    play(&mut recovering, "move d7 d5");
    assert_eq!(recovering.to_setup().rounds.alone, Some(Player::One));
    assert_eq!(recovering.to_setup().rounds.count, 1);
}

#[test]
fn live_9_real_action_of_another_player_resets_the_rounds() {
    let position = "S d4=21; H 0,1; T 1; R 2,1,1,2";
    let mut broken = game(live(2), position);
    play(&mut broken, "move d4 d6");
    assert_eq!(broken.fingerprint().split("; ").last(), Some("R 2,2,1,3"));
    play(&mut broken, "place a1 1; move a1 a2; move d6 d8");
    assert_eq!(broken.to_setup().rounds.alone, None);
}

#[test]
fn live_9_opener_without_rings_is_replaced() {
    let mut replaced = game(live(3), "S d4=21,a1=1; H 0,0,1; T 1; R 3,13,3,1");
    play(&mut replaced, "move a1 a2");
    let rounds = replaced.to_setup().rounds;
    // Player 2 passed, then player 3 closed the round.
    assert_eq!(replaced.to_move(), Player::Three);
    assert_eq!(rounds.opener, Some(Player::Three));
    assert_eq!(rounds.alone, None);
}

#[test]
fn live_9_rounds_of_players_without_rings_are_discarded() {
    let mut gone = game(live(3), "S d4=1,h8=3; H 1,0,0; T 1; R 2,12,2,1");
    assert!(gone.fingerprint().ends_with("P ring_placement"));
    play(&mut gone, "skip placement; move d4 d5");
    let rounds = gone.to_setup().rounds;
    assert_eq!(rounds.opener, Some(Player::Three));
    assert_eq!(rounds.alone, None);
    assert_eq!(rounds.count, 0);
    assert_eq!(rounds.acted, [Player::Three].into_iter().collect());
}

#[test]
fn live_9_only_player_with_rings_wins_at_once() {
    let mut early = game(live(2), "S h8=1,a1=22222222; T 2");
    play(&mut early, "eliminate a1");
    assert_eq!(result(&early), (1, Reason::LastPlayerStanding));
    assert_eq!(early.turn(), 1);
    assert_eq!(early.to_move(), Player::Two);
}

#[test]
fn live_9_rings_in_hand_prevent_an_early_win() {
    let mut in_hand = game(live(3), "S h8=1,a1=22222222; H 0,0,1; T 2");
    play(&mut in_hand, "eliminate a1");
    assert_eq!(in_hand.outcome(), None);
    assert_eq!(in_hand.to_move(), Player::Three);
    assert_eq!(in_hand.to_setup().elimination_order.0, [0, 1, 0, 0]);
}

/// Returns a finished game: on the two free cells no placed ring could move, and both players have equal territory.
fn stalemate(rest: &str) -> SpecGame {
    game(live(2), &format!("CX a1,h1; {rest}"))
}

#[test]
fn live_9_first_rung_is_territory() {
    assert_eq!(result(&game(live(2), "CX a1; H 9,1")), (2, Reason::TerritoryControl));
}

#[test]
fn live_9_second_rung_is_credits_and_hands() {
    let more = stalemate("H 1,1; E 0,1");
    assert_eq!(result(&more), (2, Reason::RingElimination));
    assert_eq!(credits(&more), [0, 1]);
    assert_eq!(more.to_setup().hands.0, [1, 1, 0, 0]);
    assert_eq!(result(&stalemate("H 2,1")), (1, Reason::RingElimination));
}

#[test]
fn live_9_third_rung_is_markers() {
    assert_eq!(result(&stalemate("M2 a1; H 1,1")), (2, Reason::LastPlayerStanding));
}

#[test]
fn live_9_last_rung_is_the_player_whose_turn_ends() {
    assert_eq!(result(&stalemate("H 1,1; T 1")), (1, Reason::LastPlayerStanding));
    assert_eq!(result(&stalemate("H 1,1; T 2; M1 a1; M2 h1")), (2, Reason::LastPlayerStanding));
}

#[test]
fn live_9_every_rung_compares_all_players() {
    let position = "C1 a1:h2,a3:e3; C2 f3:h3,a4:h5,a6:b6; C3 c6:h6,a7:h7,b8:g8; H 1,1,3";
    assert_eq!(result(&game(live(3), position)), (3, Reason::RingElimination));
    let narrowing = game(Ruleset { tiebreak: Tiebreak::LastAction, ..live(3) }, position);
    assert_eq!(result(&narrowing), (1, Reason::Stalemate));
}

#[test]
fn turn_cap_ends_the_game_by_rungs_with_its_own_reason() {
    let mut capped = game(Ruleset { turn_cap: Some(1), ..live(2) }, "S a1=1,h8=2; M2 d1,d2; H 1,1");
    play(&mut capped, "skip placement; move a1 a2");
    assert_eq!(result(&capped), (2, Reason::TurnCap));
    assert_eq!(capped.to_setup().hands.0, [1, 1, 0, 0]);
}

#[test]
fn live_10_players_who_lost_their_last_ring_later_rank_higher() {
    let ranks = |lost: &str| {
        let position = format!("S h8=1; P game_over 1 last_player_standing; {lost}");
        game(live(4), &position).outcome().expect("the game is over").ranks.0
    };
    assert_eq!(ranks("X 0,1,2,0"), [1, 4, 3, 2]);
    assert_eq!(ranks("X 0,2,1,2"), [1, 2, 4, 2]);
    assert_eq!(ranks("X 0,2,1,2; C3 a1"), [1, 3, 2, 3]);
}

#[test]
fn live_10_players_eliminated_in_one_turn_share_a_rank() {
    let mut clearing = game(live(3), "S a1=2,a2=3,h8=1,h1=1; M1 a3,b1,b2");
    play(&mut clearing, "move h1 g1; claim a1 1; eliminate h8");
    assert_eq!(result(&clearing), (1, Reason::LastPlayerStanding));
    assert_eq!(clearing.to_setup().elimination_order.0, [0, 1, 1, 0]);
    assert_eq!(clearing.outcome().expect("the game is over").ranks.0, [1, 2, 2, 0]);
    assert!(clearing.fingerprint().ends_with("P game_over 1 last_player_standing; X 0,1,1"));
}

#[test]
fn live_10_elimination_order_continues_from_the_setup() {
    let mut later = game(live(4), "S a1=3,h8=1,h1=1,e5=2; M1 a2,b1; X 0,0,0,1");
    play(&mut later, "move h1 g1; claim a1 1; eliminate h8");
    assert_eq!(later.to_setup().elimination_order.0, [0, 0, 2, 1]);
    assert_eq!(later.to_move(), Player::Two);
}
