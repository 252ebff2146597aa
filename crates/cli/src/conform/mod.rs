//! `ringside conform`: checks recorded data of other engines against ours.

mod asg;
mod case;
mod engine;
mod moves;
mod perft;
mod report;
mod sequence;
mod snapshot;
mod source;
mod trace;

use std::io::{BufRead, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use cli_support::{Failure, Outcome};
use ringrift::Position;

use crate::conform::engine::{Engine, SpecUnderTest};
use crate::conform::report::Report;
use crate::conform::source::{Format, Source};

/// Check recorded games, worked positions and perft tables against an engine.
///
/// Reads ringrift-trace/1, ringrift-case/1 and ringrift-perft/1 files in any mix, plain or compressed with gzip.
/// Compares the header; at every step the phase, the player, the whole list of legal actions, automatic passes, the
/// next state and the progress measure S; at the end the turns and the result. For the live edition it also compares
/// the moves that our record of the game exports. The exit code is 1 if anything differs, and 2 if a file cannot be
/// read.
///
/// For the Agent Strategy Game it reads asg-match/1, replays in either format, and tables of random numbers, fights and
/// scenarios, recognised by their contents. Compares every event, state, random number, bot choice and result.
#[derive(Args, Debug)]
pub(crate) struct ConformArgs {
    /// Files to check
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Engine to check
    #[arg(long, value_enum, default_value_t = EngineChoice::Fast)]
    engine: EngineChoice,
    /// Skip perft counts above this number of sequences
    #[arg(long, value_name = "N")]
    max_nodes: Option<u64>,
    /// Number of differences to show in full
    #[arg(long, value_name = "N", default_value_t = 5)]
    show: usize,
}

/// Engine to check.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum EngineChoice {
    /// The fast engine, which all commands use
    Fast,
    /// The spec engine, the reference implementation of the rulebook
    Spec,
}

pub(crate) fn run(args: &ConformArgs, out: &mut impl Write) -> Outcome {
    match args.engine {
        EngineChoice::Fast => check_files::<Position>(args, out),
        EngineChoice::Spec => check_files::<SpecUnderTest>(args, out),
    }
}

fn check_files<E: Engine>(args: &ConformArgs, out: &mut impl Write) -> Outcome {
    let mut total = Report::default();
    let mut unusable = 0;
    let mut to_show = args.show;
    let max_nodes = args.max_nodes.unwrap_or(u64::MAX);
    let bar = indicatif::ProgressBar::new(args.files.len() as u64).with_style(
        indicatif::ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}").expect("the template is valid"),
    );
    for path in &args.files {
        bar.set_message(path.display().to_string());
        let progress = |place: String| bar.set_message(format!("{}, {place}", path.display()));
        let mut report = Report::default();
        let checked = Source::open(path).and_then(|source| check_source::<E>(source, max_nodes, &mut report, progress));
        bar.suspend(|| {
            report.show_differences(to_show, out)?;
            let stopped = if checked.is_err() { ", then stopped" } else { "" };
            if checked.is_ok() || report.has_content() {
                writeln!(out, "{}: {report}{stopped}", path.display())?;
            }
            if let Err(problem) = &checked {
                anstream::eprintln!("error: {}: {problem}", path.display());
                unusable += 1;
            }
            Ok::<(), Failure>(())
        })?;
        bar.inc(1);
        to_show = to_show.saturating_sub(report.differences as usize);
        total.add(report);
    }
    bar.finish_and_clear();
    if total.has_content() {
        writeln!(out, "engine {}, {} files: {total}", E::NAME, args.files.len() - unusable)?;
    }
    for skipped in &total.skipped {
        writeln!(out, "skipped by --max-nodes: {skipped}")?;
    }
    match (unusable, total.differences) {
        (0, 0) => Ok(()),
        (0, _) => Err(Failure::CheckFailed),
        _ => Err(Failure::Reported),
    }
}

/// Checks recorded data. Returns a summary, and the differences in full.
pub(crate) fn check_input(input: Box<dyn BufRead>, engine: EngineChoice, max_nodes: u64) -> Result<String, String> {
    let mut report = Report::default();
    let source = Source::new(input)?;
    match engine {
        EngineChoice::Fast => check_source::<Position>(source, max_nodes, &mut report, drop)?,
        EngineChoice::Spec => check_source::<SpecUnderTest>(source, max_nodes, &mut report, drop)?,
    }
    let mut shown = Vec::new();
    report.show_differences(usize::MAX, &mut shown).map_err(|error| error.to_string())?;
    Ok(format!("{report}\n{}", String::from_utf8_lossy(&shown)))
}

/// Checks one file.
fn check_source<E: Engine>(
    source: Source,
    max_nodes: u64,
    report: &mut Report,
    progress: impl Fn(String),
) -> Result<(), String> {
    match source.format {
        Format::Trace => trace::check::<E>(source, report),
        Format::Case => case::check::<E>(source, report),
        Format::Perft => perft::check::<E>(source, max_nodes, report, progress),
        Format::Asg(kind) => asg::check(kind, source, report),
    }
}
