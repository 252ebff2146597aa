//! How much is thought about a position.

use std::num::NonZeroUsize;
use std::str::FromStr;
use std::thread::available_parallelism;
use std::time::Duration;

use ai::Limits;
use clap::{Args, ValueEnum};
use cli_support::NODES_PER_GAME_POSITION;

/// The nodes for a position alone, with normal effort.
const FOR_A_POSITION: u64 = 100_000;
/// The longest time for a position, in seconds: a day.
const LONGEST: f64 = 86_400.0;

/// How much is thought about a position.
#[derive(Args, Clone, Debug)]
pub(super) struct EffortArgs {
    /// How many positions are looked at for each one that is analysed [default: as --effort says]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The most time for each position, in seconds. Without --nodes and --effort it is the only bound; what is found then
    /// depends on the machine
    #[arg(long, short, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// How thorough to be [default: normal]
    #[arg(long, value_enum, conflicts_with = "nodes")]
    effort: Option<Effort>,
    /// On how many threads each position is thought about, or all for one on each core
    #[arg(long, value_name = "N|all", default_value = "1")]
    threads: Threads,
}

/// How thorough an analysis is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Effort {
    /// 10,000 nodes for a position, 1,000 for each position of a game
    Quick,
    /// 100,000 nodes for a position, 10,000 for each position of a game
    #[default]
    Normal,
    /// 1,000,000 nodes for a position, 100,000 for each position of a game
    Deep,
}

/// What is analysed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    /// One position.
    Position,
    /// Each position of a game.
    Game,
}

impl EffortArgs {
    /// The bounds of each search.
    pub(super) fn limits(&self, subject: Subject) -> Limits {
        let normal = match subject {
            Subject::Position => FOR_A_POSITION,
            Subject::Game => NODES_PER_GAME_POSITION,
        };
        let by_effort = match self.effort {
            None if self.time.is_some() => None,
            effort => Some(effort.unwrap_or_default().of(normal)),
        };
        Limits { nodes: self.nodes.or(by_effort), time: self.time, threads: self.threads.0 }
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

/// A number of threads.
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

/// How many threads run at the same time.
pub(super) fn cores() -> NonZeroUsize {
    available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0 && *seconds <= LONGEST);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| format!("expected seconds, more than 0 and at most {LONGEST}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args() -> EffortArgs {
        EffortArgs { nodes: None, time: None, effort: None, threads: Threads(NonZeroUsize::MIN) }
    }

    #[test]
    fn nodes_come_from_what_is_given_and_else_from_the_effort() {
        let nodes = |args: EffortArgs| [Subject::Position, Subject::Game].map(|subject| args.limits(subject).nodes);
        assert_eq!(nodes(args()), [Some(100_000), Some(10_000)]);
        assert_eq!(nodes(EffortArgs { effort: Some(Effort::Quick), ..args() }), [Some(10_000), Some(1_000)]);
        assert_eq!(nodes(EffortArgs { nodes: Some(7), ..args() }), [Some(7); 2]);
        let time = Some(Duration::from_secs(1));
        assert_eq!(nodes(EffortArgs { time, ..args() }), [None; 2]);
        assert_eq!(nodes(EffortArgs { time, nodes: Some(7), ..args() }), [Some(7); 2]);
        assert_eq!(nodes(EffortArgs { time, effort: Some(Effort::Deep), ..args() }), [Some(1_000_000), Some(100_000)]);
    }

    #[test]
    fn times_and_threads_are_checked() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(["0", "-1", "1e9", "NaN", "inf", "soon"].into_iter().all(|text| seconds(text).is_err()));
        assert!("0".parse::<Threads>().is_err() && "many".parse::<Threads>().is_err());
        assert_eq!("all".parse(), Ok(Threads(cores())));
    }
}
