//! Branch coverage of the rules: which branches of `ringrift` and `ringrift-spec` the tests execute.
//!
//! A condition has two branches, true and false. A branch is covered if any instantiation of its function executes it. Every
//! branch that is not covered must be in the list `xtask/uncovered-branches.txt` with a reason.

mod branches;
mod list;
mod llvm;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use self::branches::Branch;
use self::list::Listed;
use self::llvm::Llvm;
use crate::host_triple;
use crate::step::{Run, cargo, root, target};
use crate::test_binaries::{TestBinary, build_tests};

/// Folders of the measured sources.
const SOURCES: [&str; 2] = ["crates/ringrift/src", "crates/ringrift-spec/src"];

/// Packages whose tests are run. The tests of other packages also execute the rules, but are left out: this takes less time and is
/// stricter, because a branch must then be covered by a test of the rules themselves.
const PACKAGES: [&str; 2] = ["ringrift", "ringrift-spec"];

/// File with the branches that no test executes.
const LIST: &str = "xtask/uncovered-branches.txt";

/// Branch coverage is an unstable option of the compiler; stable compilers accept it with `RUSTC_BOOTSTRAP`.
const FLAGS: &str = "-Cinstrument-coverage -Zcoverage-options=branch";

/// Measures the coverage, prints it by file, and fails if the list does not match.
pub(crate) fn coverage(run: &mut Run) {
    let Some(llvm) = Llvm::set_up(run) else { return };
    let folder = target().join("coverage");
    let profiles = folder.join("profiles");
    let _ = fs::remove_dir_all(&profiles);
    if let Err(error) = fs::create_dir_all(&profiles) {
        return run.fail(&format!("coverage: cannot create {}: {error}", profiles.display()));
    }
    let binaries = run_tests(run, &folder, &profiles);
    match llvm.export(&profiles, &binaries, &SOURCES).and_then(|export| report(&export)) {
        Ok(true) => run.pass("branch coverage"),
        Ok(false) => run.fail(&format!("branch coverage: {LIST} does not match")),
        Err(problem) => run.fail(&format!("branch coverage: {problem}")),
    }
}

/// Builds and runs the tests, and returns the test binaries.
fn run_tests(run: &mut Run, folder: &Path, profiles: &Path) -> Vec<PathBuf> {
    // With a target, cargo does not instrument build scripts and procedural macros.
    let host = host_triple();
    let packages = PACKAGES.iter().flat_map(|package| ["--package", package]);
    let build = cargo(&["test", "--no-run", "--message-format", "json-render-diagnostics", "--target", &host])
        .args(packages)
        .env("RUSTFLAGS", FLAGS)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", folder);
    let binaries = build_tests(run, "instrumented build of the tests", build);
    let profile = profiles.join("%p-%m.profraw");
    // With another seed, the random tests would execute other branches.
    let step = |binary: &TestBinary| {
        binary.step().env("LLVM_PROFILE_FILE", &profile).env("PROPTEST_RNG_SEED", crate::PROPERTY_SEED)
    };
    run.steps(binaries.iter().map(|binary| (binary.title(), step(binary))).collect());
    binaries.into_iter().map(TestBinary::executable).collect()
}

/// Prints the coverage of each file and the branches that do not match the list. Returns whether all match.
fn report(export: &[u8]) -> Result<bool, String> {
    let path = root().join(LIST);
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let listed = list::parse(&text)?;
    let all = branches::read(export, &root(), &SOURCES)?;
    if all.is_empty() {
        return Err("the profile has no branches; does the compiler support branch coverage?".to_owned());
    }
    print_files(&all, &listed);
    let (missing, stale) = list::compare(&all, &listed);
    for branch in &missing {
        println!("\nnot covered and not listed, {}:{}:\n{branch}", branch.file, branch.line);
    }
    for entry in &stale {
        println!("\nlisted, but covered or gone; remove it from {LIST} or correct the number of times:\n{entry}");
    }
    println!("\n{} branches not covered and not listed, {} stale entries", missing.len(), stale.len());
    Ok(missing.is_empty() && stale.is_empty())
}

/// Prints a line for each file, and the totals of each folder.
fn print_files(all: &[Branch], listed: &[Listed]) {
    let mut files: BTreeMap<&str, Vec<&Branch>> = BTreeMap::new();
    for branch in all {
        files.entry(&branch.file).or_default().push(branch);
    }
    println!("\nbranches covered, listed, all");
    for folder in SOURCES {
        let mut total = Vec::new();
        for (file, branches) in files.iter().filter(|(file, _)| file.starts_with(folder)) {
            println!("{} {file}", counts(branches, listed));
            total.extend(branches.iter().copied());
        }
        println!("{} {folder}, total", counts(&total, listed));
    }
}

fn counts(branches: &[&Branch], listed: &[Listed]) -> String {
    let covered = branches.iter().filter(|branch| branch.is_covered).count();
    let excused = branches.iter().filter(|branch| !branch.is_covered && listed.iter().any(|entry| entry.is(branch)));
    format!("{covered:6} {:6} {:6}", excused.count(), branches.len())
}
