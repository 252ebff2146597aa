//! The search effort of an analysis.

use std::num::NonZeroUsize;
use std::str::FromStr;
use std::thread::available_parallelism;
use std::time::Duration;

use ai::Limits;
use clap::{Args, ValueEnum};
use cli_support::{NODES_PER_GAME_POSITION, SIMULATIONS_PER_GAME_POSITION};

/// Nodes for a single position with normal effort.
const NODES_PER_POSITION: u64 = 100_000;
/// Simulations for a single position with normal effort, on a board with a network.
const SIMULATIONS_PER_POSITION: u64 = 400;
/// Maximum time for a position, in seconds: one day.
const MAX_SECONDS: f64 = 86_400.0;

/// Search effort for each position.
#[derive(Args, Clone, Debug)]
pub(super) struct EffortArgs {
    /// Number of nodes to search for each position [default: set by --effort]. A node is an evaluated position; on boards
    /// with a network, the network evaluates it, which takes about as long as a thousand nodes without one. The search
    /// finally checks the best line, so it can exceed a small number
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Maximum time for each position, in seconds. Without --nodes and --effort, the search also stops at the number
    /// of nodes that the highest bot level searches. The result depends on the machine
    #[arg(long, short, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Effort for each position [default: normal]
    #[arg(long, value_enum, conflicts_with = "nodes")]
    effort: Option<Effort>,
    /// Number of search threads for each position; all is one per core
    #[arg(long, value_name = "N|all", default_value = "1")]
    threads: Threads,
}

/// Preset number of nodes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Effort {
    /// 10,000 nodes for a position, 1,000 for each position of a game; with a network 40 and 6
    Quick,
    /// 100,000 nodes for a position, 10,000 for each position of a game; with a network 400 and 64
    #[default]
    Normal,
    /// 1,000,000 nodes for a position, 100,000 for each position of a game; with a network 4,000 and 640
    Deep,
}

/// Subject of an analysis.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    Position,
    /// The positions of a game.
    Game,
}

impl EffortArgs {
    /// Returns the limits of each search.
    pub(super) fn limits(&self, subject: Subject) -> Limits {
        let (normal, simulations) = match subject {
            Subject::Position => (NODES_PER_POSITION, SIMULATIONS_PER_POSITION),
            Subject::Game => (NODES_PER_GAME_POSITION, SIMULATIONS_PER_GAME_POSITION),
        };
        let by_effort = |normal: u64| match self.effort {
            None if self.time.is_some() => None,
            effort => Some(effort.unwrap_or_default().of(normal)),
        };
        Limits {
            nodes: self.nodes.or(by_effort(normal)),
            simulations: self.nodes.or(by_effort(simulations)),
            time: self.time,
            threads: self.threads.0,
        }
    }
}

impl Effort {
    const fn of(self, normal: u64) -> u64 {
        match self {
            Effort::Quick => normal / 10,
            Effort::Normal => normal,
            Effort::Deep => normal * 10,
        }
    }
}

/// Number of threads.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Threads(NonZeroUsize);

impl FromStr for Threads {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Threads, &'static str> {
        match text {
            "all" => Ok(Threads(cores())),
            number => number.parse().map(Threads).map_err(|_| "expected a number of threads, or all"),
        }
    }
}

/// Returns the number of processor cores.
pub(super) fn cores() -> NonZeroUsize {
    available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0 && *seconds <= MAX_SECONDS);
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected seconds, more than 0 and at most {MAX_SECONDS}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args() -> EffortArgs {
        EffortArgs { nodes: None, time: None, effort: None, threads: Threads(NonZeroUsize::MIN) }
    }

    #[test]
    fn nodes_and_time_override_the_effort() {
        let nodes = |args: EffortArgs| [Subject::Position, Subject::Game].map(|subject| args.limits(subject).nodes);
        let simulations =
            |args: EffortArgs| [Subject::Position, Subject::Game].map(|subject| args.limits(subject).simulations);
        assert_eq!(nodes(args()), [Some(100_000), Some(10_000)]);
        assert_eq!(simulations(args()), [Some(400), Some(64)]);
        assert_eq!(simulations(EffortArgs { effort: Some(Effort::Quick), ..args() }), [Some(40), Some(6)]);
        assert_eq!(simulations(EffortArgs { nodes: Some(7), ..args() }), [Some(7); 2]);
        assert_eq!(nodes(EffortArgs { effort: Some(Effort::Quick), ..args() }), [Some(10_000), Some(1_000)]);
        assert_eq!(nodes(EffortArgs { nodes: Some(7), ..args() }), [Some(7); 2]);
        let time = Some(Duration::from_secs(1));
        assert_eq!(nodes(EffortArgs { time, ..args() }), [None; 2]);
        assert_eq!(nodes(EffortArgs { time, nodes: Some(7), ..args() }), [Some(7); 2]);
        assert_eq!(nodes(EffortArgs { time, effort: Some(Effort::Deep), ..args() }), [Some(1_000_000), Some(100_000)]);
    }

    #[test]
    fn rejects_invalid_times_and_threads() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(["0", "-1", "1e9", "NaN", "inf", "soon"].into_iter().all(|text| seconds(text).is_err()));
        assert!("0".parse::<Threads>().is_err() && "many".parse::<Threads>().is_err());
        assert_eq!("all".parse(), Ok(Threads(cores())));
    }
}
