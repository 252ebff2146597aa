//! Instruction counts of fixed random games, compared with the recorded ones.
//!
//! A change of speed is visible in the number of instructions on any machine, however busy it is. The numbers depend on the
//! compiler, so they are compared only if the compiler is the recorded one.

mod count;
mod record;

use std::fs;

use self::count::count_all;
use self::record::{Compiler, Record};
use crate::setup::{install_or_explain, is_runnable};
use crate::step::{NamedStep, Run, cargo, root};

/// File with the recorded counts.
const FILE: &str = "xtask/instruction-counts.txt";

/// The command that records the counts again.
const UPDATE: &str = "cargo xtask instructions --update";

/// Returns the comparison as a step of `cargo xtask test`; `None` if another compiler is in use.
pub(crate) fn step(run: &mut Run) -> Option<NamedStep> {
    match comparable_record() {
        Ok(_) => {}
        Err(Problem::OtherCompiler(reason)) => {
            run.leave_out(&reason);
            return None;
        }
        Err(Problem::Unreadable(reason)) => {
            run.fail(&reason);
            return None;
        }
    }
    // Not by the path of this program: the build of the tests can replace it.
    Some(("instruction counts".to_owned(), cargo(&["xtask", "instructions"])))
}

/// Counts the instructions of all workloads, and compares them with the record or, with `update`, writes the record.
pub(crate) fn instructions(run: &mut Run, update: bool) {
    if !install_or_explain(run, "valgrind", || is_runnable("valgrind"), &["valgrind"]) {
        return;
    }
    if update {
        return match record_again() {
            Ok(()) => run.pass("instruction counts recorded"),
            Err(problem) => run.fail(&format!("instruction counts: {problem}")),
        };
    }
    let record = match comparable_record() {
        Ok(record) => record,
        Err(Problem::OtherCompiler(reason)) => return run.leave_out(&reason),
        Err(Problem::Unreadable(reason)) => return run.fail(&reason),
    };
    match count_all() {
        Ok(counts) => {
            let comparison = record.compare(&counts);
            print!("{}", comparison.table);
            if comparison.problems.is_empty() {
                return run.pass("instruction counts");
            }
            for problem in &comparison.problems {
                run.fail(&format!("instruction counts: {problem}"));
            }
            println!("if the new counts are right, record them with: {UPDATE}");
        }
        Err(problem) => run.fail(&format!("instruction counts: {problem}")),
    }
}

/// Why the counts cannot be compared.
enum Problem {
    OtherCompiler(String),
    Unreadable(String),
}

/// Reads the record and checks that its compiler is the one in use.
fn comparable_record() -> Result<Record, Problem> {
    let unreadable = |problem: String| Problem::Unreadable(format!("instruction counts: {FILE}: {problem}"));
    let text = fs::read_to_string(root().join(FILE)).map_err(|error| unreadable(error.to_string()))?;
    let record = Record::parse(&text).map_err(|problem| unreadable(format!("{problem}; write it with: {UPDATE}")))?;
    let compiler = Compiler::in_use().map_err(unreadable)?;
    if compiler == record.compiler {
        return Ok(record);
    }
    Err(Problem::OtherCompiler(format!(
        "instruction counts: recorded with {}, but the compiler is {compiler}",
        record.compiler
    )))
}

fn record_again() -> Result<(), String> {
    let record = Record { compiler: Compiler::in_use()?, counts: count_all()? };
    fs::write(root().join(FILE), record.to_string()).map_err(|error| format!("cannot write {FILE}: {error}"))?;
    println!("wrote {FILE}");
    Ok(())
}
