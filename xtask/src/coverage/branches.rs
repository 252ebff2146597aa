//! Reads the branches from the JSON export of `llvm-cov`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde_json::Value;

/// One outcome of a condition.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Branch {
    /// Path from the root of the workspace.
    pub(super) file: String,
    /// Line number, from 1.
    pub(super) line: usize,
    /// Column of the condition, from 1.
    pub(super) column: usize,
    /// Outcome of the condition.
    pub(super) outcome: bool,
    /// Line of the source without indentation.
    pub(super) source: String,
    /// Text of the condition, up to the end of its first line.
    pub(super) condition: String,
    pub(super) is_covered: bool,
}

/// Writes the branch as in the list, without a reason.
impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "file: {}\nline: {}", self.file, self.source)?;
        write!(f, "condition: {}\nnever: {}", self.condition, self.outcome)
    }
}

/// Position of a condition: line and column of its start and end.
type Span = [usize; 4];

/// Reads the branches of all files below the source folders, without those in unit tests. Instantiations of a generic function
/// are combined.
pub(super) fn read(export: &[u8], root: &Path, folders: &[&str]) -> Result<Vec<Branch>, String> {
    let export: Value = serde_json::from_slice(export).map_err(|error| format!("llvm-cov export: {error}"))?;
    let files = export["data"].as_array().into_iter().flatten().flat_map(|data| data["files"].as_array());
    let mut found = Vec::new();
    for file in files.flatten() {
        let path = Path::new(file["filename"].as_str().unwrap_or_default());
        let Ok(relative) = path.strip_prefix(root) else { continue };
        if folders.iter().any(|folder| relative.starts_with(folder)) {
            let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            found.extend(branches_of_file(&relative.to_string_lossy().replace('\\', "/"), &text, &file["branches"]));
        }
    }
    found.sort();
    Ok(found)
}

fn branches_of_file(file: &str, text: &str, regions: &Value) -> Vec<Branch> {
    let lines: Vec<&str> = text.lines().collect();
    let tests = lines.iter().position(|line| line.trim() == "#[cfg(test)]").unwrap_or(lines.len());
    let mut spans: BTreeMap<Span, [bool; 2]> = BTreeMap::new();
    for region in regions.as_array().into_iter().flatten() {
        let number = |index: usize| region[index].as_u64().unwrap_or_default();
        let span = [0, 1, 2, 3].map(|index| number(index) as usize);
        let covered = spans.entry(span).or_default();
        for (outcome, index) in [(1, 4), (0, 5)] {
            covered[outcome] |= number(index) > 0;
        }
    }
    let spans = spans.into_iter().filter(|([line, ..], _)| *line <= tests);
    spans
        .flat_map(|(span, covered)| [false, true].map(|outcome| branch(file, &lines, span, outcome, covered)))
        .collect()
}

fn branch(file: &str, lines: &[&str], span: Span, outcome: bool, covered: [bool; 2]) -> Branch {
    let [line, column, end_line, end_column] = span;
    let source = lines.get(line - 1).copied().unwrap_or_default();
    let end = if end_line == line { end_column.saturating_sub(1) } else { source.len() };
    Branch {
        file: file.to_owned(),
        line,
        column,
        outcome,
        source: source.trim().to_owned(),
        condition: source.get(column - 1..end).unwrap_or(source).trim().to_owned(),
        is_covered: covered[usize::from(outcome)],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn combines_instantiations_and_skips_unit_tests() {
        let text = "fn f() {\n    if a && b {}\n}\n#[cfg(test)]\nmod tests { if c {} }\n";
        let regions = json!([
            [2, 8, 2, 9, 0, 3, 0, 0, 4],
            [2, 8, 2, 9, 1, 0, 0, 0, 4],
            [2, 13, 2, 14, 0, 2],
            [5, 16, 5, 17, 0, 0]
        ]);
        let found = branches_of_file("f.rs", text, &regions);
        let shown: Vec<_> =
            found.iter().map(|branch| (branch.condition.as_str(), branch.outcome, branch.is_covered)).collect();
        assert_eq!(shown, [("a", false, true), ("a", true, true), ("b", false, true), ("b", true, false)]);
        assert_eq!(found[3].to_string(), "file: f.rs\nline: if a && b {}\ncondition: b\nnever: true");
    }
}
