//! Arguments shared by the measuring commands.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use cli_support::files::Sink;
use cli_support::runs::cores;
use cli_support::{Failure, Outcome};
use neural::Network;
use ringrift_text::listed;

use super::logs::Logs;

/// Logs, jobs, parts and document of a measurement.
#[derive(Args, Clone, Debug)]
pub(crate) struct MeasureArgs {
    /// Path of the document; - is standard output
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Folder of the logs, one per part; existing logs are continued
    #[arg(long, short, value_name = "FOLDER")]
    logs: Option<PathBuf>,
    /// Number of games played at the same time [default: number of cores]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Play only this part; can be repeated. The document covers all parts that have a log
    #[arg(long = "part", short, value_name = "NAME")]
    parts: Vec<String>,
    /// Play with this network instead of the one that is part of the program; can be repeated for several boards. Logs do not name the
    /// network: choose another folder of logs for each network
    #[arg(long = "network", value_name = "FILE")]
    networks: Vec<PathBuf>,
    /// Play a tenth of the games, for a quick check
    #[arg(long)]
    pub(crate) quick: bool,
    /// Write the document from the existing logs without playing
    #[arg(long, conflicts_with_all = ["quick", "fresh"])]
    pub(crate) no_play: bool,
    /// Rename the old logs of the parts and start again, as needed after a change of the players
    #[arg(long)]
    pub(crate) fresh: bool,
}

impl MeasureArgs {
    /// Reads the networks of `--network`, before the first game.
    pub(crate) fn load_networks(&self) -> Outcome {
        for path in &self.networks {
            let problem = |error: String| Failure::BadInput(format!("{}: {error}", path.display()));
            let file = std::fs::read(path).map_err(|error| problem(error.to_string()))?;
            Network::provide(&file).map_err(|error| problem(error.to_string()))?;
        }
        Ok(())
    }

    /// Returns the folder of the logs.
    pub(crate) fn logs(&self, default: &str) -> Logs {
        Logs::new(self.logs.clone().unwrap_or_else(|| PathBuf::from(default)))
    }

    /// Returns the number of games played at the same time.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.map_or_else(cores, NonZeroUsize::get)
    }

    /// Returns the chosen parts.
    pub(crate) fn chosen<'a, T>(&self, all: &'a [T], name: impl Fn(&T) -> &str) -> Result<Vec<&'a T>, Failure> {
        if let Some(unknown) = self.parts.iter().find(|&part| !all.iter().any(|one| name(one) == part)) {
            let names: Vec<String> = all.iter().map(|one| name(one).to_owned()).collect();
            let problem = format!("there is no part {}; there are {}", ringrift::excerpt(unknown), listed(&names));
            return Err(Failure::BadInput(problem));
        }
        let is_chosen = |one: &&T| self.parts.is_empty() || self.parts.iter().any(|part| part == name(one));
        Ok(all.iter().filter(is_chosen).collect())
    }

    /// Returns the number of games, reduced by `--quick`; at least 1.
    pub(crate) fn scaled(&self, number: u32) -> u32 {
        if self.quick { number.div_ceil(10) } else { number.max(1) }
    }

    /// Writes the document.
    pub(crate) fn write(&self, document: &str, default: &str, out: &mut impl Write) -> Outcome {
        write_document(self.out.as_deref(), document, default, out)
    }

    /// Reports whether the document goes to standard output, which must then contain nothing else.
    pub(crate) fn is_silent(&self) -> bool {
        self.out.as_deref() == Some(Path::new("-"))
    }
}

/// Writes a document, and prints its path unless it goes to standard output.
pub(crate) fn write_document(path: Option<&Path>, document: &str, default: &str, out: &mut impl Write) -> Outcome {
    let path = path.unwrap_or(Path::new(default));
    let mut sink = Sink::replacing(Some(path), out)?;
    sink.write_all(document.as_bytes())?;
    sink.finish()?;
    if path == Path::new("-") { Ok(()) } else { Ok(writeln!(out, "The document is {}.", path.display())?) }
}
