//! What a check has counted and found.

use std::fmt;
use std::io::{self, Write};

use crate::conform::asg::AsgCounts;

/// A place where data and engine disagree.
#[derive(Clone, Debug)]
pub(super) struct Difference {
    /// Game and step, case or entry.
    pub(super) place: String,
    /// The position as text.
    pub(super) position: String,
    /// What was compared.
    pub(super) what: String,
    /// What the data say.
    pub(super) expected: String,
    /// What the engine says.
    pub(super) got: String,
}

/// How many differences of one file are kept to be shown.
pub(super) const MOST_KEPT: usize = 100;

/// The counts of a check.
#[derive(Default, Debug)]
pub(super) struct Report {
    pub(super) games: u64,
    pub(super) steps: u64,
    pub(super) actions: u64,
    pub(super) cases: u64,
    pub(super) checks: u64,
    pub(super) perft_counts: u64,
    pub(super) perft_nodes: u64,
    pub(super) cut: Vec<String>,
    pub(super) asg: AsgCounts,
    /// How many differences there are.
    pub(super) differences: u64,
    /// The first few of them.
    first: Vec<Difference>,
}

impl Report {
    /// Notes a difference; only the first few are kept, because a file can hold any number of them.
    pub(super) fn differ(&mut self, difference: impl FnOnce() -> Difference) {
        self.differences += 1;
        if self.first.len() < MOST_KEPT {
            self.first.push(difference());
        }
    }

    /// Whether anything was compared at all.
    pub(super) fn has_content(&self) -> bool {
        self.games + self.cases + self.perft_counts > 0 || self.asg.has_content()
    }

    /// Adds what another check found.
    pub(super) fn add(&mut self, other: Report) {
        self.games += other.games;
        self.steps += other.steps;
        self.actions += other.actions;
        self.cases += other.cases;
        self.checks += other.checks;
        self.perft_counts += other.perft_counts;
        self.perft_nodes += other.perft_nodes;
        self.cut.extend(other.cut);
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
