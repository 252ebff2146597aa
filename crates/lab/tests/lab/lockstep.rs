//! `lab lockstep`: random games through both engines.

use crate::lab;

#[test]
fn compares_both_engines_over_random_games() {
    let out = lab(&["lockstep", "--games", "3"]).success();
    assert!(out.starts_with("lockstep: 3 games (") && out.contains("0 differences; seeds 1 to 3"), "{out}");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let run = || lab(&["lockstep", "--games", "1", "--seed", "2"]).success();
    assert_eq!(run(), run());
}

#[test]
fn rejects_a_number_of_games_that_is_not_a_number() {
    assert_eq!(lab(&["lockstep", "--games", "many"]).code, Some(2));
}
