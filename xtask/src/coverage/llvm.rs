//! The programs `llvm-profdata` and `llvm-cov`.
//!
//! They must be at least as new as the LLVM of the compiler, because each version of LLVM can change the format of profiles.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::host_triple;
use crate::setup::install_or_explain;
use crate::step::Run;

pub(super) struct Llvm {
    profdata: PathBuf,
    cov: PathBuf,
}

impl Llvm {
    /// Finds the programs: in the Rust toolchain, or those of the system. Installs those of Debian if there are none, and
    /// records a failure in `run` if that is not possible.
    pub(super) fn set_up(run: &mut Run) -> Option<Llvm> {
        let Some(version) = compiler_version() else {
            run.fail("coverage: rustc -vV does not name its LLVM version");
            return None;
        };
        let found = || Some(Llvm { profdata: find("llvm-profdata", version)?, cov: find("llvm-cov", version)? });
        let package = format!("llvm-{version}");
        let what = format!("llvm-cov and llvm-profdata of LLVM {version} or newer");
        install_or_explain(run, &what, || found().is_some(), &[&package]).then(found).flatten()
    }

    /// Combines the profiles and exports the coverage of the sources as JSON.
    pub(super) fn export(&self, profiles: &Path, binaries: &[PathBuf], sources: &[&str]) -> Result<Vec<u8>, String> {
        let merged = profiles.with_extension("profdata");
        let raw = std::fs::read_dir(profiles).map_err(|error| format!("{}: {error}", profiles.display()))?;
        let raw = raw.filter_map(|entry| Some(entry.ok()?.path()));
        output(Command::new(&self.profdata).args(["merge", "-sparse", "-o"]).arg(&merged).args(raw))?;
        let mut export = Command::new(&self.cov);
        export.args(["export", "-format=text", "-skip-functions", "-skip-expansions", "-instr-profile"]).arg(&merged);
        for binary in binaries {
            export.arg("-object").arg(binary);
        }
        // Without this word, the program takes the first folder for a binary.
        export.arg("-sources");
        output(export.args(sources.iter().map(|folder| crate::step::root().join(folder))))
    }
}

/// Returns the standard output of a program.
fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let Output { status, stdout, stderr } = command.output().map_err(|error| format!("{program}: {error}"))?;
    if status.success() { Ok(stdout) } else { Err(format!("{program}: {}", String::from_utf8_lossy(&stderr).trim())) }
}

/// Returns the major version of the LLVM in the compiler.
fn compiler_version() -> Option<u32> {
    let text = output(Command::new("rustc").arg("-vV")).ok()?;
    major_version(String::from_utf8_lossy(&text).lines().find(|line| line.starts_with("LLVM version"))?)
}

/// Finds a program that is at least as new as the compiler.
fn find(name: &str, version: u32) -> Option<PathBuf> {
    let is_new = |program: &PathBuf| {
        let text = output(Command::new(program).arg("--version")).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        text.lines()
            .find(|line| line.contains("LLVM version"))
            .and_then(major_version)
            .is_some_and(|found| found >= version)
    };
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"])).unwrap_or_default();
    let toolchain = PathBuf::from(String::from_utf8_lossy(&sysroot).trim());
    let bundled = toolchain.join("lib/rustlib").join(host_triple()).join("bin").join(name);
    [bundled, format!("{name}-{version}").into(), name.into()].into_iter().find(is_new)
}

/// Returns the first number in a line such as `LLVM version: 22.1.2`.
fn major_version(line: &str) -> Option<u32> {
    let digits = line.split("version").nth(1)?.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    digits.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_versions() {
        assert_eq!(major_version("LLVM version: 22.1.2"), Some(22));
        assert_eq!(major_version("Debian LLVM version 14.0.6"), Some(14));
        assert_eq!(major_version("rustc 1.95.0"), None);
    }
}
