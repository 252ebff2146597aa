//! The levels.

use std::fmt;
use std::str::FromStr;

/// How strong a player is, from 1 to 10.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const LOWEST: Level = Level(1);
    /// The strongest.
    pub const HIGHEST: Level = Level(10);

    /// The level with a number from 1 to 10.
    pub const fn new(number: u8) -> Option<Level> {
        if Level::LOWEST.0 <= number && number <= Level::HIGHEST.0 { Some(Level(number)) } else { None }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> + ExactSizeIterator {
        (0..Level::HIGHEST.0).map(|below| Level(below + 1))
    }

    /// The number.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is no level.
#[derive(Clone, PartialEq, Eq, Debug)]
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

/// What a level does for a decision.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Work {
    /// Positions that are looked at; none for somebody who plays at random.
    pub(crate) nodes: u64,
    /// Positions that are looked at for wins within one turn.
    pub(crate) win_nodes: u64,
    /// How often the own turn is checked for letting the next player win, and planned anew if it does.
    pub(crate) guards: u32,
    /// Positions that are looked at for a safe turn where the search found none, and for a win in two turns.
    pub(crate) plan_nodes: u64,
    /// How often a turn in the tree is considered before a win within it is looked for.
    pub(crate) doubts: u32,
    pub(crate) whim: f32,
}

impl Work {
    /// A search of so many positions.
    pub(crate) const fn search(nodes: u64) -> Work {
        Work { nodes, win_nodes: 80_000, guards: 24, plan_nodes: 300_000, doubts: 12, whim: 0.05 }
    }
}

impl Level {
    /// What the level does.
    pub(crate) const fn work(self) -> Work {
        let simple = Work { win_nodes: 0, guards: 0, plan_nodes: 0, ..Work::search(1) };
        match self.0 {
            1 => Work { nodes: 0, ..simple },
            2 => Work { whim: 2.0, ..simple },
            3 => simple,
            4 => Work { guards: 0, plan_nodes: 0, whim: 0.5, ..Work::search(20) },
            5 => Work { guards: 0, plan_nodes: 0, ..Work::search(200) },
            6 => Work { guards: 1, plan_nodes: 0, ..Work::search(300) },
            7 => Work::search(450),
            8 => Work::search(3_000),
            9 => Work::search(20_000),
            _ => Work::search(240_000),
        }
    }
}
