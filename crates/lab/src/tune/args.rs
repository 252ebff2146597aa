//! Arguments of `lab tune`.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ai::weights::{self, Family, Weights};
use clap::Args;
use cli_support::Failure;
use cli_support::files;
use cli_support::runs::cores;

/// Fit the weights of the evaluation by self-play, and test whether they play better (docs/tuning.md).
///
/// In each round the search plays against itself with the current weights, and new weights are fitted to predict the
/// winners best. Nine of ten games are used for fitting; the others measure the loss on held-out games. After the
/// rounds the new weights play against the old ones in a sequential test, and are written to the table if they are
/// stronger. With more than two players there is no such test; the new weights must predict better. The new table is
/// a copy of the built-in one (crates/ai/src/weights.txt). A family gets new weights in it if a report in the folder of
/// the logs found them better and they were fitted from the weights given by --before.
#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// Weights to start from and to compare with: built-in, plain (only territory, credited rings and rings in hand),
    /// or a file
    #[arg(long, value_name = "TABLE", default_value = "built-in")]
    pub(super) before: Source,
    /// Test these weights instead of fitting new ones
    #[arg(long, value_name = "TABLE", conflicts_with_all = ["games", "rounds", "nodes"])]
    pub(super) after: Option<Source>,
    /// Only this family of rules; can be repeated
    #[arg(long = "family", value_name = "NAME", value_parser = parse_family)]
    families: Vec<Family>,
    /// Number of games in a round
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    pub(super) games: u32,
    /// Number of rounds
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(super) rounds: u32,
    /// Nodes per decision in self-play
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) nodes: u64,
    /// Nodes per decision in the test
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) test_nodes: u64,
    /// Maximum number of pairs of games in the test
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) most_pairs: u32,
    /// Elo difference by which the new weights must be stronger
    #[arg(long, value_name = "ELO", default_value_t = 20.0)]
    pub(super) elo: f64,
    /// Seed of self-play and of the openings of the test
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of games played at the same time [default: number of cores]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Folder of the logs and reports; existing ones are continued
    #[arg(long, short, value_name = "FOLDER", default_value = "target/tune")]
    pub(super) logs: PathBuf,
    /// File for the new table [default: weights.txt in the folder of the logs]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Path of the document; - is standard output [default: docs/tuning.md]
    #[arg(long, value_name = "FILE")]
    pub(super) document: Option<PathBuf>,
}

impl TuneArgs {
    /// Returns the chosen families.
    pub(super) fn families(&self) -> Vec<Family> {
        let is_wanted = |family: &Family| self.families.is_empty() || self.families.contains(family);
        Family::ALL.into_iter().filter(is_wanted).collect()
    }

    /// Returns the number of games played at the same time.
    pub(super) fn jobs(&self) -> usize {
        self.jobs.map_or_else(cores, NonZeroUsize::get)
    }

    /// Returns the file for the new table.
    pub(super) fn out(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| self.logs.join("weights.txt"))
    }

    /// Reports whether the document goes to standard output, which must then contain nothing else.
    pub(super) fn is_silent(&self) -> bool {
        self.document.as_deref() == Some(Path::new("-"))
    }

    /// Returns the file name of the report of a family.
    pub(super) fn report_name(&self, family: Family) -> String {
        let [fitted, given] = report_names(family);
        if self.after.is_some() { given } else { fitted }
    }

    /// Returns the command that reproduces the report of a family.
    pub(super) fn command(&self, family: Family) -> String {
        let TuneArgs { before, after, games, rounds, nodes, test_nodes, most_pairs, elo, seed, .. } = self;
        let how = match after {
            Some(after) => format!("--after {after}"),
            None => format!("--games {games} --rounds {rounds} --nodes {nodes}"),
        };
        let test = format!("--test-nodes {test_nodes} --most-pairs {most_pairs} --elo {elo}");
        let test = if family.has_many_players() { String::new() } else { format!(" {test}") };
        format!("cargo lab tune --family {family} --before {before} {how}{test} --seed {seed}")
    }
}

/// Returns the file names of the reports of a family: for fitted weights, and for given weights.
pub(super) fn report_names(family: Family) -> [String; 2] {
    [format!("{family}.json"), format!("{family}-given.json")]
}

fn parse_family(text: &str) -> Result<Family, String> {
    let names = Family::ALL.map(|family| family.to_string());
    let at = names.iter().position(|name| name == text);
    at.map(|at| Family::ALL[at]).ok_or_else(|| format!("expected {}", ringrift_text::listed(&names)))
}

/// Source of a table of weights.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    BuiltIn,
    /// Only territory, credited rings and rings in hand have a weight.
    Plain,
    File(PathBuf),
}

impl FromStr for Source {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Source, Self::Err> {
        Ok(match text {
            "built-in" => Source::BuiltIn,
            "plain" => Source::Plain,
            path => Source::File(PathBuf::from(path)),
        })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::BuiltIn => f.write_str("built-in"),
            Source::Plain => f.write_str("plain"),
            Source::File(path) => path.display().fmt(f),
        }
    }
}

/// Maximum size of a table, in bytes.
const LONGEST_TABLE: usize = 1 << 20;

impl Source {
    /// Returns the weights of all families in order.
    pub(super) fn table(&self) -> Result<Vec<Weights>, Failure> {
        match self {
            Source::BuiltIn => Ok(weights::built_in().to_vec()),
            Source::Plain => Ok(vec![Weights::plain(); Family::ALL.len()]),
            Source::File(path) => {
                let text = files::read_text(path, LONGEST_TABLE)?;
                weights::parse(&text).map_err(|problem| Failure::BadInput(format!("{}: {problem}", path.display())))
            }
        }
    }
}
