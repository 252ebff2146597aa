//! What the command is told.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ai::weights::{self, Family, Weights};
use clap::Args;
use cli_support::Failure;
use cli_support::files;
use cli_support::runs::cores;

/// Find weights of the evaluation by self-play, and test whether they play better (docs/tuning.md).
///
/// In each round the search plays against itself with the weights it has, and weights are fitted to the results: those that
/// foretell best who wins. Nine games of ten are learnt from, the tenth tells how well the weights foretell what they have not
/// seen. After the rounds the new weights meet the old ones in a sequential test, and stand in the table that is written if they
/// are found to be stronger. With more than two players there is no such test; there they have to foretell better. The table is the
/// built-in one (crates/ai/src/weights.txt) with all that was found from the same weights and is kept in the folder of the logs.
#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// The weights to begin with, and to be better than: built-in, plain (only what wins the game counts), or a file
    #[arg(long, value_name = "TABLE", default_value = "built-in")]
    pub(super) before: Source,
    /// Do not practise, but test these weights
    #[arg(long, value_name = "TABLE", conflicts_with_all = ["games", "rounds", "nodes"])]
    pub(super) after: Option<Source>,
    /// Only this family of rules; can be repeated
    #[arg(long = "family", value_name = "NAME", value_parser = parse_family)]
    families: Vec<Family>,
    /// How many games are played in a round
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    pub(super) games: u32,
    /// How many rounds
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(super) rounds: u32,
    /// How many positions the tree of a decision has in practice
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) nodes: u64,
    /// How many positions the tree of a decision has in the test
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) test_nodes: u64,
    /// The test ends without a finding after so many pairs of games
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) most_pairs: u32,
    /// The new weights have to be stronger by so many Elo
    #[arg(long, value_name = "ELO", default_value_t = 20.0)]
    pub(super) elo: f64,
    /// The seed of practice and of the openings of the test
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// How many games are played at the same time [default: one for each core]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// The folder of the games of the tests and of what was found, which is made or gone on with
    #[arg(long, short, value_name = "FOLDER", default_value = "target/tune")]
    pub(super) logs: PathBuf,
    /// The file for the new table [default: weights.txt in the folder of the logs]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The document; - writes it to standard output [default: docs/tuning.md]
    #[arg(long, value_name = "FILE")]
    pub(super) document: Option<PathBuf>,
}

impl TuneArgs {
    /// The families that weights are found for.
    pub(super) fn families(&self) -> Vec<Family> {
        let is_wanted = |family: &Family| self.families.is_empty() || self.families.contains(family);
        Family::ALL.into_iter().filter(is_wanted).collect()
    }

    /// How many games are played at the same time.
    pub(super) fn jobs(&self) -> usize {
        self.jobs.map_or_else(cores, NonZeroUsize::get)
    }

    /// The file for the new table.
    pub(super) fn out(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| self.logs.join("weights.txt"))
    }

    /// Whether the document goes to standard output, where nothing else should.
    pub(super) fn is_silent(&self) -> bool {
        self.document.as_deref() == Some(Path::new("-"))
    }

    /// The name under which what is found for a family is kept.
    pub(super) fn report_name(&self, family: Family) -> String {
        let [practised, given] = report_names(family);
        if self.after.is_some() { given } else { practised }
    }

    /// The command that finds the same for a family.
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

/// Under which names something can be kept about a family: weights that were practised, and such that were given.
pub(super) fn report_names(family: Family) -> [String; 2] {
    [format!("{family}.json"), format!("{family}-given.json")]
}

fn parse_family(text: &str) -> Result<Family, String> {
    let names = Family::ALL.map(|family| family.to_string());
    let at = names.iter().position(|name| name == text);
    at.map(|at| Family::ALL[at]).ok_or_else(|| format!("expected {}", ringrift_text::listed(&names)))
}

/// Where a table of weights comes from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// The program.
    BuiltIn,
    /// Nothing but what wins the game counts.
    Plain,
    /// A file.
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

/// The longest table that is read.
const LONGEST_TABLE: usize = 1 << 20;

impl Source {
    /// The weights for every family, in their order.
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
