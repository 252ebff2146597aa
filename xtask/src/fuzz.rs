//! Builds and runs the fuzz targets. One program with libFuzzer contains all of them; `FUZZ_TARGET` selects one.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::host_triple;
use crate::setup::{install_or_explain, is_runnable};
use crate::step::{NamedStep, Run, cargo, program, root, target};

/// Instrumentation for libFuzzer. There is no address sanitizer, because the workspace forbids unsafe code.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
                     -Cllvm-args=-sanitizer-coverage-trace-compares";

/// Longest time for a single input, in seconds.
const TIMEOUT: &str = "-timeout=20";

/// Runs targets for the given number of seconds each, one per core at the same time. An empty list means all. Inputs that fail
/// are saved in `fuzz/artifacts`.
pub(crate) fn fuzz(run: &mut Run, seconds: u64, targets: &[String]) {
    let Some(executable) = build(run) else { return };
    match steps(&executable, seconds, targets) {
        Ok(steps) => run.steps(steps),
        Err(error) => run.fail(&format!("fuzz: {error}")),
    }
}

/// Copies the program, the seeds and a script that runs them to a folder, for machines without a Rust toolchain.
pub(crate) fn package(run: &mut Run, folder: &Path) {
    let Some(executable) = build(run) else { return };
    match copy_all(&executable, folder) {
        Ok(()) => println!("run all targets for an hour: {} 3600", folder.join("run.sh").display()),
        Err(error) => run.fail(&format!("fuzz: cannot write {}: {error}", folder.display())),
    }
}

/// Builds the program and returns its path.
fn build(run: &mut Run) -> Option<PathBuf> {
    if !install_or_explain(run, "c++", || is_runnable("c++"), &["g++"]) {
        return None;
    }
    // Not the folder of the workspace, because the flags differ.
    let (host, folder) = (host_triple(), target().join("fuzz"));
    // With a target, cargo does not instrument build scripts and procedural macros.
    let build = ["build", "--release", "--quiet", "--manifest-path", "fuzz/Cargo.toml", "--target", &host];
    let build = cargo(&build).env("RUSTFLAGS", FLAGS).env("CARGO_TARGET_DIR", &folder);
    let executable = folder.join(host).join("release/ringside-fuzz");
    run.step("build of the fuzz targets", build).then_some(executable)
}

/// Returns the names of all targets, which are those of the folders of seeds.
fn all_targets() -> io::Result<Vec<String>> {
    let names = std::fs::read_dir(root().join("fuzz/seeds"))?;
    let mut names: Vec<String> =
        names.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect::<io::Result<_>>()?;
    names.sort();
    Ok(names)
}

fn steps(executable: &Path, seconds: u64, targets: &[String]) -> io::Result<Vec<NamedStep>> {
    let all = all_targets()?;
    if let Some(unknown) = targets.iter().find(|name| !all.contains(name)) {
        return Err(io::Error::other(format!("unknown target {unknown}; known: {}", all.join(", "))));
    }
    let chosen = if targets.is_empty() { all } else { targets.to_vec() };
    chosen.iter().map(|name| step(executable, seconds, name)).collect()
}

fn step(executable: &Path, seconds: u64, name: &str) -> io::Result<NamedStep> {
    let corpus = format!("fuzz/corpus/{name}");
    for folder in [corpus.as_str(), "fuzz/artifacts"] {
        std::fs::create_dir_all(root().join(folder))?;
    }
    let options = [
        format!("-max_total_time={seconds}"),
        format!("-artifact_prefix=fuzz/artifacts/{name}-"),
        TIMEOUT.to_owned(),
        "-dict=fuzz/dictionary.txt".to_owned(),
        "-print_final_stats=1".to_owned(),
        "-verbosity=0".to_owned(),
    ];
    let seeds = format!("fuzz/seeds/{name}");
    let step = program(executable).args([&corpus, &seeds]).args(options).env("FUZZ_TARGET", name);
    Ok((format!("fuzz target {name}"), step))
}

fn copy_all(executable: &Path, folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let packed = std::fs::File::create(folder.join("ringside-fuzz.gz"))?;
    let status = Command::new("gzip").arg("--stdout").arg(executable).stdout(packed).status()?;
    if !status.success() {
        return Err(io::Error::other("gzip failed"));
    }
    let source = root().join("fuzz");
    for name in ["run.sh", "dictionary.txt"] {
        std::fs::copy(source.join(name), folder.join(name))?;
    }
    for target in all_targets()? {
        let (from, to) = (source.join("seeds").join(&target), folder.join("seeds").join(&target));
        std::fs::create_dir_all(&to)?;
        for entry in std::fs::read_dir(from)? {
            let path = entry?.path();
            std::fs::copy(&path, to.join(path.file_name().unwrap_or_default()))?;
        }
    }
    Ok(())
}
