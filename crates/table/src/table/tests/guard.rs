//! Positions of running games that are guarded against evaluation.

use super::super::checkpoint::INTERVAL;
use super::*;

#[test]
fn positions_are_guarded_from_the_fourth_turn_on() {
    let mut fixture = Fixture::two_guests();
    for turn in 1..=3 {
        assert_eq!(fixture.table.game().turn(), turn);
        assert_eq!(fixture.table.guarded_position(), None, "turn {turn}");
        fixture.play_turn();
    }
    let first = fixture.table.guarded_position().expect("the fourth turn has begun");
    assert_eq!(first.turn, 4);
    fixture.act(1, &fixture.first_legal()).expect("the action is legal");
    let second = fixture.table.guarded_position().expect("a position within a turn is guarded");
    assert_eq!(second.turn, 4);
    assert_ne!(second.hash, first.hash);
    assert_eq!(fixture.table.guarded_positions(), [first, second]);
    fixture.run(resign(0));
    assert_eq!(fixture.table.guarded_position(), None, "the game is over");
    assert_eq!(fixture.table.guarded_positions(), []);
}

#[test]
fn turns_are_counted_from_the_start_of_the_game() {
    let mut fixture = Fixture::two_guests();
    (0..8).for_each(|_| fixture.play_turn());
    let AnyGame::RingRift(game) = fixture.table.game() else { panic!("the game is RingRift") };
    assert_eq!(game.position().turn(), 9);
    let mut later = Fixture::new(setup(&game.position().to_string()), &[guest('a'), guest('b')]);
    for _ in 0..3 {
        assert_eq!(later.table.guarded_position(), None);
        later.play_turn();
    }
    assert_eq!(later.table.guarded_position().map(|guarded| guarded.turn), Some(4));
}

#[test]
fn positions_are_guarded_for_one_round() {
    let mut fixture = Fixture::three_guests();
    (0..7).for_each(|_| fixture.play_turn());
    let turns: Vec<u64> = fixture.table.guarded_positions().iter().map(|position| position.turn).collect();
    assert_eq!(fixture.table.game().turn(), 8);
    assert_eq!(fixture.table.last_open_turn(), 5);
    assert_eq!((turns.first(), turns.last()), (Some(&6), Some(&8)), "{turns:?}");
}

#[test]
fn games_without_two_people_are_not_guarded() {
    let mut fixture = Fixture::guest_and_bot();
    (0..5).for_each(|_| fixture.play_turn());
    assert_eq!(fixture.table.guarded_position(), None);
    assert_eq!(fixture.table.guarded_positions(), []);
}

#[test]
fn guarded_positions_of_a_long_game_equal_those_of_a_full_replay() {
    let mut fixture = Fixture::two_guests();
    for _ in 0..40 {
        fixture.play_turn();
        let table = &fixture.table;
        let mut expected: Vec<GuardedPosition> = (0..=table.moves().len())
            .filter_map(|actions| {
                let game = table.game_after(actions).expect("the actions are legal");
                let AnyGame::RingRift(ringrift) = &game else { panic!("the game is RingRift") };
                let hash = ringrift.position().symmetric_hash();
                (game.turn() > table.last_open_turn().max(3)).then_some(GuardedPosition { turn: game.turn(), hash })
            })
            .collect();
        expected.dedup();
        assert_eq!(table.guarded_positions(), expected, "turn {}", table.game().turn());
    }
    assert!(fixture.table.moves().len() > INTERVAL + 1, "{} actions", fixture.table.moves().len());
}
