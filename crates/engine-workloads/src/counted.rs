//! The workloads whose instructions are counted.

use std::error::Error;

use ringrift::{Position, Ruleset};

use crate::perft::PerftPosition;
use crate::random_games::{Loop, play_games};
use crate::rules::{growth_rules, random_game_rules};

/// Seed of the random games. A change makes all recorded counts invalid.
const SEED: u64 = 1;

/// A fixed amount of work with a name, small enough for valgrind.
#[derive(Clone, Debug)]
pub struct CountedWorkload {
    name: String,
    work: Work,
}

#[derive(Clone, Debug)]
enum Work {
    Games {
        start: Position,
        style: Loop,
        games: u64,
    },
    /// Perft with every action played.
    Perft {
        position: Position,
        depth: u32,
    },
}

impl CountedWorkload {
    /// Returns all workloads: both loops of random games under all measured rules, and perft.
    ///
    /// # Errors
    /// Returns an error if measured rules or positions are no longer valid.
    pub fn all() -> Result<Vec<CountedWorkload>, Box<dyn Error>> {
        let mut rules = random_game_rules()?;
        for growth in growth_rules()? {
            if !rules.contains(&growth) {
                rules.push(growth);
            }
        }
        let mut all = Vec::new();
        for style in Loop::ALL {
            for rules in &rules {
                all.push(CountedWorkload::games(rules, style)?);
            }
        }
        for perft in PerftPosition::ALL {
            // At most three plies, because valgrind is about fifty times slower than the processor.
            let (position, depth) = (perft.position()?, perft.depth.min(3));
            let name = format!("perft {} depth {depth}", perft.name);
            all.push(CountedWorkload { name, work: Work::Perft { position, depth } });
        }
        Ok(all)
    }

    fn games(rules: &Ruleset, style: Loop) -> Result<CountedWorkload, Box<dyn Error>> {
        // Ten to sixty million instructions for each workload.
        let games = if rules.board.cells() <= 64 { 150 } else { 6 };
        let work = Work::Games { start: Position::new(rules)?, style, games };
        Ok(CountedWorkload { name: format!("{style} {}", rules.title()), work })
    }

    /// Returns the name, which identifies the workload in the recorded counts.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs the workload. Returns the number of actions or sequences.
    pub fn run(&self) -> u64 {
        match &self.work {
            Work::Games { start, style, games } => play_games(start, *style, SEED, *games),
            Work::Perft { position, depth } => position.perft_made(*depth),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_and_every_workload_does_something() {
        let all = CountedWorkload::all().expect("the workloads are valid");
        let names: BTreeSet<&str> = all.iter().map(CountedWorkload::name).collect();
        assert_eq!(names.len(), all.len());
        assert!(names.contains("sampled square8 2p standard"), "{names:?}");
        for workload in &all {
            assert!(workload.run() > 100, "{}", workload.name());
        }
    }
}
