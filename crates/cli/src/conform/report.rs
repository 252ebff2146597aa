//! What a check has counted and found.

use std::fmt;
use std::io::{self, Write};

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
    pub(super) found: Vec<Difference>,
}

impl Report {
    /// The number of differences.
    pub(super) fn differences(&self) -> usize {
        self.found.len()
    }

    /// What was left out.
    pub(super) fn cut(&self) -> &[String] {
        &self.cut
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
        self.found.extend(other.found);
    }

    /// Writes the first few differences in full.
    pub(super) fn show_differences(&self, most: usize, out: &mut impl Write) -> io::Result<()> {
        for difference in self.found.iter().take(most) {
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
        for (count, what) in counts.iter().filter(|(count, _)| *count > 0) {
            write!(f, "{count} {what}, ")?;
        }
        write!(f, "{} differences", self.found.len())
    }
}
