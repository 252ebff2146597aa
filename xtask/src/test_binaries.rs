//! Builds all tests, and returns each test binary as a step of its own, so that the summary names and times each of them.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::step::{NamedStep, Run, Step, cargo, program};

/// Builds all tests of the workspace and returns the steps that run them. The doc tests are one step.
///
/// `prepare` adds the environment that all tests need.
pub(crate) fn test_binaries(run: &mut Run, prepare: impl Fn(Step) -> Step) -> Vec<NamedStep> {
    let build = ["test", "--workspace", "--no-run", "--message-format", "json-render-diagnostics"];
    let binaries = build_tests(run, "build of all tests", cargo(&build));
    let doc_tests = cargo(&["test", "--workspace", "--doc", "--no-fail-fast", "--quiet"]);
    let mut steps = vec![("doc tests".to_owned(), prepare(doc_tests))];
    steps.extend(binaries.iter().map(|binary| (binary.title(), prepare(binary.step()))));
    steps
}

/// Runs a `cargo test --no-run` that writes messages in JSON, and returns the test binaries.
pub(crate) fn build_tests(run: &mut Run, name: &str, build: Step) -> Vec<TestBinary> {
    let mut binaries = Vec::new();
    run.step_with_output(name, build, |output| {
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        binaries.extend(lines.filter_map(|line| TestBinary::parse(&line)));
    });
    binaries.sort_by_key(TestBinary::title);
    binaries
}

/// Executable with the unit tests of a crate, or with one of its integration tests.
pub(crate) struct TestBinary {
    executable: PathBuf,
    /// Folder of the crate, in which cargo runs its tests.
    folder: PathBuf,
    /// Name of the crate or of the integration test.
    name: String,
    is_integration_test: bool,
}

impl TestBinary {
    /// Parses a message of `cargo test --no-run`; `None` for messages about other artifacts.
    fn parse(message: &str) -> Option<TestBinary> {
        let message: Value = serde_json::from_str(message).ok()?;
        let is_test = message["reason"] == "compiler-artifact" && message["profile"]["test"] == true;
        let executable = message["executable"].as_str().filter(|_| is_test)?;
        let kinds = message["target"]["kind"].as_array()?;
        Some(TestBinary {
            executable: executable.into(),
            folder: Path::new(message["manifest_path"].as_str()?).parent()?.to_owned(),
            name: message["target"]["name"].as_str()?.to_owned(),
            is_integration_test: kinds.iter().any(|kind| kind == "test"),
        })
    }

    pub(crate) fn title(&self) -> String {
        let folder = self.folder.file_name().unwrap_or_default().to_string_lossy();
        if self.is_integration_test {
            format!("test {} of {folder}", self.name)
        } else {
            format!("unit tests of {folder}")
        }
    }

    /// Returns the path of the executable.
    pub(crate) fn executable(self) -> PathBuf {
        self.executable
    }

    pub(crate) fn step(&self) -> Step {
        program(&self.executable).folder(&self.folder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_messages_about_tests_only() {
        let message = |reason: &str, test: bool, executable: &str| {
            format!(
                r#"{{"reason":"{reason}","manifest_path":"/r/crates/server/Cargo.toml","target":{{"kind":["test"],"name":"store"}},
                "profile":{{"test":{test}}},"executable":{executable}}}"#
            )
        };
        let binary =
            TestBinary::parse(&message("compiler-artifact", true, r#""/r/target/store""#)).expect("a test binary");
        assert_eq!(binary.title(), "test store of server");
        assert_eq!(binary.folder, Path::new("/r/crates/server"));
        assert!(TestBinary::parse(&message("compiler-artifact", false, r#""/r/target/store""#)).is_none());
        assert!(TestBinary::parse(&message("compiler-artifact", true, "null")).is_none());
        assert!(TestBinary::parse(&message("build-finished", true, "null")).is_none());
        assert!(TestBinary::parse("not JSON").is_none());
    }
}
