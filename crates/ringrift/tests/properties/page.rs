//! Checks that `docs/invariants.md` names existing tests and that its examples can be played.

use std::fs;
use std::path::{Path, PathBuf};

use crate::play::position;

#[test]
fn page_names_existing_tests() {
    let sources: Vec<String> = files(&here().join("tests/properties")).map(|path| text(&path)).collect();
    let page = text(&here().join("../../docs/invariants.md"));
    let names: Vec<&str> = page.split('`').skip(1).step_by(2).filter(|quoted| is_test_name(quoted)).collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        let function = format!("fn {name}(");
        assert!(sources.iter().any(|source| source.contains(&function)), "there is no test {name}");
    }
}

/// An example is a position text, four or more spaces, and the actions to play.
#[test]
fn positions_of_the_page_can_be_played() {
    let page = text(&here().join("../../docs/invariants.md"));
    let examples: Vec<&str> = page.lines().map(str::trim).filter(|line| line.starts_with("G ")).collect();
    assert!(examples.len() > 5, "{examples:?}");
    for example in examples {
        let (start, actions) = example.split_once("    ").unwrap_or((example, ""));
        let mut now = position(start);
        for action in actions.split(", ").map(str::trim).filter(|action| !action.is_empty()) {
            let action = now.read_action(action).unwrap_or_else(|error| panic!("{example}: {error}"));
            now.play_unchecked(action);
        }
    }
}

fn is_test_name(quoted: &str) -> bool {
    quoted.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_')) && quoted.matches('_').count() > 1
}

fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder)
        .expect("the folder of tests can be read")
        .map(|entry| entry.expect("the folder of tests can be read").path())
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("the file can be read")
}

fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
