//! Bots in the order of their strength.

use std::fmt;
use std::str::FromStr;

use crate::bots::{Bot, Greedy, Mix, Random, Search, Work};

/// How strong a bot is, from 1 to 9: each beats the one below more often than not, on the built-in maps together
/// (`cargo lab ladder --part asg`).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The name of this version of all levels. Whatever changes a choice changes it; most of them are [`Search`].
    pub const VERSION: &'static str = "level-1 search-1";
    /// The weakest.
    pub const LOWEST: Level = Level(1);
    /// The strongest.
    pub const HIGHEST: Level = Level(9);

    /// The level with a number from 1 to 9.
    pub const fn new(number: u8) -> Option<Level> {
        if Level::LOWEST.0 <= number && number <= Level::HIGHEST.0 { Some(Level(number)) } else { None }
    }

    /// The number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The bot, with a seed for what it leaves to luck.
    ///
    /// ```
    /// use asg::bots::Level;
    /// assert_eq!(Level::new(3).unwrap().bot(7).name(), "greedy");
    /// ```
    pub fn bot(self, seed: i64) -> Box<dyn Bot + Send> {
        let search = |width, plans, replied, reply_plans| -> Box<dyn Bot + Send> {
            Box::new(Search::with_work(seed as u64, Work { width, plans, replied, reply_plans }))
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

/// A text that is no level.
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
    fn the_version_changes_with_the_search() {
        assert!(Level::VERSION.ends_with(Search::VERSION));
    }

    #[test]
    fn levels_are_read_as_they_are_written() {
        for number in 1..=9 {
            let level = Level::new(number).expect("a level");
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        for text in ["", "0", "10", "x", "-1"] {
            assert_eq!(text.parse::<Level>(), Err(ParseLevelError), "{text}");
        }
    }
}
