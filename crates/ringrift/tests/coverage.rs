//! Checks that every rule has a test and is cited in both engines, and generates `docs/rules-coverage.md`.
//!
//! The sources are read as plain text. Tests are the functions `rNNN_…` in `tests/rules`. An item implements a rule if
//! its doc comment cites the rule (`RR-CANON-R081, R082` or `RR-CANON-R090 to R092`); a file does if its module comment
//! cites the rule.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use ringrift::Rule;

/// Names of tests or items by rule number.
type Found = BTreeMap<u16, Vec<String>>;

#[test]
fn every_rule_has_a_test() {
    assert_eq!(missing(&tests()), "", "every rule has a test named after it");
}

#[test]
fn every_rule_is_cited_in_both_engines() {
    let (ringrift, spec) = (missing(&items("src")), missing(&items("../ringrift-spec/src")));
    assert!(
        ringrift.is_empty() && spec.is_empty(),
        "rules without a citation: ringrift [{ringrift}], ringrift-spec [{spec}]"
    );
}

#[test]
fn only_existing_rules_are_named() {
    for found in [tests(), items("src"), items("../ringrift-spec/src")] {
        for (number, names) in found {
            assert!(Rule::ALL.iter().any(|rule| rule.number() == number), "no rule R{number:03}, named by {names:?}");
        }
    }
}

#[test]
fn coverage_page_is_up_to_date() {
    let path = here().join("../../docs/rules-coverage.md");
    let page = page();
    if std::env::var_os("UPDATE_FILES").is_some() {
        fs::write(&path, &page).expect("docs/rules-coverage.md can be written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == page, "docs/rules-coverage.md is out of date; run: {UPDATE}");
}

const UPDATE: &str = "cargo xtask regenerate";

fn page() -> String {
    let (tests, ringrift, spec) = (tests(), items("src"), items("../ringrift-spec/src"));
    let mut page = format!(
        "# Where each rule is tested and implemented\n\n\
         Generated from the sources by `{UPDATE}`; do not edit.\n\n\
         The tests are in `crates/ringrift/tests/rules`. The other columns list the items whose doc comment cites the \
         rule; a file name stands for the module comment of the file.\n\n\
         | RR-CANON | about | tests | `ringrift` | `ringrift-spec` |\n|---|---|---|---|---|\n"
    );
    for rule in Rule::ALL {
        let number = rule.number();
        let _ = write!(page, "| R{number:03} | {} |", rule.title().trim_end_matches('.'));
        for found in [&tests, &ringrift, &spec] {
            let names: Vec<String> = found.get(&number).into_iter().flatten().map(|name| format!("`{name}`")).collect();
            let _ = write!(page, " {} |", names.join(", "));
        }
        page.push('\n');
    }
    page
}

/// Returns the ids of the rules for which no test or item was found.
fn missing(found: &Found) -> String {
    let missing = Rule::ALL.iter().filter(|rule| !found.contains_key(&rule.number()));
    missing.map(|rule| format!("R{:03}", rule.number())).collect::<Vec<_>>().join(", ")
}

fn tests() -> Found {
    let mut found = Found::new();
    for (_, text) in sources(&here().join("tests/rules")) {
        for name in text.lines().filter_map(|line| line.trim().strip_prefix("fn ")?.split('(').next()) {
            if let Some(number) = name.split_once('_').and_then(|(id, _)| rule_number(&id.to_uppercase())) {
                found.entry(number).or_default().push(name.to_owned());
            }
        }
    }
    found
}

/// Returns the items of a source folder by the rules that their doc comments cite.
fn items(folder: &str) -> Found {
    let mut found = Found::new();
    for (file, text) in sources(&here().join(folder)) {
        for (item, comment) in commented_items(&file, &text) {
            for number in citations(&comment) {
                let names = found.entry(number).or_default();
                if !names.contains(&item) {
                    names.push(item.clone());
                }
            }
        }
    }
    found
}

/// Returns the items of a file, and the file itself, with their doc comments.
fn commented_items(file: &str, text: &str) -> Vec<(String, String)> {
    let mut found = vec![(file.to_owned(), String::new())];
    let mut comment = String::new();
    let mut in_attribute = false;
    // The types, traits and implementations that enclose the current line, with their indentation.
    let mut around: Vec<(usize, String)> = Vec::new();
    for line in text.lines().take_while(|line| *line != "#[cfg(test)]") {
        let text = line.trim_start();
        if let Some(more) = text.strip_prefix("//!") {
            found[0].1 += more;
        } else if let Some(more) = text.strip_prefix("///") {
            comment += more;
        } else if in_attribute || text.starts_with("#[") {
            in_attribute = !text.ends_with(']');
        } else if let Some((name, encloses)) = item_name(text) {
            let indent = line.len() - text.len();
            around.retain(|&(outer, _)| outer < indent);
            let path = around.last().map_or(name.clone(), |(_, outer)| format!("{outer}::{name}"));
            found.push((path, std::mem::take(&mut comment)));
            if encloses {
                around.push((indent, name));
            }
        }
    }
    found
}

/// Returns the name of the item, field or variant that a line declares, and whether it can enclose other items.
fn item_name(line: &str) -> Option<(String, bool)> {
    if let Some(header) = line.strip_prefix("impl").filter(|header| header.starts_with([' ', '<'])) {
        let subject = header.rsplit(" for ").next()?;
        let subject = if subject.starts_with('<') { subject.split_once("> ")?.1 } else { subject.trim_start() };
        return Some((words(subject).next()?.to_owned(), true));
    }
    let mut words = words(line).skip_while(|word| ["pub", "crate", "super", "in", "unsafe"].contains(word)).peekable();
    let first = words.next()?;
    match first {
        "struct" | "enum" | "trait" => Some((words.next()?.to_owned(), true)),
        "const" if words.peek() == Some(&"fn") => Some((words.nth(1)?.to_owned(), false)),
        "fn" | "const" | "static" | "type" | "mod" | "macro_rules" => Some((words.next()?.to_owned(), false)),
        name => Some((name.to_owned(), false)),
    }
}

/// Returns the rules that a comment cites, with ranges expanded; text between backticks is ignored.
fn citations(comment: &str) -> Vec<u16> {
    let comment = comment.split('`').step_by(2).collect::<String>().replace('–', " to ");
    let words: Vec<&str> = words(&comment).collect();
    let mut cited = Vec::new();
    for (i, number) in words.iter().enumerate().filter_map(|(i, word)| Some((i, rule_number(word)?))) {
        let from = (i >= 2 && words[i - 1] == "to").then(|| rule_number(words[i - 2])).flatten();
        let between = Rule::ALL.iter().map(|rule| rule.number());
        cited.extend(between.filter(|&other| from.is_some_and(|from| from < other && other < number)));
        cited.push(number);
    }
    cited
}

/// Returns the number of a rule id such as `R103`.
fn rule_number(word: &str) -> Option<u16> {
    let digits = word.strip_prefix('R')?;
    (digits.len() == 3).then(|| digits.parse().ok()).flatten()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Returns the Rust files of a folder, recursively, as path relative to the folder and text, ordered by path.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::<PathBuf>::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the source folder can be read") {
            let path = entry.expect("the source folder can be read").path();
            match path.extension() {
                Some(extension) if extension == "rs" => files.push(path),
                _ if path.is_dir() => folders.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    let name = |path: &Path| {
        path.strip_prefix(folder).expect("the file is inside the folder").to_string_lossy().replace('\\', "/")
    };
    files.iter().map(|path| (name(path), fs::read_to_string(path).expect("the source file can be read"))).collect()
}

fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
