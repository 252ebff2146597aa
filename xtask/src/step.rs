//! Steps of a task: commands, and what became of them.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Output, Stdio};
use std::sync::{Mutex, mpsc};
use std::thread::{available_parallelism, scope};
use std::time::{Duration, Instant};

/// A command to be run in the root of the workspace.
pub(crate) struct Step(Command);

impl Step {
    pub(crate) fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Step {
        self.0.args(args);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Step {
        self.0.env(name, value);
        self
    }

    /// Says that it could not even begin, which is a failure.
    fn cannot_run(&self, error: &io::Error) -> bool {
        println!("cannot run {:?}: {error}", self.0.get_program());
        false
    }
}

/// Prints what a command has printed; whether it was happy.
fn print(output: &Output) -> bool {
    for text in [&output.stdout, &output.stderr] {
        print!("{}", String::from_utf8_lossy(text));
    }
    output.status.success()
}

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    let xtask = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().map(PathBuf::from).unwrap_or(xtask)
}

/// The folder of everything that is built.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A program.
pub(crate) fn program(name: impl AsRef<OsStr>) -> Step {
    let mut command = Command::new(name);
    command.current_dir(root());
    Step(command)
}

/// A cargo command.
pub(crate) fn cargo(args: &[&str]) -> Step {
    program(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())).args(args)
}

/// How a program is built.
#[derive(Copy, Clone)]
pub(crate) enum Build {
    /// As for tests, which have built it already: it checks more.
    Test,
    /// As for users: faster, but it takes long to build.
    Release,
}

/// The `ringside` binary.
pub(crate) fn ringside(build: Build, args: &[&str]) -> Step {
    binary("ringside", build, args)
}

/// The `lab` binary, the maintainers' tool.
pub(crate) fn lab(build: Build, args: &[&str]) -> Step {
    binary("lab", build, args)
}

fn binary(name: &str, build: Build, args: &[&str]) -> Step {
    match build {
        Build::Test => program(target().join("debug").join(format!("{name}{EXE_SUFFIX}"))).args(args),
        Build::Release => cargo(&["run", "--release", "--quiet", "--package", name, "--"]).args(args),
    }
}

/// Whether cargo knows a command.
fn is_there(command: &str) -> bool {
    let mut probe = cargo(&[command, "--version"]).0;
    probe.output().is_ok_and(|output| output.status.success())
}

/// What has happened so far.
#[derive(Default)]
pub(crate) struct Run {
    passed: Vec<String>,
    failed: Vec<String>,
    skipped: Vec<String>,
}

impl Run {
    /// Runs a command and goes on whatever happens, so that one run shows everything that is wrong.
    pub(crate) fn step(&mut self, name: &str, mut step: Step) {
        println!("\n=== {name}");
        let start = Instant::now();
        let ok = match step.0.status() {
            Ok(status) => status.success(),
            Err(error) => step.cannot_run(&error),
        };
        self.note(name, ok, start.elapsed());
    }

    /// Runs commands that use one processor each, as many at a time as there are processors; what each prints comes when it has
    /// ended.
    pub(crate) fn steps(&mut self, steps: Vec<(String, Step)>) {
        let jobs = available_parallelism().map_or(1, usize::from).min(steps.len());
        let waiting = Mutex::new(steps.into_iter());
        let (sender, receiver) = mpsc::channel();
        scope(|scope| {
            for _ in 0..jobs {
                let (waiting, sender) = (&waiting, sender.clone());
                scope.spawn(move || {
                    let next = || waiting.lock().ok()?.next();
                    while let Some((name, mut step)) = next() {
                        println!("\n=== {name}: begun");
                        let start = Instant::now();
                        let output = step.0.stdin(Stdio::null()).output();
                        let _ = sender.send((name, step, output, start.elapsed()));
                    }
                });
            }
            drop(sender);
            for (name, step, output, took) in receiver {
                println!("\n=== {name}");
                let ok = match output {
                    Ok(output) => print(&output),
                    Err(error) => step.cannot_run(&error),
                };
                self.note(&name, ok, took);
            }
        });
    }

    fn note(&mut self, name: &str, ok: bool, took: Duration) {
        println!("=== {name}: {} after {:.1} s", if ok { "ok" } else { "FAILED" }, took.as_secs_f64());
        let list = if ok { &mut self.passed } else { &mut self.failed };
        list.push(name.to_owned());
    }

    /// Notes something that could not be checked.
    pub(crate) fn skip(&mut self, what: &str) {
        println!("\n=== skipped: {what}");
        self.skipped.push(what.to_owned());
    }

    /// Makes sure that a part of the toolchain is there, and installs it where rustup can.
    pub(crate) fn need_component(&mut self, component: &str, command: &str) {
        if is_there(command) {
            return;
        }
        let installed = Command::new("rustup").args(["component", "add", component]).status();
        if !installed.is_ok_and(|status| status.success()) || !is_there(command) {
            println!(
                "{component} is missing and rustup could not add it; install it, for example with your distribution"
            );
            self.failed.push(format!("finding {component}"));
        }
    }

    /// Makes sure that a program is there, and installs the package of Debian that brings it where that is possible.
    pub(crate) fn need_program(&mut self, program: &str, package: &str) {
        let is_there = || Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
        if is_there() {
            return;
        }
        let install = ["install", "--yes", "--no-install-recommends", package];
        let installed = Command::new("apt-get").args(install).status();
        if !installed.is_ok_and(|status| status.success()) || !is_there() {
            println!("{program} is missing; on Debian, as root: apt-get {}", install.join(" "));
            self.failed.push(format!("finding {program}"));
        }
    }

    /// Makes sure that a command of cargo is there that a crate brings, and installs that; false if that is not possible.
    pub(crate) fn need_tool(&mut self, command: &str, package: &str, remark: &str) -> bool {
        if is_there(command) {
            return true;
        }
        let install = ["install", "--locked", package];
        let installed = cargo(&install).0.status();
        let ok = installed.is_ok_and(|status| status.success()) && is_there(command);
        if !ok {
            println!("{package} is missing; install it with: cargo {}; {remark}", install.join(" "));
            self.failed.push(format!("finding {package}"));
        }
        ok
    }

    /// Sums up. On a CI machine everything has to be checked, so there skipping is failing.
    pub(crate) fn finish(self) -> ExitCode {
        println!();
        for name in &self.failed {
            println!("failed: {name}");
        }
        for what in &self.skipped {
            println!("skipped: {what}");
        }
        let (passed, failed, skipped) = (self.passed.len(), self.failed.len(), self.skipped.len());
        let on_ci = std::env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"));
        if on_ci && skipped > 0 {
            println!("nothing may be skipped on CI");
        }
        println!("{passed} passed, {failed} failed, {skipped} skipped");
        if failed > 0 || (on_ci && skipped > 0) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}
