//! Bots by level of strength.

use std::fmt;
use std::str::FromStr;

use crate::bots::{Bot, Greedy, Mix, Random, Search, SearchBudget};

/// Strength of a bot, from 1 to 9. Over all built-in maps, each level wins most matches against the level below
/// (measured by `cargo lab ladder --part asg`).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// Version of all levels. It changes whenever any level chooses differently; it includes [`Search::VERSION`].
    pub const VERSION: &'static str = "level-1 search-3";
    /// Level 1, the weakest.
    pub const LOWEST: Level = Level(1);
    /// Level 9, the strongest.
    pub const HIGHEST: Level = Level(9);

    /// Returns the level with a number from 1 to 9, or `None` outside that range.
    pub const fn new(number: u8) -> Option<Level> {
        if Level::LOWEST.0 <= number && number <= Level::HIGHEST.0 { Some(Level(number)) } else { None }
    }

    /// Returns the number, from 1 to 9.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Creates the bot of this level; `seed` determines its random choices.
    ///
    /// ```
    /// use asg::bots::Level;
    /// assert_eq!(Level::new(3).unwrap().bot(7).name(), "greedy");
    /// ```
    pub fn bot(self, seed: i64) -> Box<dyn Bot + Send> {
        let search = |beam_width, plans, replied_plans, reply_plans| -> Box<dyn Bot + Send> {
            let budget = SearchBudget { beam_width, plans, replied_plans, reply_plans };
            Box::new(Search::with_budget(seed as u64, budget))
        };
        match self.0 {
            1 => Box::new(Random::new(seed)),
            2 => Box::new(Mix::new(seed, 0.5)),
            3 => Box::new(Greedy),
            4 => search(1, 5, 1, 1),
            5 => search(1, 12, 1, 1),
            6 => search(2, 60, 1, 1),
            7 => search(3, 200, 3, 20),
            8 => Box::new(Search::new(seed as u64)),
            _ => search(20, 10_000, 60, 300),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Error for a text that is not a number from 1 to 9.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ParseLevelError;

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a level is a number from {} to {}", Level::LOWEST, Level::HIGHEST)
    }
}

impl std::error::Error for ParseLevelError {}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        text.parse().ok().and_then(Level::new).ok_or(ParseLevelError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_contains_the_search_version() {
        assert!(Level::VERSION.ends_with(Search::VERSION));
    }

    #[test]
    fn levels_parse_from_their_display_text() {
        for number in 1..=9 {
            let level = Level::new(number).expect("1 to 9 are levels");
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        for text in ["", "0", "10", "x", "-1"] {
            assert_eq!(text.parse::<Level>(), Err(ParseLevelError), "{text}");
        }
    }
}
