//! The recorded counts: their file format, and the comparison with new counts.

use std::fmt;
use std::process::Command;

/// Largest change of a count that is accepted, in both directions.
const TOLERANCE: f64 = 0.03;

/// The compiler and its target; other compilers generate other instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Compiler {
    /// Version with the commit, as in `rustc --version`.
    version: String,
    llvm: String,
    target: String,
}

impl Compiler {
    /// Asks `rustc` for its version.
    pub(super) fn in_use() -> Result<Compiler, String> {
        let output = Command::new("rustc").arg("-vV").output().map_err(|error| format!("cannot run rustc: {error}"))?;
        Compiler::parse(&String::from_utf8_lossy(&output.stdout))
            .ok_or_else(|| "rustc -vV printed no version, host or LLVM version".to_owned())
    }

    /// Parses the output of `rustc -vV`.
    fn parse(text: &str) -> Option<Compiler> {
        let line = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).map(|rest| rest.trim().to_owned());
        let version = text.lines().next().filter(|line| line.starts_with("rustc "))?.to_owned();
        Some(Compiler { version, llvm: line("LLVM version:")?, target: line("host:")? })
    }
}

impl fmt::Display for Compiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with LLVM {} for {}", self.version, self.llvm, self.target)
    }
}

/// The instructions of one workload.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Count {
    pub(super) name: String,
    pub(super) instructions: u64,
    /// Number of actions or sequences, which shows whether the same games were played.
    pub(super) actions: u64,
}

impl Count {
    fn per_action(&self) -> f64 {
        self.instructions as f64 / self.actions.max(1) as f64
    }
}

/// The content of the file. It converts to and from text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Record {
    pub(super) compiler: Compiler,
    pub(super) counts: Vec<Count>,
}

/// The result of a comparison.
pub(super) struct Comparison {
    /// All counts, for people.
    pub(super) table: String,
    /// Counts that differ by more than the tolerance, and workloads without a partner.
    pub(super) problems: Vec<String>,
}

impl Record {
    /// Parses the file.
    pub(super) fn parse(text: &str) -> Result<Record, String> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let mut field = |key: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix(key)?.strip_prefix(": "));
            line.map(|value| value.trim().to_owned()).ok_or_else(|| format!("expected a line \"{key}: …\""))
        };
        let compiler = Compiler { version: field("compiler")?, llvm: field("llvm")?, target: field("target")? };
        let count = |line: &str| -> Option<Count> {
            let (instructions, rest) = line.trim().split_once(' ')?;
            let (actions, name) = rest.trim().split_once(' ')?;
            let (instructions, actions) = (instructions.parse().ok()?, actions.parse().ok()?);
            Some(Count { name: name.trim().to_owned(), instructions, actions })
        };
        let counts = lines.map(|line| count(line).ok_or_else(|| format!("not instructions, actions and name: {line}")));
        Ok(Record { compiler, counts: counts.collect::<Result<_, String>>()? })
    }

    /// Compares new counts with the recorded ones.
    pub(super) fn compare(&self, counts: &[Count]) -> Comparison {
        let mut table = format!("{:>14} {:>14} {:>8}  workload\n", "recorded", "instructions", "change");
        let mut problems = Vec::new();
        for count in counts {
            let Some(recorded) = self.counts.iter().find(|recorded| recorded.name == count.name) else {
                problems.push(format!("{} is not recorded", count.name));
                continue;
            };
            let change = count.instructions as f64 / recorded.instructions.max(1) as f64 - 1.0;
            table += &format!(
                "{:>14} {:>14} {:>+7.1} %  {}\n",
                recorded.instructions,
                count.instructions,
                100.0 * change,
                count.name
            );
            problems.extend(problem(recorded, count, change));
        }
        let is_gone = |recorded: &&Count| counts.iter().all(|count| count.name != recorded.name);
        problems.extend(self.counts.iter().filter(is_gone).map(|gone| format!("{} no longer exists", gone.name)));
        Comparison { table, problems }
    }
}

fn problem(recorded: &Count, count: &Count, change: f64) -> Option<String> {
    let Count { name, actions, .. } = count;
    if recorded.actions != *actions {
        return Some(format!("{name}: other games than recorded: {actions} actions, recorded {}", recorded.actions));
    }
    let (before, after) = (recorded.per_action(), count.per_action());
    let numbers = format!("{:.1} %: {after:.0} instructions per action, recorded {before:.0}", 100.0 * change.abs());
    if change > TOLERANCE {
        Some(format!("{name} is slower by {numbers}"))
    } else if change < -TOLERANCE {
        Some(format!("{name} is faster by {numbers}; record the new count"))
    } else {
        None
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "# Instructions of fixed random games and perft, counted with valgrind. `cargo xtask test` compares them with"
        )?;
        writeln!(
            f,
            "# a tolerance of 3 % if the compiler is this one; `cargo xtask instructions --update` writes this file."
        )?;
        let Compiler { version, llvm, target } = &self.compiler;
        writeln!(f, "compiler: {version}\nllvm: {llvm}\ntarget: {target}\n")?;
        writeln!(f, "# instructions    actions  workload")?;
        for Count { name, instructions, actions } in &self.counts {
            writeln!(f, "{instructions:>14} {actions:>10}  {name}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERSION: &str = "rustc 1.95.0 (59807616e 2026-04-14)\nbinary: rustc\nhost: x86_64-unknown-linux-gnu\n\
                           release: 1.95.0\nLLVM version: 22.1.2\n";

    fn count(name: &str, instructions: u64) -> Count {
        Count { name: name.to_owned(), instructions, actions: 100 }
    }

    fn record() -> Record {
        let compiler = Compiler::parse(VERSION).expect("the text has all lines");
        Record { compiler, counts: vec![count("listed square8 2p canon", 100_000), count("perft start", 5000)] }
    }

    fn problems(first: Count, second: Count) -> Vec<String> {
        record().compare(&[first, second]).problems
    }

    #[test]
    fn text_and_record_convert_into_each_other() {
        let record = record();
        assert_eq!(Record::parse(&record.to_string()), Ok(record));
    }

    #[test]
    fn damaged_files_are_rejected() {
        let text = record().to_string();
        for (old, new) in
            [("compiler: ", "compiled: "), ("llvm: 22.1.2\n", ""), ("  5000 ", "  many "), (" 100  perft", " perft")]
        {
            assert!(text.contains(old), "{old}");
            assert!(Record::parse(&text.replacen(old, new, 1)).is_err(), "{old}");
        }
    }

    #[test]
    fn compilers_differ_by_version_llvm_and_target() {
        let compiler = Compiler::parse(VERSION).expect("the text has all lines");
        for (old, new) in [("59807616e", "12345678f"), ("22.1.2", "22.1.3"), ("x86_64", "aarch64")] {
            assert_ne!(Compiler::parse(&VERSION.replace(old, new)), Some(compiler.clone()));
        }
        assert_eq!(Compiler::parse("no compiler"), None);
    }

    #[test]
    fn changes_within_three_per_cent_are_accepted() {
        for instructions in [97_001, 100_000, 102_999] {
            let problems = problems(count("listed square8 2p canon", instructions), count("perft start", 5000));
            assert!(problems.is_empty(), "{problems:?}");
        }
    }

    #[test]
    fn slower_and_faster_workloads_are_reported_with_the_change() {
        let problems = problems(count("listed square8 2p canon", 104_000), count("perft start", 4500));
        let expected = [
            "listed square8 2p canon is slower by 4.0 %: 1040 instructions per action, recorded 1000",
            "perft start is faster by 10.0 %: 45 instructions per action, recorded 50; record the new count",
        ];
        assert_eq!(problems, expected);
    }

    #[test]
    fn other_games_and_other_workloads_are_reported() {
        let other = Count { actions: 101, ..count("listed square8 2p canon", 100_000) };
        let expected = [
            "listed square8 2p canon: other games than recorded: 101 actions, recorded 100",
            "perft middle is not recorded",
            "perft start no longer exists",
        ];
        assert_eq!(problems(other, count("perft middle", 5000)), expected);
    }
}
