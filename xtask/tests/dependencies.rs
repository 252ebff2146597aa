//! Checks which crates may depend on which others, as `ARCHITECTURE.md` promises.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Crates with the packages that must not be in their dependency tree.
const FORBIDDEN: [(&str, &[&str]); 5] = [
    // The rules and the statistics are pure.
    ("ringrift", &["serde", "tokio", "ureq", "rand", "toml", "sqlx"]),
    ("asg", &["tokio", "ureq", "toml", "sqlx"]),
    ("ratings", &["tokio", "ureq", "toml", "sqlx", "ringrift", "asg"]),
    // The search runs without network, TLS, tournament files and async code.
    ("ai", &["tokio", "ureq", "rustls", "toml", "axum", "sqlx", "arena", "server"]),
    // Clients of the server need no database and no web framework.
    ("api", &["sqlx", "axum", "arena", "server"]),
];

#[test]
fn crates_do_not_use_forbidden_packages() {
    for (package, forbidden) in FORBIDDEN {
        let tree = dependencies(package);
        assert!(tree.contains(package), "cargo tree does not list {package}");
        let found: Vec<&str> = forbidden.iter().copied().filter(|&name| tree.contains(name)).collect();
        assert!(found.is_empty(), "{package} depends on {}", found.join(", "));
    }
}

#[test]
fn nothing_depends_on_the_programs() {
    let programs = ["ringside", "lab", "ringside-python", "page-tests", "xtask"];
    let mut users = BTreeMap::new();
    for package in ["ringside", "lab", "server", "arena", "api", "page-tests"] {
        let found: Vec<&str> = programs
            .into_iter()
            .filter(|&program| program != package && dependencies(package).contains(program))
            .collect();
        if !found.is_empty() {
            users.insert(package, found);
        }
    }
    assert!(users.is_empty(), "crates that depend on a program: {users:?}");
}

/// Returns the names of all packages in the normal dependency tree of a package, with all its features.
fn dependencies(package: &str) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tree = ["tree", "--package", package, "--edges", "normal", "--prefix", "none", "--all-features", "--offline"];
    let output = Command::new(cargo).args(tree).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}
