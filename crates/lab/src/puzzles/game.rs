//! One game of strong players and its puzzles.

use ::game::{GameRng, derived_seed};
use ai::puzzle::{FoundPuzzle, PuzzleGoal, find_puzzles, is_turn_over};
use ai::{Level, LevelBot};
use ringrift::{Action, Position, Ruleset};
use serde::{Deserialize, Serialize};

use super::rating::{Rating, rate};

/// Most puzzles of one game.
const MOST_PUZZLES: usize = 2;

/// Levels of the players.
const LEVELS: [u8; 2] = [8, 9];

/// Smallest number of random actions at the start of a game, and the number of possible lengths.
const OPENING: (usize, usize) = (4, 8);

/// A mined game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct MinedGame {
    /// Number of the game, from 0.
    pub(super) game: u64,
    pub(super) puzzles: Vec<MinedPuzzle>,
}

/// A puzzle that was found in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct MinedPuzzle {
    pub(super) position: String,
    /// The text of the goal.
    pub(super) goal: String,
    /// Actions of a turn that reaches the goal.
    pub(super) solution: Vec<String>,
    /// Levels that solve it.
    pub(super) levels: Vec<u8>,
    /// Lowest level from which on all levels solve it; 11 if level 10 does not.
    pub(super) rating: u8,
    /// Hash of the board that ignores symmetry and colours.
    pub(super) board_hash: u64,
}

/// A turn of the game.
struct PlayedTurn {
    start: Position,
    line: Vec<Action>,
    /// Whether an action of the opening belongs to it.
    is_random: bool,
}

/// Plays a game and returns its puzzles, or `None` if it is cancelled.
pub(super) fn mine(
    rules: &Ruleset,
    family: &str,
    seed: u64,
    number: u64,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<MinedGame> {
    let seed = derived_seed(seed, &["puzzles", family, &number.to_string()]);
    let turns = play(rules, seed, is_cancelled)?;
    let mut found: Vec<(&PlayedTurn, FoundPuzzle)> = Vec::new();
    for turn in &turns {
        if is_cancelled() {
            return None;
        }
        found.extend(find_puzzles(&turn.start, &turn.line).into_iter().map(|puzzle| (turn, puzzle)));
    }
    // Rare themes first.
    found.sort_by_key(|(_, puzzle)| match puzzle.goal {
        PuzzleGoal::WinInTwo => 0,
        PuzzleGoal::Defend => 1,
        PuzzleGoal::Claim(_) => 2,
        PuzzleGoal::Win => 3,
    });
    let mut puzzles: Vec<MinedPuzzle> = Vec::new();
    for (turn, puzzle) in found {
        let board_hash = turn.start.symmetric_hash();
        if puzzles.len() >= MOST_PUZZLES || puzzles.iter().any(|known| known.board_hash == board_hash) {
            continue;
        }
        let Some(Rating { levels, rating }) = rate(&turn.start, puzzle.goal, seed) else { continue };
        puzzles.push(MinedPuzzle {
            position: turn.start.to_string(),
            goal: puzzle.goal.to_string(),
            solution: texts(&turn.start, &puzzle.solution),
            levels,
            rating,
            board_hash,
        });
    }
    Some(MinedGame { game: number, puzzles })
}

/// Returns the turns of a game after its random opening, or `None` if it is cancelled.
fn play(rules: &Ruleset, seed: u64, is_cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Vec<PlayedTurn>> {
    let mut rng = GameRng::seeded(seed);
    let mut position = Position::new(rules).expect("the rules are playable");
    let opening = OPENING.0 + rng.below(OPENING.1);
    let mut bots: Vec<LevelBot> = (0..2)
        .map(|seat| {
            let level = Level::new(LEVELS[rng.below(LEVELS.len())]).unwrap_or(Level::HIGHEST);
            LevelBot::new(level, seed.wrapping_add(seat))
        })
        .collect();
    let mut turns: Vec<PlayedTurn> = Vec::new();
    let mut actions = 0;
    while position.outcome().is_none() {
        if is_cancelled() {
            return None;
        }
        let is_random = actions < opening;
        let action = if is_random {
            rng.pick(&position.legal_actions())?
        } else {
            bots[position.to_move().index()].choose(&position, is_cancelled)?
        };
        match turns.last_mut() {
            Some(turn) if !is_turn_over(&turn.start, &position) => turn.line.push(action),
            _ => turns.push(PlayedTurn { start: position.clone(), line: vec![action], is_random: false }),
        }
        if let Some(turn) = turns.last_mut() {
            turn.is_random |= is_random;
        }
        position.play_unchecked(action);
        actions += 1;
    }
    turns.retain(|turn| !turn.is_random);
    Some(turns)
}

/// Returns the notation of a line of actions.
fn texts(start: &Position, line: &[Action]) -> Vec<String> {
    let mut position = start.clone();
    let text = |&action: &Action| {
        let text = position.action_text(action);
        position.play_unchecked(action);
        text
    };
    line.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use ai::puzzle::{PuzzleResult, judge};
    use ringrift::BoardKind;

    use super::*;

    #[test]
    fn the_same_game_is_mined_twice_and_its_solutions_reach_the_goals() {
        let rules = Ruleset::standard(BoardKind::Square8, 2).expect("the rules are valid");
        let game = || mine(&rules, "test", 3, 1, &|| false).expect("the game is not cancelled");
        let found = game();
        assert_eq!(found, game());
        for puzzle in found.puzzles {
            let start = Position::parse(&puzzle.position).expect("the position is valid");
            let mut end = start.clone();
            for action in &puzzle.solution {
                end.play(end.read_action(action).expect("the action is known")).expect("the action is legal");
            }
            let goal = puzzle.goal.parse().expect("the goal is known");
            assert_eq!(judge(&start, &end, goal), PuzzleResult::Reached, "{puzzle:?}");
            assert!(!puzzle.levels.contains(&2), "{puzzle:?}");
        }
    }
}
