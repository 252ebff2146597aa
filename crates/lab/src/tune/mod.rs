//! `cargo lab tune`: fits the weights of the evaluation by self-play, and tests whether they play better.

mod args;
mod learning;
mod page;
mod report;
mod testing;
mod training;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use ai::weights::{self, Family, Weights};
use cli_support::{Failure, Outcome};

pub(crate) use self::args::TuneArgs;
use self::learning::learn;
use self::report::{Report, WeightsVerdict};
use self::testing::test;
use crate::measure::{Logs, write_document};

/// Default document.
const DOCUMENT: &str = "docs/tuning.md";

pub(crate) fn run(args: &TuneArgs, out: &mut impl Write) -> Outcome {
    let logs = Logs::new(args.logs.clone());
    logs.create()?;
    if args.is_silent() { tune(args, &logs, &mut io::sink()) } else { tune(args, &logs, out) }?;
    write_document(args.document.as_deref(), &page::document(&reports(&logs)?), DOCUMENT, out)
}

fn tune(args: &TuneArgs, logs: &Logs, out: &mut impl Write) -> Outcome {
    let before = args.before.table()?;
    let given = args.after.as_ref().map(args::Source::table).transpose()?;
    for family in args.families() {
        let (old, given) = (&before[family.index()], given.as_ref().map(|given| &given[family.index()]));
        let (new, lesson) = match given {
            Some(new) => (new.clone(), None),
            None => learn(family, old, args, out).map(|(new, lesson)| (new, Some(lesson)))?,
        };
        let trial = if family.has_many_players() { None } else { Some(test(family, old, &new, args, logs, out)?) };
        let report = Report {
            command: args.command(family),
            family: family.to_string(),
            version: ai::CLASSIC_VERSION.to_owned(),
            before: old.digest(),
            weights: new.0.to_vec(),
            lesson,
            trial,
        };
        writeln!(out, "{family}: {}", report.verdict())?;
        report.write(&args.report_name(family), logs)?;
        // Written after every family, so that an interrupted run keeps its results.
        write_table(&args.out(), &table(&before, &reports(logs)?), out)?;
    }
    Ok(())
}

/// Reads the reports of all families in order.
fn reports(logs: &Logs) -> Result<Vec<Report>, Failure> {
    let mut all = Vec::new();
    for family in Family::ALL {
        for name in args::report_names(family) {
            all.extend(Report::read(&name, logs)?);
        }
    }
    Ok(all)
}

/// Returns the built-in table, with the new weights of each family whose report fitted them from the weights in
/// `before` and found them better.
fn table(before: &[Weights], reports: &[Report]) -> Vec<Weights> {
    let mut table = weights::built_in().to_vec();
    for report in
        reports.iter().filter(|report| report.lesson.is_some() && report.verdict() != WeightsVerdict::NotBetter)
    {
        let family = Family::ALL.into_iter().find(|family| family.to_string() == report.family);
        if let (Some(family), Ok(weights)) = (family, report.weights.as_slice().try_into())
            && report.before == before[family.index()].digest()
        {
            table[family.index()] = Weights(weights);
        }
    }
    table
}

fn write_table(path: &Path, table: &[Weights], out: &mut impl Write) -> Outcome {
    let problem = |error| Failure::BadInput(format!("{}: cannot be written: {error}", path.display()));
    fs::write(path, weights::write(table)).map_err(problem)?;
    Ok(writeln!(out, "The weights are in {}.", path.display())?)
}
