//! Builds the wheel of the Python package, installs it into a new virtual environment, and runs its tests there.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::setup::install_if_missing;
use crate::shared::SharedData;
use crate::step::{NamedStep, Run, Step, program, root, target};

/// Debian packages with Python and its module for virtual environments.
const DEBIAN_PACKAGES: [&str; 2] = ["python3", "python3-venv"];

/// The oldest version of Python for which all packages of the tests exist. The package itself also supports 3.10.
const OLDEST: &str = "3.11";

/// The downloaded packages of `python/requirements-dev.txt`, and an environment with pip that installs them.
pub(crate) struct PythonPackages(PathBuf);

impl PythonPackages {
    /// Finds Python and downloads the packages, unless they are up to date. Records a skipped check if that is not possible.
    pub(crate) fn set_up(run: &mut Run) -> Option<PythonPackages> {
        let packages = PythonPackages(target().join("python-packages"));
        let problem = if !install_if_missing(is_python_usable, &DEBIAN_PACKAGES) {
            format!(
                "Python {OLDEST} or newer with the module venv is missing; on Debian, as root: apt-get install {}",
                DEBIAN_PACKAGES.join(" ")
            )
        } else if let Err(problem) = packages.download() {
            problem
        } else {
            println!("found: Python packages in {}", packages.0.display());
            return Some(packages);
        };
        run.skip(&format!("tests of the Python package: {problem}"));
        None
    }

    /// Downloads the packages, unless those of the same list and Python version are there.
    fn download(&self) -> Result<(), String> {
        let stamp = self.0.join("downloaded.txt");
        let wanted = stamp_text()?;
        if std::fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
            return Ok(());
        }
        println!("installing: the packages of python/requirements-dev.txt in {}", self.0.display());
        succeed(Command::new("python3").args(["-m", "venv", "--clear"]).arg(self.0.join("pip")))?;
        let pip = |command: &str| {
            let mut pip = Command::new(python_of(&self.0.join("pip")));
            pip.args(["-m", "pip", command, "--quiet"]);
            pip
        };
        succeed(pip("download").args(["--only-binary", ":all:", "--dest"]).arg(&self.0).arg("-r").arg(requirements()))?;
        succeed(pip("install").args(["--no-index", "--upgrade", "pip", "--find-links"]).arg(&self.0))?;
        std::fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))
    }

    /// Builds the wheel, installs it into a new virtual environment, and returns the steps that test it.
    pub(crate) fn install_wheel(&self, run: &mut Run) -> Vec<NamedStep> {
        let (environment, wheels) = (target().join("python-environment"), target().join("python-wheels"));
        // Nothing of an earlier run must be found.
        discard(&environment);
        discard(&wheels);
        let python = python_of(&environment);
        let create = program("python3").args(["-m", "venv", "--without-pip"]).args([&environment]);
        let build = ["-m", "maturin", "build", "--quiet", "--locked", "--profile", "dev", "--interpreter"];
        let build = program(&python).args(build).args([&python]).args(["--out"]).args([&wheels]);
        let is_installed = run.step("Python environment", create)
            && run.step("Python packages", self.install(&python).args(["--requirement"]).args([requirements()]))
            && run.step("Python wheel", build)
            && run.step(
                "installation of the Python wheel",
                self.install(&python).args(["--find-links"]).args([&wheels]).args(["ringside"]),
            );
        if SharedData::find().is_none() {
            run.skip("recorded games in the Python package: the folder ../shared does not exist");
        }
        if is_installed { tests(&python) } else { Vec::new() }
    }

    /// Returns the beginning of a command that installs downloaded packages into an environment.
    fn install(&self, python: &Path) -> Step {
        let step = program(python_of(&self.0.join("pip"))).args(["-m", "pip", "--python"]).args([python]);
        step.args(["install", "--quiet", "--no-index", "--find-links"]).args([&self.0])
    }
}

/// Removes a folder. An environment has thousands of files, so they are deleted while the next steps run.
fn discard(folder: &Path) {
    let old = folder.with_extension("old");
    // Exists only if an earlier run ended before it was deleted.
    let _ = std::fs::remove_dir_all(&old);
    if std::fs::rename(folder, &old).is_ok() {
        std::thread::spawn(move || std::fs::remove_dir_all(old));
    }
}

/// Returns the Python of a virtual environment.
fn python_of(environment: &Path) -> PathBuf {
    environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
}

/// Returns the steps that test the installed package. They do not run in `python/`, whose folder `ringside` has no native module.
fn tests(python: &Path) -> Vec<NamedStep> {
    let step = |args: &[&str]| program(python).args(["-m"]).args(args).env("PYTHONDONTWRITEBYTECODE", "1");
    // Built with all tests, or by `cargo xtask python`.
    let ringside = target().join("debug").join(format!("ringside{}", std::env::consts::EXE_SUFFIX));
    let config = ["--mypy-config-file", "pyproject.toml", "--allowlist", "python/stubtest-allowlist.txt"];
    let stub_test = step(&["mypy.stubtest", "ringside"]).args(config);
    vec![
        (
            "Python tests".to_owned(),
            step(&["pytest", "--quiet", "--hypothesis-seed=1"]).env("RINGSIDE_PROGRAM", &ringside),
        ),
        ("types of the Python package".to_owned(), step(&["mypy", "--package", "ringside"])),
        ("types of the Python tests".to_owned(), step(&["mypy", "python/tests"])),
        ("stubs of the Python package".to_owned(), stub_test),
    ]
}

fn is_python_usable() -> bool {
    let (major, minor) = OLDEST.split_once('.').unwrap_or((OLDEST, "0"));
    let check = format!("import ensurepip, sys, venv; sys.exit(sys.version_info < ({major}, {minor}))");
    Command::new("python3").args(["-c", &check]).output().is_ok_and(|output| output.status.success())
}

fn requirements() -> PathBuf {
    root().join("python/requirements-dev.txt")
}

/// Runs a command.
fn succeed(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("{command:?} failed")),
        Err(error) => Err(format!("cannot run {:?}: {error}", command.get_program())),
    }
}

/// Returns the text that identifies downloaded packages: the list of packages and the version of Python.
fn stamp_text() -> Result<String, String> {
    let list =
        std::fs::read_to_string(requirements()).map_err(|error| format!("python/requirements-dev.txt: {error}"))?;
    let version = Command::new("python3").arg("--version").output().map_err(|error| format!("python3: {error}"))?;
    Ok(format!("{}{list}", String::from_utf8_lossy(&version.stdout)))
}
