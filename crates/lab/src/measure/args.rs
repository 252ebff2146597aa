//! What all measuring commands are told.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use cli_support::files::Sink;
use cli_support::runs::cores;
use cli_support::{Failure, Outcome};
use ringrift_text::listed;

use super::logs::Logs;

/// How games are played and kept, and where the document goes.
#[derive(Args, Clone, Debug)]
pub(crate) struct MeasureArgs {
    /// The document; - writes it to standard output
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The folder of the logs, which is made or gone on with; each part has one
    #[arg(long, short, value_name = "FOLDER")]
    logs: Option<PathBuf>,
    /// How many games are played at the same time [default: one for each core]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Play only this part; can be repeated. The document tells about all parts that have a log
    #[arg(long = "part", short, value_name = "NAME")]
    parts: Vec<String>,
    /// Play a tenth of the games, to see whether everything works
    #[arg(long)]
    pub(crate) quick: bool,
    /// Play nothing, and make the document from the logs that are there
    #[arg(long, conflicts_with_all = ["quick", "fresh"])]
    pub(crate) no_play: bool,
    /// Put the logs of the parts aside and begin anew, as is needed when players have changed
    #[arg(long)]
    pub(crate) fresh: bool,
}

impl MeasureArgs {
    /// The folder of the logs.
    pub(crate) fn logs(&self, default: &str) -> Logs {
        Logs::new(self.logs.clone().unwrap_or_else(|| PathBuf::from(default)))
    }

    /// How many games are played at the same time.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.map_or_else(cores, NonZeroUsize::get)
    }

    /// The parts that are to be played, of all there are.
    pub(crate) fn chosen<'a, T>(&self, all: &'a [T], name: impl Fn(&T) -> &str) -> Result<Vec<&'a T>, Failure> {
        if let Some(unknown) = self.parts.iter().find(|&part| !all.iter().any(|one| name(one) == part)) {
            let names: Vec<String> = all.iter().map(|one| name(one).to_owned()).collect();
            let problem = format!("there is no part {}; there are {}", ringrift::excerpt(unknown), listed(&names));
            return Err(Failure::BadInput(problem));
        }
        let is_chosen = |one: &&T| self.parts.is_empty() || self.parts.iter().any(|part| part == name(one));
        Ok(all.iter().filter(is_chosen).collect())
    }

    /// How many of so many are played: at least one.
    pub(crate) fn scaled(&self, number: u32) -> u32 {
        if self.quick { number.div_ceil(10) } else { number.max(1) }
    }

    /// Writes the document.
    pub(crate) fn write(&self, document: &str, default: &str, out: &mut impl Write) -> Outcome {
        write_document(self.out.as_deref(), document, default, out)
    }

    /// Whether the document goes to standard output, where nothing else should.
    pub(crate) fn is_silent(&self) -> bool {
        self.out.as_deref() == Some(Path::new("-"))
    }
}

/// Writes a document, and says where it is unless it went to standard output.
pub(crate) fn write_document(path: Option<&Path>, document: &str, default: &str, out: &mut impl Write) -> Outcome {
    let path = path.unwrap_or(Path::new(default));
    let mut sink = Sink::new(Some(path), out)?;
    sink.write_all(document.as_bytes())?;
    sink.finish()?;
    if path == Path::new("-") { Ok(()) } else { Ok(writeln!(out, "The document is {}.", path.display())?) }
}
