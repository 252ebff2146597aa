//! The list of branches that no test executes, with reasons.
//!
//! An entry has five lines, and blank lines separate the entries. Lines with `#` are comments. An entry names the source line
//! instead of its number, so that it stays valid when lines are added above it. If the file has the same line several times,
//! a sixth line `times: N` says how many branches the entry stands for.

use std::fmt;

use super::branches::Branch;

/// Entry of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Listed {
    file: String,
    source: String,
    condition: String,
    /// The outcome that never occurs.
    outcome: bool,
    reason: String,
    /// Number of branches that are meant: more than one if the file repeats the line.
    times: usize,
}

impl Listed {
    /// Reports whether the entry names a branch.
    pub(super) fn is(&self, branch: &Branch) -> bool {
        (&self.file, &self.source, &self.condition, self.outcome)
            == (&branch.file, &branch.source, &branch.condition, branch.outcome)
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "file: {}\nline: {}\ncondition: {}\nnever: {}\nreason: {}",
            self.file, self.source, self.condition, self.outcome, self.reason
        )?;
        if self.times == 1 { Ok(()) } else { write!(f, "\ntimes: {}", self.times) }
    }
}

/// Parses the list.
pub(super) fn parse(text: &str) -> Result<Vec<Listed>, String> {
    let text: String = text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    text.split("\n\n").map(str::trim).filter(|entry| !entry.is_empty()).map(parse_entry).collect()
}

fn parse_entry(text: &str) -> Result<Listed, String> {
    let wrong = || format!("expected the lines file, line, condition, never, reason and at most times, found:\n{text}");
    let lines: Vec<&str> = text.lines().collect();
    let field = |index: usize, name: &str| {
        let value = lines.get(index)?.strip_prefix(name)?.strip_prefix(": ")?.trim();
        (!value.is_empty()).then(|| value.to_owned())
    };
    let times = if lines.len() == 5 { Some(1) } else { field(5, "times").and_then(|times| times.parse().ok()) };
    let entry = || {
        Some(Listed {
            file: field(0, "file")?,
            source: field(1, "line")?,
            condition: field(2, "condition")?,
            outcome: field(3, "never")?.parse().ok()?,
            reason: field(4, "reason")?,
            times: times?,
        })
    };
    entry().filter(|_| lines.len() <= 6).ok_or_else(wrong)
}

/// Returns the branches that are neither covered nor listed, and the entries that stand for more branches than are open. An entry
/// that stands for fewer branches than are open lists none of them.
pub(super) fn compare<'a>(all: &'a [Branch], listed: &'a [Listed]) -> (Vec<&'a Branch>, Vec<&'a Listed>) {
    let open = || all.iter().filter(|branch| !branch.is_covered);
    let number_open = |entry: &Listed| open().filter(|branch| entry.is(branch)).count();
    let is_listed = |branch: &Branch| listed.iter().any(|entry| entry.is(branch) && number_open(entry) <= entry.times);
    let missing = open().filter(|branch| !is_listed(branch)).collect();
    let stale = listed.iter().filter(|entry| number_open(entry) < entry.times).collect();
    (missing, stale)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: &str =
        "file: a.rs\nline: if a && b {\ncondition: b\nnever: true\nreason: b needs a board of ten cells";

    fn branch(outcome: bool, is_covered: bool) -> Branch {
        Branch {
            file: "a.rs".to_owned(),
            line: 7,
            column: 9,
            outcome,
            source: "if a && b {".to_owned(),
            condition: "b".to_owned(),
            is_covered,
        }
    }

    #[test]
    fn reads_what_it_writes() {
        let listed = parse(&format!("# a comment\n\n{ENTRY}\n\n{ENTRY}\n")).expect("the list is valid");
        assert_eq!(listed.len(), 2);
        assert_eq!(listed[0].to_string(), ENTRY);
        let twice = format!("{ENTRY}\ntimes: 2");
        assert_eq!(parse(&twice).expect("the list is valid")[0].to_string(), twice);
    }

    #[test]
    fn rejects_entries_without_a_reason() {
        for text in [
            ENTRY.replace("b needs a board of ten cells", ""),
            ENTRY.replace("never: true", "never: maybe"),
            format!("{ENTRY}\nmore: x"),
            format!("{ENTRY}\ntimes: many"),
            format!("{ENTRY}\ntimes: 2\nmore: x"),
        ] {
            assert!(parse(&text).is_err_and(|problem| problem.starts_with("expected the lines file")), "{text}");
        }
    }

    #[test]
    fn finds_missing_and_stale_entries() {
        let listed = parse(ENTRY).expect("the list is valid");
        let (covered, open) = ([branch(true, true)], [branch(true, false), branch(false, true)]);
        assert_eq!(compare(&covered, &listed), (vec![], vec![&listed[0]]));
        assert_eq!(compare(&open, &listed), (vec![], vec![]));
        assert_eq!(compare(&open, &[]), (vec![&open[0]], vec![]));
        let repeated = [branch(true, false), branch(true, false)];
        assert_eq!(compare(&repeated, &listed), (repeated.iter().collect(), vec![]));
        let twice = parse(&format!("{ENTRY}\ntimes: 2")).expect("the list is valid");
        assert_eq!(compare(&repeated, &twice), (vec![], vec![]));
        assert_eq!(compare(&open, &twice), (vec![], vec![&twice[0]]));
    }
}
