//! The limits of a search.

use std::fmt;

use ringrift::excerpt;

/// Kind of limit or parameter of a search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Seed of the random choices.
    Seed,
    /// Playing strength.
    Level,
    /// Number of positions to search.
    Nodes,
    /// Time in milliseconds.
    MoveTime,
    /// Number of actions that an analysis reports.
    Lines,
}

impl Limit {
    pub const ALL: [Limit; 5] = [Limit::Seed, Limit::Level, Limit::Nodes, Limit::MoveTime, Limit::Lines];
    /// Limits of `go`.
    pub const OF_GO: [Limit; 4] = [Limit::Seed, Limit::Level, Limit::Nodes, Limit::MoveTime];
    /// Limits of `analyse`.
    pub const OF_ANALYSE: [Limit; 3] = [Limit::Lines, Limit::Nodes, Limit::MoveTime];

    /// Returns the word that the protocol uses.
    pub const fn name(self) -> &'static str {
        match self {
            Limit::Seed => "seed",
            Limit::Level => "level",
            Limit::Nodes => "nodes",
            Limit::MoveTime => "movetime",
            Limit::Lines => "lines",
        }
    }

    /// Returns the smallest and the largest value.
    pub const fn range(self) -> (u64, u64) {
        match self {
            Limit::Seed => (0, u64::MAX),
            Limit::Level => (1, 10),
            Limit::Nodes => (1, u64::MAX),
            // One hour.
            Limit::MoveTime => (1, 3_600_000),
            Limit::Lines => (1, 1000),
        }
    }

    fn parse(self, text: Option<&str>) -> Result<u64, String> {
        let (min, max) = self.range();
        let name = self.name();
        let text = text.ok_or_else(|| format!("the number after '{name}' is missing"))?;
        let number = text.parse().ok().filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| format!("{name} must be a number from {min} to {max}, not '{}'", excerpt(text)))
    }
}

/// Limits of one search, each at most once, in the order given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits(Vec<(Limit, u64)>);

impl Limits {
    /// Parses pairs of words such as `seed 7 movetime 500`. Rejects limits that are not in `known`.
    pub fn parse(text: &str, known: &[Limit]) -> Result<Limits, String> {
        let mut limits = Limits::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let limit = known.iter().copied().find(|limit| limit.name() == word);
            let limit = limit.ok_or_else(|| format!("unknown limit '{}'", excerpt(word)))?;
            if limits.value(limit).is_some() {
                return Err(format!("{word} is given twice"));
            }
            limits.0.push((limit, limit.parse(words.next())?));
        }
        Ok(limits)
    }

    /// Returns the value of a limit, if it is given.
    pub fn value(&self, limit: Limit) -> Option<u64> {
        self.0.iter().find(|(given, _)| *given == limit).map(|&(_, value)| value)
    }

    /// Sets a limit unless it is already given.
    pub fn or(mut self, limit: Limit, value: u64) -> Limits {
        if self.value(limit).is_none() {
            self.0.push((limit, value));
        }
        self
    }

    /// Returns the limits with their values, in the order given.
    pub fn iter(&self) -> impl Iterator<Item = (Limit, u64)> {
        self.0.iter().copied()
    }
}

/// Prints a space before each limit, because the limits follow the name of a command.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(limit, value)| write!(f, " {} {value}", limit.name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_limits_in_any_order() {
        let limits = Limits::parse("movetime 500  seed 7", &Limit::OF_GO).expect("the limits are valid");
        assert_eq!(limits.iter().collect::<Vec<_>>(), [(Limit::MoveTime, 500), (Limit::Seed, 7)]);
        assert_eq!(limits.clone().or(Limit::Seed, 1), limits);
        assert_eq!(Limits::default().or(Limit::Seed, 1).value(Limit::Seed), Some(1));
    }

    #[test]
    fn rejects_invalid_limits() {
        for (text, expected) in [
            ("depth 3", "unknown limit 'depth'"),
            ("lines 3", "unknown limit 'lines'"),
            ("seed", "the number after 'seed' is missing"),
            ("seed 1 seed 1", "seed is given twice"),
            ("level 11", "level must be a number from 1 to 10, not '11'"),
            ("nodes 0", "nodes must be a number from 1 to"),
            ("movetime 1e3", "must be a number from 1 to 3600000, not '1e3'"),
            ("seed 18446744073709551616", "must be a number from 0 to 18446744073709551615"),
        ] {
            let error = Limits::parse(text, &Limit::OF_GO).expect_err(text);
            assert!(error.contains(expected), "{error}");
        }
    }
}
