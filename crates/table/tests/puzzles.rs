//! The puzzles of the page and the check of attempts.

use std::collections::HashSet;

use ai::puzzle::PuzzleGoal;
use api::{ExerciseResult, PuzzleBody, PuzzleFailure, PuzzleView};
use ringrift::Position;
use table::study::{Puzzle, check_puzzle, puzzles};

fn check(puzzle: &Puzzle, actions: &[String], solve: bool) -> PuzzleView {
    let body = PuzzleBody {
        position: puzzle.position.clone(),
        goal: puzzle.goal.to_string(),
        actions: actions.to_vec(),
        solve,
    };
    check_puzzle(&body).unwrap_or_else(|error| panic!("{}: {error:?}", puzzle.id))
}

/// Puzzles with two players and goals that few turns reach, of both families.
#[test]
fn data_files_are_valid() {
    let mut ids = HashSet::new();
    let mut boards = HashSet::new();
    for puzzle in puzzles() {
        let position = Position::parse(&puzzle.position).unwrap_or_else(|error| panic!("{}: {error}", puzzle.id));
        assert_eq!(position.to_string(), puzzle.position, "{}", puzzle.id);
        assert!(position.outcome().is_none() && position.rules().players == 2, "{}", puzzle.id);
        assert!(position.rules().board.name() == puzzle.family.split('-').next().unwrap_or_default(), "{}", puzzle.id);
        assert!(ids.insert(&puzzle.id) && puzzle.id.len() == 8, "{}", puzzle.id);
        assert!(boards.insert(position.symmetric_hash()), "{} has the board of another puzzle", puzzle.id);
        // Level 2 must not solve it, and 11 means that no level does.
        assert!((3..=11).contains(&puzzle.level), "{}", puzzle.id);
    }
    for family in ["square8-standard", "hex8-live"] {
        let of_family: Vec<&Puzzle> = puzzles().iter().filter(|puzzle| puzzle.family == family).collect();
        let wins = of_family.iter().filter(|puzzle| puzzle.goal == PuzzleGoal::Win).count();
        assert!(5 * wins <= 2 * of_family.len(), "{family}: {wins} of {} are wins in one turn", of_family.len());
    }
    let lines = |text: &str| text.lines().filter(|line| !line.starts_with('#')).count();
    let expected = lines(include_str!("../../../web/puzzles/square8-standard.txt"))
        + lines(include_str!("../../../web/puzzles/hex8-live.txt"));
    assert_eq!(puzzles().len(), expected, "every line is a puzzle");
}

#[test]
fn solutions_reach_the_goals() {
    for puzzle in puzzles() {
        assert_eq!(check(puzzle, &[], false).verdict, ExerciseResult::Open, "{}", puzzle.id);
        if puzzle.goal == PuzzleGoal::WinInTwo {
            win_in_two(puzzle);
        } else {
            assert_eq!(check(puzzle, &puzzle.solution, false).verdict, ExerciseResult::Solved, "{}", puzzle.id);
        }
    }
}

/// Plays the solution of a win in two turns with the replies of the engine.
fn win_in_two(puzzle: &Puzzle) {
    let mut actions = puzzle.solution.clone();
    let mut result = check(puzzle, &actions, false);
    assert_eq!(result.verdict, ExerciseResult::Open, "{}", puzzle.id);
    while !result.reply.is_empty() {
        actions.extend(result.reply);
        result = check(puzzle, &actions, false);
    }
    if result.verdict == ExerciseResult::Open {
        actions.extend(check(puzzle, &actions, true).solution);
        result = check(puzzle, &actions, false);
    }
    assert_eq!(result.verdict, ExerciseResult::Solved, "{}: {actions:?}", puzzle.id);
}

fn body(position: &str, goal: &str, actions: &[&str]) -> PuzzleBody {
    let actions = actions.iter().map(|&action| action.to_owned()).collect();
    PuzzleBody { position: position.to_owned(), goal: goal.to_owned(), actions, solve: false }
}

/// One more eliminated ring wins: by landing on either marker.
const TWO_WINS: &str = "G square8 2p; S d4=1,h8=2; M1 d5,e4; E 18,0; P movement";

/// Player 2 needs one more eliminated ring and can move onto an own marker.
const THREAT: &str = "G square8 2p; S d4=1,e4=11,h8=2; M2 h7; E 0,18; P movement";

#[test]
fn every_turn_that_reaches_the_goal_solves() {
    for (actions, expected) in [
        (&[][..], ExerciseResult::Open),
        (&["M d4-d5"], ExerciseResult::Solved),
        (&["M d4-e4"], ExerciseResult::Solved),
        (&["M d4-c4"], ExerciseResult::Failed),
    ] {
        let result = check_puzzle(&body(TWO_WINS, "win", actions)).expect("the attempt is legal");
        assert_eq!(result.verdict, expected, "{actions:?}");
        let reason = (expected == ExerciseResult::Failed).then_some(PuzzleFailure::NotWon);
        assert_eq!(result.reason, reason, "{actions:?}");
    }
}

#[test]
fn failed_attempts_have_a_reason() {
    let result = check_puzzle(&body(THREAT, "defend", &["M d4-d5"])).expect("the attempt is legal");
    assert_eq!(result.reason, Some(PuzzleFailure::OpponentWins));
    assert_eq!(result.reply, ["M h8-h7"]);
    let result = check_puzzle(&body(THREAT, "claim 3", &["M d4-d5"])).expect("the attempt is legal");
    assert_eq!((result.reason, result.cells), (Some(PuzzleFailure::TooSmall), Some(0)));
    let result = check_puzzle(&body(THREAT, "win_in_two", &["M d4-d5"])).expect("the attempt is legal");
    assert_eq!(result.reason, Some(PuzzleFailure::OpponentEscapes));
    assert!(!result.reply.is_empty());
}

#[test]
fn malformed_attempts_are_rejected() {
    let status = |body: &PuzzleBody| check_puzzle(body).expect_err("the attempt is malformed").status();
    assert_eq!(status(&body(TWO_WINS, "lose", &[])), 404);
    assert_eq!(status(&body("G square8", "win", &["M d4-d5"])), 422);
    assert_eq!(status(&body(TWO_WINS, "win", &["M d4-d4"])), 422);
    assert_eq!(status(&body(TWO_WINS, "win", &["M d4-c4", "M h8-h7"])), 400);
    let too_many = vec!["M d4-d5"; 1_000];
    assert_eq!(status(&body(TWO_WINS, "win", &too_many)), 400);
}
