//! The report of a check.

use std::fmt;
use std::io::{self, Write};

/// Difference between the data and the engine.
#[derive(Clone, Debug)]
pub(super) struct Difference {
    /// Game and step, case or entry.
    pub(super) place: String,
    /// Position as text.
    pub(super) position: String,
    /// The compared value.
    pub(super) what: String,
    /// Value in the data.
    pub(super) expected: String,
    /// Value of the engine.
    pub(super) got: String,
}

/// Maximum number of stored differences per file.
pub(super) const MAX_STORED: usize = 100;

/// Counts and differences of a check.
#[derive(Default, Debug)]
pub(super) struct Report {
    pub(super) games: u64,
    pub(super) steps: u64,
    pub(super) actions: u64,
    pub(super) cases: u64,
    pub(super) checks: u64,
    pub(super) perft_counts: u64,
    pub(super) perft_nodes: u64,
    /// Perft counts skipped by `--max-nodes`.
    pub(super) skipped: Vec<String>,
    pub(super) asg: AsgCounts,
    /// Number of differences.
    pub(super) differences: u64,
    /// The first differences, at most [`MAX_STORED`].
    first: Vec<Difference>,
}

impl Report {
    /// Adds a difference. Only the first [`MAX_STORED`] are stored.
    pub(super) fn differ(&mut self, difference: impl FnOnce() -> Difference) {
        self.differences += 1;
        if self.first.len() < MAX_STORED {
            self.first.push(difference());
        }
    }

    /// Reports whether anything was compared.
    pub(super) fn has_content(&self) -> bool {
        self.games + self.cases + self.perft_counts > 0 || self.asg.has_content()
    }

    /// Adds the results of another check.
    pub(super) fn add(&mut self, other: Report) {
        self.games += other.games;
        self.steps += other.steps;
        self.actions += other.actions;
        self.cases += other.cases;
        self.checks += other.checks;
        self.perft_counts += other.perft_counts;
        self.perft_nodes += other.perft_nodes;
        self.skipped.extend(other.skipped);
        self.asg.add(&other.asg);
        self.differences += other.differences;
    }

    /// Writes the first few differences in full.
    pub(super) fn show_differences(&self, most: usize, out: &mut impl Write) -> io::Result<()> {
        for difference in self.first.iter().take(most) {
            let Difference { place, position, what, expected, got } = difference;
            writeln!(out, "difference in {place}: {what}")?;
            writeln!(out, "  position  {position}\n  expected  {expected}\n  got       {got}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.games, "games"),
            (self.steps, "steps"),
            (self.actions, "legal actions compared"),
            (self.cases, "cases"),
            (self.checks, "statements checked"),
            (self.perft_counts, "perft counts"),
            (self.perft_nodes, "sequences counted"),
        ];
        for (count, what) in counts.into_iter().chain(self.asg.list()).filter(|(count, _)| *count > 0) {
            write!(f, "{count} {what}, ")?;
        }
        write!(f, "{} differences", self.differences)
    }
}

/// Numbers of compared items of the Agent Strategy Game.
#[derive(Default, Debug)]
pub(super) struct AsgCounts {
    pub(super) matches: u64,
    pub(super) replays: u64,
    pub(super) plies: u64,
    pub(super) events: u64,
    pub(super) choices: u64,
    pub(super) numbers: u64,
    pub(super) fights: u64,
    pub(super) scenarios: u64,
}

impl AsgCounts {
    /// Reports whether anything was compared.
    pub(super) fn has_content(&self) -> bool {
        self.list().iter().any(|(count, _)| *count > 0)
    }

    /// Adds the counts of another check.
    pub(super) fn add(&mut self, other: &AsgCounts) {
        self.matches += other.matches;
        self.replays += other.replays;
        self.plies += other.plies;
        self.events += other.events;
        self.choices += other.choices;
        self.numbers += other.numbers;
        self.fights += other.fights;
        self.scenarios += other.scenarios;
    }

    /// Returns the counts with their names.
    pub(super) fn list(&self) -> [(u64, &'static str); 8] {
        [
            (self.matches, "matches"),
            (self.replays, "replays"),
            (self.plies, "plies"),
            (self.events, "events"),
            (self.choices, "choices of bots"),
            (self.numbers, "random numbers"),
            (self.fights, "fights"),
            (self.scenarios, "scenarios"),
        ]
    }
}
