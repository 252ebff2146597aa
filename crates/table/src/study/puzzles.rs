//! Puzzles: positions with a goal that few turns reach. Proofs over all turns decide whether an attempt reaches it.

use std::sync::LazyLock;

use ai::puzzle::{PuzzleGoal, PuzzleResult, hardest_reply, is_turn_over, judge, winning_turn};
use api::{ExerciseResult, LineView, PuzzleBody, PuzzleFailure, PuzzleView};
use ringrift::{Action, Position};

use super::analysis::line_texts;
use super::{parse_position, record_line};
use crate::RequestError;

/// Largest number of actions in an attempt; two turns and a reply have fewer.
const MAX_ACTIONS: usize = 500;

/// Data files by name. `cargo lab puzzles` writes them; the page loads them as they are.
const FILES: [(&str, &str); 2] = [
    ("square8-standard", include_str!("../../../../web/puzzles/square8-standard.txt")),
    ("hex8-live", include_str!("../../../../web/puzzles/hex8-live.txt")),
];

/// A puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Eight hexadecimal digits.
    pub id: String,
    /// Name of its data file.
    pub family: &'static str,
    /// Lowest level of the computer players from which on all levels solve it; 11 if none does.
    pub level: u8,
    pub goal: PuzzleGoal,
    /// A turn that reaches the goal.
    pub solution: Vec<String>,
    /// Position as text.
    pub position: String,
}

/// Puzzles of all families.
static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    FILES.iter().flat_map(|&(family, text)| text.lines().filter_map(move |line| parse_line(family, line))).collect()
});

/// Parses a line of a data file. Returns `None` for comments.
fn parse_line(family: &'static str, line: &str) -> Option<Puzzle> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [id, level, _levels, _side, goal, solution, position] = fields[..] else { return None };
    Some(Puzzle {
        id: id.to_owned(),
        family,
        level: level.parse().ok()?,
        goal: goal.parse().ok()?,
        solution: solution.split("; ").map(str::to_owned).collect(),
        position: position.to_owned(),
    })
}

/// Returns all puzzles.
pub fn puzzles() -> &'static [Puzzle] {
    &PUZZLES
}

/// Checks the actions of an attempt at a puzzle. Any position and goal can be checked; callers decide which ones they accept.
///
/// An attempt is checked at the end of a turn. If the first turn of a win in two turns is right, the result has the opponent's reply;
/// the actions after it are not checked again until the second turn ends.
///
/// # Errors
/// If the position or the goal is invalid, the attempt is too long or an action is not legal.
pub fn check_puzzle(body: &PuzzleBody) -> Result<PuzzleView, RequestError> {
    let goal: PuzzleGoal = body.goal.parse().map_err(|_| RequestError::not_found("unknown puzzle"))?;
    let too_long = |message: String| RequestError::bad_request("too_long", message);
    if body.actions.len() > MAX_ACTIONS {
        return Err(too_long(format!("an attempt must not exceed {MAX_ACTIONS} actions")));
    }
    let start = parse_position(&body.position)?;
    let line = LineView { start: body.position.clone(), actions: body.actions.clone() };
    let actions: Vec<Action> = record_line(line)?.finish().actions().collect();
    let mut now = start.clone();
    let mut left = actions.as_slice();
    play_turn(&mut now, &mut left);
    if !is_turn_over(&start, &now) {
        return Ok(open());
    }
    // If the opponent has no decision, the second turn begins at once.
    let is_second = goal == PuzzleGoal::WinInTwo && now.outcome().is_none() && now.to_move() == start.to_move();
    if left.is_empty() && !(is_second && body.solve) {
        return Ok(judged(&start, &now, goal));
    }
    if goal != PuzzleGoal::WinInTwo {
        return Err(too_long("the turn of the puzzle is over".to_owned()));
    }
    second_turn(&start, now, left, body.solve)
}

/// Plays actions until the turn is over.
fn play_turn(position: &mut Position, left: &mut &[Action]) {
    let start = position.clone();
    while let [action, rest @ ..] = left {
        if is_turn_over(&start, position) {
            break;
        }
        position.play_unchecked(*action);
        *left = rest;
    }
}

fn open() -> PuzzleView {
    PuzzleView { verdict: ExerciseResult::Open, reason: None, cells: None, reply: Vec::new(), solution: Vec::new() }
}

fn solved() -> PuzzleView {
    PuzzleView { verdict: ExerciseResult::Solved, ..open() }
}

fn failed(reason: PuzzleFailure) -> PuzzleView {
    PuzzleView { verdict: ExerciseResult::Failed, reason: Some(reason), ..open() }
}

/// Judges the first turn.
fn judged(start: &Position, end: &Position, goal: PuzzleGoal) -> PuzzleView {
    match judge(start, end, goal) {
        PuzzleResult::Reached if goal == PuzzleGoal::WinInTwo && end.outcome().is_none() => answered(start, end),
        PuzzleResult::Reached => solved(),
        PuzzleResult::NotWon => failed(PuzzleFailure::NotWon),
        PuzzleResult::OpponentWins(line) => refuted(PuzzleFailure::OpponentWins, end, &line),
        PuzzleResult::OpponentEscapes(line) => refuted(PuzzleFailure::OpponentEscapes, end, &line),
        PuzzleResult::TooSmall(cells) => PuzzleView { cells: Some(cells), ..failed(PuzzleFailure::TooSmall) },
        PuzzleResult::Unproved => failed(PuzzleFailure::Unproved),
    }
}

fn refuted(reason: PuzzleFailure, end: &Position, line: &[Action]) -> PuzzleView {
    PuzzleView { reply: line_texts(end, line), ..failed(reason) }
}

/// Returns the reply of the opponent, after which the attempt goes on.
fn answered(start: &Position, now: &Position) -> PuzzleView {
    PuzzleView { reply: line_texts(now, &hardest_reply(now, start.to_move())), ..open() }
}

/// Judges what follows the first turn of a win in two turns.
fn second_turn(
    start: &Position,
    mut now: Position,
    mut left: &[Action],
    solve: bool,
) -> Result<PuzzleView, RequestError> {
    let player = start.to_move();
    while now.outcome().is_none() && now.to_move() != player && !left.is_empty() {
        play_turn(&mut now, &mut left);
    }
    let begun = now.clone();
    play_turn(&mut now, &mut left);
    if !left.is_empty() {
        return Err(RequestError::bad_request("too_long", "the turns of the puzzle are over"));
    }
    Ok(match now.outcome() {
        Some(outcome) if outcome.winner == Some(player) => solved(),
        Some(_) => failed(PuzzleFailure::NotWon),
        None if begun.to_move() != player => answered(start, &now),
        None if is_turn_over(&begun, &now) => failed(PuzzleFailure::NotWon),
        None if solve => {
            PuzzleView { solution: winning_turn(&now).map_or(Vec::new(), |line| line_texts(&now, &line)), ..open() }
        }
        None => open(),
    })
}
