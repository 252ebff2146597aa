//! Which levels solve a puzzle.

use ai::puzzle::{PuzzleGoal, PuzzleResult, is_turn_over, judge};
use ai::{Level, LevelBot};
use ringrift::Position;

/// Number of attempts of levels that choose at random.
const ATTEMPTS: u64 = 3;

/// Lowest level without random choices; the lower ones draw from the policy of the network.
const FIRST_STEADY: u8 = 6;

/// Level that must not solve a puzzle.
const TOO_WEAK: u8 = 2;

/// Levels that solve a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rating {
    pub(super) levels: Vec<u8>,
    /// Lowest level from which on all levels solve it; 11 if level 10 does not.
    pub(super) rating: u8,
}

/// Lets all levels play the turn. Another level than level 2 solves the puzzle if most of its attempts do. Returns `None` if level 2 solves
/// it in any attempt, or if level 10 prefers another turn to a claim: the largest claim is then not the best turn.
pub(super) fn rate(position: &Position, goal: PuzzleGoal, seed: u64) -> Option<Rating> {
    let attempts = |level: Level| if level.number() < FIRST_STEADY { ATTEMPTS } else { 1 };
    let solved = |level: Level| {
        (0..attempts(level)).filter(|&attempt| is_solved(position, goal, level, seed.wrapping_add(attempt))).count()
    };
    let weak = Level::new(TOO_WEAK)?;
    if solved(weak) > 0 {
        return None;
    }
    let solves = |&level: &Level| level != weak && 2 * solved(level) as u64 > attempts(level);
    let levels: Vec<u8> = Level::all().filter(solves).map(Level::number).collect();
    let rating = rating(&levels);
    let is_best = !matches!(goal, PuzzleGoal::Claim(_)) || rating <= Level::HIGHEST.number();
    is_best.then_some(Rating { rating, levels })
}

fn rating(levels: &[u8]) -> u8 {
    let highest = Level::HIGHEST.number();
    (1..=highest + 1).find(|&lowest| (lowest..=highest).all(|level| levels.contains(&level))).unwrap_or(highest + 1)
}

fn is_solved(position: &Position, goal: PuzzleGoal, level: Level, seed: u64) -> bool {
    let mut bot = LevelBot::new(level, seed);
    let mut end = position.clone();
    while !is_turn_over(position, &end) {
        let Some(action) = bot.choose(&end, &|| false) else { break };
        end.play_unchecked(action);
    }
    judge(position, &end, goal) == PuzzleResult::Reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rating_is_the_lowest_level_of_an_unbroken_series() {
        for (levels, expected) in
            [(&[4, 5, 6, 7, 8, 9, 10][..], 4), (&[3, 5, 7, 8, 9, 10], 7), (&[10], 10), (&[9], 11), (&[], 11)]
        {
            assert_eq!(rating(levels), expected, "{levels:?}");
        }
    }

    #[test]
    fn levels_with_a_win_search_solve_a_win_in_one_turn() {
        let position =
            Position::parse("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement").expect("the position is valid");
        for (level, solves) in [(4, true), (6, true)] {
            let level = Level::new(level).expect("the level exists");
            assert_eq!(is_solved(&position, PuzzleGoal::Win, level, 1), solves);
        }
    }
}
