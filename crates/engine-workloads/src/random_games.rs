//! Random games in two loops that differ in how they choose an action.

use std::fmt;

use ringrift::{ActionList, Position, PositionOf, PositionVisitor};

/// How a loop of random games gets the action of a decision.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Loop {
    /// Writes the whole list of legal actions and takes one of it.
    Listed,
    /// Counts the legal actions and makes only the chosen one.
    Sampled,
}

impl Loop {
    pub const ALL: [Loop; 2] = [Loop::Listed, Loop::Sampled];
}

impl fmt::Display for Loop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Loop::Listed => "listed",
            Loop::Sampled => "sampled",
        })
    }
}

/// Plays random games from a position to their ends. Returns the number of actions.
///
/// ```
/// use engine_workloads::{Loop, play_games};
/// use ringrift::{BoardKind, Position, Ruleset};
/// let start = Position::new(&Ruleset::standard(BoardKind::Square8, 2)?)?;
/// assert_eq!(play_games(&start, Loop::Listed, 7, 3), play_games(&start, Loop::Sampled, 7, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_games(start: &Position, style: Loop, seed: u64, games: u64) -> u64 {
    match style {
        Loop::Listed => start.visit(Listed { seed, games }),
        Loop::Sampled => start.visit(Sampled { seed, games }),
    }
}

struct Listed {
    seed: u64,
    games: u64,
}

impl PositionVisitor for Listed {
    type Output = u64;

    fn visit<const W: usize>(self, start: &PositionOf<W>) -> u64 {
        let mut random = Random::seeded(self.seed);
        let mut list = ActionList::new();
        let mut position = start.clone();
        let mut actions = 0;
        for _ in 0..self.games {
            position.clone_from(start);
            loop {
                position.legal_actions_into(&mut list);
                let Some(action) = random.pick(&list) else { break };
                position.play_unchecked(action);
                actions += 1;
            }
        }
        actions
    }
}

struct Sampled {
    seed: u64,
    games: u64,
}

impl PositionVisitor for Sampled {
    type Output = u64;

    fn visit<const W: usize>(self, start: &PositionOf<W>) -> u64 {
        let mut random = Random::seeded(self.seed);
        let mut position = start.clone();
        let mut actions = 0;
        for _ in 0..self.games {
            position.clone_from(start);
            loop {
                let mut legal = position.legal();
                let Some(index) = random.below(legal.len()) else { break };
                let Some(action) = legal.nth(index) else { break };
                position.play_unchecked(action);
                actions += 1;
            }
        }
        actions
    }
}

/// A small random generator (splitmix64), so that the loops measure the engine and not the generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn seeded(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns a random number below `count`, computed by scaling 32 random bits; `None` if `count` is 0.
    #[inline]
    pub fn below(&mut self, count: usize) -> Option<usize> {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let bits = (mixed ^ (mixed >> 31)) >> 32;
        if count == 0 { None } else { Some(((bits * count as u64) >> 32) as usize) }
    }

    /// Picks one of the items; `None` if there are none.
    #[inline]
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        self.below(items.len()).map(|index| items[index])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::random_game_rules;

    #[test]
    fn both_loops_play_the_same_games_to_their_ends() {
        for rules in random_game_rules().expect("presets are valid") {
            let start = Position::new(&rules).expect("presets are valid");
            let [listed, sampled] = Loop::ALL.map(|style| play_games(&start, style, 3, 2));
            assert_eq!(listed, sampled, "{rules}");
            assert!(listed > 20, "{rules}: {listed} actions in two games");
        }
    }

    #[test]
    fn numbers_are_below_their_bound_and_cover_it() {
        let mut random = Random::seeded(1);
        let mut seen = [false; 7];
        for _ in 0..200 {
            seen[random.below(7).expect("the bound is not 0")] = true;
        }
        assert_eq!(seen, [true; 7]);
        assert_eq!(random.below(0), None);
    }
}
