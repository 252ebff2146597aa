//! Builds the workloads and counts their instructions with valgrind.

use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::thread::{available_parallelism, scope};

use super::record::Count;
use crate::step::{cargo, target};

/// Package and name of the program with the workloads.
const PROGRAM: &str = "engine-workloads";

/// Counting starts when this function of the program is called and ends when it returns, so start-up is not counted.
const COUNTED: &str = "--toggle-collect=*count_instructions_of*";

/// Lets the C library copy memory with the same code on every processor of an architecture.
const TUNABLES: &str = "glibc.cpu.hwcaps=-AVX2,-ERMS,-FSRM";

/// Counts the instructions of every workload, one workload per core at the same time.
pub(super) fn count_all() -> Result<Vec<Count>, String> {
    let program = build()?;
    let names = output(&mut Command::new(&program))?;
    let names: Vec<&str> = names.lines().collect();
    let waiting = Mutex::new(names.iter().enumerate());
    let counted = Mutex::new(Vec::new());
    scope(|scope| {
        for _ in 0..available_parallelism().map_or(1, usize::from).min(names.len()) {
            scope.spawn(|| {
                let next = || waiting.lock().ok()?.next();
                while let Some((number, name)) = next() {
                    let count = count(&program, name);
                    if let Ok(mut counted) = counted.lock() {
                        counted.push((number, count));
                    }
                }
            });
        }
    });
    let mut counted = counted.into_inner().map_err(|_| "a thread that counts instructions panicked".to_owned())?;
    counted.sort_by_key(|&(number, _)| number);
    counted.into_iter().map(|(_, count)| count).collect()
}

/// Builds the program and returns its path.
fn build() -> Result<PathBuf, String> {
    // Flags of the user, such as one for the newest processors, would change the counts.
    let build = cargo(&["build", "--release", "--quiet", "--package", PROGRAM]).env("CARGO_ENCODED_RUSTFLAGS", "");
    if !build.succeeds() {
        return Err(format!("the release build of {PROGRAM} failed"));
    }
    Ok(target().join("release").join(format!("{PROGRAM}{EXE_SUFFIX}")))
}

fn count(program: &Path, name: &str) -> Result<Count, String> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", COUNTED]).arg(program).arg(name);
    let run = run(valgrind.env("GLIBC_TUNABLES", TUNABLES))?;
    let (printed, report) = (text(&run.stdout), text(&run.stderr));
    let actions =
        printed.trim().parse().map_err(|_| format!("{name}: expected a number of actions, got {printed:?}"))?;
    let instructions = collected(&report).ok_or_else(|| format!("{name}: valgrind printed no count: {report}"))?;
    if instructions == 0 {
        return Err(format!("{name}: valgrind did not find the function {COUNTED} in {}", program.display()));
    }
    Ok(Count { name: name.to_owned(), instructions, actions })
}

/// Returns the number in the line `==1234== Collected : 5678` of valgrind's report.
fn collected(report: &str) -> Option<u64> {
    report.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
}

fn output(command: &mut Command) -> Result<String, String> {
    run(command).map(|output| text(&output.stdout))
}

fn run(command: &mut Command) -> Result<Output, String> {
    let output = command.output().map_err(|error| format!("cannot run {:?}: {error}", command.get_program()))?;
    if !output.status.success() {
        return Err(format!("{command:?} failed: {}", text(&output.stderr)));
    }
    Ok(output)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_count_in_the_report_of_valgrind() {
        let report = "==7== Callgrind, a call-graph generating cache profiler\n==7== Events    : Ir\n\
                      ==7== Collected : 12060922\n==7==\n==7== I   refs:      12,060,922\n";
        assert_eq!(collected(report), Some(12_060_922));
        assert_eq!(collected("==7== Events    : Ir\n"), None);
    }
}
