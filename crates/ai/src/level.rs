//! Strength levels.

use std::fmt;
use std::str::FromStr;

/// Strength of a search bot, 1 to 10.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    pub const LOWEST: Level = Level(1);
    pub const HIGHEST: Level = Level(10);

    /// Returns `None` for numbers outside 1 to 10.
    pub const fn new(number: u8) -> Option<Level> {
        if Level::LOWEST.0 <= number && number <= Level::HIGHEST.0 { Some(Level(number)) } else { None }
    }

    /// Returns all levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> + ExactSizeIterator {
        (0..Level::HIGHEST.0).map(|below| Level(below + 1))
    }

    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Error of parsing a level.
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

/// Search effort for one decision.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct SearchBudget {
    /// Positions of the tree search; 0 plays randomly.
    pub(crate) nodes: u64,
    /// Positions of each search for a win within one turn.
    pub(crate) win_nodes: u64,
    /// Maximum number of checks whether an opponent can win right after the planned turn. A refuted turn is planned
    /// again.
    pub(crate) refutation_tries: u32,
    /// Positions of the search for a safe turn, and of the search for a forced win in two turns.
    pub(crate) plan_nodes: u64,
    /// Visits after which a node is checked for a win within the turn.
    pub(crate) win_check_visits: u32,
    /// Amplitude of evaluation noise, in log-odds.
    pub(crate) eval_noise: f32,
}

impl SearchBudget {
    /// Returns the budget of the highest levels with a given size of the search tree.
    pub(crate) const fn search(nodes: u64) -> SearchBudget {
        SearchBudget {
            nodes,
            win_nodes: 80_000,
            refutation_tries: 24,
            plan_nodes: 300_000,
            win_check_visits: 12,
            eval_noise: 0.05,
        }
    }
}

impl Level {
    /// Returns the search effort of the level.
    pub(crate) const fn budget(self) -> SearchBudget {
        let simple = SearchBudget { win_nodes: 0, refutation_tries: 0, plan_nodes: 0, ..SearchBudget::search(1) };
        match self.0 {
            1 => SearchBudget { nodes: 0, ..simple },
            2 => SearchBudget { eval_noise: 2.0, ..simple },
            3 => simple,
            4 => SearchBudget { refutation_tries: 0, plan_nodes: 0, eval_noise: 0.5, ..SearchBudget::search(20) },
            5 => SearchBudget { refutation_tries: 0, plan_nodes: 0, ..SearchBudget::search(200) },
            6 => SearchBudget { refutation_tries: 1, plan_nodes: 0, ..SearchBudget::search(300) },
            7 => SearchBudget::search(450),
            8 => SearchBudget::search(3_000),
            9 => SearchBudget::search(20_000),
            _ => SearchBudget::search(240_000),
        }
    }
}
