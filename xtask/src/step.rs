//! Runs the commands of a task and sums up which passed, failed or were skipped.

use std::cmp::Reverse;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, ExitCode, Output, Stdio};
use std::sync::{Mutex, mpsc};
use std::thread::{available_parallelism, scope};
use std::time::{Duration, Instant};

/// A command that runs in the root of the workspace, unless [`Step::folder`] sets another folder.
pub(crate) struct Step(Command);

/// A step with the name under which its result is reported.
pub(crate) type NamedStep = (String, Step);

impl Step {
    pub(crate) fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Step {
        self.0.args(args);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Step {
        self.0.env(name, value);
        self
    }

    /// Sets the folder in which the command runs.
    pub(crate) fn folder(mut self, folder: &Path) -> Step {
        self.0.current_dir(folder);
        self
    }

    /// Runs the command and returns its standard output; empty if it cannot run.
    pub(crate) fn output(mut self) -> Vec<u8> {
        self.0.output().map(|output| output.stdout).unwrap_or_default()
    }

    /// Runs the command with its output discarded.
    pub(crate) fn succeeds_silently(mut self) -> bool {
        self.0.output().is_ok_and(|output| output.status.success())
    }

    /// Runs the command with its output shown.
    pub(crate) fn succeeds(mut self) -> bool {
        match self.0.status() {
            Ok(status) => status.success(),
            Err(error) => self.report_start_failure(&error),
        }
    }

    fn report_start_failure(&self, error: &io::Error) -> bool {
        println!("cannot run {:?}: {error}", self.0.get_program());
        false
    }
}

/// Prints the captured output of a command and returns whether it exited with success.
fn print(output: &Output) -> bool {
    for text in [&output.stdout, &output.stderr] {
        print!("{}", String::from_utf8_lossy(text));
    }
    output.status.success()
}

/// Returns the root of the workspace.
pub(crate) fn root() -> PathBuf {
    let xtask = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().map(PathBuf::from).unwrap_or(xtask)
}

/// Returns cargo's target folder.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

pub(crate) fn program(name: impl AsRef<OsStr>) -> Step {
    let mut command = Command::new(name);
    command.current_dir(root());
    Step(command)
}

pub(crate) fn cargo(args: &[&str]) -> Step {
    program(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())).args(args)
}

/// The profile of a binary that a step runs.
#[derive(Copy, Clone)]
pub(crate) enum Build {
    /// The binary that `cargo test` has built, with overflow checks and debug assertions.
    Test,
    /// The release binary, built first if needed.
    Release,
}

/// Runs the user's binary, `ringside`.
pub(crate) fn ringside(build: Build, args: &[&str]) -> Step {
    binary("ringside", build, args)
}

/// Runs the maintainers' binary, `lab`.
pub(crate) fn lab(build: Build, args: &[&str]) -> Step {
    binary("lab", build, args)
}

/// Returns the path of the user's binary.
pub(crate) fn ringside_binary(build: Build) -> PathBuf {
    let profile = match build {
        Build::Test => "debug",
        Build::Release => "release",
    };
    target().join(profile).join(format!("ringside{EXE_SUFFIX}"))
}

fn binary(package: &str, build: Build, args: &[&str]) -> Step {
    match build {
        Build::Test => program(target().join("debug").join(format!("{package}{EXE_SUFFIX}"))).args(args),
        Build::Release => cargo(&["run", "--release", "--quiet", "--package", package, "--"]).args(args),
    }
}

/// The results of the steps so far.
#[derive(Default)]
pub(crate) struct Run {
    passed: Vec<String>,
    failed: Vec<String>,
    skipped: Vec<String>,
    left_out: Vec<String>,
    /// How long each command took, in the order of their ends.
    times: Vec<(String, Duration)>,
}

/// Number of steps that the summary lists with their times.
const LISTED_TIMES: usize = 15;

impl Run {
    /// Runs a command and returns whether it succeeded. A failure is recorded and later steps still run, so that one run shows
    /// every problem.
    pub(crate) fn step(&mut self, name: &str, mut step: Step) -> bool {
        println!("\n=== {name}");
        let start = Instant::now();
        let ok = match step.0.status() {
            Ok(status) => status.success(),
            Err(error) => step.report_start_failure(&error),
        };
        self.record(name, ok, start.elapsed());
        ok
    }

    /// Runs a command like [`Run::step`], but passes its standard output to `read` instead of showing it.
    pub(crate) fn step_with_output(&mut self, name: &str, mut step: Step, read: impl FnOnce(ChildStdout)) {
        println!("\n=== {name}");
        let start = Instant::now();
        let ok = match step.0.stdout(Stdio::piped()).spawn() {
            Ok(mut child) => {
                if let Some(output) = child.stdout.take() {
                    read(output);
                }
                child.wait().is_ok_and(|status| status.success())
            }
            Err(error) => step.report_start_failure(&error),
        };
        self.record(name, ok, start.elapsed());
    }

    /// Runs commands in parallel, one per core. The output of each is printed when it has ended.
    pub(crate) fn steps(&mut self, steps: Vec<NamedStep>) {
        let jobs = available_parallelism().map_or(1, usize::from).min(steps.len());
        let waiting = Mutex::new(steps.into_iter());
        let (sender, receiver) = mpsc::channel();
        scope(|scope| {
            for _ in 0..jobs {
                let (waiting, sender) = (&waiting, sender.clone());
                scope.spawn(move || {
                    let next = || waiting.lock().ok()?.next();
                    while let Some((name, mut step)) = next() {
                        println!("\n=== {name}: started");
                        let start = Instant::now();
                        let output = step.0.stdin(Stdio::null()).output();
                        let _ = sender.send((name, step, output, start.elapsed()));
                    }
                });
            }
            drop(sender);
            for (name, step, output, elapsed) in receiver {
                println!("\n=== {name}");
                let ok = match output {
                    Ok(output) => print(&output),
                    Err(error) => step.report_start_failure(&error),
                };
                self.record(&name, ok, elapsed);
            }
        });
    }

    fn record(&mut self, name: &str, ok: bool, elapsed: Duration) {
        println!("=== {name}: {} after {:.1} s", if ok { "ok" } else { "FAILED" }, elapsed.as_secs_f64());
        let list = if ok { &mut self.passed } else { &mut self.failed };
        list.push(name.to_owned());
        self.times.push((name.to_owned(), elapsed));
    }

    /// Records a success outside of a step.
    pub(crate) fn pass(&mut self, name: &str) {
        self.passed.push(name.to_owned());
    }

    /// Records a failure outside of a step.
    pub(crate) fn fail(&mut self, reason: &str) {
        self.failed.push(reason.to_owned());
    }

    /// Records a check that could not run.
    pub(crate) fn skip(&mut self, reason: &str) {
        println!("\n=== skipped: {reason}");
        self.skipped.push(reason.to_owned());
    }

    /// Records a check that is not meant for this machine, such as one for another compiler. It is no failure on CI either.
    pub(crate) fn leave_out(&mut self, reason: &str) {
        println!("\n=== left out: {reason}");
        self.left_out.push(reason.to_owned());
    }

    /// Prints the slowest steps and the summary. On CI (`CI=true`) a skipped check is a failure.
    pub(crate) fn finish(mut self) -> ExitCode {
        println!();
        self.times.sort_by_key(|&(_, elapsed)| Reverse(elapsed));
        for (name, elapsed) in self.times.iter().take(LISTED_TIMES) {
            println!("{:6.0} s  {name}", elapsed.as_secs_f64());
        }
        for name in &self.failed {
            println!("failed: {name}");
        }
        for reason in &self.skipped {
            println!("skipped: {reason}");
        }
        for reason in &self.left_out {
            println!("left out: {reason}");
        }
        let (passed, failed, skipped) = (self.passed.len(), self.failed.len(), self.skipped.len());
        let on_ci = std::env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"));
        if on_ci && skipped > 0 {
            println!("CI fails if a check is skipped");
        }
        println!("{passed} passed, {failed} failed, {skipped} skipped");
        if failed > 0 || (on_ci && skipped > 0) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}
