//! Compares the proofs behind puzzles with the enumeration in this folder.

use ai::puzzle::{PuzzleGoal, PuzzleResult, find_puzzles, is_turn_over, judge};
use rayon::prelude::*;
use ringrift::{Action, Position};

use crate::case::Case;
use crate::chosen_cases;
use crate::claims::{SplitMix64, play_turn};
use crate::goal::Goal;
use crate::turns::{Budget, way_to};

/// Number of random turns of each case.
const TURNS: usize = 12;

fn puzzle_goal(goal: Goal) -> PuzzleGoal {
    match goal {
        Goal::Wins => PuzzleGoal::Win,
        Goal::Safe => PuzzleGoal::Defend,
        Goal::WinsIn2 => PuzzleGoal::WinInTwo,
    }
}

fn two_player_cases() -> Vec<&'static Case> {
    chosen_cases().into_iter().filter(|case| case.position.rules().players == 2).collect()
}

/// Returns a turn that reaches the goal of a case.
fn solution(case: &Case) -> Vec<Action> {
    let mover = case.position.to_move();
    let test = |end: &Position, budget: &mut Budget| case.goal.is_met(end, mover, budget);
    way_to(&case.position, &mut Budget::full(), &mut { test }).ok().flatten().expect("the case can be solved")
}

#[test]
fn puzzle_goals_are_judged_as_the_goals_of_the_cases() {
    two_player_cases().into_par_iter().for_each(|case| {
        let Case { position, goal, id, .. } = case;
        let mut random = SplitMix64(7);
        let mut ends = vec![after(position, &solution(case))];
        ends.extend((0..TURNS).map(|_| {
            play_turn(position, |now| {
                let actions = now.legal_actions();
                actions[(random.next() % actions.len() as u64) as usize]
            })
            .0
        }));
        for (number, end) in ends.iter().enumerate() {
            let expected = goal.is_met(end, position.to_move(), &mut Budget::full()).expect("the case is small");
            let found = judge(position, end, puzzle_goal(*goal));
            assert_eq!(found == PuzzleResult::Reached, expected, "{id}, turn {number}: {found:?}");
        }
    });
}

#[test]
fn replies_that_are_shown_refute_the_turn() {
    two_player_cases().into_par_iter().for_each(|case| {
        let Case { position, goal, id, .. } = case;
        let mut random = SplitMix64(11);
        let (end, _) = play_turn(position, |now| {
            let actions = now.legal_actions();
            actions[(random.next() % actions.len() as u64) as usize]
        });
        match judge(position, &end, puzzle_goal(*goal)) {
            PuzzleResult::OpponentWins(reply) => {
                let outcome = after(&end, &reply).outcome().expect("the game is over");
                assert_eq!(outcome.winner, Some(end.to_move()), "{id}");
            }
            PuzzleResult::OpponentEscapes(reply) => {
                let rest = after(&end, &reply);
                assert!(is_turn_over(&end, &rest), "{id}");
                let wins = |now: &Position, _: &mut Budget| {
                    Ok(now.outcome().is_some_and(|outcome| outcome.winner == Some(position.to_move())))
                };
                let is_lost = rest.outcome().is_some() || rest.to_move() != position.to_move();
                assert!(is_lost || way_to(&rest, &mut Budget::full(), &mut { wins }) == Ok(None), "{id}");
            }
            _ => {}
        }
    });
}

#[test]
fn found_puzzles_are_solved_by_their_solutions() {
    let found: usize = two_player_cases()
        .into_par_iter()
        .filter(|case| case.position.rules().board.cells() <= 100)
        .map(|case| {
            let puzzles = find_puzzles(&case.position, &solution(case));
            for puzzle in &puzzles {
                let end = after(&case.position, &puzzle.solution);
                assert!(is_turn_over(&case.position, &end), "{}", case.id);
                assert_eq!(judge(&case.position, &end, puzzle.goal), PuzzleResult::Reached, "{}", case.id);
            }
            puzzles.len()
        })
        .sum();
    assert!(found >= 10, "{found} puzzles");
}

fn after(start: &Position, actions: &[Action]) -> Position {
    let mut end = start.clone();
    for &action in actions {
        end.play(action).expect("the action is legal");
    }
    end
}
