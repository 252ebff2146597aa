//! Both engines side by side.

use ringrift::{Action, BoardKind, Edition, Overrides, Phase, Player, Position, Reason, Ruleset, Setup};
use ringrift_spec::{Lockstep, SpecGame};

fn rules(edition: Edition, players: u8) -> Ruleset {
    Ruleset::new(edition, BoardKind::Square8, players, &Overrides::default()).expect("the rules are valid")
}

#[test]
fn both_engines_play_the_same_games() {
    let mut state = 1_u64;
    for (edition, players) in [(Edition::Canon, 2), (Edition::Compact, 2), (Edition::Live, 3)] {
        let mut game = Lockstep::new(&rules(edition, players)).expect("the rules are valid");
        for _ in 0..150 {
            let actions = game.legal_actions().unwrap_or_else(|difference| panic!("{difference}"));
            if actions.is_empty() {
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let action = actions[(state >> 33) as usize % actions.len()];
            game.play(action).unwrap_or_else(|difference| panic!("{difference}"));
        }
    }
}

#[test]
fn an_action_that_both_engines_reject_changes_nothing() {
    let mut game = Lockstep::new(&rules(Edition::Canon, 2)).expect("the rules are valid");
    let before = game.position().clone();
    game.play(Action::StopTerritory).unwrap_or_else(|difference| panic!("{difference}"));
    assert_eq!(game.position(), &before);
}

/// Starts a game from a position text.
fn start(text: &str) -> Lockstep {
    let setup = Setup::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let game = Lockstep::from_setup(&setup).unwrap_or_else(|error| panic!("{text}: {error}"));
    game.unwrap_or_else(|difference| panic!("{difference}"))
}

#[test]
fn r072_passes_at_the_start_of_a_setup_are_compared() {
    let game = start("G square8 2p; S d4=12,h8=2; T 1");
    assert_eq!(game.position().to_move(), Player::Two, "player 1 has only a buried ring");
}

#[test]
fn r170_r171_a_setup_in_which_a_threshold_is_reached_is_over() {
    let check = |text: &str, winner, reason| {
        assert_eq!(start(text).position().phase(), Phase::Over { winner: Some(winner), reason }, "{text}");
    };
    check("G square8 2p live; H 5,0; E 0,18; T 1", Player::Two, Reason::RingElimination);
    check("G square8 2p; S d4=1,h8=2; E 19,0; T 2", Player::One, Reason::RingElimination);
    let by_territory = "G square8 2p canon territory_threshold=2; S d4=1,h8=2; C1 a1,b1";
    check(&format!("{by_territory}; T 1"), Player::One, Reason::TerritoryControl);
    for mover in ["T 1", "T 2"] {
        check(&format!("{by_territory}; E 0,19; {mover}"), Player::Two, Reason::RingElimination);
    }
}

#[test]
fn ranks_after_a_resignation_agree_for_three_players() {
    for edition in [Edition::Canon, Edition::Live] {
        let rules = rules(edition, 3);
        let (fast, spec) = (Position::new(&rules).expect("the rules are valid"), SpecGame::new(&rules));
        for player in Player::seats(3) {
            assert_eq!(fast.ranking_after_resignation(player), spec.ranking_after_resignation(player), "{edition}");
        }
    }
}

#[test]
fn r172_live_a_player_with_rings_in_hand_only_has_not_won_yet() {
    let mut game = start("G square8 2p live; S h8=2; M2 a1,b1,c1,d1; H 5,0; T 2; P line_processing");
    while game.position().to_move() == Player::Two && game.position().outcome().is_none() {
        let actions = game.legal_actions().unwrap_or_else(|difference| panic!("{difference}"));
        game.play(actions[0]).unwrap_or_else(|difference| panic!("{difference}"));
    }
    assert_eq!(game.position().rings_on_board(Player::Two), 0, "player 2 has paid with the last ring");
}
