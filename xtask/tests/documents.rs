//! Checks that every link in the documents and every citation of a rule, ruling or section resolves.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

/// Folders whose files are searched for citations; the documents at the root are added.
const FOLDERS: [&str; 6] = ["crates", "docs", "book", "web", "fuzz/src", "xtask"];

#[test]
fn links_in_documents_resolve() {
    let link = regex(r"\]\(([^)\s]+)\)");
    let mut broken = Vec::new();
    for (path, text) in files(&["md"]) {
        for (line, target) in without_code_blocks(&text).flat_map(|(number, line)| {
            link.captures_iter(line).map(move |found| (number, found[1].to_owned())).collect::<Vec<_>>()
        }) {
            if let Some(problem) = link_problem(&path, &target) {
                broken.push(format!("{}:{line}: {target}: {problem}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

#[test]
fn documents_named_in_code_exist() {
    let name = regex(r"docs/[A-Za-z0-9_/-]+\.(md|json)");
    check_citations(&name, |found| root().join(found).is_file());
}

#[test]
fn cited_rules_are_stated_in_the_rulebooks() {
    let rules = stated_rules();
    check_citations(&regex(r"RR-CANON-R\d{3}"), |found| rules.contains(&found["RR-CANON-".len()..]));
}

#[test]
fn cited_rulings_are_listed() {
    let decisions = document("docs/rules/decisions.md");
    let row = regex(r"(?m)^\| (D\d\db?) \|");
    let rulings: BTreeSet<String> = row.captures_iter(&decisions).map(|found| found[1].to_owned()).collect();
    assert!(rulings.len() > 50, "only {} rulings found in docs/rules/decisions.md", rulings.len());
    check_citations(&regex(r"[Rr]uling D\d\db?"), |found| rulings.contains(&found["ruling ".len()..]));
}

#[test]
fn cited_sections_of_the_rulebooks_exist() {
    let numbers = r" sections? \d+(\.\d+)?((, | and | to )\d+(\.\d+)?)*";
    for (book, file) in [(r"\brules", "docs/rules/rules.md"), (r"\brules-live", "docs/rules/rules-live.md")] {
        let sections = section_numbers(&document(file));
        check_citations(&regex(&format!("{book}{numbers}")), |found| {
            all_numbers(found, |number| sections.contains(number))
        });
    }
    let sections = section_numbers(&document("docs/rules/rules.md"));
    check_citations(&regex(r"rules\.md §\d+(\.\d+)?"), |found| all_numbers(found, |number| sections.contains(number)));
}

#[test]
fn cited_cases_are_listed() {
    let row = regex(r"(?m)^\| (\d+) \|");
    let cases = document("docs/rules/cases.md");
    let cases: BTreeSet<String> = row.captures_iter(&cases).map(|found| found[1].to_owned()).collect();
    assert!(cases.len() > 60, "only {} cases found in docs/rules/cases.md", cases.len());
    // The rulings cite cases as [47] and [14,66].
    let decisions = document("docs/rules/decisions.md");
    let citation = regex(r"\[\d+(, ?\d+)*\]");
    let citations: Vec<&str> = citation.find_iter(&decisions).map(|found| found.as_str()).collect();
    assert!(citations.len() > 10, "the rulings cite only {} cases", citations.len());
    for citation in citations {
        assert!(all_numbers(citation, |number| cases.contains(number)), "no such case: {citation}");
    }
}

/// Reports whether all numbers of a citation, such as `2` and `8.1`, satisfy a condition.
fn all_numbers(citation: &str, is_known: impl Fn(&str) -> bool) -> bool {
    regex(r"\d+(\.\d+)?").find_iter(citation).all(|number| is_known(number.as_str()))
}

#[test]
fn broken_links_and_unknown_rules_are_detected() {
    let readme = root().join("README.md");
    assert_eq!(link_problem(&readme, "docs/README.md"), None);
    assert_eq!(link_problem(&readme, "https://example.org/missing"), None);
    assert_eq!(link_problem(&readme, "docs/absent.md"), Some("no such file".to_owned()));
    assert_eq!(link_problem(&readme, "#quick-start"), None);
    assert_eq!(link_problem(&readme, "#no-such-heading"), Some("no such heading".to_owned()));
    assert!(stated_rules().contains("R103") && !stated_rules().contains("R999"));
    // A range such as [R073–R076] states every rule in it.
    assert!(stated_rules().contains("R074"));
    assert!(section_numbers(&document("docs/rules/rules.md")).contains("12.3"));
}

/// Fails with the location of every match of `citation` that `resolves` rejects.
fn check_citations(citation: &Regex, resolves: impl Fn(&str) -> bool) {
    let mut dangling = BTreeMap::<String, usize>::new();
    let mut count = 0;
    for (path, text) in files(&["rs", "md", "html", "js", "mjs", "css", "toml", "sql"]) {
        if path.ends_with("xtask/tests/documents.rs") {
            continue;
        }
        for (index, line) in text.lines().enumerate() {
            for found in citation.find_iter(line) {
                count += 1;
                if !resolves(found.as_str()) {
                    dangling.insert(format!("{}:{}: {}", path.display(), index + 1, found.as_str()), count);
                }
            }
        }
    }
    let list: Vec<&str> = dangling.keys().map(String::as_str).collect();
    assert!(list.is_empty(), "unresolved citations:\n{}", list.join("\n"));
    assert!(count > 0, "no file matches {citation}, so nothing was checked");
}

/// Returns the reason why a link of a document does not resolve. Links outside the repository are not checked.
fn link_problem(document: &Path, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, heading) = target.split_once('#').map_or((target, None), |(file, heading)| (file, Some(heading)));
    let path = if file.is_empty() { document.to_owned() } else { document.parent()?.join(file) };
    if !path.exists() {
        return Some("no such file".to_owned());
    }
    let heading = heading.filter(|_| path.extension().is_some_and(|extension| extension == "md"))?;
    let text = fs::read_to_string(&path).ok()?;
    let has_heading = without_code_blocks(&text).any(|(_, line)| line.starts_with('#') && slug(line) == heading);
    (!has_heading).then(|| "no such heading".to_owned())
}

/// Returns the anchor that GitHub and similar Markdown renderers give to a heading.
fn slug(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Returns the lines outside of fenced code blocks, numbered from 1.
fn without_code_blocks(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        (!is_code && !is_fence).then_some((index + 1, line))
    })
}

/// Returns the ids of all rules in the rulebooks, such as `R103`.
fn stated_rules() -> BTreeSet<String> {
    let range = regex(r"R(\d{3})–R(\d{3})");
    let single = regex(r"\bR\d{3}\b");
    let mut rules = BTreeSet::new();
    for name in ["rules.md", "rules-live.md", "decisions.md"] {
        let text = document(&format!("docs/rules/{name}"));
        rules.extend(single.find_iter(&text).map(|found| found.as_str().to_owned()));
        for found in range.captures_iter(&text) {
            let bound = |group: usize| found[group].parse::<u16>().expect("the group has three digits");
            rules.extend((bound(1)..=bound(2)).map(|number| format!("R{number:03}")));
        }
    }
    rules
}

/// Returns the numbers of the headings of a rulebook: `12`, `12.3`.
fn section_numbers(text: &str) -> BTreeSet<String> {
    let heading = regex(r"(?m)^#+ (\d+(?:\.\d+)?)\.? ");
    heading.captures_iter(text).map(|found| found[1].to_owned()).collect()
}

/// Returns the text files with one of the extensions, with their paths.
fn files(extensions: &[&str]) -> Vec<(PathBuf, String)> {
    let mut pending: Vec<PathBuf> = FOLDERS.iter().map(|folder| root().join(folder)).collect();
    let is_wanted =
        |path: &Path| path.extension().is_some_and(|found| extensions.iter().any(|&extension| found == extension));
    let mut found: Vec<PathBuf> =
        entries(&root()).into_iter().filter(|path| path.is_file() && is_wanted(path)).collect();
    while let Some(folder) = pending.pop() {
        for path in entries(&folder) {
            if path.is_dir() {
                pending.push(path);
            } else if is_wanted(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    let read = |path: PathBuf| fs::read_to_string(&path).ok().map(|text| (path, text));
    found.into_iter().filter_map(read).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("the folder can be listed").path()).collect()
}

fn document(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().expect("xtask is a folder of the workspace").to_owned()
}

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}
