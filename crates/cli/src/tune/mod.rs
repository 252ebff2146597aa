//! `ringside tune`: finds weights of the evaluation by self-play, and tests whether they play better.

mod args;
mod learning;
mod page;
mod report;
mod testing;

use std::fs;
use std::io::Write;
use std::path::Path;

use ai::weights::{self, Family};

pub(crate) use self::args::TuneArgs;
use self::learning::learn;
use self::report::{Report, Verdict};
use self::testing::test;
use crate::failure::{Failure, Outcome};
use crate::measure::{Logs, write_document};

/// Where the document goes.
const DOCUMENT: &str = "docs/tuning.md";

/// Runs the command.
pub(crate) fn run(args: &TuneArgs, out: &mut impl Write) -> Outcome {
    let logs = Logs::new(args.logs.clone());
    logs.make()?;
    let before = args.before.table()?;
    let given = args.after.as_ref().map(args::Source::table).transpose()?;
    let mut table = before.clone();
    for family in args.families() {
        let (old, learnt) = (&before[family.index()], given.as_ref().map(|given| &given[family.index()]));
        let (new, lesson) = match learnt {
            Some(new) => (new.clone(), None),
            None => learn(family, old, args, out).map(|(new, lesson)| (new, Some(lesson)))?,
        };
        let trial = if family.is_crowded() { None } else { Some(test(family, old, &new, args, &logs, out)?) };
        let report = Report { command: args.command(family), family: family.to_string(), lesson, trial };
        writeln!(out, "{family}: {}", report.verdict())?;
        if report.verdict() == Verdict::Better {
            table[family.index()] = new;
        }
        report.keep(&logs)?;
    }
    write_table(&args.out, &table, out)?;
    write_document(args.document.as_deref(), &page::document(&reports(&logs)?), DOCUMENT, out)
}

/// What is kept of all families.
fn reports(logs: &Logs) -> Result<Vec<Report>, Failure> {
    Family::ALL.iter().filter_map(|family| Report::kept(logs, &family.to_string()).transpose()).collect()
}

fn write_table(path: &Path, table: &[weights::Weights], out: &mut impl Write) -> Outcome {
    let problem = |error| Failure::BadInput(format!("{} cannot be written: {error}", path.display()));
    fs::write(path, weights::write(table)).map_err(problem)?;
    Ok(writeln!(out, "The weights are in {}.", path.display())?)
}
